/** Reads a workbook in a sandbox: its format is told by its first bytes and by what its archive holds. */
import type { Reader } from '#lib/sandbox/sandbox-terms.ts';
import { BrokenWorkbook } from './broken-workbook.ts';
import { isCompound } from './magic.ts';
import { odsRows } from './ods.ts';
import type { SheetRows } from './sheet.ts';
import { xlsRows } from './xls.ts';
import { xlsxRows } from './xlsx.ts';
import { openArchive } from './zip.ts';

export const read: Reader<{ path: string }, SheetRows> = async function* ({ path }) {
  yield* (await isCompound(path)) ? xlsRows(path) : await archivedRows(path);
};

async function archivedRows(path: string): Promise<AsyncIterable<SheetRows>> {
  const archive = await openArchive(path);
  archive.close();
  if (archive.has('xl/workbook.xml')) return xlsxRows(path);
  if (archive.has('content.xml')) return odsRows(path);
  throw new BrokenWorkbook('an archive that is neither XLSX nor ODS');
}
