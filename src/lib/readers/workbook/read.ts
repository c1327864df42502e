/** Sandbox reader of workbooks: detects the format by first bytes and archive entries. */
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { isCompound } from './magic.ts';
import { odsRows } from './ods.ts';
import { BrokenWorkbook, type WorksheetRows } from './worksheet.ts';
import { xlsRows } from './xls.ts';
import { xlsxRows } from './xlsx.ts';
import { openArchive } from './zip.ts';

export const read: Reader<{ path: string }, WorksheetRows> = async function* ({ path }) {
  yield* (await isCompound(path)) ? xlsRows(path) : await archivedRows(path);
};

async function archivedRows(path: string): Promise<AsyncIterable<WorksheetRows>> {
  const archive = await openArchive(path);
  archive.close();
  if (archive.has('xl/workbook.xml')) return xlsxRows(path);
  if (archive.has('content.xml')) return odsRows(path);
  throw new BrokenWorkbook('an archive that is neither XLSX nor ODS');
}
