/** A timestamp (RFC 3161): a signed statement of an authority that it saw certain bytes at a certain time. */
import { createHash } from 'node:crypto';
import { areEqual, digestOf, isWeak } from './algorithms.ts';
import { BrokenSignature, malformed } from './broken-signature.ts';
import { bytesInMemory } from './bytes-at.ts';
import { type Certificate, readCertificates } from './certificate.ts';
import { chainOf } from './chain.ts';
import { fieldsOf, readDer } from './der.ts';
import { octetsOf, timeOf } from './der-values.ts';
import { directoryName, displayName } from './names.ts';
import { type Evidence, isReliableAt } from './revocation.ts';
import { checkSignature } from './signature-check.ts';
import { readSignedData, type SignedData, signedContent } from './signed-data.ts';
import { namesCertificate, readSignerInfo } from './signer-info.ts';
import type { Trust } from './trust-store.ts';
import type { Timestamp } from './verdict.ts';

const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4';
/** Clocks differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface TimestampContext {
  trust: Trust;
  now: Date;
  /** Certificates and lists of the surrounding container: archives store those of the authority there. */
  pool: readonly Certificate[];
  evidence: Evidence;
}

/** `digestOfStamped` returns the digest of the stamped bytes. An unreadable token is not valid, and no more. */
export function verifyTimestamp(
  token: Uint8Array,
  digestOfStamped: (name: string) => Uint8Array,
  by: TimestampContext,
): Timestamp {
  try {
    return verified(token, digestOfStamped, by);
  } catch (error) {
    if (error instanceof BrokenSignature) return { time: null, authority: null, isValid: false };
    throw error;
  }
}

export const digestOfBytes =
  (bytes: Uint8Array) =>
  (name: string): Uint8Array =>
    createHash(name).update(bytes).digest();

function verified(token: Uint8Array, digestOfStamped: (name: string) => Uint8Array, by: TimestampContext): Timestamp {
  const { data, statement } = opened(token);
  const [, , imprint, , time] = fieldsOf(readDer(statement));
  const [algorithm, digest] = fieldsOf(imprint);
  const { name } = digestOf(algorithm);
  const at = timeOf(time);
  const pool = [...readCertificates(data.certificates), ...by.pool, ...by.trust.helpers];
  const [first, ...others] = data.signers;
  if (first === undefined || others.length > 0) throw malformed();
  const info = readSignerInfo(first);
  const check = checkSignature(info, data.contentType, signedContent(bytesInMemory(statement)), pool);
  const { certificate } = check;
  const isRight =
    data.contentType === TIMESTAMP_INFO &&
    name !== null &&
    !isWeak(name) &&
    areEqual(octetsOf(digest), digestOfStamped(name)) &&
    check.integrity === 'intact' &&
    check.doubts.length === 0 &&
    namesCertificate(info) &&
    at.getTime() <= by.now.getTime() + CLOCK_SKEW_MS;
  return {
    time: at.toISOString(),
    authority: certificate && displayName(directoryName(certificate.subject)),
    isValid: isRight && certificate !== null && isTrusted(certificate, pool, data, by, at),
  };
}

function isTrusted(
  certificate: Certificate,
  pool: readonly Certificate[],
  { lists, answers }: SignedData,
  { trust, evidence }: TimestampContext,
  at: Date,
): boolean {
  const { status: standing, path } = chainOf(certificate, pool, trust, at, 'timestamp');
  const all = { lists: [...lists, ...evidence.lists], answers: [...answers, ...evidence.answers] };
  if (standing !== 'trusted') return false;
  return path.every((each, index) => {
    const issuer = path[index + 1];
    return issuer === undefined || isReliableAt(each, issuer, all, trust, at);
  });
}

function opened(token: Uint8Array): { data: SignedData; statement: Uint8Array } {
  const bytes = bytesInMemory(token);
  const parts: Uint8Array[] = [];
  const data = readSignedData(bytes, (_, pieces) => {
    let step = pieces.next();
    for (; !step.done; step = pieces.next()) parts.push(bytes.copy(step.value.at, step.value.length));
    return step.value;
  });
  return { data, statement: Buffer.concat(parts) };
}
