/**
 * Objects behind a signed revision that no table leads to. Programs that cannot read a table gather the objects by themselves and
 * take the last one of each number: they must find the very ones that the tables list.
 */
import { tooLarge } from './broken.ts';
import type { BytesAt } from './bytes-at.ts';
import type { PdfFile } from './pdf-file.ts';
import type { Effort } from './pdf-objects.ts';

const PIECE_BYTES = 2 ** 20;
/** The longest beginning of an object that is looked for: two numbers, blanks around them, and the word. */
const HEAD_BYTES = 64;
const NUMBER_DIGITS_MAX = 10;
const BLANKS_MAX = 16;
const WORD = Buffer.from('obj');

export function unlistedObjects(bytes: BytesAt, from: number, file: PdfFile, effort: Effort): boolean {
  const last = new Map<number, number>();
  effort.bytes -= bytes.size - from;
  if (effort.bytes < 0) throw tooLarge();
  for (let at = from; at < bytes.size; at += PIECE_BYTES) {
    // With some bytes around the piece, so that each beginning is seen whole.
    const start = Math.max(from, at - HEAD_BYTES);
    const piece = Buffer.from(bytes.copy(start, Math.min(at + PIECE_BYTES + WORD.length, bytes.size) - start));
    for (let word = piece.indexOf(WORD, at - start); word >= 0; word = piece.indexOf(WORD, word + 1)) {
      if (word >= at - start + PIECE_BYTES || !isAlone(piece, word)) continue;
      const head = headBefore(piece, word);
      // A word without its numbers, or far from them: nobody knows what a program makes of it.
      if (head === null) return true;
      last.set(head.number, start + head.at);
    }
  }
  return [...last].some(([number, place]) => {
    const entry = file.entries.get(number);
    return entry === undefined || !('at' in entry) || place < entry.at || place > entry.at + LINE_END_BYTES;
  });
}

/** Some writers point to the end of the line before. */
const LINE_END_BYTES = 2;

const isBlank = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === 0 || byte === 12 || byte === 32 || (byte >= 9 && byte <= 13 && byte !== 11));
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));

/** No part of `endobj` or of a longer word. */
const isAlone = (piece: Buffer, word: number): boolean => {
  const next = piece[word + WORD.length];
  return isBlank(piece[word - 1]) && !isDigit(next) && !isLetter(next);
};

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
