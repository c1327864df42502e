/** OCSP answers about single certificates (RFC 6960), embedded in signatures. */
import { createHash } from 'node:crypto';
import { areEqual, digestOf, isStrong, schemeOf } from './algorithms.ts';
import { CERTIFICATES_MAX, LISTS_MAX } from './bounds.ts';
import { type Certificate, readCertificates } from './certificate.ts';
import { context, contextBytes, type Der, expect, fieldsOf, partsIn, readDer, TAG } from './der.ts';
import { bitsOf, hexOf, octetsOf, oidOf, timeOf } from './der-values.ts';
import { isSignedBy } from './signature.ts';
import type { RevocationStatement } from './verdict.ts';

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const ANSWERING = '1.3.6.1.5.5.7.3.9';

/**
 * The statuses of a certificate in the response, possibly several; empty: the response does not cover it, or is not trusted.
 * `isSound` checks a responder that answers on behalf of the issuer.
 */
export function statementsOfAnswer(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
  isSound: (responder: Certificate, at: Date) => boolean,
): RevocationStatement[] {
  const [data, algorithm, signature, certificates] = fieldsOf(basicAnswer(readDer(bytes)));
  const fields = fieldsOf(data);
  if (fields[0]?.tag === context(0)) fields.shift();
  const [, producedAt, answers] = fields;
  const singles = partsIn(expect(answers, TAG.sequence), LISTS_MAX).filter((each) =>
    isAbout(each, certificate, issuer),
  );
  const { scheme } = schemeOf(algorithm);
  if (singles.length === 0 || data === undefined || !scheme) return [];
  const producedOn = timeOf(producedAt);
  const responder = responders(certificates, issuer, producedOn).find(({ key }) =>
    isSignedBy(key, scheme, scheme.digest ?? 'sha512', data.whole, bitsOf(signature)),
  );
  if (responder === undefined) return [];
  const provesGood = isStrong(scheme) && (responder === issuer || isSound(responder, producedOn));
  return singles.map((single) => statusIn(single, provesGood)).filter((each) => each !== null);
}

/** The whole answer with its status, or only what lies inside, as archives keep it. */
function basicAnswer(der: Der): Der {
  const [first, wrapped] = fieldsOf(der);
  if (first?.tag !== TAG.enumerated) return der;
  const [type, octets] = fieldsOf(fieldsOf(wrapped, context(0))[0]);
  return oidOf(type) === BASIC ? readDer(octetsOf(octets)) : der;
}

/** The issuer itself, or a responder with its delegation certificate. */
function responders(certificates: Der | undefined, issuer: Certificate, at: Date): Certificate[] {
  const list = certificates?.tag === context(0) ? fieldsOf(certificates, context(0))[0] : undefined;
  const included = list ? readCertificates(partsIn(list, CERTIFICATES_MAX).map(({ whole }) => whole)) : [];
  const delegated = included.filter(
    ({ extensions, issuerHex, validFrom, validTo, x509 }) =>
      extensions.purposes?.includes(ANSWERING) &&
      issuerHex === issuer.subjectHex &&
      validFrom <= at &&
      at <= validTo &&
      x509.verify(issuer.key),
  );
  return [issuer, ...delegated];
}

function isAbout(single: Der, { serial, issuer: issuerName }: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, number] = fieldsOf(fieldsOf(single)[0]);
  const { name } = digestOf(algorithm);
  if (name === null || hexOf(expect(number, TAG.integer).body) !== serial) return false;
  const hash = (bytes: Uint8Array): Uint8Array => createHash(name).update(bytes).digest();
  return (
    areEqual(octetsOf(nameHash), hash(issuerName.whole)) &&
    areEqual(octetsOf(keyHash), hash(bitsOf(fieldsOf(issuer.keyInfo)[1])))
  );
}

/** Null: the responder does not know the certificate. */
function statusIn(single: Der, provesGood: boolean): RevocationStatement | null {
  const [, status, thisUpdate, next] = fieldsOf(single);
  const isRevoked = status?.tag === context(1);
  if (!isRevoked && status?.tag !== contextBytes(0)) return null;
  const [revokedAt, reason] = isRevoked ? fieldsOf(status, context(1)) : [];
  return {
    source: 'ocsp',
    asOf: timeOf(thisUpdate),
    keepsExpiredSince: null,
    until: next?.tag === context(0) ? timeOf(fieldsOf(next, context(0))[0]) : null,
    revokedAt: isRevoked ? timeOf(revokedAt) : null,
    reason: reason?.tag === context(0) ? (fieldsOf(reason, context(0))[0]?.body[0] ?? null) : null,
    provesGood: !isRevoked && provesGood,
  };
}
