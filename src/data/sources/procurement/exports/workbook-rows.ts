/** Rows of the exports that are workbooks, normalised like those of text formats. */

import { type WorkbookSandbox, workbookRows } from '#lib/readers/workbook/rows.ts';
import { BrokenWorkbook, type Cell, type WorksheetRows } from '#lib/readers/workbook/worksheet.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { clean } from '#lib/values/text.ts';
import type { RowBatch } from './rows.ts';

const EXPECTED = 'a workbook (XLSX, XLS of Excel 97 or later, ODS) or a table of text';

/** Null when the file is no workbook. */
export async function exportedSheets(
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
  error instanceof BrokenWorkbook ? new WrongShape(file, EXPECTED, error.message) : error;
