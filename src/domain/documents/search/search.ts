/** Looks for words in the texts of some contents. */

import type { Database } from '#data/store/database.ts';
import { maskedPiece, maskedText } from '#domain/documents/masking.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { shownStems } from './hidden-stems.ts';
import { type Lookup, occurrencesOf } from './look-up.ts';
import type { Occurrences } from './occurrences.ts';
import { textsAt } from './pages-table.ts';
import { type Part, questionOf, required } from './question.ts';
import { type Found, type RankedPage, rankedPages, shortest } from './ranking.ts';
import { type SearchedPages, searchedPages } from './searched-pages.ts';
import { type Snippet, snippetOf } from './snippet.ts';

export interface PageFound {
  /** Key of the content. */
  content: number;
  /** Over all that was read of the content. */
  number: number;
  /** As its file counts. */
  page: number;
  entry: string | null;
  source: 'text' | 'ocr';
  found: Found;
  score: number;
  snippet: Snippet;
}

export interface Searched {
  /** Best first. */
  ranked: readonly RankedPage[];
  /** Pages that were looked through. */
  pagesCount: number;
  /** These of the ranked, with what they show. */
  shown(offset: number, limit: number): Promise<PageFound[]>;
}

export interface Searching {
  db: Database;
  contents: readonly number[];
  hidden: HiddenPersons;
}

/** Null when there is not a word in the question. */
export async function search(question: string, searching: Searching): Promise<Searched | null> {
  const parts = questionOf(question);
  if (parts.length === 0) return null;
  const pages = await searchedPages(searching.db, searching.contents);
  const lookup: Lookup = { ...searching, pages, shown: shownStems(searching.db, pages, searching.hidden) };
  const found: Occurrences[] = [];
  for (const part of required(parts)) found.push(await occurrencesOf(part, lookup));
  const ranked = rankedPages(found, pages);
  return {
    ranked,
    pagesCount: pages.count,
    shown: (offset, limit) => shownPages(ranked.slice(offset, offset + limit), { parts, found, pages }, searching),
  };
}

interface Answered {
  parts: readonly Part[];
  found: readonly Occurrences[];
  pages: SearchedPages;
}

async function shownPages(
  ranked: readonly RankedPage[],
  { parts, found: occurrences, pages: { contents, numbers } }: Answered,
  { db, hidden }: Searching,
): Promise<PageFound[]> {
  const masked = (text: string): string => maskedText(text, hidden.names);
  const rows = await textsAt(
    db,
    ranked.map(({ page }) => ({ content: contents[page] ?? 0, number: numbers[page] ?? 0 })),
  );
  return ranked.flatMap(({ page: key, found, score }, i) => {
    const row = rows[i];
    if (!row) return [];
    const { number, page, entry, source } = row;
    const snippet = snippetOf(maskedPiece(row.text, hidden.names), shortest(key, occurrences).start, parts, masked);
    return { content: contents[key] ?? 0, number, page, entry: entry && masked(entry), source, found, score, snippet };
  });
}
