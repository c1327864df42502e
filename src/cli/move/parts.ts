/** Copies one part of a generation from a file to a schema: the same tables, rows and indexes, under the same name. */

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '#data/ingest/progress.ts';
import { tablesOf } from '#data/ingest/tables.ts';
import type { Value } from '#data/store/database.ts';
import type { Part } from '#data/store/dataset.ts';
import { statementsOf } from '#data/store/ddl.ts';
import type { PartName } from '#data/store/formats.ts';
import type { Builder } from '#data/store/generation-store.ts';
import { Column, type LoadTarget, type Row } from '#data/store/table.ts';
import { wordIndexRows } from '#data/store/word-index.ts';
import { NotMoved } from './source.ts';

/** Rows between two turns of the event loop, for progress and signals. */
const YIELD_ROWS = 2_000;

export async function movePart(from: DatabaseSync, part: Part, bench: Builder, step: Step): Promise<void> {
  const { name, id, area } = part;
  const { tables, indexes } = declared(name as PartName);
  await bench.reserve(id);
  const target = bench.open(part, []);
  try {
    await target.execute(tables);
    let moved = 0;
    for (const table of Object.keys(part.rows)) {
      const isWords = isWordIndex(from, id, table);
      const rows = isWords ? wordRows(from, id, table) : rowsOf(from, id, table);
      moved += await target.load<LoadTarget>(
        isWords ? wordIndexRows(table) : storedTable(from, id, table),
        counted(rows, (count) => step.at(moved + count, moved + count, table)),
      );
    }
    await target.execute(indexes);
    const { rows } = await target.finish();
    for (const [table, expected] of Object.entries(part.rows))
      if (rows[table] !== expected)
        throw new NotMoved(`Of ${expected} rows of ${area}.${name}.${table} ${rows[table] ?? 0} arrived.`);
  } finally {
    await target.abandon();
  }
}

/** The statements of a build on PostgreSQL. Indexes come after the rows, which is faster. */
function declared(name: PartName): { tables: string; indexes: string } {
  const statements = statementsOf(tablesOf(name, 'postgres')).map((sql) => sql.trim());
  const isIndex = (sql: string): boolean => /^create (?:unique )?index /.test(sql);
  const text = (some: readonly string[]): string => some.map((sql) => `${sql};`).join('\n');
  return { tables: text(statements.filter((sql) => !isIndex(sql))), indexes: text(statements.filter(isIndex)) };
}

function isWordIndex(from: DatabaseSync, id: string, table: string): boolean {
  const row = from.prepare('select type from pragma_table_list where schema = ?1 and name = ?2').get(id, table);
  return row?.type === 'virtual';
}

type StoredRow = Row<LoadTarget>;

function storedTable(from: DatabaseSync, id: string, table: string): LoadTarget {
  const names = from.prepare(`select * from "${id}"."${table}"`).columns();
  return { name: table, columns: Object.fromEntries(names.map(({ name }) => [name, anyValue])) };
}

const anyValue = new Column<Value>('');

const rowsOf = (from: DatabaseSync, id: string, table: string): Iterable<StoredRow> =>
  from.prepare(`select * from "${id}"."${table}"`).iterate() as Iterable<StoredRow>;

async function* counted(
  rows: Iterable<StoredRow>,
  report: (count: number) => void,
): AsyncGenerator<StoredRow, void, undefined> {
  let count = 0;
  for (const row of rows) {
    yield row;
    if (++count % YIELD_ROWS > 0) continue;
    report(count);
    await new Promise(setImmediate);
  }
}

/**
 * The number of each row, and its words in the syntax of a tsvector, with positions in an index with phrases. SQLite stores no texts beside
 * an index of words, only rows and positions of words.
 */
function* wordRows(from: DatabaseSync, part: string, index: string): Generator<StoredRow, void, undefined> {
  from.exec(`create virtual table temp."words_of_${index}" using fts5vocab("${part}", "${index}", instance)`);
  // SQLite types its rows as records of any column.
  const words = from
    .prepare(`select doc, term, "offset" as position from temp."words_of_${index}" order by doc, position`)
    .iterate() as unknown as Iterator<Word>;
  let next = words.next();
  for (const { rowid } of from.prepare(`select rowid from "${part}"."${index}" order by rowid`).iterate() as Iterable<{
    rowid: number;
  }>) {
    const lexemes: string[] = [];
    for (; !next.done && next.value.doc === rowid; next = words.next()) lexemes.push(lexeme(next.value));
    yield { rowid, words: lexemes.join(' ') };
  }
}

interface Word {
  doc: number;
  term: string;
  /** From 0; null in an index without positions. */
  position: number | null;
}

/** PostgreSQL counts positions from 1. */
const lexeme = ({ term, position }: Word): string =>
  `'${term.replace(/['\\]/g, '$&$&')}'${position === null ? '' : `:${position + 1}`}`;
