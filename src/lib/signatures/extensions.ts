/** The extensions of a certificate that limit its use. */
import { type Der, expect, fieldsOf, inside, partsIn, readDer, TAG } from './der.ts';
import { bitIsSet, isTrue, numberOf, octetsOf, oidOf } from './der-values.ts';

export interface Extensions {
  keyId: string | null;
  issuerKeyId: string | null;
  isAuthority: boolean;
  /** Authorities that may follow below it; null: as many as there are. */
  pathLength: number | null;
  /** Null: for everything. */
  usages: { signs: boolean; signsCertificates: boolean; signsLists: boolean } | null;
  /** Purposes by object identifier; null: for every one. */
  purposes: string[] | null;
  purposesAreCritical: boolean;
  /** The addresses of its revocation lists, encoded; null: absent. */
  distributionPoints: Der | null;
  /** Critical ones that are not understood here: such a certificate cannot be relied on. */
  hasUnknownCritical: boolean;
}

const EXTENSIONS_MAX = 60;

const KEY_ID = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const ISSUER_KEY_ID = '2.5.29.35';
const PURPOSES = '2.5.29.37';
/** Which names an authority may certify: not checked here, so none below it is relied on, whether or not it is critical. */
const NAME_CONSTRAINTS = '2.5.29.30';
const DISTRIBUTION_POINTS = '2.5.29.31';
/** Alternative names and certificate policies: not read here, and no restriction. */
const HARMLESS = new Set(['2.5.29.17', '2.5.29.18', '2.5.29.32', '1.3.6.1.5.5.7.1.3']);

export function extensionsOf(list: Der | undefined): Extensions {
  const read: Extensions = {
    keyId: null,
    issuerKeyId: null,
    isAuthority: false,
    pathLength: null,
    usages: null,
    purposes: null,
    purposesAreCritical: false,
    distributionPoints: null,
    hasUnknownCritical: false,
  };
  if (list === undefined) return read;
  for (const extension of partsIn(expect(list, TAG.sequence), EXTENSIONS_MAX)) {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields[0]);
    const isCritical = isTrue(fields[1]);
    const value = readDer(octetsOf(fields.at(-1)));
    const isDecisive = isCritical || oid === NAME_CONSTRAINTS;
    if (!take(read, oid, value, isCritical) && isDecisive && !HARMLESS.has(oid)) read.hasUnknownCritical = true;
  }
  return read;
}

function take(read: Extensions, oid: string, value: Der, isCritical: boolean): boolean {
  switch (oid) {
    case KEY_ID:
      read.keyId = Buffer.from(octetsOf(value)).toString('hex');
      return true;
    case ISSUER_KEY_ID: {
      const [id] = fieldsOf(value);
      if (id?.tag === 0x80) read.issuerKeyId = Buffer.from(id.body).toString('hex');
      return true;
    }
    case BASIC_CONSTRAINTS: {
      const fields = fieldsOf(value);
      read.isAuthority = isTrue(fields[0]);
      const length = fields.find(({ tag }) => tag === TAG.integer);
      read.pathLength = length === undefined ? null : numberOf(length);
      return true;
    }
    case KEY_USAGE:
      read.usages = {
        // Signing of displayed text, or commitment to content.
        signs: bitIsSet(value, 0) || bitIsSet(value, 1),
        signsCertificates: bitIsSet(value, 5),
        signsLists: bitIsSet(value, 6),
      };
      return true;
    case PURPOSES:
      read.purposes = [...inside(expect(value, TAG.sequence))].slice(0, EXTENSIONS_MAX).map(oidOf);
      read.purposesAreCritical = isCritical;
      return true;
    case DISTRIBUTION_POINTS:
      read.distributionPoints = value;
      return true;
    default:
      return false;
  }
}
