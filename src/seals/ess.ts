/** Which certificate the signer named when signing (RFC 5035): without it, another one with the same key could be put in its place. */
import { createHash } from 'node:crypto';
import { digestOf } from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { fieldsOf, TAG } from './der.ts';
import { octetsOf } from './der-values.ts';
import { ATTRIBUTE, attribute, type SignerInfo } from './signer-info.ts';

export const namesCertificate = ({ signed }: SignerInfo): boolean =>
  attribute(signed, ATTRIBUTE.signingCertificateV2) !== undefined ||
  attribute(signed, ATTRIBUTE.signingCertificate) !== undefined;

/** Null: the signer named none. Where both forms stand, both must hold. */
export function essMatches({ signed }: SignerInfo, certificate: Certificate): boolean | null {
  const results = [ATTRIBUTE.signingCertificate, ATTRIBUTE.signingCertificateV2].flatMap((oid) => {
    const value = attribute(signed, oid);
    if (value === undefined) return [];
    const [ids] = fieldsOf(value);
    const [first] = fieldsOf(ids);
    const fields = fieldsOf(first);
    const hasAlgorithm = fields[0]?.tag === TAG.sequence;
    const standard = oid === ATTRIBUTE.signingCertificate ? 'sha1' : 'sha256';
    const digest = hasAlgorithm ? digestOf(fields[0]).name : standard;
    if (digest === null) return [false];
    const expected = octetsOf(fields[hasAlgorithm ? 1 : 0]);
    return [createHash(digest).update(certificate.whole).digest().equals(expected)];
  });
  return results.length === 0 ? null : results.every(Boolean);
}
