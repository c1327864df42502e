/** The verdict on one signature: its content, signer, trust and time. */
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { CERTIFICATES_MAX, LISTS_MAX } from './bounds.ts';
import { BrokenSignature } from './broken-signature.ts';
import { type Certificate, readCertificates } from './certificate.ts';
import { type Chain, chainOf, dayOf } from './chain.ts';
import { context, type Der, fieldsOf, partsIn } from './der.ts';
import { timeOf } from './der-values.ts';
import { listAddressesOf } from './list-addresses.ts';
import { directoryName, displayName } from './names.ts';
import { type Evidence, NOT_CHECKED, revocationOf } from './revocation.ts';
import { keyName } from './signature.ts';
import { checkSignature } from './signature-check.ts';
import type { SignedContent, SignedData } from './signed-data.ts';
import { ATTRIBUTE, attribute, namesCertificate, readSignerInfo, type SignerInfo } from './signer-info.ts';
import { digestOfBytes, verifyTimestamp } from './timestamp.ts';
import type { Trust } from './trust-store.ts';
import {
  type ChainStatus,
  type ContainerKind,
  type Revocation,
  type SignatureLevel,
  type Signer,
  type SignerIdentity,
  type Timestamp,
  verdictFrom,
} from './verdict.ts';

export interface VerificationInput {
  data: SignedData;
  /** Null: a detached signature that came alone. */
  content: SignedContent | null;
  trust: Trust;
  now: Date;
  format: ContainerKind;
  /** A valid timestamp over everything that this signature covers, if the file has one: used when the signature has none. */
  stampedLater?: Timestamp;
  /** What the level is called before a timestamp is looked at, by whether the signer named a certificate. */
  levels: { plain: SignatureLevel; named: SignatureLevel; stamped: SignatureLevel };
}

export const CMS_LEVELS: VerificationInput['levels'] = { plain: 'CMS', named: 'CAdES-B', stamped: 'CAdES-T' };

/** Verdicts on all signatures of a container. An unreadable signature does not hide the others. */
export function verifySigners(judging: VerificationInput): Signer[] {
  // Once for all signers: a container may have many certificates and signers.
  const included = readCertificates(judging.data.certificates);
  return judging.data.signers.map((der) => {
    try {
      return verifySigner(readSignerInfo(der), judging, included);
    } catch (error) {
      if (error instanceof BrokenSignature)
        return unreadableSigner(judging.format, judging.now, messages.seals.signatureUnreadable());
      throw error;
    }
  });
}

/** The verdict on an unreadable signature. */
export const unreadableSigner = (
  format: ContainerKind,
  now: Date,
  reason: Message,
  level: SignatureLevel = 'unknown',
): Signer => ({
  format,
  level,
  verdict: 'indeterminate',
  reasons: [reason],
  integrity: 'unknown',
  chain: 'unknown',
  claimedSigningTime: null,
  timestamp: null,
  judgedFor: now.toISOString(),
  revocation: NOT_CHECKED,
  coversWholeDocument: null,
  certificate: null,
  identity: null,
});

function verifySigner(info: SignerInfo, judging: VerificationInput, brought: readonly Certificate[]): Signer {
  const { data, content, trust, now, format, levels } = judging;
  const evidence = evidenceOf(info, data);
  const pool = [...brought, ...readCertificates(storedCertificates(info)), ...trust.helpers];
  const { certificate, integrity, faults, doubts } = checkSignature(info, data.contentType, content, pool);
  const own = timestampOf(info, { trust, now, pool, evidence });
  const timestamp = own?.isValid ? own : (judging.stampedLater ?? own);
  const at = timestamp?.isValid && timestamp.time ? new Date(timestamp.time) : now;
  const chain = certificate && chainOf(certificate, pool, trust, at, 'document');
  const { revocation, reason } = revocationsOf(chain, evidence, trust, at);
  const status = statusOf(chain, revocation);
  const beside = data.hasMore ? [messages.seals.moreBehind()] : [];
  const reasons = [
    ...faults,
    ...doubts,
    ...beside,
    ...(chain?.reason ? [chain.reason] : []),
    ...(reason ? [reason] : []),
    ...(own !== null && !own.isValid ? [messages.seals.timestampWrong()] : []),
  ];
  const level = namesCertificate(info) ? levels.named : levels.plain;
  return {
    format,
    level: timestamp?.isValid && level === levels.named ? levels.stamped : level,
    verdict: verdictFrom({
      integrity,
      chain: status,
      revocation: revocation.status,
      hasFault: faults.length > 0,
      hasDoubt: doubts.length > 0 || data.hasMore,
    }),
    reasons: [...new Map(reasons.map((each) => [JSON.stringify(each), each])).values()],
    integrity,
    chain: status,
    claimedSigningTime: claimedTime(info),
    timestamp,
    judgedFor: at.toISOString(),
    revocation,
    coversWholeDocument: null,
    certificate: certificate && {
      sha256: certificate.sha256,
      validFrom: certificate.validFrom.toISOString(),
      validTo: certificate.validTo.toISOString(),
      key: keyName(certificate.key),
      listAddresses: status === 'trusted' ? (chain?.path ?? []).slice(0, -1).flatMap(listAddressesOf) : [],
    },
    identity: certificate && identityOf(certificate),
  };
}

const statusOf = (chain: Chain | null, { status }: Revocation): ChainStatus =>
  chain === null ? 'unknown' : status === 'revoked' ? 'revoked' : chain.status;

/** Of the certificates below the trusted authority: a revocation makes all below worthless, an unknown status leaves them undecided. */
function revocationsOf(
  chain: Chain | null,
  evidence: Evidence,
  trust: Trust,
  at: Date,
): { revocation: Revocation; reason: Message | null } {
  const [signer, issuer] = chain?.path ?? [];
  if (!chain || !signer) return { revocation: NOT_CHECKED, reason: null };
  const unchecked = { revocation: NOT_CHECKED, reason: messages.seals.revocationNotChecked() };
  // A trust anchor has no issuer to query.
  if (!issuer) return unchecked;
  const revocation = revocationOf(signer, issuer, evidence, trust, at);
  const day = revocation.revokedAt === null ? '' : dayOf(new Date(revocation.revokedAt));
  if (revocation.status === 'revoked') return { revocation, reason: messages.seals.certificateRevoked({ day }) };
  const above = chain.path.slice(1, -1).map((each, index) => {
    const itsIssuer = chain.path[index + 2] as Certificate;
    return revocationOf(each, itsIssuer, evidence, trust, at);
  });
  const revoked = above.find(({ status }) => status === 'revoked');
  if (revoked) return { revocation: revoked, reason: messages.seals.issuerRevoked() };
  if (revocation.status === 'not_checked') return unchecked;
  if (above.some(({ status }) => status === 'not_checked'))
    return { revocation: NOT_CHECKED, reason: messages.seals.issuerRevocationNotChecked() };
  return { revocation, reason: revocation.status === 'later' ? messages.seals.revokedLater({ day }) : null };
}

/** The earliest valid one; else the first, with its own state. */
function timestampOf(info: SignerInfo, by: Parameters<typeof verifyTimestamp>[2]): Timestamp | null {
  const tokens = (info.unsigned.get(ATTRIBUTE.timestamp) ?? []).flat().slice(0, TIMESTAMPS_MAX);
  const timestamps = tokens.map(({ whole }) => verifyTimestamp(whole, digestOfBytes(info.signature), by));
  const [earliest] = timestamps
    .filter(({ isValid }) => isValid)
    .sort((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1));
  return earliest ?? timestamps[0] ?? null;
}

const TIMESTAMPS_MAX = 5;

/** Evidence in the container and in the signature: `[0]` lists, `[1]` answers, in two kinds of attributes. */
function evidenceOf({ signed, unsigned }: SignerInfo, { lists, answers }: SignedData): Evidence {
  const archives = [
    attribute(unsigned, ATTRIBUTE.revocationValues),
    attribute(signed, ATTRIBUTE.adobeRevocation),
  ].filter((each) => each !== undefined);
  const attributesOf = (number: number): Uint8Array[] =>
    archives.flatMap((archive) =>
      fieldsOf(archive)
        .filter(({ tag }) => tag === context(number))
        .flatMap((field) => fieldsOf(field, context(number)))
        .flatMap((list) => partsIn(list, LISTS_MAX))
        .map(({ whole }) => whole),
    );
  return { lists: [...lists, ...attributesOf(0)], answers: [...answers, ...attributesOf(1)] };
}

function storedCertificates({ unsigned }: SignerInfo): Uint8Array[] {
  const values: Der | undefined = attribute(unsigned, ATTRIBUTE.certificateValues);
  return values === undefined ? [] : partsIn(values, CERTIFICATES_MAX).map(({ whole }) => whole);
}

function claimedTime({ signed }: SignerInfo): string | null {
  const time = attribute(signed, ATTRIBUTE.signingTime);
  return time === undefined ? null : timeOf(time).toISOString();
}

function identityOf(certificate: Certificate): SignerIdentity {
  const subject = directoryName(certificate.subject);
  return {
    name: displayName(subject),
    organisation: subject.organisation,
    country: subject.country,
    issuer: displayName(directoryName(certificate.issuer)),
    certificateSerial: certificate.serial,
  };
}
