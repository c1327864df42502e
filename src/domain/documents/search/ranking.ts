/**
 * Ranks pages: those with all words first, then those with all words together with an adjacent page, and only where there are none, pages
 * with most of the words. Within a group BM25 decides, with the statistics of the searched documents, and the proximity of the words.
 */
import type { Occurrences, SearchedPages } from './lookup.ts';

/** `all`: on this page. `near`: together with an adjacent page. `some`: most words on this page, no page has all. */
export type MatchKind = 'all' | 'near' | 'some';

export interface RankedPage {
  /** Index of the searched pages. */
  page: number;
  found: MatchKind;
  score: number;
}

/** Usual parameters of BM25. */
const [SATURATION, LENGTH_SHARE] = [1.2, 0.75];
/** Bonus for adjacent words, and the number of top pages that get it. */
const CLOSENESS = 1;
const CLOSENESS_PAGES = 200;
/** Minimum share of the weight of all words on a page with some of them. */
const SHARE_MIN = 0.5;

export function rankedPages(parts: readonly Occurrences[], pages: SearchedPages): RankedPage[] {
  if (pages.count === 0) return [];
  const mean = Math.max(1, pages.lengths.reduce((sum, words) => sum + words, 0) / pages.count);
  const rarities = parts.map(({ pages: { length } }) => Math.log(1 + (pages.count - length + 0.5) / (length + 0.5)));
  const scoreOf = (page: number): number => {
    const damped = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (pages.lengths[page] ?? mean)) / mean);
    let score = 0;
    for (const [i, part] of parts.entries()) {
      const weight = part.weight(page);
      if (weight > 0) score += ((rarities[i] ?? 0) * weight * (SATURATION + 1)) / (weight + damped);
    }
    return score;
  };
  const ranked = (found: MatchKind, some: readonly number[]): RankedPage[] =>
    some.map((page) => ({ page, found, score: scoreOf(page) })).sort(best);

  const rarest = parts.toSorted((a, b) => a.pages.length - b.pages.length)[0];
  const whole = (rarest?.pages ?? []).filter((page) => parts.every((part) => part.has(page)));
  const all = closest(ranked('all', whole), parts);
  const near = ranked('near', nearPages(parts, pages));
  if (all.length > 0 || near.length > 0) return [...all, ...near];

  // A word without occurrences is not required.
  const share = (page: number): number =>
    parts.reduce((sum, part, i) => sum + (part.has(page) ? (rarities[i] ?? 0) : 0), 0);
  const total = parts.reduce((sum, part, i) => sum + (part.pages.length > 0 ? (rarities[i] ?? 0) : 0), 0);
  const most = [...new Set(parts.flatMap((part) => part.pages))].filter((page) => share(page) >= SHARE_MIN * total);
  return ranked('some', most)
    .map((each) => ({ ...each, score: (each.score * share(each.page)) / total }))
    .sort(best);
}

const best = (a: RankedPage, b: RankedPage): number => b.score - a.score || a.page - b.page;

/** Reorders the top pages by the proximity of the words. */
function closest(ranked: readonly RankedPage[], parts: readonly Occurrences[]): RankedPage[] {
  if (parts.length < 2) return [...ranked];
  const looked = ranked
    .slice(0, CLOSENESS_PAGES)
    .map((each) => ({ ...each, score: each.score * (1 + CLOSENESS * closeness(each.page, parts)) }));
  return [...looked.sort(best), ...ranked.slice(CLOSENESS_PAGES)];
}

/** 1 when all words are adjacent, near 0 when they are far apart. */
const closeness = (page: number, parts: readonly Occurrences[]): number =>
  parts.length / Math.max(parts.length, shortestSpan(page, parts).length);

/** The shortest span of the page with all parts that occur on it: its first word, and its length in words. */
export function shortestSpan(page: number, parts: readonly Occurrences[]): { start: number; length: number } {
  const lists = parts.map((part) => part.positions(page)).filter((list) => list.length > 0);
  const at = lists.map(() => 0);
  const found = { start: lists[0]?.[0] ?? 0, length: Number.POSITIVE_INFINITY };
  while (lists.length > 0) {
    let [first, low, high] = [0, Number.POSITIVE_INFINITY, 0];
    for (const [i, list] of lists.entries()) {
      const place = list[at[i] ?? 0];
      if (place === undefined) return found;
      if (place < low) [low, first] = [place, i];
      if (place > high) high = place;
    }
    if (high - low + 1 < found.length) [found.start, found.length] = [low, high - low + 1];
    at[first] = (at[first] ?? 0) + 1;
  }
  return found;
}

/** Pages that lack a word which an adjacent page has; of such neighbours the page with most words. */
function nearPages(parts: readonly Occurrences[], { contents }: SearchedPages): number[] {
  if (parts.length < 2) return [];
  const rarest = parts.toSorted((a, b) => a.pages.length - b.pages.length)[0];
  // One of three neighbours has the rarest word.
  const around = new Set((rarest?.pages ?? []).flatMap((page) => [page - 1, page, page + 1]));
  const count = (page: number): number => parts.reduce((sum, part) => sum + (part.has(page) ? 1 : 0), 0);
  return [...around].filter((page) => {
    const beside = [page - 1, page + 1].filter((other) => contents[other] === contents[page]);
    const own = count(page);
    if (own === 0 || own === parts.length || beside.some((other) => count(other) > own)) return false;
    if (beside.includes(page - 1) && count(page - 1) === own) return false;
    return parts.every((part) => part.has(page) || beside.some((other) => part.has(other)));
  });
}
