/**
 * Reads files in this thread: only files of the invented country, which the demo itself writes. A sandbox process for each,
 * as for foreign files, would cost a first start more than the reading.
 */
import { read as openFile } from '#domain/documents/opener/open-file.ts';
import { read as readFile } from '#domain/documents/readers/read.ts';
import { read as readWorkbook } from '#lib/readers/workbook/read.ts';
import type { Sandbox } from '#lib/sandbox/sandbox.ts';
import { type Reader, ReadFailure } from '#lib/sandbox/sandbox-protocol.ts';

/** Replaces a sandbox: the same reader, with the same error for a failure. */
const readHere = <Piece>(
  read: Reader<{ path: string }, Piece>,
): Pick<Sandbox<{ path: string }, Piece>, 'messages' | 'close'> => ({
  async *messages(input, { argument = '', signal } = {}) {
    try {
      for await (const piece of read(input, argument)) {
        signal?.throwIfAborted();
        yield piece;
      }
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ReadFailure('broken', String(error));
    }
  },
  close() {},
});

export const openHere = readHere(openFile);
export const filesHere = readHere(readFile);
export const workbooksHere = readHere(readWorkbook);
