/** Whether a certificate was revoked by a certain time, from what the signature brings along and what lies in the store. */
import { isStrong } from './algorithms.ts';
import { BrokenSignature } from './broken-signature.ts';
import type { Certificate } from './certificate.ts';
import { statementOfList } from './crl.ts';
import { statementsOfAnswer } from './ocsp.ts';
import { isWeakKey } from './signature.ts';
import type { Trust } from './trust-store.ts';
import type { Revocation, RevocationStatement } from './verdict.ts';

/** Revocation lists and OCSP answers of the container. */
export interface Evidence {
  lists: readonly Uint8Array[];
  answers: readonly Uint8Array[];
}

export const NOT_CHECKED: Revocation = { status: 'not_checked', source: null, asOf: null, revokedAt: null };

/**
 * "Revoked" counts from its date on and for good, from any source. "Not revoked" counts only for this time and from a source that
 * can prove it: current then or issued since, and before the certificate expired, since lists drop expired
 * ones.
 */
export function revocationOf(
  certificate: Certificate,
  issuer: Certificate,
  evidence: Evidence,
  trust: Trust,
  at: Date,
): Revocation {
  const all = statusesOf(certificate, issuer, evidence, trust);
  const [revoked] = all.filter((each) => each.revokedAt !== null).sort(byRevocation);
  if (revoked?.revokedAt) return stated(revoked.revokedAt <= at ? 'revoked' : 'later', revoked);
  const [newest] = all
    .filter((each) => each.provesGood && isCurrent(each, certificate, at))
    .sort((one, other) => +other.asOf - +one.asOf);
  return newest === undefined ? NOT_CHECKED : stated('good', newest);
}

/**
 * Whether a time signed with the certificate's key is reliable. With a lost key any time can be forged: a key that was revoked
 * later, without a reason that rules this out, never was reliable (RFC 3161, section 4).
 */
export const isReliableAt = (
  certificate: Certificate,
  issuer: Certificate,
  evidence: Evidence,
  trust: Trust,
  at: Date,
): boolean => statusesOf(certificate, issuer, evidence, trust).every((each) => isHarmlessAt(each, at));

/** Affiliation changed, superseded, operation ceased. */
const KEY_INTACT = [3, 4, 5];

const isHarmlessAt = ({ revokedAt, reason }: RevocationStatement, at: Date): boolean =>
  revokedAt === null || (revokedAt > at && reason !== null && KEY_INTACT.includes(reason));

function statusesOf(
  certificate: Certificate,
  issuer: Certificate,
  { lists, answers }: Evidence,
  trust: Trust,
): RevocationStatement[] {
  const authorities = [...trust.anchors, ...trust.timeAnchors];
  const all = [...lists, ...trust.listsOf(issuer.subjectCompared)];
  const inLists = (about: Certificate): RevocationStatement[] =>
    all.flatMap((bytes) => read(() => statementOfList(bytes, about, issuer, authorities)) ?? []);
  // A container may include the same responder fifty times.
  const ofResponders = new Map<string, RevocationStatement[]>();
  const isSound = (responder: Certificate, made: Date): boolean => {
    if (!isStrong(responder.signedWith.scheme) || isWeakKey(responder.key)) return false;
    return ofResponders
      .getOrInsertComputed(responder.sha256, () => inLists(responder))
      .every((each) => isHarmlessAt(each, made));
  };
  const inAnswers = answers.flatMap(
    (bytes) => read(() => statementsOfAnswer(bytes, certificate, issuer, isSound)) ?? [],
  );
  return [...inAnswers, ...inLists(certificate)];
}

const byRevocation = (one: RevocationStatement, other: RevocationStatement): number =>
  Number(one.revokedAt) - Number(other.revokedAt);

const isCurrent = (
  { asOf, until, keepsExpiredSince }: RevocationStatement,
  { validTo }: Certificate,
  at: Date,
): boolean =>
  (asOf >= at || (until !== null && until >= at)) &&
  (asOf <= validTo || (keepsExpiredSince !== null && keepsExpiredSince <= validTo));

const stated = (status: Revocation['status'], { source, asOf, revokedAt }: RevocationStatement): Revocation => ({
  status,
  source,
  asOf: asOf.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});

/** Null for a broken list or answer. */
function read<Read>(ask: () => Read): Read | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}
