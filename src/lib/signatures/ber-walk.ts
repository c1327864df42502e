/**
 * Walks BER in place: one element's head at a time, definite or indefinite, never the whole file. Refused: an element beyond its
 * parent, endless repetition, too deep nesting.
 */
import { DEPTH_MAX, NODES_MAX } from './bounds.ts';
import { malformed, tooManyParts, truncated } from './broken-signature.ts';
import type { BytesAt } from './bytes-at.ts';

export interface Element {
  at: number;
  /** Class, form and number as the encoded byte: 0x30 is a sequence. */
  tag: number;
  bodyAt: number;
  /** Null: indefinite, up to two zero bytes. */
  bodyLength: number | null;
}

/** Counts the elements that were read; one per container. */
export interface Walk {
  bytes: BytesAt;
  nodesRemaining: number;
}

export const walkOf = (bytes: BytesAt): Walk => ({ bytes, nodesRemaining: NODES_MAX });

export const CONSTRUCTED = 0x20;
const MORE_TAG = 0x1f;
const LONG = 0x80;
/** Lengths of six bytes reach beyond any disk. */
const LENGTH_BYTES_MAX = 6;
const END_BYTES = 2;

export const isConstructed = ({ tag }: Element): boolean => (tag & CONSTRUCTED) !== 0;

/** The head of the element at an offset, which may not exceed `limit`. Null at the end of an indefinite parent. */
export function elementAt(bytes: BytesAt, at: number, limit: number): Element | null {
  if (at + END_BYTES > limit) throw truncated();
  const tag = bytes.byte(at);
  const first = bytes.byte(at + 1);
  if (tag === 0) {
    if (first !== 0) throw malformed();
    return null;
  }
  // Tags of several bytes are in none of the structures read here.
  if ((tag & MORE_TAG) === MORE_TAG) throw malformed();
  if (first === LONG) {
    if ((tag & CONSTRUCTED) === 0) throw malformed();
    return { at, tag, bodyAt: at + 2, bodyLength: null };
  }
  const count = first > LONG ? first - LONG : 0;
  if (count > LENGTH_BYTES_MAX) throw malformed();
  if (at + END_BYTES + count > limit) throw truncated();
  let bodyLength = count === 0 ? first : 0;
  for (let index = 0; index < count; index++) bodyLength = bodyLength * 256 + bytes.byte(at + END_BYTES + index);
  const bodyAt = at + END_BYTES + count;
  if (bodyAt + bodyLength > limit) throw truncated();
  return { at, tag, bodyAt, bodyLength };
}

/** The offset behind an element. Parts of an indefinite one are skipped, those of definite length without entering them. */
export function endOf(walk: Walk, element: Element, limit: number): number {
  if (element.bodyLength !== null) return element.bodyAt + element.bodyLength;
  let at = element.bodyAt;
  for (let depth = 1; depth > 0; ) {
    if (--walk.nodesRemaining < 0) throw tooManyParts();
    const inner = elementAt(walk.bytes, at, limit);
    if (inner === null) {
      depth -= 1;
      at += END_BYTES;
    } else if (inner.bodyLength === null) {
      depth += 1;
      if (depth > DEPTH_MAX) throw tooManyParts();
      at = inner.bodyAt;
    } else {
      at = inner.bodyAt + inner.bodyLength;
    }
  }
  return at;
}

/** Reads the parts of an element in order; the callback returns the offset of the next. */
export interface Parts {
  /** Null behind the last. */
  next(): Element | null;
  /** Passes it; its bytes lie between. */
  pass(element: Element): number;
  /** Continues at this offset. */
  goOnAt(place: number): void;
  /** Behind the last part and the mark of the end. */
  end(): number;
  limit: number;
}

export function partsOf(walk: Walk, element: Element, limit: number): Parts {
  const isOpen = element.bodyLength === null;
  const last = element.bodyLength === null ? limit : element.bodyAt + element.bodyLength;
  let at = element.bodyAt;
  const next = (): Element | null => {
    if (!isOpen && at === last) return null;
    if (--walk.nodesRemaining < 0) throw tooManyParts();
    const part = elementAt(walk.bytes, at, last);
    if (part === null && !isOpen) throw malformed();
    return part;
  };
  return {
    next,
    pass(part) {
      at = endOf(walk, part, last);
      return at;
    },
    goOnAt(place) {
      at = place;
    },
    end() {
      // A part outside the structure: a program that displays the file may find unsigned content there.
      if (next() !== null) throw malformed();
      return isOpen ? at + END_BYTES : last;
    },
    limit: last,
  };
}
