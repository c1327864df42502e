/**
 * The path from a certificate to a trusted authority. It always starts at the certificate in question: a library that chose the start
 * on its own accepted expired and revoked signers, because another certificate of the file was valid.
 */
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { isStrong, isWeak } from './algorithms.ts';
import { PATH_MAX, PATH_TRIES_MAX } from './bounds.ts';
import type { Certificate } from './certificate.ts';
import type { Extensions } from './extensions.ts';
import { isWeakKey, keyName } from './signature.ts';
import type { Trust } from './trust-store.ts';
import type { ChainStatus } from './verdict.ts';

export interface Chain {
  status: Exclude<ChainStatus, 'revoked'>;
  /** From the certificate to the authority; as far as it leads when it leads to none. */
  path: Certificate[];
  reason: Message | null;
}

export type Purpose = 'document' | 'timestamp';

const TIMESTAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_PURPOSE = '2.5.29.37.0';

export function chainOf(
  certificate: Certificate,
  pool: readonly Certificate[],
  trust: Trust,
  at: Date,
  purpose: Purpose,
): Chain {
  const anchors = purpose === 'timestamp' ? [...trust.anchors, ...trust.timeAnchors] : trust.anchors;
  if (anchors.length === 0) return { status: 'unknown', path: [certificate], reason: messages.seals.trustStoreEmpty() };
  const { complete, reachesOtherRoot } = pathsFrom(certificate, [...trust.helpers, ...pool], anchors);
  let best: Chain | null = null;
  for (const path of complete) {
    const chain = verdictOf(path, at, purpose);
    if (chain.status === 'trusted') return chain;
    best ??= chain;
  }
  if (best !== null) return best;
  return reachesOtherRoot
    ? { status: 'untrusted', path: [certificate], reason: messages.seals.issuerUntrusted() }
    : { status: 'unknown', path: [certificate], reason: messages.seals.issuerMissing() };
}

/** All ways that end at an anchor, the shortest first as far as the file orders them; bounded, since certificates can form circles. */
function pathsFrom(
  certificate: Certificate,
  pool: readonly Certificate[],
  anchors: readonly Certificate[],
): { complete: Certificate[][]; reachesOtherRoot: boolean } {
  const trusted = new Set(anchors.map(({ sha256 }) => sha256));
  const bySubject = Map.groupBy(unique([...anchors, ...pool]), ({ subjectHex }) => subjectHex);
  const complete: Certificate[][] = [];
  const waiting: Certificate[][] = [[certificate]];
  let reachesOtherRoot = false;
  let tries = PATH_TRIES_MAX;
  for (let path = waiting.shift(); path !== undefined && tries > 0; path = waiting.shift()) {
    const last = path.at(-1) as Certificate;
    if (trusted.has(last.sha256)) {
      complete.push(path);
      continue;
    }
    if (last.issuerHex === last.subjectHex && isIssuedBy(last, last)) reachesOtherRoot = true;
    if (path.length >= PATH_MAX) continue;
    for (const issuer of bySubject.get(last.issuerHex) ?? []) {
      if (path.includes(issuer) || path.some(({ sha256 }) => sha256 === issuer.sha256)) continue;
      if (--tries < 0) break;
      if (isIssuedBy(last, issuer)) waiting.push([...path, issuer]);
    }
  }
  return { complete, reachesOtherRoot };
}

function isIssuedBy({ extensions, x509 }: Certificate, issuer: Certificate): boolean {
  const [wanted, has] = [extensions.issuerKeyId, issuer.extensions.keyId];
  if (wanted !== null && has !== null && wanted !== has) return false;
  try {
    return x509.verify(issuer.key);
  } catch {
    return false;
  }
}

function verdictOf(path: Certificate[], at: Date, purpose: Purpose): Chain {
  const [signer, ...issuers] = path as [Certificate, ...Certificate[]];
  const chain = (status: Chain['status'], reason: Message): Chain => ({ status, path, reason });
  if (!isMeantFor(signer, purpose)) return chain('untrusted', messages.seals.certificateUnfit());
  if (!issuers.every((issuer, index) => mayIssue(issuer, purpose, index, index === issuers.length - 1))) {
    return chain('untrusted', messages.seals.issuerUnfit());
  }
  if (path.some(({ extensions }) => extensions.hasUnknownCritical)) {
    return chain('unknown', messages.seals.constraintUnsupported());
  }
  const weak = weaknessOf(path);
  if (weak) return chain(weak.standing, weak.reason);
  if (at < signer.validFrom) {
    return chain('unknown', messages.seals.certificateNotYetValid({ day: dayOf(signer.validFrom) }));
  }
  if (at > signer.validTo) return chain('expired', messages.seals.certificateExpired({ day: dayOf(signer.validTo) }));
  if (issuers.some(({ validFrom, validTo }) => at < validFrom || at > validTo)) {
    return chain('expired', messages.seals.issuerExpired());
  }
  return { status: 'trusted', path, reason: null };
}

/** The authority is trusted by its key: its size and self-signature do not matter. The signer's key is checked with the signature. */
function weaknessOf(path: Certificate[]): { standing: 'untrusted' | 'unknown'; reason: Message } | null {
  for (const { signedWith } of path.slice(0, -1)) {
    const { scheme, oid } = signedWith;
    if (isStrong(scheme)) continue;
    if (!scheme?.digest || !isWeak(scheme.digest)) {
      return { standing: 'unknown', reason: messages.seals.algorithmUnsupported({ algorithm: oid }) };
    }
    return { standing: 'untrusted', reason: messages.seals.weakDigest({ algorithm: scheme.digest.toUpperCase() }) };
  }
  const weak = path.slice(1, -1).find(({ key }) => isWeakKey(key));
  return weak ? { standing: 'untrusted', reason: messages.seals.weakKey({ key: keyName(weak.key) }) } : null;
}

/** Any purpose, e-mail, and signing of documents by RFC 9336, Adobe and Microsoft. */
const FOR_DOCUMENTS = new Set([
  ANY_PURPOSE,
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);

function isMeantFor({ extensions }: Certificate, purpose: Purpose): boolean {
  const { usages, purposes, purposesAreCritical } = extensions;
  if (usages !== null && !usages.signs) return false;
  if (purpose === 'timestamp') return purposes?.length === 1 && purposes[0] === TIMESTAMPING && purposesAreCritical;
  return isForDocuments(extensions);
}

const isForDocuments = ({ purposes }: Extensions): boolean =>
  purposes === null || purposes.some((each) => FOR_DOCUMENTS.has(each));

const isForTime = ({ purposes }: Extensions): boolean =>
  purposes === null || purposes.includes(TIMESTAMPING) || purposes.includes(ANY_PURPOSE);

/** `below`: the number of other authorities between it and the signer. The purposes of an authority limit all below it. */
function mayIssue(
  { extensions, isFirstVersion }: Certificate,
  purpose: Purpose,
  below: number,
  isAnchor: boolean,
): boolean {
  if (isFirstVersion) return isAnchor;
  const { isAuthority, pathLength, usages } = extensions;
  if (!(purpose === 'timestamp' ? isForTime(extensions) : isForDocuments(extensions))) return false;
  return isAuthority && (usages?.signsCertificates ?? true) && (pathLength === null || below <= pathLength);
}

const unique = (all: readonly Certificate[]): Certificate[] => [
  ...new Map(all.map((each) => [each.sha256, each])).values(),
];

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
