/**
 * Documents by words of their names, supplier-performance reports, and withheld documents. A search by name examines a limited number of
 * documents, however common a word is.
 */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Term } from '#data/store/word-index.ts';
import type { DocumentRow } from './rows.ts';

/** Rows per statement: engines limit parameters. */
const ROWS_MAX = 500;

/** Written together with the documents. */
export function storeTitles(titles: readonly { id: string; words: readonly string[] }[]): Statement[] {
  const rows = titles.flatMap(({ id, words }) => words.map((word) => [word, id] as const));
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    const some = rows.slice(at, at + ROWS_MAX);
    const values = some.map((_, i) => `($${2 * i + 1}, $${2 * i + 2})`).join(', ');
    statements.push({
      sql: `insert into title_word (word, document_id) values ${values} on conflict do nothing`,
      params: some.flat(),
    });
  }
  return statements;
}

/** Documents examined with the rarest word. */
const EXAMINED_MAX = 2_000;

export type TitledRow = Pick<
  DocumentRow,
  'id' | 'notice' | 'name' | 'section' | 'published_on' | 'ack_doc_id' | 'fetched_at' | 'file_sha256' | 'content_sha256'
>;

/**
 * Documents of the current version of notices that are not withdrawn, and supplier-performance reports. `isWhole`: all matches were
 * examined.
 */
export async function documentsByTitle(
  db: Database,
  terms: readonly Term[],
): Promise<{ rows: TitledRow[]; isWhole: boolean }> {
  const counts = await Promise.all(terms.map((term) => countOf(db, term)));
  const fewest = Math.min(...counts);
  if (fewest === 0) return { rows: [], isWhole: true };
  const rarest = terms[counts.indexOf(fewest)] as Term;
  const params: Value[] = [];
  const matches = `select word, document_id from title_word where ${testOf(rarest, 'word', params)}
    order by word, document_id desc limit ${EXAMINED_MAX}`;
  const others = terms
    .filter((term) => term !== rarest)
    .map(
      (term) =>
        `exists (select 1 from title_word other where other.document_id = document.id and ${testOf(term, 'other.word', params)})`,
    );
  const isVisible = `(section = 'supplierReport' or exists (
    select 1 from documentation_document listed
    join documentation on documentation.notice = listed.notice and documentation.version = listed.version
    where listed.document_id = document.id and documentation.state <> 'withdrawn'))`;
  const rows = await db.all<TitledRow>(
    `select id, notice, name, section, published_on, ack_doc_id, fetched_at, file_sha256, content_sha256 from document
     where id in (select document_id from (${matches}) as found) and ${[isVisible, ...others].join(' and ')}`,
    params,
  );
  return { rows, isWhole: fewest < EXAMINED_MAX };
}

async function countOf(db: Database, term: Term): Promise<number> {
  const params: Value[] = [];
  const some = `select 1 from title_word where ${testOf(term, 'word', params)} limit ${EXAMINED_MAX}`;
  const row = await db.one<{ count: number }>(`select count(*) as count from (${some}) as titled`, params);
  return row?.count ?? 0;
}

const testOf = ({ word, prefix }: Term, column: string, params: Value[]): string =>
  prefix
    ? `${column} >= $${params.push(word)} and ${column} < $${params.push(`${word}\u{10ffff}`)}`
    : `${column} = $${params.push(word)}`;

interface ReportDocument {
  id: string;
  /** The award notice. */
  notice: string;
  ack_doc_id: string;
  name: string;
  published_on: string | null;
  content_sha256: string | null;
}

/** Reports whose text was read or is unreadable. */
export const openedReports = (db: Database): AsyncIterable<ReportDocument> =>
  db.stream<ReportDocument>(
    `select id, notice, ack_doc_id, name, published_on, content_sha256 from document
     where section = 'supplierReport' and state = 'opened' and ack_doc_id is not null order by id`,
  );

/** Pages of a report that are read; the rest are annexes. */
const PAGES_MAX = 20;

/** Null when it has no text. */
export async function reportText(db: Database, sha256: string): Promise<string | null> {
  const pages = await db.all<{ text: string }>(
    `select page.text from content join page on page.content = content.key
     where content.sha256 = $1 order by page.number limit ${PAGES_MAX}`,
    [sha256],
  );
  return pages.length === 0 ? null : pages.map(({ text }) => text).join('\n');
}

/** Ids of documents by ids of their reports. */
export async function documentsOfReports(db: Database, ackDocIds: readonly string[]): Promise<Map<string, string>> {
  if (ackDocIds.length === 0) return new Map();
  const list = ackDocIds.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<{ id: string; ack_doc_id: string }>(
    `select id, ack_doc_id from document
     where ack_doc_id in (${list}) and section = 'supplierReport' and state = 'opened' order by id`,
    ackDocIds,
  );
  return new Map(rows.map(({ id, ack_doc_id }) => [ack_doc_id, id]));
}

export interface WithheldRow {
  id: string;
  why: string;
  withheld_at: string;
}

/** Withheld documents among these ids. They are in the state store, because decisions must survive the loss of collected documents. */
export async function withheldAmong(state: Database, ids: readonly string[]): Promise<Map<string, WithheldRow>> {
  if (ids.length === 0) return new Map();
  const placeholders = ids.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await state.all<WithheldRow>(`select * from withheld_document where id in (${placeholders})`, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ordered by the time of withholding. */
export const allWithheld = (state: Database): Promise<WithheldRow[]> =>
  state.all<WithheldRow>('select * from withheld_document order by withheld_at, id');

/** Whether it was visible before; an already withheld document gets the new reason. */
export async function withhold(state: Database, { id, why, withheld_at }: WithheldRow): Promise<boolean> {
  const wasWithheld = (await withheldAmong(state, [id])).has(id);
  await state.write([
    {
      sql: `insert into withheld_document (id, why, withheld_at) values ($1, $2, $3)
            on conflict (id) do update set why = excluded.why`,
      params: [id, why, withheld_at],
    },
  ]);
  return !wasWithheld;
}

/** Whether it was withheld. */
export async function release(state: Database, id: string): Promise<boolean> {
  const [rows = []] = await state.write([
    { sql: 'delete from withheld_document where id = $1 returning id', params: [id] },
  ]);
  return rows.length > 0;
}
