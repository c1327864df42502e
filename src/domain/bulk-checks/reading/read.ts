/** Reads an uploaded list in a sandbox: a workbook or a text, told by its first bytes; its name is not asked. */
import { readFile } from 'node:fs/promises';
import { isArchive, isCompound } from '#lib/readers/workbook/magic.ts';
import { read as workbookRows } from '#lib/readers/workbook/read.ts';
import type { Reader } from '#lib/sandbox/sandbox-terms.ts';
import { listLines, type ParsedList } from './sent-lines.ts';
import { cellsOf, decodeText } from './text-table.ts';

/** More lines than anybody may have checked, many times over. */
export interface ReadBounds {
  linesMax: number;
}

/** One piece: the whole list, or that it is too long. */
export type ReadList = ParsedList | { tooLong: true };

export const read: Reader<{ path: string }, ReadList> = async function* ({ path }, argument) {
  const { linesMax } = JSON.parse(argument) as ReadBounds;
  const isWorkbook = (await isArchive(path)) || (await isCompound(path));
  const tables = isWorkbook ? await sheetsOf(path, linesMax) : [cellsOf(textOf(await readFile(path)))];
  const isLong = tables === null || tables.reduce((sum, { length }) => sum + length, 0) > linesMax;
  if (isLong) yield { tooLong: true };
  else yield bounded(listLines(tables), linesMax);
};

/** One line may hold many codes. */
const bounded = (list: ParsedList, linesMax: number): ReadList =>
  list.lines.length > linesMax ? { tooLong: true } : list;

/** A picture or a PDF is no list. */
function textOf(bytes: Buffer): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isUtf16 && bytes.includes(0)) throw new Error('no text');
  return decodeText(bytes);
}

async function sheetsOf(path: string, linesMax: number): Promise<string[][][] | null> {
  const sheets = new Map<number, string[][]>();
  let rows = 0;
  for await (const piece of workbookRows({ path }, '')) {
    rows += piece.rows.length;
    if (rows > linesMax) return null;
    const sheet = sheets.get(piece.sheet) ?? [];
    sheets.set(piece.sheet, sheet);
    for (const cells of piece.rows) sheet.push(cells.map((cell) => (cell === null ? '' : String(cell))));
  }
  return [...sheets.values()];
}
