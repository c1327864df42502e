/** Revocation lists (RFC 5280, section 5): their validity, and their statement about one certificate. */
import { createHash } from 'node:crypto';
import { isStrong, type SignatureScheme, schemeOf } from './algorithms.ts';
import { malformed } from './broken-signature.ts';
import type { Certificate } from './certificate.ts';
import { context, type Der, expect, fieldsOf, inside, partsIn, readDer, TAG } from './der.ts';
import { bitsOf, hexOf, isTrue, octetsOf, oidOf, timeOf } from './der-values.ts';
import { comparableName, directoryName, displayName } from './names.ts';
import { isSignedBy } from './signature.ts';
import type { RevocationStatement } from './verdict.ts';

const REASON = '2.5.29.21';
const INVALID_SINCE = '2.5.29.24';
const ENTRY_ISSUER = '2.5.29.29';
const ENTRY_ISSUER_HEX = '0603551d1d';
const DIFFERENCES = '2.5.29.27';
const SCOPE = '2.5.29.28';
/** The list keeps certificates that have expired since this time (ITU-T X.509, section 9.5.2.8). */
const KEEPS_EXPIRED = '2.5.29.60';
const ISSUER_KEY = '2.5.29.35';
/** Number of the list, key of the issuer, where the next difference lies. */
const HARMLESS = new Set(['2.5.29.20', ISSUER_KEY, '2.5.29.46', KEEPS_EXPIRED]);
const EXTENSIONS_MAX = 30;
/** Removed from the list: appears in delta lists only. */
const REMOVED = 8;

interface List {
  tbs: Der;
  scheme: SignatureScheme | null;
  signature: Uint8Array;
  issuer: Der;
  thisUpdate: Date;
  nextUpdate: Date | null;
  revoked: Der | undefined;
  extensions: Der[];
}

export interface ListFacts {
  /** For comparing. */
  issuerCompared: string;
  issuer: string | null;
  thisUpdate: Date;
  nextUpdate: Date | null;
}

export function listFacts(bytes: Uint8Array): ListFacts {
  const { issuer, thisUpdate, nextUpdate } = readList(bytes);
  const shown = displayName(directoryName(issuer));
  return { issuerCompared: comparableName(issuer), issuer: shown, thisUpdate, nextUpdate };
}

/** The next list of the same issuer, scope, kind and key has the same; the key is that of the known certificate that signed it. */
export function listId(bytes: Uint8Array, known: readonly Certificate[]): string {
  const list = readList(bytes);
  const name = comparableName(list.issuer);
  const hash = createHash('sha256').update(name);
  for (const extension of list.extensions) {
    const oid = oidOf(fieldsOf(extension)[0]);
    if (oid === SCOPE || oid === ISSUER_KEY) hash.update(extension.whole);
    // It names the list that it is based on, which changes.
    if (oid === DIFFERENCES) hash.update(oid);
  }
  const signer = known.find((each) => each.subjectCompared === name && isListBy(list, each));
  if (signer) hash.update(signer.keyInfo.whole);
  return hash.digest('hex').slice(0, 32);
}

/** Whether one of the certificates signed it. */
export function isListOfAny(bytes: Uint8Array, known: readonly Certificate[]): boolean {
  const list = readList(bytes);
  const name = comparableName(list.issuer);
  return known.some((each) => each.subjectCompared === name && isListBy(list, each));
}

/**
 * Null: the list does not cover this certificate, or is not trusted. `authorities` are the trusted ones: one with the issuer's
 * name and another key proves revocation, since a name and a number identify one certificate, but not validity.
 */
export function statementOfList(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
  authorities: readonly Certificate[],
): RevocationStatement | null {
  const list = readList(bytes);
  const name = issuer.subjectCompared;
  if (comparableName(list.issuer) !== name) return null;
  const signer = [issuer, ...authorities].find((each) => each.subjectCompared === name && isListBy(list, each));
  if (signer === undefined || scopeOf(list)?.hasFlag(ATTRIBUTES_ONLY)) return null;
  const entries = entriesOf(list.revoked, certificate.serial, name);
  const [revoked] = entries.filter(({ reason }) => reason !== REMOVED).sort((one, other) => +one.since - +other.since);
  return {
    source: 'crl',
    asOf: list.thisUpdate,
    until: list.nextUpdate,
    keepsExpiredSince: keepsExpiredSince(list),
    revokedAt: revoked?.since ?? null,
    reason: revoked?.reason ?? null,
    provesGood: entries.length === 0 && signer === issuer && isStrong(list.scheme) && coversAll(list, certificate),
  };
}

const isListBy = ({ tbs, scheme, signature }: List, { extensions, key }: Certificate): boolean =>
  (extensions.usages?.signsLists ?? true) &&
  scheme !== null &&
  isSignedBy(key, scheme, scheme.digest ?? '', tbs.whole, signature);

function readList(bytes: Uint8Array): List {
  const [tbs, algorithm, signature] = fieldsOf(readDer(bytes));
  const fields = fieldsOf(tbs);
  if (fields[0]?.tag === TAG.integer) fields.shift();
  const [, issuer, thisUpdate, ...rest] = fields;
  const nextUpdate = rest[0]?.tag === TAG.utcTime || rest[0]?.tag === TAG.generalizedTime ? rest.shift() : undefined;
  const revoked = rest[0]?.tag === TAG.sequence ? rest.shift() : undefined;
  const extensions = rest[0]?.tag === context(0) ? fieldsOf(rest[0], context(0))[0] : undefined;
  if (tbs === undefined) throw malformed();
  const name = expect(issuer, TAG.sequence);
  return {
    tbs,
    scheme: schemeOf(algorithm).scheme,
    signature: bitsOf(signature),
    issuer: name,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? null : timeOf(nextUpdate),
    revoked,
    extensions: extensions === undefined ? [] : partsIn(extensions, EXTENSIONS_MAX),
  };
}

/** A delta list, or a list for certain reasons or other certificates, does not prove that this one is valid. */
const coversAll = (list: List, certificate: Certificate): boolean =>
  (scopeOf(list)?.covers(certificate) ?? true) &&
  list.extensions.every((extension) => {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields[0]);
    return oid !== DIFFERENCES && (oid === SCOPE || HARMLESS.has(oid) || !isTrue(fields[1]));
  });

function keepsExpiredSince({ extensions }: List): Date | null {
  const extension = extensions.map((each) => fieldsOf(each)).find(([oid]) => oidOf(oid) === KEEPS_EXPIRED);
  return extension === undefined ? null : timeOf(readDer(octetsOf(extension.at(-1))));
}

const CERTIFICATES_OF_USERS = 1;
const CERTIFICATES_OF_AUTHORITIES = 2;
const OTHER_ISSUERS_TOO = 4;
const ATTRIBUTES_ONLY = 5;

interface Scope {
  hasFlag(flag: number): boolean;
  covers(certificate: Certificate): boolean;
}

/** Null: it has none. */
function scopeOf({ extensions }: List): Scope | null {
  const extension = extensions.map((each) => fieldsOf(each)).find(([oid]) => oidOf(oid) === SCOPE);
  if (extension === undefined) return null;
  const fields = fieldsOf(readDer(octetsOf(extension.at(-1))));
  const hasFlag = (flag: number): boolean => fields.some(({ tag, body }) => tag === 0x80 + flag && body[0] !== 0);
  const hasReasons = fields.some(({ tag }) => tag === 0x83 || tag === 0xa3);
  const distributionPoint = fields.find(({ tag }) => tag === context(0));
  return {
    hasFlag: hasFlag,
    covers(certificate) {
      if (hasReasons || hasFlag(OTHER_ISSUERS_TOO)) return false;
      if (hasFlag(certificate.extensions.isAuthority ? CERTIFICATES_OF_USERS : CERTIFICATES_OF_AUTHORITIES))
        return false;
      return distributionPoint === undefined || isDistributionPointOf(distributionPoint, certificate);
    },
  };
}

/** RFC 5280, section 6.3.3: a part of the list is the certificate's when the certificate, or else its issuer's name, names it. */
function isDistributionPointOf(place: Der, { issuer, extensions: { distributionPoints } }: Certificate): boolean {
  const points =
    distributionPoints === null ? [] : partsIn(distributionPoints, EXTENSIONS_MAX).map((point) => fieldsOf(point));
  // A distribution point with more fields is for certain reasons, or for lists of another issuer.
  const own = points.flatMap(([name, ...more]) => (name?.tag === context(0) && more.length === 0 ? namesOf(name) : []));
  const names = new Set([...own, comparableName(issuer)]);
  return namesOf(place).some((name) => names.has(name));
}

const namesOf = (point: Der): string[] =>
  fieldsOf(point, context(0))
    .filter(({ tag }) => tag === context(0))
    .flatMap((names) => partsIn(names, EXTENSIONS_MAX))
    .map((name) => directoryIn(name) ?? hexOf(name.whole));

/** Null: the name is of another kind, an address mostly. */
const directoryIn = (name: Der): string | null => {
  const [directory] = name.tag === context(4) ? fieldsOf(name, context(4)) : [];
  return directory === undefined ? null : comparableName(directory);
};

interface Entry {
  since: Date;
  reason: number | null;
  /** The issuer of this entry and the following ones; null: unchanged. */
  issuer: string | null;
}

/** All with this number: a list that names a certificate twice is not read to its advantage. */
function entriesOf(revoked: Der | undefined, serial: string, issuer: string): Entry[] {
  // Most are not on it, and that is seen without reading 100,000 entries.
  if (revoked === undefined || !contains(revoked, serial)) return [];
  const isOfSeveral = contains(revoked, ENTRY_ISSUER_HEX);
  const found: Entry[] = [];
  let current = issuer;
  for (const each of inside(revoked)) {
    const [number, date, extensions] = fieldsOf(each);
    const isRequested = hexOf(expect(number, TAG.integer).body) === serial;
    if (!isRequested && !isOfSeveral) continue;
    const entry = entryOf(date, extensions);
    current = entry.issuer ?? current;
    if (isRequested && current === issuer) found.push(entry);
  }
  return found;
}

const contains = ({ body }: Der, hex: string): boolean =>
  Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(hex, 0, 'hex') >= 0;

function entryOf(date: Der | undefined, extensions: Der | undefined): Entry {
  const entry: Entry = { since: timeOf(date), reason: null, issuer: null };
  for (const extension of extensions ? partsIn(extensions, EXTENSIONS_MAX) : []) {
    const fields = fieldsOf(extension);
    const value = readDer(octetsOf(fields.at(-1)));
    switch (oidOf(fields[0])) {
      case REASON:
        entry.reason = value.body[0] ?? null;
        break;
      case INVALID_SINCE:
        // A key that was lost before it was reported is worth nothing from when it was lost.
        if (timeOf(value) < entry.since) entry.since = timeOf(value);
        break;
      case ENTRY_ISSUER:
        entry.issuer = fieldsOf(value).map(directoryIn).find(Boolean) ?? '';
    }
  }
  return entry;
}
