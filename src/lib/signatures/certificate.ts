/** A certificate: its fields, with the exact bytes that were signed. */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { schemeOf } from './algorithms.ts';
import { malformed } from './broken-signature.ts';
import { context, type Der, expect, fieldsOf, readDer, TAG } from './der.ts';
import { hexOf, timeOf } from './der-values.ts';
import { type Extensions, extensionsOf } from './extensions.ts';
import { comparableName } from './names.ts';

export interface Certificate {
  sha256: string;
  whole: Uint8Array;
  serial: string;
  /** Names as they are encoded: of certificates they are compared by their bytes. */
  issuer: Der;
  subject: Der;
  issuerHex: string;
  subjectHex: string;
  /** Key for finding revocation lists: their writers encode names differently. */
  subjectCompared: string;
  validFrom: Date;
  validTo: Date;
  key: KeyObject;
  /** The bits of the key, for answers that name an issuer by their hash. */
  keyInfo: Der;
  extensions: Extensions;
  /** Of the first version of the standard, which knew no extensions: some old authorities are. */
  isFirstVersion: boolean;
  /** How its issuer signed it. */
  signedWith: ReturnType<typeof schemeOf>;
  x509: X509Certificate;
}

/** Throws what cannot be read as a certificate. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const { whole } = readDer(bytes);
  const [tbs, algorithm] = fieldsOf(readDer(whole));
  const fields = fieldsOf(tbs);
  const version = fields[0]?.tag === context(0) ? fields.shift() : undefined;
  const [serial, , issuer, validity, subject, keyInfo, ...rest] = fields;
  const [from, to] = fieldsOf(validity);
  const names = [expect(issuer, TAG.sequence), expect(subject, TAG.sequence)] as const;
  const extensions = rest.find(({ tag }) => tag === context(3));
  const x509 = asX509(whole);
  return {
    sha256: createHash('sha256').update(whole).digest('hex'),
    whole,
    serial: hexOf(expect(serial, TAG.integer).body),
    issuer: names[0],
    subject: names[1],
    issuerHex: Buffer.from(names[0].whole).toString('hex'),
    subjectHex: Buffer.from(names[1].whole).toString('hex'),
    subjectCompared: comparableName(names[1]),
    validFrom: timeOf(from),
    validTo: timeOf(to),
    key: x509.publicKey,
    keyInfo: expect(keyInfo, TAG.sequence),
    extensions: extensionsOf(extensions && fieldsOf(extensions, context(3))[0]),
    isFirstVersion: version === undefined,
    signedWith: schemeOf(algorithm),
    x509,
  };
}

/** The readable certificates; a broken one is skipped. */
export function readCertificates(all: Iterable<Uint8Array>): Certificate[] {
  const read = new Map<string, Certificate>();
  for (const bytes of all) {
    try {
      const certificate = readCertificate(bytes);
      read.set(certificate.sha256, certificate);
    } catch {
      // Skipped: the chain then reports a missing certificate.
    }
  }
  return [...read.values()];
}

function asX509(bytes: Uint8Array): X509Certificate {
  try {
    const x509 = new X509Certificate(bytes);
    // A key of an unknown kind throws only on access.
    if (x509.publicKey.asymmetricKeyType === undefined) throw malformed();
    return x509;
  } catch {
    throw malformed();
  }
}
