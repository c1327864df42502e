/** Reads workbooks as text: a sheet is a page, a row is a line, cells are separated by tabs. */

import { odsRows } from '#lib/readers/workbook/ods.ts';
import { BrokenWorkbook, type WorksheetRows } from '#lib/readers/workbook/worksheet.ts';
import { xlsRows } from '#lib/readers/workbook/xls.ts';
import { xlsxRows } from '#lib/readers/workbook/xlsx.ts';
import { PageWriter, streamPages } from './page-writer.ts';
import { type ReaderMessage, Refused } from './reading.ts';

const READERS = { xlsx: xlsxRows, ods: odsRows, xls: xlsRows };

export async function* worksheetPages(path: string, kind: keyof typeof READERS): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  yield* streamPages(pages, steps(READERS[kind](path, 'displayed'), pages));
  yield* pages.drain(true);
}

async function* steps(rows: AsyncIterable<WorksheetRows>, pages: PageWriter): AsyncGenerator<void> {
  let sheet = 1;
  try {
    for await (const batch of rows) {
      for (; sheet < batch.worksheet; sheet++) pages.nextPage();
      for (const row of batch.rows) pages.add(`${row.map((cell) => cell ?? '').join('\t')}\n`);
      yield;
    }
  } catch (error) {
    if (!(error instanceof BrokenWorkbook)) throw error;
    throw new Refused(/password/.test(error.message) ? 'encrypted' : 'damaged', error.message);
  }
}
