/** Which certificate the signer named when signing (RFC 5035): without it, another one with the same key could be put in its place. */

import { createHash } from 'node:crypto';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type Digest, digestOf } from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { type Der, fieldsOf, TAG } from './der.ts';
import { octetsOf } from './der-values.ts';

import { ATTRIBUTE, attribute, type SignerInfo } from './signer-info.ts';

const FORMS = [
  { oid: ATTRIBUTE.signingCertificate, standard: 'sha1' },
  { oid: ATTRIBUTE.signingCertificateV2, standard: 'sha256' },
] as const;

export const namesCertificate = ({ signed }: SignerInfo): boolean =>
  FORMS.some(({ oid }) => attribute(signed, oid) !== undefined);

/** Null: the signer named none, or by a digest that is not known. Where both forms stand, both must hold. */
export function essMatches(info: SignerInfo, certificate: Certificate): boolean | null {
  const results = namedIn(info).flatMap(({ digest, value }) =>
    digest.name === null ? [] : createHash(digest.name).update(certificate.whole).digest().equals(value),
  );
  return results.length === 0 ? null : results.every(Boolean);
}

/** What is not known of the named certificate: by which digest it is named, or which of several it is. */
export function essDoubts(info: SignerInfo): Message[] {
  const areSeveral = FORMS.some(({ oid }) => (info.signed?.get(oid) ?? []).flat().length > 1);
  const unknown = namedIn(info).filter(({ digest }) => digest.name === null);
  return [
    ...(areSeveral ? [messages.seals.attributesTwice()] : []),
    ...unknown.map(({ digest }) => messages.seals.algorithmUnsupported({ algorithm: digest.oid })),
  ];
}

const namedIn = ({ signed }: SignerInfo): { digest: Digest; value: Uint8Array }[] =>
  FORMS.flatMap(({ oid, standard }) => {
    const value = attribute(signed, oid);
    return value === undefined ? [] : namedBy(value, standard);
  });

function namedBy(signingCertificate: Der, standard: string): { digest: Digest; value: Uint8Array } {
  const [ids] = fieldsOf(signingCertificate);
  const [first] = fieldsOf(ids);
  const fields = fieldsOf(first);
  const hasAlgorithm = fields[0]?.tag === TAG.sequence;
  return {
    digest: hasAlgorithm ? digestOf(fields[0]) : { name: standard, oid: '' },
    value: octetsOf(fields[hasAlgorithm ? 1 : 0]),
  };
}
