/** A list of revoked certificates (RFC 5280, section 5): whether it may be believed, and what it says of one certificate. */
import { createHash } from 'node:crypto';
import { schemeOf } from './algorithms.ts';
import { malformed } from './broken.ts';
import type { Certificate } from './certificate.ts';
import { context, type Der, expect, fieldsOf, inside, partsIn, readDer, TAG } from './der.ts';
import { bitsOf, hexOf, isTrue, octetsOf, oidOf, timeOf } from './der-values.ts';
import { directoryName, shownName } from './names.ts';
import type { Said } from './revocation-word.ts';
import { isSignedBy } from './signature.ts';

const REASON = '2.5.29.21';
const INVALID_SINCE = '2.5.29.24';
const SCOPE = '2.5.29.28';
/** Number of the list, key of the issuer, where the next difference lies. */
const HARMLESS = new Set(['2.5.29.20', '2.5.29.35', '2.5.29.46']);
const EXTENSIONS_MAX = 30;
/** Taken off the list again: stands in lists of differences only. */
const REMOVED = 8;

interface List {
  tbs: Der;
  issuer: Der;
  issuerHex: string;
  thisUpdate: Date;
  nextUpdate: Date | null;
  revoked: Der | undefined;
  extensions: Der[];
}

export interface ListFacts {
  /** Of issuer and scope: the next list of the same kind has the same. */
  id: string;
  issuerHex: string;
  issuer: string | null;
  thisUpdate: Date;
  nextUpdate: Date | null;
}

export function listFacts(bytes: Uint8Array): ListFacts {
  const { issuer, issuerHex, thisUpdate, nextUpdate, extensions } = readList(readDer(bytes));
  const hash = createHash('sha256').update(issuer.whole);
  for (const extension of extensions) if (oidOf(fieldsOf(extension)[0]) === SCOPE) hash.update(extension.whole);
  const id = hash.digest('hex').slice(0, 32);
  return { id, issuerHex, issuer: shownName(directoryName(issuer)), thisUpdate, nextUpdate };
}

/** Null: the list is not about this certificate, or cannot be believed. */
export function saidByList(bytes: Uint8Array, { serial, extensions }: Certificate, issuer: Certificate): Said | null {
  const whole = readDer(bytes);
  const [, algorithm, signature] = fieldsOf(whole);
  const list = readList(whole);
  if (list.issuerHex !== issuer.subjectHex || !(issuer.extensions.usages?.signsLists ?? true)) return null;
  if (!coversAll(list.extensions, extensions.isAuthority)) return null;
  const { scheme } = schemeOf(algorithm);
  if (!scheme || !isSignedBy(issuer.key, scheme, scheme.digest ?? '', list.tbs.whole, bitsOf(signature))) return null;
  return {
    source: 'crl',
    asOf: list.thisUpdate,
    until: list.nextUpdate,
    revokedAt: list.revoked ? revokedAt(list.revoked, serial) : null,
  };
}

function readList(whole: Der): List {
  const [tbs] = fieldsOf(whole);
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
    issuer: name,
    issuerHex: Buffer.from(name.whole).toString('hex'),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? null : timeOf(nextUpdate),
    revoked,
    extensions: extensions === undefined ? [] : partsIn(extensions, EXTENSIONS_MAX),
  };
}

/** A list of differences, of certain reasons, or for another kind of certificates says nothing about this one being good. */
function coversAll(extensions: Der[], isAuthority: boolean): boolean {
  return extensions.every((extension) => {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields[0]);
    if (oid === SCOPE) return isInScope(fieldsOf(readDer(octetsOf(fields.at(-1)))), isAuthority);
    return HARMLESS.has(oid) || !isTrue(fields[1]);
  });
}

function isInScope(scope: Der[], isAuthority: boolean): boolean {
  const says = (number: number): boolean => scope.some(({ tag, body }) => tag === 0x80 + number && body[0] !== 0);
  if (scope.some(({ tag }) => tag === 0x83 || tag === 0xa3)) return false;
  if (says(4) || says(5)) return false;
  return isAuthority ? !says(1) : !says(2);
}

function revokedAt(revoked: Der, serial: string): Date | null {
  // Most are not on it, and that is seen without reading 100,000 entries.
  if (Buffer.from(revoked.body.buffer, revoked.body.byteOffset, revoked.body.length).indexOf(serial, 0, 'hex') < 0) {
    return null;
  }
  for (const entry of inside(revoked)) {
    const [number, date, extensions] = fieldsOf(entry);
    if (hexOf(expect(number, TAG.integer).body) !== serial) continue;
    return earliest(timeOf(date), extensions);
  }
  return null;
}

/** A key that was lost before it was reported is worth nothing from when it was lost. */
function earliest(date: Date, extensions: Der | undefined): Date | null {
  let time = date;
  for (const extension of extensions ? partsIn(extensions, EXTENSIONS_MAX) : []) {
    const fields = fieldsOf(extension);
    const oid = oidOf(fields[0]);
    const value = readDer(octetsOf(fields.at(-1)));
    if (oid === REASON && value.body[0] === REMOVED) return null;
    if (oid === INVALID_SINCE && timeOf(value) < time) time = timeOf(value);
  }
  return time;
}
