/** Locates the bytes of an octet string: contiguous, or in nested chunks as streaming writers create them. */

import { type Element, elementAt, isConstructed, type Walk } from './ber-walk.ts';
import { CHUNK_BYTES_MEAN_MIN, CHUNKS_ALWAYS } from './bounds.ts';
import { malformed, tooManyParts } from './broken-signature.ts';

export interface Chunk {
  at: number;
  length: number;
}

const OCTETS = 0x04;
const CHUNKED_OCTETS = 0x24;
const NESTED_MAX = 8;
const END_BYTES = 2;

/** Yields the chunks in order and returns the offset after the string. Refuses few bytes in many chunks. */
export function* chunksOf(walk: Walk, string: Element, limit: number): Generator<Chunk, number> {
  if (string.tag === OCTETS && string.bodyLength !== null) {
    yield { at: string.bodyAt, length: string.bodyLength };
    return string.bodyAt + string.bodyLength;
  }
  if (string.tag !== CHUNKED_OCTETS) throw malformed();
  const open: (number | null)[] = [endOfBody(string)];
  let at = string.bodyAt;
  let remaining = CHUNKS_ALWAYS;
  while (open.length > 0) {
    const end = open.at(-1) ?? null;
    if (at === end) {
      open.pop();
      continue;
    }
    if (--remaining < 0) throw tooManyParts();
    const piece = elementAt(walk.bytes, at, end ?? nearest(open) ?? limit);
    if (piece === null) {
      if (end !== null) throw malformed();
      open.pop();
      at += END_BYTES;
    } else if (isConstructed(piece)) {
      if (piece.tag !== CHUNKED_OCTETS || open.length >= NESTED_MAX) throw malformed();
      open.push(endOfBody(piece));
      at = piece.bodyAt;
    } else {
      if (piece.tag !== OCTETS || piece.bodyLength === null) throw malformed();
      yield { at: piece.bodyAt, length: piece.bodyLength };
      at = piece.bodyAt + piece.bodyLength;
      remaining += piece.bodyLength / CHUNK_BYTES_MEAN_MIN;
    }
  }
  return at;
}

const endOfBody = ({ bodyAt, bodyLength }: Element): number | null =>
  bodyLength === null ? null : bodyAt + bodyLength;

/** The end of the closest definite parent. */
const nearest = (open: readonly (number | null)[]): number | null => open.findLast((end) => end !== null) ?? null;
