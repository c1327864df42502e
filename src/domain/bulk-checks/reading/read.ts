/** Reads an uploaded list in a sandbox: a workbook or a text, recognized by its first bytes, whatever its name. */
import { readFile } from 'node:fs/promises';
import { isArchive, isCompound } from '#lib/readers/workbook/magic.ts';
import { read as workbookRows } from '#lib/readers/workbook/read.ts';
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { listLines, type ParsedList } from './list-lines.ts';
import { cellsOf, decodeText } from './text-table.ts';

/** The maximum number of lines. */
export interface ReadBounds {
  linesMax: number;
}

/** One chunk: the whole list, or that it is too long. */
export type ReadList = ParsedList | { tooLong: true };

export const read: Reader<{ path: string }, ReadList> = async function* ({ path }, argument) {
  const { linesMax } = JSON.parse(argument) as ReadBounds;
  const isWorkbook = (await isArchive(path)) || (await isCompound(path));
  const tables = isWorkbook ? await worksheetsOf(path, linesMax) : [cellsOf(textOf(await readFile(path)))];
  const isLong = tables === null || tables.reduce((sum, { length }) => sum + length, 0) > linesMax;
  if (isLong) yield { tooLong: true };
  else yield bounded(listLines(tables), linesMax);
};

/** One line may have many codes. */
const bounded = (list: ParsedList, linesMax: number): ReadList =>
  list.lines.length > linesMax ? { tooLong: true } : list;

/** Rejects a picture or a PDF. */
function textOf(bytes: Buffer): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isUtf16 && bytes.includes(0)) throw new Error('no text');
  return decodeText(bytes);
}

async function worksheetsOf(path: string, linesMax: number): Promise<string[][][] | null> {
  const worksheets = new Map<number, string[][]>();
  let rows = 0;
  for await (const chunk of workbookRows({ path }, '')) {
    rows += chunk.rows.length;
    if (rows > linesMax) return null;
    const sheet = worksheets.get(chunk.worksheet) ?? [];
    worksheets.set(chunk.worksheet, sheet);
    for (const cells of chunk.rows) sheet.push(cells.map((cell) => (cell === null ? '' : String(cell))));
  }
  return [...worksheets.values()];
}
