/** One signature of a container: claimed signer, attributes and algorithms. */

import { createHash } from 'node:crypto';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type Digest, digestOf, type SignatureScheme, schemeOf } from './algorithms.ts';
import { CONSTRUCTED } from './ber-walk.ts';
import { ATTRIBUTES_MAX, DEPTH_MAX } from './bounds.ts';
import { malformed, tooManyParts } from './broken-signature.ts';
import type { Certificate } from './certificate.ts';
import { context, contextBytes, type Der, expect, fieldsOf, inside, partsIn, TAG } from './der.ts';
import { hexOf, octetsOf, oidOf } from './der-values.ts';

/** Values by object identifier. One list per occurrence of the attribute. */
export type Attributes = ReadonlyMap<string, Der[][]>;

export interface SignerInfo {
  /** By issuer and number of the certificate, or by the identifier of its key. */
  certificate: { issuerHex: string; serial: string } | { keyId: string };
  digest: Digest;
  scheme: SignatureScheme | null;
  schemeOid: string;
  signature: Uint8Array;
  signed: Attributes | null;
  /** Returns the bytes that the signature may cover, with signed attributes: as encoded, in order, as DER. */
  signedBytes: (() => Uint8Array)[] | null;
  unsigned: Attributes;
}

export const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestamp: '1.2.840.113549.1.9.16.2.14',
  revocationValues: '1.2.840.113549.1.9.16.2.24',
  certificateValues: '1.2.840.113549.1.9.16.2.23',
  adobeRevocation: '1.2.840.113583.1.1.8',
} as const;

export function readSignerInfo(info: Der): SignerInfo {
  const [, id, digest, ...rest] = fieldsOf(info);
  const signed = rest[0]?.tag === context(0) ? rest.shift() : undefined;
  const [algorithm, signature, unsigned, ...more] = rest;
  if (more.length > 0 || (unsigned !== undefined && unsigned.tag !== context(1))) throw malformed();
  const { scheme, oid } = schemeOf(algorithm);
  return {
    certificate: certificateId(id),
    digest: digestOf(digest),
    scheme,
    schemeOid: oid,
    signature: octetsOf(signature),
    signed: signed === undefined ? null : attributesOf(signed),
    signedBytes: signed === undefined ? null : signedForms(signed),
    unsigned: unsigned === undefined ? new Map() : attributesOf(unsigned),
  };
}

/** The value of an attribute that has one; undefined when it is not there. */
export const attribute = (attributes: Attributes | null, oid: string): Der | undefined =>
  attributes?.get(oid)?.[0]?.[0];

function certificateId(id: Der | undefined): SignerInfo['certificate'] {
  if (id?.tag === contextBytes(0)) return { keyId: Buffer.from(id.body).toString('hex') };
  const [issuer, serial] = fieldsOf(id);
  return {
    issuerHex: Buffer.from(expect(issuer, TAG.sequence).whole).toString('hex'),
    serial: hexOf(expect(serial, TAG.integer).body),
  };
}

/** Attributes by object identifier, from their set. */
export function attributesOf(set: Der): Attributes {
  const found = new Map<string, Der[][]>();
  for (const each of partsIn(set, ATTRIBUTES_MAX)) {
    const [type, values] = fieldsOf(each);
    const oid = oidOf(type);
    const times = found.get(oid) ?? [];
    times.push(partsIn(expect(values, TAG.set), ATTRIBUTES_MAX));
    found.set(oid, times);
  }
  return found;
}

/**
 * Encoded as `[0]`, and signed as a set with a definite length. Some writers sign the attributes in the order and
 * with the lengths that the standard requires, and then encode them in others.
 */
const signedForms = (signed: Der): (() => Uint8Array)[] => {
  const inOrder = (form: (attribute: Der) => Uint8Array): Uint8Array =>
    encoded(TAG.set, Buffer.concat(partsIn(signed, ATTRIBUTES_MAX).map(form).toSorted(Buffer.compare)));
  let der: Uint8Array | undefined;
  const forms = [() => encoded(TAG.set, signed.body), () => inOrder(({ whole }) => whole)];
  if (signed.body.length > REWRITTEN_BYTES_MAX) return forms;
  return [...forms, () => (der ??= inOrder((attribute) => asDer(attribute)))];
};

/** Attributes have some hundred bytes; writers that include whole revocation lists encode DER. */
const REWRITTEN_BYTES_MAX = 64 * 1024;

/** With definite lengths in as few bytes as they need, and strings in one piece. */
function asDer(der: Der, depth = 0): Uint8Array {
  if (depth > DEPTH_MAX) throw tooManyParts();
  if (der.tag === TAG.chunkedOctets) return encoded(TAG.octets, octetsOf(der));
  if ((der.tag & CONSTRUCTED) === 0) return encoded(der.tag, der.body);
  return encoded(der.tag, Buffer.concat([...inside(der)].map((part) => asDer(part, depth + 1))));
}

const encoded = (tag: number, body: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(tag), lengthBytes(body.length), body]);

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Uint8Array.of(0x80 + bytes.length), bytes]);
}

const FORMS = [
  { oid: ATTRIBUTE.signingCertificate, standard: 'sha1' },
  { oid: ATTRIBUTE.signingCertificateV2, standard: 'sha256' },
] as const;

export const namesCertificate = ({ signed }: SignerInfo): boolean =>
  FORMS.some(({ oid }) => attribute(signed, oid) !== undefined);

/** Null: the signer named none, or by an unknown digest. With both forms present, both must match. */
export function essMatches(info: SignerInfo, certificate: Certificate): boolean | null {
  const results = namedIn(info).flatMap(({ digest, value }) =>
    digest.name === null ? [] : createHash(digest.name).update(certificate.whole).digest().equals(value),
  );
  return results.length === 0 ? null : results.every(Boolean);
}

/** The unknown part of the named certificate: the digest that names it, or the choice among several. */
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
