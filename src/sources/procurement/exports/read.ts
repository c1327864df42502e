/** One file of the published exports, whatever its format, as records of the tables in it. */
import { basename } from 'node:path';
import { fileInput } from '#sources/lines.ts';
import { WrongShape } from '#sources/shape.ts';
import { type Batch, Refusal } from '#sources/table.ts';
import type { Cell } from '#sources/workbook/sheet.ts';
import { awardsTable } from './awards.ts';
import type { ExportBatch, ExportKind, ExportRecords, ReadRow } from './batch.ts';
import { foldedName } from './columns.ts';
import { contractsTable } from './contracts.ts';
import { noticesTable } from './notices.ts';
import { purchasesTable } from './purchases.ts';
import type { RowBatch } from './rows.ts';
import { textRows } from './text-rows.ts';
import { exportedSheets } from './workbook-rows.ts';

/** In this order: a table of purchases has all that contracts need, and contracts nearly all that notices need. */
const TABLES = [awardsTable, purchasesTable, contractsTable, noticesTable];

const EXPECTED = TABLES.map(({ expected }) => expected).join(', or ');

/** Some workbooks begin with a title and empty rows; a table that has not begun by then is none. */
const ROWS_BEFORE_HEADER_MAX = 20;

export async function* readExport(path: string): AsyncGenerator<ExportBatch> {
  const file = basename(path);
  yield* readRows(file, (await exportedSheets(path, file)) ?? textRows(fileInput(path)));
}

interface OpenTable {
  kind: ExportKind;
  read: ReadRow<ExportKind>;
  header: Cell[];
}

export async function* readRows(file: string, batches: AsyncIterable<RowBatch>): AsyncGenerator<ExportBatch> {
  let table: OpenTable | null = null;
  let before: string | null = null;
  let rowsBefore = 0;
  let lastSheet: number | null = null;
  for await (const { sheet, rows, lines, skips, bytesRead, monthFirst } of batches) {
    let batch: Batch<ExportRecords[ExportKind]> = { records: [], lines: [], skips: [...skips], bytesRead };
    for (let i = 0; i < rows.length; i++) {
      const cells = rows[i] ?? [];
      const line = lines[i] ?? 0;
      if (cells.every(isBlank)) continue;
      const next: OpenTable | null = sheet !== lastSheet || mayBeHeader(cells, table) ? tableUnder(cells) : null;
      lastSheet = sheet;
      if (next !== null) {
        if (table !== null && next.kind !== table.kind) {
          yield { kind: table.kind, ...batch } as ExportBatch;
          batch = { records: [], lines: [], skips: [], bytesRead };
        }
        table = next;
        continue;
      }
      if (table === null) {
        before ??= cells.join(' ').trim();
        if (++rowsBefore > ROWS_BEFORE_HEADER_MAX) throw wrongShape(file, before);
        continue;
      }
      const record = table.read(cells, monthFirst);
      if (record instanceof Refusal) {
        const found = sheet === null ? record.found : `sheet ${sheet}: ${record.found}`;
        batch.skips.push({ line, reason: record.reason, found: found.slice(0, FOUND_LENGTH_MAX) });
      } else {
        batch.records.push(record);
        batch.lines.push(line);
      }
    }
    if (table !== null) yield { kind: table.kind, ...batch } as ExportBatch;
  }
  if (table === null) throw wrongShape(file, before ?? 'an empty table');
}

const FOUND_LENGTH_MAX = 80;

const wrongShape = (file: string, found: string): WrongShape =>
  new WrongShape(file, EXPECTED, `the header ${found.slice(0, 200)}`);

const isBlank = (cell: Cell): boolean => cell === null || cell === '';

/** Every row is looked at until there is a header; after that the first of a sheet, and those that begin as the header does. */
const mayBeHeader = (cells: Cell[], table: OpenTable | null): boolean =>
  table === null || (cells[0] === table.header[0] && cells[1] === table.header[1]);

function tableUnder(cells: Cell[]): OpenTable | null {
  const header = cells.map(foldedName);
  for (const { kind, under } of TABLES) {
    const read = under(header);
    if (read !== null) return { kind, read, header: cells };
  }
  return null;
}
