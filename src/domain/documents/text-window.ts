/**
 * A stretch of a text, as long as an answer may be: cut where nothing that is masked is cut with it, so that no half of a name is left
 * on either side. Places are counted in the text as it was read, so that they stay the same whoever is hidden.
 */
import type { Edges } from './masking.ts';
import type { PageRow as StoredPage } from './tables/rows.ts';

type PageRow = Omit<StoredPage, 'content'>;

/** Of an answer: two megabytes of JSON at most. */
const LENGTH_MAX = 500_000;
/** Whatever is masked is shorter than this. */
const AROUND = 200;
/** Places that are tried for a cut. */
const CUTS_MAX = 50;

export interface Stretch {
  pages: PageRow[];
  next: { fromPage: number; fromCharacter: number } | null;
  masked: boolean;
}

type Masked = (text: string) => string;

/** `rows`: one more than `pages`, where there are so many, so that it is known whether there is more. */
export async function stretchOf(
  rows: AsyncIterable<PageRow>,
  { pages: count, fromCharacter }: { pages: number; fromCharacter: number },
  masked: Masked,
  {
    piece = masked,
    lengthMax = LENGTH_MAX,
  }: { piece?: (text: string, edges: Edges) => string; lengthMax?: number } = {},
): Promise<Stretch> {
  const stretch: Stretch = { pages: [], next: null, masked: false };
  let left = lengthMax;
  for await (const row of rows) {
    const start = stretch.pages.length === 0 ? beginOf(row.text, fromCharacter, masked) : 0;
    if (stretch.pages.length === count || left <= 0)
      return { ...stretch, next: { fromPage: row.number, fromCharacter: start } };
    const whole = row.text.slice(start);
    const end = whole.length <= left ? whole.length : cutOf(whole, left, masked);
    const shown = piece(whole.slice(0, end), { head: start === 0, tail: end === whole.length });
    // Files inside of archives are named after persons, too.
    stretch.pages.push({ ...row, entry: row.entry && masked(row.entry), text: shown });
    stretch.masked ||= shown !== whole.slice(0, end);
    left -= end;
    if (end < whole.length) return { ...stretch, next: { fromPage: row.number, fromCharacter: start + end } };
  }
  return stretch;
}

/** At the end of a line if there is one, and where masking both sides apart masks the same as masking them together. */
function cutOf(text: string, max: number, masked: Masked): number {
  let at = max;
  for (let tried = 0; tried < CUTS_MAX; tried++) {
    const line = text.lastIndexOf('\n', at - 1);
    const place = line > max / 2 ? line + 1 : text.lastIndexOf(' ', at - 1) + 1;
    if (place <= max / 2) break;
    if (isBetween(text, place, masked)) return place;
    at = place - 1;
  }
  // A wall of letters without a blank: never between the halves of one sign.
  return /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
}

/** The place that was asked for, or the next one that does not lie in something masked: whoever begins inside of a name gets nothing of it. */
function beginOf(text: string, asked: number, masked: Masked): number {
  const last = Math.min(asked + AROUND, text.length);
  for (let place = asked; place > 0 && place < last; place++) if (isBetween(text, place, masked)) return place;
  return asked === 0 ? 0 : last;
}

function isBetween(text: string, place: number, masked: Masked): boolean {
  const [before, after] = [text.slice(Math.max(0, place - AROUND), place), text.slice(place, place + AROUND)];
  return masked(before + after) === masked(before) + masked(after);
}
