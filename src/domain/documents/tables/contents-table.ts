/** Contents, their pages, and comparisons of contents. */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { ChangedText } from '#domain/documents/comparison/changed-text.ts';
import type { StoredText, TextPage } from '#domain/documents/opener/stored-text.ts';
import type { Reading } from '#domain/documents/readers/reading.ts';
import { wordBlocks } from '#domain/documents/search/word-blocks.ts';
import type { ContentRow, DocumentRow, PageRow } from './rows.ts';

export const contentOf = (db: Database, sha256: string): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where sha256 = $1', [sha256]);

/** Ordered, unmasked. */
export const pagesOf = (db: Database, sha256: string): Promise<PageRow[]> =>
  db.all<PageRow>(
    `select page.* from content join page on page.content = content.key where content.sha256 = $1 order by page.number`,
    [sha256],
  );

/** Ids per query: engines limit parameters. */
const IDS_MAX = 500;

/** Digests of these documents; unknown ids are left out. */
export async function digestsOf(
  db: Database,
  ids: readonly string[],
): Promise<Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>[]> {
  const rows: Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const some = ids.slice(at, at + IDS_MAX);
    const placeholders = some.map((_, i) => `$${i + 1}`).join(', ');
    rows.push(
      ...(await db.all<Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>>(
        `select id, file_sha256, content_sha256 from document where id in (${placeholders})`,
        some,
      )),
    );
  }
  return rows;
}

/** The content whose pictures wait longest for OCR; null when none waits. */
export const nextForOcr = (db: Database): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where ocr_due = 1 order by read_at, key limit 1');

/** Contents by digest; unread ones are left out. */
export async function contentsOf(db: Database, digests: readonly string[]): Promise<Map<string, ContentRow>> {
  const distinct = [...new Set(digests)];
  if (distinct.length === 0) return new Map();
  const placeholders = distinct.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<ContentRow>(`select * from content where sha256 in (${placeholders})`, distinct);
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** The start of each content by key: of its first two pages, which is more than an excerpt shows. */
export async function beginningsOf(
  db: Database,
  keys: readonly number[],
  length: number,
): Promise<Map<number, { number: number; text: string }[]>> {
  if (keys.length === 0) return new Map();
  const placeholders = keys.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<{ content: number; number: number; text: string }>(
    `select content, number, substr(text, 1, ${length}) as text from page
     where content in (${placeholders}) and number <= 2 order by content, number`,
    keys,
  );
  return Map.groupBy(rows, ({ content }) => content);
}

/** Streams pages from a number on, one by one: a page may be as long as a workbook. */
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

/** The highest page number; null without pages. */
export async function lastPage(db: Database, content: number): Promise<number | null> {
  const row = await db.one<{ last: number | null }>('select max(number) as last from page where content = $1', [
    content,
  ]);
  return row?.last ?? null;
}

/** Length of the whole text in characters. */
export async function textLength(db: Database, content: number): Promise<number> {
  const row = await db.one<{ letters: number | null }>(
    'select sum(length(text)) as letters from page where content = $1',
    [content],
  );
  return row?.letters ?? 0;
}

/** Version of the reader and indexer: contents of another version are read again in the background, and when they are met. */
export const READER_VERSION = 2;

/** A stored content of another version. */
export const nextToReread = (
  db: Database,
): Promise<(Pick<ContentRow, 'sha256' | 'missing'> & { bytes: number }) | null> =>
  db.one(
    `select content.sha256, content.missing, blob.bytes from content join blob on blob.sha256 = content.sha256
     where content.read_by <> $1 order by content.key limit 1`,
    [READER_VERSION],
  );

/** The text of an earlier version stands. */
export const keepReading = (sha256: string): Statement => ({
  sql: 'update content set read_by = $2 where sha256 = $1',
  params: [sha256, READER_VERSION],
});

/** Rows per statement, so that few statements are prepared. */
const ROWS_EACH = 50;

const KEY = '(select key from content where sha256 = $1)';

export const contentMediaType = async (db: Database, sha256: string): Promise<string | null> =>
  (
    await db.one<{ media_type: string }>('select media_type from content where sha256 = $1 and read_by = $2', [
      sha256,
      READER_VERSION,
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
    READER_VERSION,
    now.toISOString(),
    isDue ? 1 : 0,
  ];
  return [
    // Serializes writers: the next one sees the next free key.
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
    { sql: 'delete from comparison where before_sha256 = $1 or after_sha256 = $1', params: [sha256] },
  ];
}

/** Replaces the pages and their word index. */
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

/** Deletes a content as if it was never read. */
export const forgetContent = (sha256: string): Statement[] => [
  ...['page', 'word_block'].map((table) => ({ sql: `delete from ${table} where content = ${KEY}`, params: [sha256] })),
  { sql: 'delete from content where sha256 = $1', params: [sha256] },
];

function inserts(into: string, sha256: string, rows: readonly Value[][]): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; ) {
    const some = rows.slice(at, at + ROWS_EACH);
    // Either a full statement or single rows.
    const batch = some.length === ROWS_EACH ? some : some.slice(0, 1);
    at += batch.length;
    const width = batch[0]?.length ?? 0;
    const tuple = (_: unknown, row: number): string =>
      `(${KEY}, ${Array.from({ length: width }, (_, column) => `$${row * width + column + 2}`).join(', ')})`;
    statements.push({
      sql: `insert into ${into} values ${batch.map(tuple).join(', ')}`,
      params: [sha256, ...batch.flat()],
    });
  }
  return statements;
}

/** Version of the comparison code: results of another version are computed again. */
const COMPARISON_VERSION = 1;

export async function storedComparison(db: Database, before: string, after: string): Promise<ChangedText | null> {
  const row = await db.one<{ blocks: string }>(
    'select blocks from comparison where before_sha256 = $1 and after_sha256 = $2 and made_by = $3',
    [before, after, COMPARISON_VERSION],
  );
  return row && (JSON.parse(row.blocks) as ChangedText);
}

export async function storeComparison(
  db: Database,
  [before, after]: readonly [before: string, after: string],
  change: ChangedText,
  now: number,
): Promise<void> {
  await db.write([
    {
      sql: `insert into comparison (before_sha256, after_sha256, made_by, blocks, made_at) values ($1, $2, $3, $4, $5)
            on conflict (before_sha256, after_sha256) do update
            set made_by = excluded.made_by, blocks = excluded.blocks, made_at = excluded.made_at`,
      params: [before, after, COMPARISON_VERSION, JSON.stringify(change), new Date(now).toISOString()],
    },
  ]);
}
