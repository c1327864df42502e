/**
 * Which pages answer a question best. Pages with all its words come first, then pages that have them together with the page before or
 * behind, and only where there are none, pages with most of them. Among equals BM25 decides, with the statistics of these very
 * documents, and how close together the words stand.
 */
import { contentIn, numberIn, type Occurrences, type PageKey, pageKey } from './occurrences.ts';

/** `all`: on this page. `near`: together with the pages beside it. `some`: no page has all, this one has most. */
export type Found = 'all' | 'near' | 'some';

export interface RankedPage {
  page: PageKey;
  found: Found;
  score: number;
}

export interface Ranking {
  /** Of the parts that are asked for. */
  required: readonly Occurrences[];
  /** Of the others: they only add to the score. */
  weak: readonly Occurrences[];
  /** Words of every page. */
  lengths: ReadonlyMap<PageKey, number>;
}

/** The usual ones of BM25. */
const [SATURATION, LENGTH_SHARE] = [1.2, 0.75];
/** What a page gains by having the words side by side. */
const CLOSENESS = 1;
const WEAK_SHARE = 0.1;
/** Of the weight of all words, on a page that has only some. */
const SOME_LEAST = 0.5;

export function rankedPages({ required, weak, lengths }: Ranking): RankedPage[] {
  if (lengths.size === 0) return [];
  const mean = lengths.values().reduce((sum, words) => sum + words, 0) / lengths.size;
  const rarity = (part: Occurrences): number => Math.log(1 + (lengths.size - part.size + 0.5) / (part.size + 0.5));
  const rarities = new Map([...required, ...weak].map((part) => [part, rarity(part)]));
  const scoreOf = (page: PageKey, parts: readonly Occurrences[]): number => {
    const damped = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths.get(page) ?? mean)) / mean);
    let score = 0;
    for (const part of parts) {
      const weight = part.get(page)?.weight ?? 0;
      if (weight > 0) score += ((rarities.get(part) ?? 0) * weight * (SATURATION + 1)) / (weight + damped);
    }
    return score;
  };
  const whole = (page: PageKey): number => scoreOf(page, required) + WEAK_SHARE * scoreOf(page, weak);

  const pages = new Set(required.flatMap((part) => [...part.keys()]));
  const ranked: RankedPage[] = [];
  for (const page of pages)
    if (required.every((part) => part.has(page)))
      ranked.push({ page, found: 'all', score: whole(page) * (1 + CLOSENESS * closeness(page, required)) });
  ranked.sort(best);
  const near = nearPages(pages, required).map((page): RankedPage => ({ page, found: 'near', score: whole(page) }));
  if (ranked.length > 0 || near.length > 0) return [...ranked, ...near.sort(best)];

  const total = required.reduce((sum, part) => sum + (rarities.get(part) ?? 0), 0);
  const share = (page: PageKey): number =>
    required.reduce((sum, part) => sum + (part.has(page) ? (rarities.get(part) ?? 0) : 0), 0) / total;
  return [...pages]
    .filter((page) => share(page) >= SOME_LEAST)
    .map((page): RankedPage => ({ page, found: 'some', score: whole(page) * share(page) }))
    .sort(best);
}

const best = (a: RankedPage, b: RankedPage): number => b.score - a.score || a.page - b.page;

/** 1 when all stand side by side, near 0 when they are far apart; 0 of a single word. */
function closeness(page: PageKey, parts: readonly Occurrences[]): number {
  if (parts.length < 2) return 0;
  const lists = parts.map((part) => part.get(page)?.places ?? []);
  const at = lists.map(() => 0);
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    let [first, low, high] = [0, Number.POSITIVE_INFINITY, 0];
    for (const [i, list] of lists.entries()) {
      const place = list[at[i] ?? 0];
      if (place === undefined)
        return least === Number.POSITIVE_INFINITY ? 0 : parts.length / Math.max(parts.length, least);
      if (place < low) [low, first] = [place, i];
      if (place > high) high = place;
    }
    least = Math.min(least, high - low + 1);
    at[first] = (at[first] ?? 0) + 1;
  }
}

/** Pages that lack a word which the page before or behind has: of such neighbours the one that has most. */
function nearPages(pages: ReadonlySet<PageKey>, required: readonly Occurrences[]): PageKey[] {
  if (required.length < 2) return [];
  const count = (page: PageKey): number => required.filter((part) => part.has(page)).length;
  return [...pages].filter((page) => {
    const beside = [pageKey(contentIn(page), numberIn(page) - 1), pageKey(contentIn(page), numberIn(page) + 1)];
    const own = count(page);
    if (own === required.length || beside.some((other) => count(other) > own)) return false;
    if (count(beside[0] ?? 0) === own) return false;
    return required.every((part) => part.has(page) || beside.some((other) => part.has(other)));
  });
}
