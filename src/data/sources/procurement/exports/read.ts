/** One file of the published exports, in any format, as records of its tables. */
import { basename } from 'node:path';
import { fileInput } from '#data/sources/lines.ts';
import { Refusal, type Skip } from '#data/sources/text-table.ts';
import { type WorkbookSandbox, workbookRows } from '#lib/readers/workbook/rows.ts';
import { BrokenWorkbook, type Cell, type WorksheetRows } from '#lib/readers/workbook/worksheet.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { clean } from '#lib/values/text.ts';
import { awardsTable } from './awards.ts';
import type { ExportBatch, ExportKind, ExportRecords, ReadRow } from './batch.ts';
import { foldedName, moneyNames } from './columns.ts';
import { contractsTable } from './contracts.ts';
import { modificationsTable } from './modifications.ts';
import { noticesTable } from './notices.ts';
import { purchasesTable } from './purchases.ts';
import type { RowBatch } from './rows.ts';
import { textRows } from './text-rows.ts';

/** In this order: a table of modifications or purchases has all columns of contracts, and contracts nearly all of notices. */
const TABLES = [modificationsTable, awardsTable, purchasesTable, contractsTable, noticesTable];

const EXPECTED = TABLES.map(({ expected }) => expected).join(', or ');

/** More refused rows before the first good one mean that the columns do not match their names. */
const REFUSED_START_MAX = 1_000;

/** Some workbooks begin with a title and empty rows; without a header by then there is no table. */
const ROWS_BEFORE_HEADER_MAX = 20;

/** `workbooks`: reads workbooks. Default: the sandbox. */
export async function* readExport(path: string, workbooks?: WorkbookSandbox): AsyncGenerator<ExportBatch> {
  const file = basename(path);
  yield* readRows(file, (await exportedSheets(path, file, workbooks)) ?? textRows(fileInput(path)));
}

interface OpenTable {
  kind: ExportKind;
  /** Null for a table to ignore. */
  read: ReadRow<ExportKind> | null;
  header: Cell[];
}

export async function* readRows(file: string, batches: AsyncIterable<RowBatch>): AsyncGenerator<ExportBatch> {
  let table: OpenTable | null = null;
  let before: string | null = null;
  let rowsBefore = 0;
  let lastSheet: number | null = null;
  let anyRecord = false;
  let refused = 0;
  for await (const { sheet, rows, lines, skips, bytesRead, monthFirst } of batches) {
    let batch = emptyBatch(bytesRead, [...skips]);
    const skip = (line: number, { reason, found, isIntended }: Refusal, bani: number | null = null): void => {
      const position = sheet === null ? '' : `sheet ${sheet}: `;
      const entry = { line, reason, found: `${position}${found}`.slice(0, FOUND_LENGTH_MAX) };
      batch.skips.push({ ...entry, ...(isIntended && { isIntended }), ...(bani !== null && { bani }) });
    };
    if (sheet === lastSheet) for (const cells of rows) table?.read?.observe(cells);
    for (let i = 0; i < rows.length; i++) {
      const cells = rows[i] ?? [];
      const line = lines[i] ?? 0;
      if (cells.every(isBlank)) continue;
      const next: OpenTable | null = sheet !== lastSheet || mayBeHeader(cells, table) ? tableUnder(cells, file) : null;
      lastSheet = sheet;
      if (next !== null) {
        if (table !== null && next.kind !== table.kind) {
          yield { kind: table.kind, ...batch } as ExportBatch;
          batch = emptyBatch(bytesRead, []);
        }
        table = next;
        for (const later of rows.slice(i + 1)) table.read?.observe(later);
        if (next.read === null) skip(line, NOT_READ);
        continue;
      }
      if (table === null) {
        before ??= cells.join(' ').trim();
        if (++rowsBefore > ROWS_BEFORE_HEADER_MAX) throw wrongShape(file, `the header ${before}`);
        continue;
      }
      if (table.read === null) continue;
      const amount = table.read.amount(cells);
      const record = table.read.record(cells, monthFirst);
      if (record instanceof Refusal) {
        skip(line, record, amount);
        refused++;
      } else {
        batch.records.push(record);
        batch.lines.push(line);
        batch.amounts.push(amount);
      }
    }
    anyRecord ||= batch.records.length > 0;
    if (!anyRecord && refused > REFUSED_START_MAX) break;
    if (table !== null) yield { kind: table.kind, ...batch } as ExportBatch;
  }
  if (table === null) throw wrongShape(file, `the header ${before ?? 'of an empty table'}`);
  if (!anyRecord && refused > 0) throw wrongShape(file, `${refused} rows under the right header, none readable`);
}

const FOUND_LENGTH_MAX = 80;

const emptyBatch = (bytesRead: number, skips: Skip[]) => ({
  records: [] as ExportRecords[ExportKind][],
  lines: [] as number[],
  amounts: [] as (number | null)[],
  skips,
  bytesRead,
});

const wrongShape = (file: string, found: string): WrongShape => new WrongShape(file, EXPECTED, found.slice(0, 200));

const isBlank = (cell: Cell): boolean => cell === null || cell === '';

/** Any row before the first header; then the first row of a worksheet, and rows that begin like the header. */
const mayBeHeader = (cells: Cell[], table: OpenTable | null): boolean =>
  table === null || (cells[0] === table.header[0] && cells[1] === table.header[1]);

function tableUnder(cells: Cell[], file: string): OpenTable | null {
  const header = moneyNames(cells.map(foldedName));
  for (const { kind, readerFor: under } of TABLES) {
    const read = under(header, file);
    if (read !== null) return { kind, read, header: cells };
  }
  const isChanges = header.some((name) => name.includes('descriereamodificarilor'));
  return isChanges ? { kind: 'modifications', read: null, header: cells } : null;
}

/** Such a table without the number of the contract or its authority. */
const NOT_READ = new Refusal('modifications of contracts without their number or authority', '', true);

const EXPECTED_FORMATS = 'a workbook (XLSX, XLS of Excel 97 or later, ODS) or a table of text';

/** Null when the file is no workbook. */
async function exportedSheets(
  path: string,
  file: string,
  sandbox?: WorkbookSandbox,
): Promise<AsyncIterable<RowBatch> | null> {
  try {
    const sheets = await workbookRows(path, sandbox);
    return sheets === null ? null : batches(sheets, file);
  } catch (error) {
    throw asWrongShape(error, file);
  }
}

async function* batches(sheets: AsyncIterable<WorksheetRows>, file: string): AsyncGenerator<RowBatch> {
  try {
    for await (const { worksheet: sheet, rows, lines, bytesRead } of sheets) {
      yield { sheet, rows: rows.map(normalise), lines, skips: [], bytesRead, monthFirst: false };
    }
  } catch (error) {
    throw asWrongShape(error, file);
  }
}

const normalise = (cells: Cell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'string' && IRREGULAR.test(cell) ? clean(cell) : cell));

/** Letters with cedillas, and white space other than single blanks. */
const IRREGULAR = /[şţŞŢ\t-\r\u00a0]| {2}/;

const asWrongShape = (error: unknown, file: string): unknown =>
  error instanceof BrokenWorkbook ? new WrongShape(file, EXPECTED_FORMATS, error.message) : error;
