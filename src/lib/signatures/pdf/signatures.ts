/** The signatures in a PDF: the bytes that each covers, and its CMS structure. The PDF itself is not interpreted. */
import { PDF_SIGNATURE_DIGITS_MAX, REVISIONS_MAX, WINDOW_BYTES } from '#lib/signatures/bounds.ts';
import { BrokenSignature } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import type { Chunk } from '#lib/signatures/octet-string.ts';
import type { PdfFile } from './file.ts';
import { walkFields } from './roles.ts';
import { isDictionary, isReference, isWhole, type PdfValue } from './values.ts';

export interface PdfSignature {
  /** Null: the claimed range is not possible. */
  covered: { ranges: [Chunk, Chunk]; end: number; cms: Uint8Array } | null;
  /** `ETSI.CAdES.detached`, `adbe.pkcs7.detached`, `ETSI.RFC3161` …; null where its dictionary was not read. */
  subFilter: string | null;
  claimedTime: string | null;
}

/** The kind of a signature that is a timestamp over the document. */
export const DOCUMENT_TIMESTAMP = 'ETSI.RFC3161';

const NAME = '/ByteRange';
const RANGES_BYTES = 160;
/** Four numbers. One with other numbers is reported too; an unfilled placeholder has no numbers. */
const RANGES = /^\s*\[([0-9\s]{1,140})\]/;
const NUMBER_DIGITS_MAX = 12;
/** The dictionary around a signature; those of common writers have some hundred bytes. */
const AROUND_BYTES = 4_096;
const [OPEN, CLOSE] = [0x3c, 0x3e];

/**
 * In the order of signing: each revision covers the one before. `fields`: those that the form names, because ranges in an
 * unusual notation are not found in the bytes. A signed document whose form cannot be read (null) may have one more.
 */
export function pdfSignatures(bytes: BytesAt, fields: readonly FieldRanges[] | null): PdfSignature[] {
  const found = new Map<string, PdfSignature>();
  const ranges = new Set<string>();
  const left = { bytes: COPIES_BYTES_MAX };
  for (const place of placesOf(bytes)) {
    const after = place + NAME.length;
    const text = latin(bytes, after, Math.min(RANGES_BYTES, bytes.size - after));
    const [, list] = RANGES.exec(text) ?? [];
    if (list === undefined) continue;
    const numbers = list.trim().split(/\s+/);
    // Some writers copy a dictionary into every update; one that points into another, with another signature, is reported.
    const key = numbers.join(' ');
    ranges.add(numbers.map(Number).join(' '));
    if (found.has(key) && isCopy(bytes, place, numbers, left)) continue;
    if (left.bytes < 0 || found.size >= REVISIONS_MAX) {
      // Later signatures are not checked, although one may be invalid.
      found.set([...found.keys()].at(-1) ?? key, NOTHING);
      break;
    }
    const signature = signatureAt(bytes, place, numbers);
    found.set(signature.covered === null ? `${key} at ${place}` : key, signature);
  }
  const named = fields ?? (found.size > 0 ? [null] : []);
  // Two dictionaries with the same numbers are two signatures, of which the scan matched one.
  const met = new Set<string>();
  const isMatched = (field: FieldRanges): boolean => {
    const key = field?.join(' ') ?? '';
    const isNew = ranges.has(key) && !met.has(key);
    met.add(key);
    return isNew;
  };
  const hidden = named.filter((field) => !isMatched(field));
  const all = [...found.values(), ...hidden.slice(0, REVISIONS_MAX).map(() => NOTHING)];
  return all.sort((one, other) => (one.covered?.end ?? 0) - (other.covered?.end ?? 0));
}

/** Its content is unreadable. */
const NOTHING: PdfSignature = { covered: null, subFilter: null, claimedTime: null };

function* placesOf(bytes: BytesAt): Generator<number> {
  const step = WINDOW_BYTES - NAME.length;
  for (let at = 0; at < bytes.size; at += step) {
    const window = Buffer.from(bytes.copy(at, Math.min(WINDOW_BYTES, bytes.size - at)));
    for (let index = window.indexOf(NAME); index >= 0; index = window.indexOf(NAME, index + 1)) yield at + index;
  }
}

function signatureAt(bytes: BytesAt, place: number, numbers: string[]): PdfSignature {
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map(Number);
  const isFilled = numbers.length === 4 && numbers.every(({ length }) => length <= NUMBER_DIGITS_MAX);
  const isPossible = a === 0 && b > 0 && c > b + 2 && c + d <= bytes.size && c - b <= PDF_SIGNATURE_DIGITS_MAX;
  const cms = isFilled && isPossible && isOwn(bytes, place, b, c) ? hexBetween(bytes, b, c) : null;
  if (cms === null) return NOTHING;
  const ranges: [Chunk, Chunk] = [
    { at: a, length: b },
    { at: c, length: d },
  ];
  return { covered: { ranges, end: c + d, cms }, subFilter: null, claimedTime: null };
}

/**
 * The signature between the ranges is the one of the dictionary that names them. Another dictionary could borrow valid ranges,
 * with a name of its own.
 */
function isOwn(bytes: BytesAt, place: number, b: number, c: number): boolean {
  const [from, to] = place < b ? [place, b] : [c, place];
  if (to < from || to - from > WINDOW_BYTES || latin(bytes, from, to - from).includes('endobj')) return false;
  const before = Math.max(0, b - CONTENTS_BYTES);
  return CONTENTS.test(latin(bytes, before, b - before));
}

/** The exact signature between the ranges occurs in this dictionary again, in lower or upper case, padded or not. */
function isCopy(bytes: BytesAt, place: number, numbers: string[], left: { bytes: number }): boolean {
  const [, b = 0, c = 0] = numbers.map(Number);
  const length = c - b;
  left.bytes -= 3 * length + 2 * AROUND_BYTES;
  if (left.bytes < 0 || length > COPY_BYTES_MAX) return false;
  const from = Math.max(0, place - length - AROUND_BYTES);
  const before = latin1(bytes, from, place - from);
  const behind = latin1(bytes, place, Math.min(length + AROUND_BYTES, bytes.size - place));
  const dictionary = before.slice(before.lastIndexOf('endobj') + 1) + behind.split('endobj', 1);
  const filled = latin1(bytes, b, length);
  let end = filled.length;
  while (end > 0 && (filled[end - 1] === '0' || filled[end - 1] === '>')) end -= 1;
  const matches = [...dictionary.matchAll(CONTENTS_BEGIN)].slice(0, CONTENTS_MATCHES_MAX);
  return (
    end > 1 && matches.some(({ 0: { length }, index }) => dictionary.startsWith(filled.slice(1, end), index + length))
  );
}

const latin1 = (bytes: BytesAt, at: number, length: number): string =>
  Buffer.from(bytes.copy(at, length)).toString('latin1').toLowerCase();

const COPY_BYTES_MAX = 2 ** 20;
/** Of all copies: a document with many signers has some dozens, of some ten thousand bytes each. */
const COPIES_BYTES_MAX = 128 * 2 ** 20;
/** Searched by its key: a search for a long text of a few repeated characters takes the product of both lengths. */
const CONTENTS_BEGIN = /\/contents[\0\t\n\f\r ]{0,40}</g;
const CONTENTS_MATCHES_MAX = 4;
const CONTENTS = /\/Contents[\0\t\n\f\r ]{0,40}$/;
const CONTENTS_BYTES = 64;

/** Nothing but the signature is between the two ranges, so that nothing else can hide there. */
function hexBetween(bytes: BytesAt, b: number, c: number): Uint8Array | null {
  if (bytes.byte(b) !== OPEN || bytes.byte(c - 1) !== CLOSE) return null;
  const digits = Buffer.from(bytes.copy(b + 1, c - b - 2))
    .toString('latin1')
    .replace(/\s+/g, '');
  return /^[0-9A-Fa-f]+$/.test(digits) ? Buffer.from(digits, 'hex') : null;
}

const latin = (bytes: BytesAt, at: number, length: number): string =>
  Buffer.from(bytes.view(at, length)).toString('latin1');

const TIME = /^D:([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:(Z)|([+-][0-9]{2})'([0-9]{2}))?/;

/** A time as PDFs write it; null where it is none. */
export function pdfTime(text: string): string | null {
  const [whole, year, month, day, hour, minute, second, , hours = '+00', minutes = '00'] = TIME.exec(text) ?? [];
  if (whole === undefined) return null;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The numbers of the bytes that a signature covers; null where they are not four plain ones. */
export type FieldRanges = readonly number[] | null;

/** Of each signature; null where the form cannot be read. */
export function signedFields(file: PdfFile): FieldRanges[] | null {
  const found: FieldRanges[] = [];
  const met = new Set<number>();
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const form = isDictionary(root) ? file.resolved(root.get('AcroForm')) : null;
    if (!isDictionary(form)) return [];
    walkFields(file, form.get('Fields'), (kind, field) => {
      const value = field.get('V');
      const signature = kind === 'Sig' ? file.resolved(value) : null;
      if (!isDictionary(signature) || (isReference(value) && met.has(value.to))) return;
      if (isReference(value)) met.add(value.to);
      if (signature.has('ByteRange') || signature.has('Contents')) found.push(plainNumbers(signature.get('ByteRange')));
    });
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
  return found;
}

/** Signatures by which a vendor unlocks functions of its own program: they prove nothing about the document (ISO 32000-1, 12.8.2.3). */
export function usageRights(file: PdfFile): readonly FieldRanges[] {
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const permissions = isDictionary(root) ? file.resolved(root.get('Perms')) : null;
    if (!isDictionary(permissions)) return [];
    return ['UR', 'UR3'].map((key) => {
      const signature = file.resolved(permissions.get(key));
      return isDictionary(signature) ? plainNumbers(signature.get('ByteRange')) : null;
    });
  } catch (error) {
    if (error instanceof BrokenSignature) return [];
    throw error;
  }
}

function plainNumbers(value: PdfValue | undefined): FieldRanges {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const numbers = value.filter((each) => isWhole(each));
  return numbers.length === 4 ? numbers : null;
}
