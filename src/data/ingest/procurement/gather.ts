/**
 * Reads exports and increments, the newest first, into the tables of a part. Of rows with the same number the one of the
 * newest file counts, and inside a file the last; the report lists the others, and the books their value. An amount below zero corrects the
 * row above zero with the same number: both are added. Rows of contracts are stored as they are and merged afterwards.
 */

import { type Reading, readBatches } from '#data/ingest/file-reading.ts';
import { inPages } from '#data/ingest/in-pages.ts';
import type { PublishedFile } from '#data/ingest/published-files.ts';
import type { ExportBatch } from '#data/sources/procurement/exports/batch.ts';
import type { ReportRecord } from '#data/sources/procurement/records.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, integer, type LoadTarget, type Row, table, text } from '#data/store/table.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import { type Books, NEGATIVE } from './books.ts';
import { type Loads, loadTables } from './load-blocks.ts';
import type { Parties } from './parties.ts';
import { contractKey, SeenKeys } from './row-numbers.ts';
import {
  awards,
  modifications,
  type NoticeRow,
  notices,
  purchases,
  type RowShape,
  reports,
  type StoredRow,
} from './rows.ts';

export interface Published {
  file: Pick<PublishedFile, 'name' | 'bytes'>;
  /** Its name in the books: one for the hundreds of days of a list. */
  book: string;
  read(): AsyncIterable<ExportBatch | ReportBatch>;
}

/** Reports come from this project's import format, beside the exports. */
export type ReportBatch = Batch<ReportRecord> & { kind: 'reports'; amounts: (number | null)[] };

export const contractRow = table('contract_row', {
  key: bigint().notNull(),
  file: integer().notNull(),
  number: integer().notNull(),
  record: text().notNull(),
});

/**
 * Of rows that a file repeats or that a newer file corrects, the further ones; before them, the book of a stored row below zero, without a
 * row. Files may repeat any number of rows: none stays in memory.
 */
const version = table('version_gathered', {
  list: text().notNull(),
  key: bigint().notNull(),
  number: integer().notNull(),
  book: text().notNull(),
  record: text(),
});

export interface GatherOptions {
  parties: Parties;
  books: Books;
  /** Fills in the counties of authorities. */
  counties(rows: readonly NoticeRow[]): Promise<void>;
}

/** Returns the sum of each list in the tables, in bani, except contracts. */
export async function gather(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  { parties, books, counties }: GatherOptions,
): Promise<Map<string, bigint>> {
  const tables = {
    purchases: openTable('purchases', purchases, parties, books),
    awards: openTable('awards', awards, parties, books),
    notices: openTable('notices', notices, parties, books, counties),
    modifications: openTable('modifications', modifications, parties, books),
    reports: openTable('reports', reports, parties, books),
  };
  const opened = Object.values(tables);
  await part.stage(version);
  let row = 0;
  const loaded = await loadTables(part, async (loads) => {
    for (const [number, { file, book, read }] of published.entries()) {
      for (const each of opened) each.begin(book);
      await readBatches(reading, file, read(), async (batch) => {
        await parties.relieve(part);
        const { kind, records, lines } = batch;
        enter(books, book, batch);
        if (kind !== 'contracts')
          return tables[kind].load(records, loads, (i, reason) => reading.tally.skip(file.name, reason, lines[i] ?? 0));
        await loads.add(
          contractRow,
          records.map((record) => ({
            key: contractKey(record),
            file: number,
            number: ++row,
            record: JSON.stringify(record),
          })),
        );
        return records.length;
      });
    }
  });
  for (const each of opened) await each.correct(part);
  await part.unstage(version);
  for (const { table } of opened) reading.tally.store(table.name, loaded.get(table.name) ?? 0);
  return new Map(await Promise.all(opened.map((each) => each.total(part))));
}

/** Enters the values of the rows, and of the rows without a record. */
function enter(books: Books, book: string, { kind, amounts, skips }: ExportBatch | ReportBatch): void {
  for (const bani of amounts) {
    books.read(book, kind, bani);
    if (bani !== null && bani < 0 && kind === 'reports') books.exclude(book, kind, NEGATIVE, bani);
  }
  for (const { bani, reason } of skips) {
    if (bani === null || bani === undefined) continue;
    books.read(book, kind, bani);
    books.exclude(book, kind, `in rows skipped: ${reason}`, bani);
  }
}

const DELETE_AT_ONCE = 1_000; // keys in one statement

const REPLACED = 'in rows that a later one with the same number replaces';
/** Also of contracts. */
export const OLDER = 'in rows that a newer file has too';

/** `complete`: fills in missing columns. */
function openTable<Published, T extends LoadTarget>(
  kind: string,
  { table, worth, row: rowOf }: RowShape<Published, T>,
  parties: Parties,
  books: Books,
  complete?: (rows: readonly StoredRow<T>[]) => Promise<void>,
) {
  const seen = new SeenKeys();
  let inFile = new SeenKeys();
  let book = '';
  /** Rows below zero that no other row corrects. */
  const below = new SeenKeys();
  let number = 0;
  interface Version {
    row: StoredRow<T>;
    book: string;
  }
  const worthOf = (row: StoredRow<T>): number | null => row[worth] ?? null;
  type Skip = (index: number, reason: string) => void;

  function take(records: readonly Published[], skip: Skip) {
    const rows: StoredRow<T>[] = [];
    const versions: Row<typeof version>[] = [];
    const keep = (key: number, row: StoredRow<T> | null): void =>
      void versions.push({ list: kind, key, number: ++number, book, record: row && JSON.stringify(row) });
    for (const [i, record] of records.entries()) {
      const row = rowOf(record, parties);
      const { key } = row;
      if (!seen.see(key)) {
        inFile.see(key);
        rows.push(row);
        books.stored(book, kind, worthOf(row));
        if ((worthOf(row) ?? 0) < 0) {
          below.see(key);
          keep(key, null);
        }
      } else if (inFile.has(key) || (below.has(key) && (worthOf(row) ?? 0) > 0)) {
        keep(key, row);
        const isCorrection = (worthOf(row) ?? 0) < 0;
        if (!isCorrection) below.remove(key);
        skip(i, isCorrection ? 'corrects a row with the same number' : 'replaces an earlier row with the same number');
      } else {
        books.exclude(book, kind, OLDER, worthOf(row));
        skip(i, 'a newer file has the same number');
        continue;
      }
      parties.note(row, typeof row.day === 'number' ? row.day : dayNumber(row.day));
    }
    return { rows, versions };
  }

  return {
    table,
    /** Starts the next, older file. */
    begin(next: string): void {
      inFile = new SeenKeys();
      book = next;
    },
    /** `records`: of the kind of this table. */
    async load(records: readonly unknown[], loads: Loads, skip: Skip): Promise<number> {
      const { rows, versions } = take(records as readonly Published[], skip);
      await complete?.(rows);
      await loads.add(table, rows);
      await loads.add(version, versions);
      return rows.length;
    },
    async correct(part: PartBuild): Promise<void> {
      for await (const page of inPages(versionsOf<StoredRow<T>>(part.db, kind), DELETE_AT_ONCE)) {
        const byKey = new Map(page);
        const some = [...byKey.keys()].join(', ');
        const stored = await part.db.all<StoredRow<T>>(`select * from ${table.name} where key in (${some})`);
        await part.execute(`delete from ${table.name} where key in (${some})`);
        await part.load(
          table,
          stored.map((row) => lastOf(row, byKey.get(row.key) ?? [])),
        );
      }
    },
    /** The sum in the table, in bani, by its own query. */
    async total({ db }: PartBuild): Promise<[string, bigint]> {
      return [kind, await sumIn(db, table.name, worth)];
    },
  };

  /** The last version above zero, with every different amount below zero added; else the last. */
  function lastOf(stored: StoredRow<T>, noted: readonly Noted<StoredRow<T>>[]): StoredRow<T> {
    const first = { row: stored, book: noted[0]?.book ?? '' };
    const later = noted.flatMap(({ row, book }) => (row === null ? [] : [{ row, book }]));
    const versions = [first, ...later].map((version) => ({ ...version, bani: worthOf(version.row) ?? 0 }));
    const base = versions.findLast(({ bani }) => bani > 0);
    const lessOf = new Map(versions.filter(({ bani }) => bani < 0).map((version) => [version.bani, version]));
    const used = base && lessOf.size > 0 ? [base, ...lessOf.values()] : versions.slice(-1);
    for (const [i, version] of versions.entries()) {
      const { book, bani } = version;
      const isUsed = used.includes(version);
      if (isUsed !== (i === 0)) books.stored(book, kind, isUsed ? bani : -bani);
      if (!isUsed) books.exclude(book, kind, REPLACED, bani);
    }
    const { row } = used[0] as Version;
    return used.length === 1 ? row : { ...row, [worth]: used.reduce<number>((sum, { bani }) => sum + bani, 0) };
  }
}

/** The first one is of the book of the stored row. */
interface Noted<R> {
  book: string;
  row: R | null;
}

/** By key, in the order of the files; without rows below zero that nothing else concerns. */
async function* versionsOf<R>(db: Database, list: string): AsyncGenerator<[key: number, versions: Noted<R>[]]> {
  let key = 0;
  let noted: Noted<R>[] = [];
  const isConcerned = (): boolean => noted.some(({ row }) => row !== null);
  for await (const line of db.stream<{ key: number; book: string; record: string | null }>(
    `select key, book, record from ${version.name} where list = $1 order by key, number`,
    [list],
  )) {
    if (line.key !== key) {
      if (isConcerned()) yield [key, noted];
      key = line.key;
      noted = [];
    }
    noted.push({ book: line.book, row: line.record === null ? null : (JSON.parse(line.record) as R) });
  }
  if (isConcerned()) yield [key, noted];
}

/** As text, because sums of a country may exceed the safe integers. */
export async function sumIn(db: Database, table: string, column: string): Promise<bigint> {
  const row = await db.one<{ sum: string }>(`select cast(coalesce(sum(${column}), 0) as text) as sum from ${table}`);
  return BigInt(row?.sum ?? 0);
}
