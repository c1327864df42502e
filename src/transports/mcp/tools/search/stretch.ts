/** A long text a stretch at a time, each as long as fits into an answer. */
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';

/** What the rest of an answer takes, and a cursor. */
const ROOM = 400;
/** However much stands beside it, some text is told. */
const BYTES_MIN = 1_000;

/** From a place that an earlier stretch ended at. Ends behind a line where one ends near, and never inside of a letter. */
export function stretchFrom(text: string, start: number, besides: unknown): { piece: string; next: number | null } {
  const room = Math.max(BYTES_USUAL - sizeOf(besides) - ROOM, BYTES_MIN);
  const whole = text.slice(start, start + room);
  if (start + whole.length >= text.length && sizeOf(whole) <= room) return { piece: whole, next: null };
  let end = start + Math.floor((whole.length * room) / Math.max(sizeOf(whole), room));
  const line = text.lastIndexOf('\n', end);
  if (line > start + room / 2) end = line + 1;
  else if (isInside(text, end)) end--;
  return { piece: text.slice(start, end), next: end };
}

/** Between the halves of a sign that takes two places. */
const isInside = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));
