/** The rows of a workbook of any format, read in a sandbox as they are taken, so that neither side piles them up. */
import { stat } from 'node:fs/promises';
import { createSandbox, type Sandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, Unread } from '#lib/sandbox/sandbox-terms.ts';
import { BrokenWorkbook } from './broken-workbook.ts';
import { isArchive, isCompound } from './magic.ts';
import type { SheetRows } from './sheet.ts';

const CAPS: Caps = {
  /** The largest export so far has 170 MB. */
  inputBytes: 400_000_000,
  /** The texts that its cells share, twice while they grow, and the heap. */
  memoryBytes: 700_000_000,
  heapBytes: 400_000_000,
  /** The largest file takes under two minutes. */
  cpuSeconds: 900,
  timeoutMs: 900_000,
  /** Two million characters together, with every letter escaped. */
  messageBytes: 32_000_000,
  /** The largest export gives some 2 GB. */
  outputBytes: 8_000_000_000,
};

/** Letters that a file may give for each of its bytes: the largest exports give twelve. Texts that cells share make more of little. */
const LETTERS_PER_BYTE = 100;
/** Of a small file, which may well be all repetition. */
const LETTERS_LEAST = 50_000_000;

/** Files are read one after the other; some tests and commands look into a few at once. */
const AT_ONCE = 4;

export type WorkbookSandbox = Pick<Sandbox<{ path: string }, SheetRows>, 'messages' | 'close'>;

export const workbookSandbox = (caps: Partial<Caps> = {}): WorkbookSandbox =>
  createSandbox({
    reader: 'lib/readers/workbook/read',
    caps: { ...CAPS, ...caps },
    atOnce: AT_ONCE,
  });

/** Null when the file is no workbook at all. Reading the rows throws BrokenWorkbook. */
export async function workbookRows(path: string, sandbox = workbooks): Promise<AsyncIterable<SheetRows> | null> {
  return (await isCompound(path)) || (await isArchive(path)) ? rowsOf(path, sandbox) : null;
}

async function* rowsOf(path: string, sandbox: WorkbookSandbox): AsyncGenerator<SheetRows> {
  const lettersMax = LETTERS_LEAST + LETTERS_PER_BYTE * (await stat(path)).size;
  let letters = 0;
  try {
    for await (const piece of sandbox.messages({ path })) {
      for (const row of piece.rows) for (const cell of row) if (typeof cell === 'string') letters += cell.length;
      if (letters > lettersMax) throw new BrokenWorkbook(`a workbook that gives more than ${lettersMax} letters`);
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    if (error.outcome === 'broken') throw new BrokenWorkbook(error.message);
    throw new BrokenWorkbook(`a workbook that takes more memory or time than its rows can need (${error.message})`);
  }
}

const workbooks = workbookSandbox();
