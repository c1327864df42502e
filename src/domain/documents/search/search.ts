/** Searches the texts of some contents and cuts snippets. */
import type { Database } from '#data/store/database.ts';
import { maskedPart, maskedText } from '#domain/documents/masking.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { textsAt } from './index-table.ts';
import {
  type Lookup,
  type Occurrences,
  occurrencesOf,
  type SearchedPages,
  searchedPages,
  visibleOccurrences,
} from './lookup.ts';
import { offsetOfWord, type PositionedWord, positionedWords } from './page-words.ts';
import { parseQuery, type QueryPart, requiredParts } from './question.ts';
import { type MatchKind, type RankedPage, rankedPages, shortestSpan } from './ranking.ts';

export interface PageMatch {
  /** Key of the content. */
  content: number;
  /** Page number within the content. */
  number: number;
  /** Page number within the file. */
  page: number;
  entry: string | null;
  source: 'text' | 'ocr';
  found: MatchKind;
  score: number;
  snippet: Snippet;
}

interface SearchResult {
  /** Best first. */
  ranked: readonly RankedPage[];
  /** Number of searched pages. */
  pagesCount: number;
  /** A slice of the ranked pages, with snippets. */
  shown(offset: number, limit: number): Promise<PageMatch[]>;
}

interface SearchScope {
  db: Database;
  contents: readonly number[];
  hidden: HiddenPersons;
}

/** Null when the query has no word. */
export async function search(question: string, searching: SearchScope): Promise<SearchResult | null> {
  const parts = parseQuery(question);
  if (parts.length === 0) return null;
  const pages = await searchedPages(searching.db, searching.contents);
  const lookup: Lookup = { ...searching, pages, visible: visibleOccurrences(searching.db, pages, searching.hidden) };
  const found: Occurrences[] = [];
  for (const part of requiredParts(parts)) found.push(await occurrencesOf(part, lookup));
  const ranked = rankedPages(found, pages);
  return {
    ranked,
    pagesCount: pages.count,
    shown: (offset, limit) => resultPages(ranked.slice(offset, offset + limit), { parts, found, pages }, searching),
  };
}

interface RankedOccurrences {
  parts: readonly QueryPart[];
  found: readonly Occurrences[];
  pages: SearchedPages;
}

async function resultPages(
  ranked: readonly RankedPage[],
  { parts, found: occurrences, pages: { contents, numbers } }: RankedOccurrences,
  { db, hidden }: SearchScope,
): Promise<PageMatch[]> {
  const masked = (text: string): string => maskedText(text, hidden.names);
  const rows = await textsAt(
    db,
    ranked.map(({ page }) => ({ content: contents[page] ?? 0, number: numbers[page] ?? 0 })),
  );
  return ranked.flatMap(({ page: key, found, score }, i) => {
    const row = rows[i];
    if (!row) return [];
    const { number, page, entry, source } = row;
    const snippet = snippetOf(maskedPart(row.text, hidden.names), shortestSpan(key, occurrences).start, parts, masked);
    return { content: contents[key] ?? 0, number, page, entry: entry && masked(entry), source, found, score, snippet };
  });
}

interface Snippet {
  text: string;
  /** Matched words, in UTF-16 units of the text. */
  matches: { start: number; end: number }[];
}

const LENGTH_MAX = 300;
/** Text around the best position that is masked: names and numbers at its ends are complete. */
const AROUND = 500;
const CUT = '…';

/** `place`: position of the central word. Masked numbers shift positions a little, which the margin absorbs. */
function snippetOf(
  page: string,
  place: number,
  parts: readonly QueryPart[],
  masked: (text: string) => string,
): Snippet {
  const wanted = matcherOf(parts);
  const at = offsetOfWord(page, place);
  const from = wordStart(page, at - AROUND);
  const to = wordEnd(page, at + AROUND, at);
  const shown = masked(page.slice(from, to)).replace(/\s+/g, ' ');
  const found = matchesIn([...positionedWords(shown)], parts);
  const middle = densest(found, LENGTH_MAX - MARGIN, wanted.kind);
  return cutOut(shown, found, middle, from > 0, to < page.length);
}

/** Text around the matched words. */
const MARGIN = 80;

interface WordMatcher {
  has(word: PositionedWord): boolean;
  /** Words of one kind count once. */
  kind(word: PositionedWord): string;
}

function matcherOf(parts: readonly QueryPart[]): WordMatcher {
  const strong = parts.some(({ isStopWord: isWeak }) => !isWeak)
    ? parts.filter(({ isStopWord: isWeak }) => !isWeak)
    : parts;
  const stems = new Set(strong.flatMap((part) => part.stems));
  const begun = strong.flatMap((part) => part.prefix ?? []);
  return {
    has: ({ stem }) => stems.has(stem) || begun.some((each) => stem.startsWith(each)),
    kind: ({ stem }) => (stems.has(stem) ? stem : (begun.find((each) => stem.startsWith(each)) ?? stem)),
  };
}

/** Single words anywhere; words of a phrase only in sequence. */
function matchesIn(words: readonly PositionedWord[], parts: readonly QueryPart[]): PositionedWord[] {
  const single = matcherOf(parts.filter(({ stems }) => stems.length === 1));
  const phrases = parts.filter(({ stems }) => stems.length > 1);
  const found = new Set(parts.some(({ stems }) => stems.length === 1) ? words.filter(single.has) : []);
  for (const { stems } of phrases)
    for (const at of words.keys())
      if (stems.every((stem, i) => words[at + i]?.stem === stem))
        for (const word of words.slice(at, at + stems.length)) found.add(word);
  return [...found].sort((a, b) => a.start - b.start);
}

/** The span of this length with most distinct words, then with most words; the first of equals. */
function densest(
  words: readonly PositionedWord[],
  length: number,
  kind: WordMatcher['kind'],
): { start: number; end: number } | null {
  let found: { start: number; end: number; worth: number } | null = null;
  const counts = new Map<string, number>();
  let first = 0;
  for (const [last, word] of words.entries()) {
    counts.set(kind(word), (counts.get(kind(word)) ?? 0) + 1);
    for (let begin = words[first]; begin && begin !== word && word.end - begin.start > length; begin = words[first]) {
      const left = (counts.get(kind(begin)) ?? 0) - 1;
      if (left > 0) counts.set(kind(begin), left);
      else counts.delete(kind(begin));
      first++;
    }
    const worth = counts.size * 1_000 + Math.min(999, last - first);
    if (!found || worth > found.worth) found = { start: words[first]?.start ?? 0, end: word.end, worth };
  }
  return found;
}

function cutOut(
  text: string,
  found: readonly PositionedWord[],
  middle: { start: number; end: number } | null,
  isCutBefore: boolean,
  isCutBehind: boolean,
): Snippet {
  const { start, end } = middle ?? { start: 0, end: 0 };
  const space = LENGTH_MAX - 2 * CUT.length;
  const before = Math.max(0, Math.floor((space - (end - start)) / 3));
  const from = start - before <= 0 ? 0 : wordStart(text, start - before);
  const to = wordEnd(text, Math.min(text.length, from + space), Math.min(end, from + space));
  const head = from > 0 || isCutBefore ? CUT : '';
  const tail = to < text.length || isCutBehind ? CUT : '';
  const moved = head.length - from;
  return {
    text: `${head}${text.slice(from, to)}${tail}`,
    matches: found
      .filter((word) => word.start >= from && word.end <= to)
      .map((word) => ({ start: word.start + moved, end: word.end + moved })),
  };
}

/** After the next whitespace, unless it is far away. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const blank = text.slice(at, at + WORD_MAX).search(BLANK);
  return blank < 0 ? whole(text, at) : at + blank + 1;
}

/** Before the last whitespace, but never before `least`. */
function wordEnd(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length;
  for (let end = at; end > Math.max(least, at - WORD_MAX); end--) if (BLANK.test(text[end] ?? '')) return end;
  return whole(text, at);
}

const BLANK = /\s/;
const WORD_MAX = 40;

/** Never splits a surrogate pair. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
