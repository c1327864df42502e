/** Where the issuer of a certificate publishes its revocation lists (RFC 5280, section 4.2.1.13). */
import { BrokenSignature } from './broken-signature.ts';
import type { Certificate } from './certificate.ts';
import { context, type Der, fieldsOf, partsIn } from './der.ts';

const ADDRESSES_MAX = 4;
const LENGTH_MAX = 500;
const POINTS_MAX = 10;
/** `uniformResourceIdentifier` in a general name. */
const ADDRESS = 0x86;

/** Over HTTP only: lists are signed, and authorities publish most of them without TLS. */
export function listAddressesOf({ extensions: { distributionPoints } }: Pick<Certificate, 'extensions'>): string[] {
  try {
    return addressesIn(distributionPoints === null ? [] : partsIn(distributionPoints, POINTS_MAX));
  } catch (error) {
    if (error instanceof BrokenSignature) return [];
    throw error;
  }
}

const addressesIn = (points: readonly Der[]): string[] =>
  points
    .flatMap((point) => fieldsOf(point).filter(({ tag }) => tag === context(0)))
    .flatMap((point) => fieldsOf(point, context(0)).filter(({ tag }) => tag === context(0)))
    .flatMap((names) => partsIn(names, POINTS_MAX))
    .filter(({ tag, body }) => tag === ADDRESS && body.length <= LENGTH_MAX)
    .map(({ body }) => Buffer.from(body).toString('latin1'))
    .filter((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    .slice(0, ADDRESSES_MAX);
