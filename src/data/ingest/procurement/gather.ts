/**
 * Reads exports and increments, the newest first, into the tables of a part. Of rows with the same number the newest file's counts,
 * and inside a file the last; the others are told in the report, and what they are worth stands in the books. Contracts are gathered
 * row by row and put together afterwards.
 */

import { type Reading, readBatches } from '#data/ingest/file-reading.ts';
import type { PublishedFile } from '#data/ingest/publications.ts';
import type { ExportBatch, ExportKind } from '#data/sources/procurement/exports/batch.ts';
import type { ReportRecord } from '#data/sources/procurement/records.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { Database, Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { type Books, NEGATIVE } from './books.ts';
import { SeenKeys } from './key-set.ts';
import { loadTables } from './parallel-loads.ts';
import type { PartyNames } from './party-names.ts';
import { contractKey } from './row-numbers.ts';
import { awards, notices, purchases, type RowShape, reports } from './rows.ts';

export interface Published {
  file: Pick<PublishedFile, 'name' | 'bytes'>;
  /** What it is called in the books: hundreds of days that the lists were asked for are one. */
  book: string;
  read(): AsyncIterable<ExportBatch | ReportBatch>;
}

/** Reports come from a format of ours, beside the exports. */
export type ReportBatch = Batch<ReportRecord> & { kind: 'reports'; amounts: (number | null)[] };

const SHAPES = { purchases, awards, notices, reports } as unknown as Record<
  Exclude<ExportKind, 'contracts'> | 'reports',
  RowShape<unknown>
>;

export const contractsGathered =
  'create table contract_row (key bigint not null, file integer not null, number integer not null, record text not null);';

export interface GatherNeeds {
  names: PartyNames;
  books: Books;
  /** Fills in what notices do not say. */
  counties(rows: readonly Value[][]): Promise<void>;
}

/** Tells what the tables hold of each list, in bani; contracts are not there yet. */
export async function gather(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  { names, books, counties }: GatherNeeds,
): Promise<Map<string, bigint>> {
  const tables = Object.entries(SHAPES).map(([kind, shape]) => openTable(kind, shape, names, books));
  const columns = {
    contract_row: ['key', 'file', 'number', 'record'],
    ...Object.fromEntries(Object.values(SHAPES).map((shape) => [shape.table, shape.columns])),
  };
  let row = 0;
  const loaded = await loadTables(part, columns, async (loads) => {
    for (const [number, { file, book, read }] of published.entries()) {
      for (const table of tables) table.begin(book);
      await readBatches(reading, file, read(), async (batch) => {
        const { kind, records, lines } = batch;
        enter(books, book, batch);
        if (kind === 'contracts') {
          await loads.add(
            'contract_row',
            records.map((record) => [contractKey(record), number, ++row, JSON.stringify(record)]),
          );
          return records.length;
        }
        const table = tables[Object.keys(SHAPES).indexOf(kind)] as Table;
        const rows = table.take(records, (i, reason) => reading.tally.skip(file.name, reason, lines[i] ?? 0));
        if (kind === 'notices') await counties(rows);
        await loads.add(table.name, rows);
        return rows.length;
      });
    }
  });
  for (const table of tables) await table.correct(part);
  for (const table of tables) reading.tally.store(table.name, loaded.get(table.name) ?? 0);
  return new Map(await Promise.all(tables.map((table) => table.held(part))));
}

/** What the rows are worth, and those that gave no record. */
function enter(books: Books, book: string, { kind, amounts, skips }: ExportBatch | ReportBatch): void {
  for (const bani of amounts) {
    books.read(book, kind, bani);
    if (bani !== null && bani < 0 && kind !== 'contracts') books.aside(book, kind, NEGATIVE, bani);
  }
  for (const { bani, reason } of skips) {
    if (bani === null || bani === undefined) continue;
    books.read(book, kind, bani);
    books.aside(book, kind, `in rows skipped: ${reason}`, bani);
  }
}

type Table = ReturnType<typeof openTable>;

const DELETE_AT_ONCE = 1_000; // keys in one statement

/** Columns that say what a row is worth, the first that a table has. */
const MONEY = ['value', 'estimated_value', 'damages_amount'];

const REPLACED = 'in rows that a later one with the same number replaces';
/** Also of contracts. */
export const OLDER = 'in rows that a newer file has too';

function openTable(kind: string, { table, columns, row: rowOf }: RowShape<unknown>, names: PartyNames, books: Books) {
  const seen = new SeenKeys();
  let here = new SeenKeys();
  let book = '';
  /** The few rows that come again in their own file, the last of each. */
  const corrections = new Map<number, { row: Value[]; book: string }>();
  const dayAt = columns.indexOf('day');
  const [worth = ''] = MONEY.filter((name) => columns.includes(name));
  const worthAt = columns.indexOf(worth);
  const worthOf = (row: Value[]): number | null => row[worthAt] as number | null;
  const partiesAt = ['authority_code', 'supplier_code'].map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  return {
    name: table,
    /** Another file follows, an older one. */
    begin(next: string): void {
      here = new SeenKeys();
      book = next;
    },
    take(records: readonly unknown[], skip: (index: number, reason: string) => void): Value[][] {
      const rows: Value[][] = [];
      for (let i = 0; i < records.length; i++) {
        const row = rowOf(records[i]);
        const key = row[0] as number;
        if (!seen.see(key)) {
          here.see(key);
          rows.push(row);
          books.stored(book, kind, worthOf(row));
        } else if (here.has(key)) {
          const before = corrections.get(key);
          if (before) books.aside(book, kind, REPLACED, worthOf(before.row));
          corrections.set(key, { row, book });
          skip(i, 'replaces an earlier row with the same number');
        } else {
          books.aside(book, kind, OLDER, worthOf(row));
          skip(i, 'a newer file has the same number');
          continue;
        }
        for (const at of partiesAt) names.note(row, at, row[dayAt] as string);
      }
      return rows;
    },
    async correct(part: PartBuild): Promise<void> {
      const keys = [...corrections.keys()];
      for (let i = 0; i < keys.length; i += DELETE_AT_ONCE) {
        const some = keys.slice(i, i + DELETE_AT_ONCE).join(', ');
        const worths = `select key, ${worth} as bani from ${table} where key in (${some})`;
        for (const row of await part.db.all<{ key: number; bani: number | null }>(worths)) replace(row);
        await part.execute(`delete from ${table} where key in (${some})`);
      }
      const rows = [...corrections.values()].map(({ row }) => row);
      await part.load(table, columns, rows);
    },
    /** What the table holds, in bani, as it says itself. */
    async held({ db }: PartBuild): Promise<[string, bigint]> {
      return [kind, await sumIn(db, table, worth)];
    },
  };

  function replace({ key, bani }: { key: number; bani: number | null }): void {
    const correction = corrections.get(key);
    if (!correction) return;
    books.stored(correction.book, kind, bani === null ? null : -bani);
    books.aside(correction.book, kind, REPLACED, bani);
    books.stored(correction.book, kind, worthOf(correction.row));
  }
}

/** As text: sums of a country may be more than a number holds. */
export async function sumIn(db: Database, table: string, column: string): Promise<bigint> {
  const row = await db.one<{ sum: string }>(`select cast(coalesce(sum(${column}), 0) as text) as sum from ${table}`);
  return BigInt(row?.sum ?? 0);
}
