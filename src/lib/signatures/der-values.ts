/** Values of ASN.1: object identifiers, numbers, times, texts. */
import { CHUNKS_ALWAYS } from './bounds.ts';
import { malformed } from './broken-signature.ts';
import { type Der, expect, partsIn, TAG } from './der.ts';

const OID_BYTES_MAX = 64;

export function oidOf(der: Der | undefined): string {
  const { body } = expect(der, TAG.oid);
  if (body.length === 0 || body.length > OID_BYTES_MAX) throw malformed();
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of body) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** Small ones: versions, lengths. */
export function numberOf(der: Der | undefined, tag: number = TAG.integer): number {
  const { body } = expect(der, tag);
  if (body.length === 0 || body.length > 6) throw malformed();
  return body.reduce((value, byte) => value * 256 + byte, 0);
}

/** Serial numbers: the bytes without leading zeros. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(?:00)+(?=..)/, '');
}

/** An octet string, in one chunk or several; small strings have no nested chunks. */
export function octetsOf(der: Der | undefined): Uint8Array {
  if (der?.tag !== TAG.chunkedOctets) return expect(der, TAG.octets).body;
  return Buffer.concat(partsIn(der, CHUNKS_ALWAYS).map((piece) => expect(piece, TAG.octets).body));
}

/** A bit string of whole bytes: a signature, a key. */
export function bitsOf(der: Der | undefined): Uint8Array {
  const { body } = expect(der, TAG.bits);
  if (body[0] !== 0) throw malformed();
  return body.subarray(1);
}

/** Named bits: usages of a key. */
export function bitIsSet(der: Der, bit: number): boolean {
  const byte = expect(der, TAG.bits).body[1 + (bit >> 3)] ?? 0;
  return (byte & (0x80 >> (bit & 7))) !== 0;
}

export const isTrue = (der: Der | undefined): boolean => der?.tag === 0x01 && der.body[0] !== 0;

const TIME = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})?(?:[.,]([0-9]{1,9}))?Z$/;
const LONGEST_TIME = 32;

/** Both forms; years of two digits are those from 1950 to 2049. */
export function timeOf(der: Der | undefined): Date {
  if (der?.tag !== TAG.utcTime && der?.tag !== TAG.generalizedTime) throw malformed();
  if (der.body.length > LONGEST_TIME) throw malformed();
  const text = Buffer.from(der.body).toString('latin1');
  const full = der.tag === TAG.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [whole, year, month, day, hour, minute, second = '00', fraction = '0'] = TIME.exec(full) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if (whole === undefined || Number.isNaN(time.getTime())) throw malformed();
  return time;
}

const TEXT_LENGTH_MAX = 500;

/** The string types of names. */
export function textOf({ tag, body }: Der): string {
  const bytes = Buffer.from(body);
  const text = tag === 0x0c ? bytes.toString('utf8') : tag === 0x1e ? bigEndian(bytes) : bytes.toString('latin1');
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX);
}

const bigEndian = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
