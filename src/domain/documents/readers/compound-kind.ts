/** What a compound file of Office before 2007 holds, by the names in its folder. */
import { type FileHandle, open } from 'node:fs/promises';
import { BrokenWorkbook } from '#lib/readers/workbook/broken-workbook.ts';
import { compoundStream } from '#lib/readers/workbook/compound-file.ts';
import { Refused } from './pieces.ts';

/** The first that is there. Newer documents under a password lie in a compound file, too. */
const STREAMS = [
  ['EncryptedPackage', 'lockedOffice'],
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
] as const;

export async function compoundKind(path: string): Promise<'lockedOffice' | 'doc' | 'xls' | 'oldOffice'> {
  const file = await open(path);
  try {
    for (const [name, kind] of STREAMS) if (await hasStream(file, name)) return kind;
    return 'oldOffice';
  } finally {
    await file.close();
  }
}

async function hasStream(file: FileHandle, name: string): Promise<boolean> {
  try {
    await compoundStream(file, [name]).next();
    return true;
  } catch (error) {
    if (!(error instanceof BrokenWorkbook)) throw error;
    if (/without a workbook/.test(error.message)) return false;
    throw new Refused('damaged', error.message);
  }
}
