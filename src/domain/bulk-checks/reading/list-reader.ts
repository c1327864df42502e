/** Reads lists: pasted ones in this thread, within limits; uploaded files in a sandbox with little time and memory. */

import { ApiError } from '#api/api-error.ts';
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import type { Caps } from '#lib/sandbox/sandbox-protocol.ts';
import { messages } from '#locales/messages.ts';
import { listLines, type ParsedList } from './list-lines.ts';
import type { ReadBounds, ReadList } from './read.ts';
import { AT_ONCE, readingSemaphore, type Sender } from './reading-semaphore.ts';
import { cellsOf } from './text-table.ts';

/** A list of ten thousand rows with names and addresses has one or two megabytes. */
export const FILE_BYTES_MAX = 5_000_000;

/** Pasted lists are read between other requests: a code with a word on each line, or as many codes on one line. */
export const pastedLengthMax = (linesMax: number): number => 20 * linesMax;

const CAPS: Caps = {
  inputBytes: FILE_BYTES_MAX,
  memoryBytes: 400_000_000,
  heapBytes: 200_000_000,
  /** Ten thousand rows take less than one. */
  cpuSeconds: 10,
  timeoutMs: 20_000,
  /** The maximum number of lines, with every character escaped. */
  messageBytes: 8_000_000,
  outputBytes: 8_000_000,
};
export interface ListReader {
  pasted(text: string, linesMax: number): ParsedList;
  uploaded(path: string, linesMax: number, sender: Sender): Promise<ParsedList>;
  close(): void;
}

export function listReader(caps: Partial<Caps> = {}): ListReader {
  const sandbox = createSandbox<{ path: string }, ReadList>({
    reader: 'domain/bulk-checks/reading/read',
    caps: { ...CAPS, ...caps },
    atOnce: AT_ONCE,
    isBackground: true,
  });
  const semaphore = readingSemaphore();
  return {
    pasted(text, linesMax) {
      const plain = text.replaceAll('\r\n', '\n');
      const lengthMax = pastedLengthMax(linesMax);
      if (plain.length > lengthMax) throw new ApiError('INVALID_BODY', messages.checks.tooMuch({ max: lengthMax }));
      // Counting lines costs a hundredth of splitting them.
      const isLong = (plain.match(/\n[^\n]/g)?.length ?? 0) > linesMax;
      const list = isLong ? null : listLines([cellsOf(plain)]);
      if (list === null || list.lines.length > linesMax)
        throw new ApiError('INVALID_BODY', messages.checks.tooLong({ max: linesMax }));
      return list;
    },
    async uploaded(path, linesMax, sender) {
      const { signal } = sender;
      const argument = JSON.stringify({ linesMax } satisfies ReadBounds);
      const release = await semaphore.acquire(sender);
      if (release === null) throw busy();
      const read = await sandbox
        .read({ path }, { argument, signal })
        .catch((error: unknown) => {
          throw signal.aborted ? busy() : error;
        })
        .finally(release);
      if (read.outcome === 'broken') throw new ApiError('INVALID_BODY', messages.checks.noList());
      if (read.outcome !== 'read') throw new ApiError('INVALID_BODY', messages.checks.tooHard());
      if ('tooLong' in read.value) throw new ApiError('INVALID_BODY', messages.checks.tooLong({ max: linesMax }));
      return read.value;
    },
    close: sandbox.close,
  };
}

const busy = (): ApiError => new ApiError('OVERLOADED', messages.checks.busy(), { headers: { 'retry-after': '30' } });
