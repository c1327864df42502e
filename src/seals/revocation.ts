/** Whether a certificate was revoked by a certain time, from what the signature brings along and what lies in the store. */
import { Broken } from './broken.ts';
import type { Certificate } from './certificate.ts';
import { saidByList } from './crl.ts';
import { saidByAnswer } from './ocsp.ts';
import type { Said } from './revocation-word.ts';
import type { Revocation } from './seal.ts';
import type { Trust } from './trust.ts';

/** What the seal brings along. */
export interface Evidence {
  lists: readonly Uint8Array[];
  answers: readonly Uint8Array[];
}

export const NOT_CHECKED: Revocation = { status: 'not_checked', source: null, asOf: null, revokedAt: null };

/**
 * Revoked counts from its date on, whoever told it, and for good. Not revoked counts only when it was told for this time: by
 * something that was current then or made since, and before the certificate ran out, since lists forget those that did.
 */
export function revocationOf(
  certificate: Certificate,
  issuer: Certificate,
  { lists, answers }: Evidence,
  trust: Trust,
  at: Date,
): Revocation {
  const all = [
    ...answers.map((bytes) => read(() => saidByAnswer(bytes, certificate, issuer))),
    ...[...lists, ...trust.listsOf(issuer.subjectHex)].map((bytes) =>
      read(() => saidByList(bytes, certificate, issuer)),
    ),
  ].filter((each) => each !== null);
  const [revoked] = all.filter((each) => each.revokedAt !== null).sort(byRevocation);
  if (revoked?.revokedAt) return stated(revoked.revokedAt <= at ? 'revoked' : 'later', revoked);
  const [newest] = all.filter((each) => isCurrent(each, certificate, at)).sort((one, other) => +other.asOf - +one.asOf);
  return newest === undefined ? NOT_CHECKED : stated('good', newest);
}

const byRevocation = (one: Said, other: Said): number => Number(one.revokedAt) - Number(other.revokedAt);

const isCurrent = ({ asOf, until }: Said, { validTo }: Certificate, at: Date): boolean =>
  (asOf >= at || (until !== null && until >= at)) && asOf <= validTo;

const stated = (status: Revocation['status'], { source, asOf, revokedAt }: Said): Revocation => ({
  status,
  source,
  asOf: asOf.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});

/** A broken list or answer says nothing. */
function read(ask: () => Said | null): Said | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
}
