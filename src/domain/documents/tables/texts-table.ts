/** Texts of several contents, or a stretch of one, as operations read them. */

import type { Database } from '#data/store/database.ts';
import type { ContentRow, PageRow } from './rows.ts';

/** By their digests; of those that nobody read yet there is none. */
export async function contentsOf(db: Database, digests: readonly string[]): Promise<Map<string, ContentRow>> {
  const wanted = [...new Set(digests)];
  if (wanted.length === 0) return new Map();
  const places = wanted.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<ContentRow>(`select * from content where sha256 in (${places})`, wanted);
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** The first letters of each content, by its key: of its first two pages, which is more than an excerpt shows. */
export async function beginningsOf(
  db: Database,
  keys: readonly number[],
  length: number,
): Promise<Map<number, { number: number; text: string }[]>> {
  if (keys.length === 0) return new Map();
  const places = keys.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<{ content: number; number: number; text: string }>(
    `select content, number, substr(text, 1, ${length}) as text from page
     where content in (${places}) and number <= 2 order by content, number`,
    keys,
  );
  return Map.groupBy(rows, ({ content }) => content);
}

/** From a page on, at most so many, one by one: a page may be as long as a workbook. */
export const pagesFrom = (
  db: Database,
  content: number,
  from: number,
  count: number,
): AsyncIterable<Omit<PageRow, 'content'>> =>
  db.stream<Omit<PageRow, 'content'>>(
    `select number, page, entry, source, text from page
     where content = $1 and number >= $2 order by number limit $3`,
    [content, from, count],
  );

/** The highest number; null when it has no page. */
export async function lastPage(db: Database, content: number): Promise<number | null> {
  const row = await db.one<{ last: number | null }>('select max(number) as last from page where content = $1', [
    content,
  ]);
  return row?.last ?? null;
}

/** Letters of its whole text. */
export async function textLength(db: Database, content: number): Promise<number> {
  const row = await db.one<{ letters: number | null }>(
    'select sum(length(text)) as letters from page where content = $1',
    [content],
  );
  return row?.letters ?? 0;
}
