/** Contents and their pages as they are written: all of a content at once, or nothing. */

import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Reading } from '#domain/documents/readers/reading.ts';
import { wordBlocks } from '#domain/documents/search/word-blocks.ts';
import type { StoredText, TextPage } from './texts.ts';

/** The version of what reads and indexes texts: a content of another is read again when it is met. */
const READ_BY = 1;

/** Rows of one statement: few texts of statements, each prepared once. */
const ROWS_EACH = 50;

const KEY = '(select key from content where sha256 = $1)';

export const contentMediaType = async (db: Database, sha256: string): Promise<string | null> =>
  (
    await db.one<{ media_type: string }>('select media_type from content where sha256 = $1 and read_by = $2', [
      sha256,
      READ_BY,
    ])
  )?.media_type ?? null;

export function contentStatements(sha256: string, reading: Reading, text: StoredText, now: Date): Statement[] {
  const isDue = text.missing.some((each) => each.what === 'pages' && each.why === 'ocrDue');
  const values = [
    sha256,
    text.state,
    reading.kind,
    reading.mediaType,
    reading.pagesCount,
    JSON.stringify(text.missing),
    text.entries === null ? null : JSON.stringify(text.entries),
    READ_BY,
    now.toISOString(),
    isDue ? 1 : 0,
  ];
  return [
    // Another writer waits here until this one is through: the next key is free then.
    { sql: 'update content_turn set turns = turns + 1' },
    {
      sql: `insert into content (key, sha256, state, kind, media_type, pages_count, missing, entries, read_by, read_at, ocr_due)
            values ((select coalesce(max(key), 0) + 1 from content), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            on conflict (sha256) do update set state = excluded.state, kind = excluded.kind, media_type = excluded.media_type,
              pages_count = excluded.pages_count, missing = excluded.missing, entries = excluded.entries,
              read_by = excluded.read_by, read_at = excluded.read_at, ocr_due = excluded.ocr_due`,
      params: values,
    },
    ...textStatements(sha256, text.pages),
  ];
}

/** Puts these pages, and the index of their words, in the place of those that were there. */
const textStatements = (sha256: string, pages: readonly TextPage[]): Statement[] => [
  { sql: `delete from page where content = ${KEY}`, params: [sha256] },
  ...inserts(
    'page (content, number, page, entry, source, text)',
    sha256,
    pages.map(({ number, page, entry, source, text }) => [number, page, entry, source, text]),
  ),
  { sql: `delete from word_block where content = ${KEY}`, params: [sha256] },
  ...inserts(
    'word_block (content, first, last, words)',
    sha256,
    wordBlocks(pages).map(({ first, last, words }) => [first, last, words]),
  ),
];

/** As if nobody had read it. */
export const forgetContent = (sha256: string): Statement[] => [
  ...['page', 'word_block'].map((table) => ({ sql: `delete from ${table} where content = ${KEY}`, params: [sha256] })),
  { sql: 'delete from content where sha256 = $1', params: [sha256] },
];

function inserts(into: string, sha256: string, rows: readonly Value[][]): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; ) {
    const some = rows.slice(at, at + ROWS_EACH);
    // Either many or one by one.
    const taken = some.length === ROWS_EACH ? some : some.slice(0, 1);
    at += taken.length;
    const width = taken[0]?.length ?? 0;
    const tuple = (_: unknown, row: number): string =>
      `(${KEY}, ${Array.from({ length: width }, (_, column) => `$${row * width + column + 2}`).join(', ')})`;
    statements.push({
      sql: `insert into ${into} values ${taken.map(tuple).join(', ')}`,
      params: [sha256, ...taken.flat()],
    });
  }
  return statements;
}
