/** A workbook of any format, told by its first bytes and by what its archive holds: names of files lie. */
import { open } from 'node:fs/promises';
import { COMPOUND_MAGIC } from './compound-file.ts';
import { rowsReadOutside } from './outside.ts';
import { BrokenWorkbook, type SheetRows } from './sheet.ts';
import { xlsxRows } from './xlsx.ts';
import { openArchive } from './zip.ts';

const ZIP_MAGIC = Buffer.from('PK\x03\x04');

/** Its rows; null when the file is no workbook at all. Reading them throws BrokenWorkbook. */
export async function workbookRows(path: string): Promise<AsyncIterable<SheetRows> | null> {
  const start = await firstBytes(path, COMPOUND_MAGIC.length);
  if (start.equals(COMPOUND_MAGIC)) return rowsReadOutside(path, 'xls');
  if (!start.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) return null;
  const archive = await openArchive(path);
  archive.close();
  if (archive.has('xl/workbook.xml')) return xlsxRows(path);
  if (archive.has('content.xml')) return rowsReadOutside(path, 'ods');
  throw new BrokenWorkbook('an archive that is neither XLSX nor ODS');
}

async function firstBytes(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
