/** Looks for words in the texts of some contents. */
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { maskedText } from '#documents/masking.ts';
import type { Database } from '#store/database.ts';
import { shownStems } from './hidden-stems.ts';
import { contentIn, type Lookup, numberIn, occurrencesOf, pageLengths } from './occurrences.ts';
import { textsAt } from './pages-table.ts';
import { type Part, questionOf, required } from './question.ts';
import { type Found, type RankedPage, rankedPages } from './ranking.ts';
import { type Snippet, snippetOf } from './snippet.ts';

export interface PageFound {
  /** Key of the content. */
  content: number;
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
  const lookup: Lookup = { ...searching, shown: shownStems(searching.db, searching.hidden) };
  const lengths = await pageLengths(lookup);
  const asked = required(parts);
  const weak = parts.filter((part) => !asked.includes(part));
  const found = async (some: readonly Part[]) => {
    const all = [];
    for (const part of some) all.push(await occurrencesOf(part, lookup));
    return all;
  };
  const ranked = rankedPages({ required: await found(asked), weak: await found(weak), lengths });
  return {
    ranked,
    pagesCount: lengths.size,
    shown: (offset, limit) => shownPages(ranked.slice(offset, offset + limit), parts, searching),
  };
}

async function shownPages(
  ranked: readonly RankedPage[],
  parts: readonly Part[],
  { db, hidden }: Searching,
): Promise<PageFound[]> {
  const masked = (text: string): string => maskedText(text, hidden.names);
  const rows = await textsAt(
    db,
    ranked.map(({ page }) => ({ content: contentIn(page), number: numberIn(page) })),
  );
  return ranked.flatMap(({ page: key, found, score }, i) => {
    const row = rows[i];
    if (!row) return [];
    const { page, entry, source } = row;
    const snippet = snippetOf(row.text, parts, masked);
    return { content: contentIn(key), page, entry: entry && masked(entry), source, found, score, snippet };
  });
}
