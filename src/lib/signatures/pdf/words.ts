/**
 * The keywords by which programs that cannot read a table scan for the objects of a PDF: they search the bytes,
 * regardless of streams, strings and comments.
 */
import { PDF_OBJECTS_MAX } from '#lib/signatures/bounds.ts';
import { tooLarge, tooManyParts } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import type { Effort } from './objects.ts';

export interface Words {
  /** Beginnings of objects, in the order of the file. */
  heads: { number: number; at: number }[];
  /** Keywords without their numbers, or far from them: programs differ in reading them. */
  odd: number[];
  /** Beginnings in which some programs read other blanks, or comments, or more behind the word. */
  loose: number[];
  /** Keywords before a dictionary that names the root. */
  trailers: number[];
}

const PIECE_BYTES = 2 ** 20;
/** The longest beginning of an object that is looked for: two numbers, blanks around them, and the word. */
const HEAD_BYTES = 128;
const BEHIND_BYTES = 32;
const NUMBER_DIGITS_MAX = 10;
const BLANKS_MAX = 16;
const [OBJECT, TRAILER] = ['obj', 'trailer'].map((word) => Buffer.from(word)) as [Buffer, Buffer];

export function wordsIn(bytes: BytesAt, effort: Effort): Words {
  const words: Words = { heads: [], odd: [], loose: [], trailers: [] };
  effort.bytes -= bytes.size;
  if (effort.bytes < 0) throw tooLarge();
  for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
    // With some bytes around the piece, so that each beginning is seen whole.
    const start = Math.max(0, at - HEAD_BYTES);
    const piece = Buffer.from(bytes.copy(start, Math.min(at + PIECE_BYTES + BEHIND_BYTES, bytes.size) - start));
    const offsetsOf = (word: Buffer): number[] => offsetsIn(piece, word, at - start, at - start + PIECE_BYTES);
    for (const word of offsetsOf(OBJECT)) {
      if (isLetter(piece[word - 1])) continue;
      const head = isAlone(piece, word) ? headBefore(piece, word) : null;
      if (head !== null) words.heads.push({ number: head.number, at: start + head.at });
      else if (isLoose(piece, word)) words.loose.push(start + word);
      else if (isBlank(piece[word - 1]) || hasDigitBefore(piece, word)) words.odd.push(start + word);
    }
    for (const word of offsetsOf(TRAILER)) if (hasDictionary(piece, word)) words.trailers.push(start + word);
    if (words.heads.length + words.odd.length + words.loose.length > WORDS_MAX) throw tooManyParts();
  }
  return words;
}

/** Of each object there may be some revisions. */
const WORDS_MAX = 4 * PDF_OBJECTS_MAX;

function offsetsIn(piece: Buffer, word: Buffer, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = piece.indexOf(word, from); at >= 0 && at < to; at = piece.indexOf(word, at + 1)) found.push(at);
  return found;
}

const isBlank = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === 0 || byte === 12 || byte === 32 || (byte >= 9 && byte <= 13 && byte !== 11));
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));

/** No part of `endobj` or of a longer word. */
const isAlone = (piece: Buffer, word: number): boolean => {
  const [last, next] = [piece[word - 1], piece[word + OBJECT.length]];
  return (isBlank(last) || isDigit(last)) && !isDigit(next) && !isLetter(next);
};

/** `12 0obj`, `12 0<<>>obj`: some programs read a beginning wherever a number precedes the word. */
function hasDigitBefore(piece: Buffer, word: number): boolean {
  let at = word - 1;
  while (at > word - HEAD_BYTES && at >= 0 && !isDigit(piece[at]) && !isLetter(piece[at])) at -= 1;
  return isDigit(piece[at]);
}

/** What programs take for a blank, each some of these. */
const isLooseBlank = (byte: number | undefined): boolean =>
  isBlank(byte) || byte === 0x0b || byte === 0x80 || byte === 0x85 || byte === 0xa0 || byte === 0xff;

/** Two numbers before the word, with any blanks or a comment behind each. */
function isLoose(piece: Buffer, word: number): boolean {
  let at = word - 1;
  const from = Math.max(0, word - HEAD_BYTES);
  const back = (isMeant: (byte: number | undefined) => boolean): boolean => {
    const end = at;
    while (at >= from && isMeant(piece[at])) at -= 1;
    return at < end;
  };
  const blanks = (): boolean => {
    const hasBlanks = back(isLooseBlank);
    const mark = piece.lastIndexOf('%', at);
    const isComment = hasBlanks && mark >= from && !/[\r\n]/.test(piece.subarray(mark, at + 1).toString('latin1'));
    if (isComment) at = mark - 1;
    return isComment ? back(isLooseBlank) || true : hasBlanks;
  };
  blanks();
  return back(isDigit) && blanks() && back(isDigit);
}

const hasDictionary = (piece: Buffer, word: number): boolean =>
  !isLetter(piece[word - 1]) &&
  /^(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*(?:<<|%|$)/.test(
    piece.subarray(word + TRAILER.length, word + BEHIND_BYTES).toString('latin1'),
  );

/** `12 0 ` before the word, read backwards. */
function headBefore(piece: Buffer, word: number): { number: number; at: number } | null {
  let at = word;
  const back = (isMeant: (byte: number | undefined) => boolean, max: number): boolean => {
    const end = at;
    while (end - at < max && isMeant(piece[at - 1])) at -= 1;
    return at < end;
  };
  const hasGeneration = back(isBlank, BLANKS_MAX) && back(isDigit, NUMBER_DIGITS_MAX) && back(isBlank, BLANKS_MAX);
  const end = at;
  if (!hasGeneration || !back(isDigit, NUMBER_DIGITS_MAX)) return null;
  return { number: Number(piece.subarray(at, end).toString('latin1')), at };
}
