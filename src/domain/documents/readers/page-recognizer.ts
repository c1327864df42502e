/** Text of scanned pages: seconds a page, one document at a time, behind everything else on the machine. */
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, Unread } from '#lib/sandbox/sandbox-terms.ts';
import { READER_PACKAGES } from './reader-files.ts';
import type { Reading } from './reading.ts';
import { pagesDue, RECOGNIZED_PAGES_MAX, type RecognizedPage, withRecognized } from './recognized.ts';

export interface PageRecognizer {
  /** The reading of the same file with its pictures read. Throws only when the signal fires. */
  recognize(path: string, reading: Reading, signal?: AbortSignal): Promise<Reading>;
  close(): void;
}

const SECONDS_PER_PAGE = 20;

const CAPS: Caps = {
  inputBytes: 300_000_000,
  /** The document twice, a large picture, and the model that reads it. */
  memoryBytes: 1_200_000_000,
  heapBytes: 400_000_000,
  cpuSeconds: RECOGNIZED_PAGES_MAX * SECONDS_PER_PAGE,
  waitMs: RECOGNIZED_PAGES_MAX * SECONDS_PER_PAGE * 1_000,
  pieceBytes: 2_000_000,
  outputBytes: 20_000_000,
};

export function createPageRecognizer(caps: Partial<Caps> = {}): PageRecognizer {
  const sandbox = createSandbox<{ path: string }, RecognizedPage>({
    reader: 'domain/documents/readers/recognize',
    reads: READER_PACKAGES,
    caps: { ...CAPS, ...caps },
    atOnce: 1,
    isBackground: true,
  });
  return {
    async recognize(path, reading, signal) {
      const due = pagesDue(reading);
      const recognized: RecognizedPage[] = [];
      if (due.length === 0) return reading;
      try {
        for await (const page of sandbox.pieces({ path }, { argument: JSON.stringify(due), signal }))
          recognized.push(page);
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        // It came to grief over the page behind the last one that it gave.
        const next = due[recognized.length];
        if (next !== undefined) recognized.push({ number: next, text: null });
      }
      return withRecognized(reading, recognized);
    },
    close: sandbox.close,
  };
}
