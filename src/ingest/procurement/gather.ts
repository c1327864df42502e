/**
 * Reads exports and increments, the newest first, into the tables of a part. Of rows with the same number the newest file's counts,
 * and inside a file the last; the others are told in the report. Contracts are gathered row by row and put together afterwards.
 */

import { type Reading, readBatches } from '#ingest/file-reading.ts';
import type { PublishedFile } from '#ingest/publications.ts';
import type { ExportBatch, ExportKind } from '#sources/procurement/exports/batch.ts';
import type { ReportRecord } from '#sources/procurement/records.ts';
import type { Batch } from '#sources/text-table.ts';
import type { Value } from '#store/database.ts';
import type { PartBuild } from '#store/dataset.ts';
import { SeenKeys } from './key-set.ts';
import { loadTables } from './parallel-loads.ts';
import type { PartyNames } from './party-names.ts';
import { contractKey } from './row-numbers.ts';
import { awards, notices, purchases, type RowShape, reports } from './rows.ts';

export interface Published {
  file: PublishedFile;
  read(): AsyncIterable<ExportBatch | ReportBatch>;
}

/** Reports come from a format of ours, beside the exports. */
export type ReportBatch = Batch<ReportRecord> & { kind: 'reports' };

const SHAPES = { purchases, awards, notices, reports } as unknown as Record<
  Exclude<ExportKind, 'contracts'> | 'reports',
  RowShape<unknown>
>;

export const contractsGathered =
  'create table contract_row (key bigint not null, file integer not null, number integer not null, record text not null);';

export interface GatherNeeds {
  names: PartyNames;
  /** Fills in what notices do not say. */
  counties(rows: readonly Value[][]): Promise<void>;
}

export async function gather(
  part: PartBuild,
  published: readonly Published[],
  reading: Reading,
  { names, counties }: GatherNeeds,
): Promise<void> {
  const tables = Object.values(SHAPES).map((shape) => openTable(shape, names));
  const columns = {
    contract_row: ['key', 'file', 'number', 'record'],
    ...Object.fromEntries(Object.values(SHAPES).map((shape) => [shape.table, shape.columns])),
  };
  let row = 0;
  const loaded = await loadTables(part, columns, async (loads) => {
    for (const [number, { file, read }] of published.entries()) {
      for (const table of tables) table.begin();
      await readBatches(reading, file, read(), async ({ kind, records, lines }) => {
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
}

type Table = ReturnType<typeof openTable>;

const DELETE_AT_ONCE = 1_000; // keys in one statement

function openTable({ table, columns, row: rowOf }: RowShape<unknown>, names: PartyNames) {
  const seen = new SeenKeys();
  let here = new SeenKeys();
  /** The few rows that come again in their own file. */
  const corrections = new Map<number, Value[]>();
  const dayAt = columns.indexOf('day');
  const partiesAt = ['authority_code', 'supplier_code'].map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  return {
    name: table,
    /** Another file follows, an older one. */
    begin(): void {
      here = new SeenKeys();
    },
    take(records: readonly unknown[], skip: (index: number, reason: string) => void): Value[][] {
      const rows: Value[][] = [];
      for (let i = 0; i < records.length; i++) {
        const row = rowOf(records[i]);
        const key = row[0] as number;
        if (!seen.see(key)) {
          here.see(key);
          rows.push(row);
        } else if (here.has(key)) {
          corrections.set(key, row);
          skip(i, 'replaces an earlier row with the same number');
        } else {
          skip(i, 'a newer file has the same number');
          continue;
        }
        for (const at of partiesAt) names.note(row, at, row[dayAt] as string);
      }
      return rows;
    },
    async correct(part: PartBuild): Promise<void> {
      const keys = [...corrections.keys()];
      for (let i = 0; i < keys.length; i += DELETE_AT_ONCE)
        await part.execute(`delete from ${table} where key in (${keys.slice(i, i + DELETE_AT_ONCE).join(', ')})`);
      await part.load(table, columns, corrections.values());
    },
  };
}
