/** Streams the rows of a workbook of any format from a sandbox, with back-pressure. */
import { stat } from 'node:fs/promises';
import { createSandbox, type Sandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, ReadFailure } from '#lib/sandbox/sandbox-protocol.ts';
import { isArchive, isCompound } from './magic.ts';
import { BrokenWorkbook, type WorksheetRows } from './worksheet.ts';

const CAPS: Caps = {
  /** The largest export so far has 170 MB. */
  inputBytes: 400_000_000,
  /** The shared texts, twice while their buffer grows, and the heap. */
  memoryBytes: 700_000_000,
  heapBytes: 400_000_000,
  /** The largest file takes under two minutes. */
  cpuSeconds: 900,
  timeoutMs: 900_000,
  /** Two million characters, all escaped. */
  messageBytes: 32_000_000,
  /** The largest export gives some 2 GB. */
  outputBytes: 8_000_000_000,
};

/** Output characters per byte of the file: the largest exports have twelve. Shared texts allow more. */
const CHARS_PER_BYTE = 100;
/** For small files, which may be highly repetitive. */
const CHARS_MIN = 50_000_000;

/** Imports read one file at a time; some tests and commands read several. */
const AT_ONCE = 4;

export type WorkbookSandbox = Pick<Sandbox<{ path: string }, WorksheetRows>, 'messages' | 'close'>;

export const workbookSandbox = (caps: Partial<Caps> = {}): WorkbookSandbox =>
  createSandbox({
    reader: 'lib/readers/workbook/read',
    caps: { ...CAPS, ...caps },
    atOnce: AT_ONCE,
  });

/** Null when the file is no workbook. Reading the rows throws BrokenWorkbook. */
export async function workbookRows(path: string, sandbox = workbooks): Promise<AsyncIterable<WorksheetRows> | null> {
  return (await isCompound(path)) || (await isArchive(path)) ? rowsOf(path, sandbox) : null;
}

async function* rowsOf(path: string, sandbox: WorkbookSandbox): AsyncGenerator<WorksheetRows> {
  const charsMax = CHARS_MIN + CHARS_PER_BYTE * (await stat(path)).size;
  let chars = 0;
  try {
    for await (const batch of sandbox.messages({ path })) {
      for (const row of batch.rows) for (const cell of row) if (typeof cell === 'string') chars += cell.length;
      if (chars > charsMax) throw new BrokenWorkbook(`a workbook that gives more than ${charsMax} letters`);
      yield batch;
    }
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    if (error.outcome === 'broken') throw new BrokenWorkbook(error.message);
    throw new BrokenWorkbook(`a workbook that takes more memory or time than its rows can need (${error.message})`);
  }
}

const workbooks = workbookSandbox();
