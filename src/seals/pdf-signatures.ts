/** Where the signatures of a PDF lie: which bytes each covers, and its CMS structure. The PDF itself is not interpreted. */
import { PDF_SIGNATURE_DIGITS_MAX, REVISIONS_MAX, WINDOW_BYTES } from './bounds.ts';
import type { BytesAt } from './bytes-at.ts';
import type { Piece } from './pieces.ts';

export interface PdfSignature {
  /** Null: what it claims to cover is not possible. */
  covered: { ranges: [Piece, Piece]; end: number; cms: Uint8Array } | null;
  /** `ETSI.CAdES.detached`, `adbe.pkcs7.detached`, `ETSI.RFC3161` … */
  subFilter: string | null;
  claimedTime: string | null;
}

const NAME = '/ByteRange';
const RANGES_BYTES = 160;
const RANGES = /^\s*\[\s*([0-9]{1,12})\s+([0-9]{1,12})\s+([0-9]{1,12})\s+([0-9]{1,12})\s*\]/;
/** The dictionary around a signature; those of common writers have some hundred bytes. */
const AROUND_BYTES = 4_096;
const [OPEN, CLOSE] = [0x3c, 0x3e];

/** In the order in which they were made: each revision covers the one before. */
export function pdfSignatures(bytes: BytesAt): PdfSignature[] {
  const found = new Map<string, PdfSignature>();
  for (const place of placesOf(bytes)) {
    const after = place + NAME.length;
    const text = latin(bytes, after, Math.min(RANGES_BYTES, bytes.size - after));
    const [whole, ...numbers] = RANGES.exec(text) ?? [];
    if (whole === undefined) continue;
    const key = numbers.join(' ');
    if (!found.has(key)) found.set(key, signatureAt(bytes, numbers.map(Number)));
    if (found.size >= REVISIONS_MAX) break;
  }
  return [...found.values()].sort((one, other) => (one.covered?.end ?? 0) - (other.covered?.end ?? 0));
}

function* placesOf(bytes: BytesAt): Generator<number> {
  const step = WINDOW_BYTES - NAME.length;
  for (let at = 0; at < bytes.size; at += step) {
    const window = Buffer.from(bytes.copy(at, Math.min(WINDOW_BYTES, bytes.size - at)));
    for (let index = window.indexOf(NAME); index >= 0; index = window.indexOf(NAME, index + 1)) yield at + index;
  }
}

function signatureAt(bytes: BytesAt, [a = 0, b = 0, c = 0, d = 0]: number[]): PdfSignature {
  const isPossible = a === 0 && b > 0 && c > b + 2 && c + d <= bytes.size && c - b <= PDF_SIGNATURE_DIGITS_MAX;
  const cms = isPossible ? hexBetween(bytes, b, c) : null;
  if (cms === null) return { covered: null, subFilter: null, claimedTime: null };
  const dictionary = dictionaryAround(bytes, b, c);
  const [, subFilter = null] = /\/SubFilter\s*\/([A-Za-z0-9.]{1,40})/.exec(dictionary) ?? [];
  const ranges: [Piece, Piece] = [
    { at: a, length: b },
    { at: c, length: d },
  ];
  return { covered: { ranges, end: c + d, cms }, subFilter, claimedTime: timeIn(dictionary) };
}

/** Between the two ranges stands nothing but the signature, so that nothing else can hide there. */
function hexBetween(bytes: BytesAt, b: number, c: number): Uint8Array | null {
  if (bytes.byte(b) !== OPEN || bytes.byte(c - 1) !== CLOSE) return null;
  const digits = Buffer.from(bytes.copy(b + 1, c - b - 2))
    .toString('latin1')
    .replace(/\s+/g, '');
  return /^[0-9A-Fa-f]+$/.test(digits) ? Buffer.from(digits, 'hex') : null;
}

function dictionaryAround(bytes: BytesAt, b: number, c: number): string {
  const start = Math.max(0, b - AROUND_BYTES);
  const before = latin(bytes, start, b - start);
  const behind = latin(bytes, c, Math.min(AROUND_BYTES, bytes.size - c));
  const end = behind.indexOf('endobj');
  return before.slice(before.lastIndexOf(' obj') + 1) + (end < 0 ? behind : behind.slice(0, end));
}

const latin = (bytes: BytesAt, at: number, length: number): string =>
  Buffer.from(bytes.view(at, length)).toString('latin1');

const TIME = /\/M\s*\(D:([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:(Z)|([+-][0-9]{2})'([0-9]{2}))?/;

function timeIn(dictionary: string): string | null {
  const [whole, year, month, day, hour, minute, second, , hours = '+00', minutes = '00'] = TIME.exec(dictionary) ?? [];
  if (whole === undefined) return null;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
