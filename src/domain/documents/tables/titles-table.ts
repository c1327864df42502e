/** Documents by words of their names. However common a word is, a question looks at so many documents and no more. */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Term } from '#data/store/word-index.ts';
import type { DocumentRow } from './rows.ts';

/** Statements of so many rows at most: engines bound the values of one. */
const ROWS_MAX = 500;

/** Goes with the rows of the documents themselves, in one write. */
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

/** Documents with the rarest of the words that are looked at. */
const LOOKED_AT_MAX = 2_000;

export type TitledRow = Pick<
  DocumentRow,
  'id' | 'notice' | 'name' | 'section' | 'published_on' | 'ack_doc_id' | 'fetched_at' | 'file_sha256' | 'content_sha256'
>;

/** Those of the newest version of what was not withdrawn, and supplier-performance reports. `isWhole`: all were looked at. */
export async function documentsTitled(
  db: Database,
  terms: readonly Term[],
): Promise<{ rows: TitledRow[]; isWhole: boolean }> {
  const counts = await Promise.all(terms.map((term) => countOf(db, term)));
  const fewest = Math.min(...counts);
  if (fewest === 0) return { rows: [], isWhole: true };
  const rarest = terms[counts.indexOf(fewest)] as Term;
  const params: Value[] = [];
  const found = `select word, document_id from title_word where ${testOf(rarest, 'word', params)}
    order by word, document_id desc limit ${LOOKED_AT_MAX}`;
  const others = terms
    .filter((term) => term !== rarest)
    .map(
      (term) =>
        `exists (select 1 from title_word other where other.document_id = document.id and ${testOf(term, 'other.word', params)})`,
    );
  const isShown = `(section = 'supplierReport' or exists (
    select 1 from documentation_document listed
    join documentation on documentation.notice = listed.notice and documentation.version = listed.version
    where listed.document_id = document.id and documentation.state <> 'withdrawn'))`;
  const rows = await db.all<TitledRow>(
    `select id, notice, name, section, published_on, ack_doc_id, fetched_at, file_sha256, content_sha256 from document
     where id in (select document_id from (${found}) as found) and ${[isShown, ...others].join(' and ')}`,
    params,
  );
  return { rows, isWhole: fewest < LOOKED_AT_MAX };
}

async function countOf(db: Database, term: Term): Promise<number> {
  const params: Value[] = [];
  const some = `select 1 from title_word where ${testOf(term, 'word', params)} limit ${LOOKED_AT_MAX}`;
  const counted = await db.one<{ count: number }>(`select count(*) as count from (${some}) as titled`, params);
  return counted?.count ?? 0;
}

const testOf = ({ word, prefix }: Term, column: string, params: Value[]): string =>
  prefix
    ? `${column} >= $${params.push(word)} and ${column} < $${params.push(`${word}\u{10ffff}`)}`
    : `${column} = $${params.push(word)}`;
