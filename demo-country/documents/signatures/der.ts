/** Writes ASN.1 in DER, and in the indefinite-length form for some messages. */

/** One value: its tag, its length, its parts. */
export function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** A value of indefinite length, ended by two zero bytes. */
export const indefinite = (tag: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);

export const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);

/** Members of a set are sorted by their bytes. */
export const set = (...parts: readonly Buffer[]): Buffer => tlv(0x31, ...parts.toSorted(Buffer.compare));

/** `[n]` with explicit or implicit tagging. */
export const tagged = (n: number, ...parts: readonly Buffer[]): Buffer => tlv(0xa0 | n, ...parts);
export const taggedBytes = (n: number, bytes: Buffer): Buffer => tlv(0x80 | n, bytes);

export const NULL = Buffer.from([0x05, 0x00]);
export const TRUE = Buffer.from([0x01, 0x01, 0xff]);

export function integer(value: bigint | number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  // A first bit that is set would make it negative.
  return (bytes[0] ?? 0) < 0x80 ? tlv(0x02, bytes) : tlv(0x02, Buffer.from([0]), bytes);
}

export const octets = (bytes: Buffer): Buffer => tlv(0x04, bytes);

/** `unused`: number of unused last bits. */
export const bits = (bytes: Buffer, unused = 0): Buffer => tlv(0x03, Buffer.from([unused]), bytes);

export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text));
export const printable = (text: string): Buffer => tlv(0x13, Buffer.from(text, 'latin1'));
export const ia5 = (text: string): Buffer => tlv(0x16, Buffer.from(text, 'latin1'));

/** `1.2.840.113549.1.7.2` */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

const base128 = (value: number): number[] => {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80);
  return digits;
};

/** Two digits for the year until 2049, four after it, as certificates have to write it. */
export function time(ms: number): Buffer {
  const text = digitsOf(ms);
  return ms < FULL_YEARS_FROM ? tlv(0x17, Buffer.from(text.slice(2))) : generalizedTime(ms);
}

export const generalizedTime = (ms: number): Buffer => tlv(0x18, Buffer.from(digitsOf(ms)));

const FULL_YEARS_FROM = Date.UTC(2050, 0, 1);

/** `20261116101500Z` */
export const digitsOf = (ms: number): string =>
  `${new Date(ms)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14)}Z`;
