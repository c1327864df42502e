/** Reads published files batch by batch: counts stored and skipped lines and reports progress. */
import { fileInput, type Input } from '#data/sources/lines.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { Database } from '#data/store/database.ts';
import type { Part } from '#data/store/dataset.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import { type Acceptance, assertUnderstood } from './completeness.ts';
import type { Days } from './content-days.ts';
import type { Step } from './progress.ts';
import type { PublishedFile } from './published-files.ts';
import type { Tally } from './report.ts';

/** One part's reading, over all its files. */
export interface Reading {
  tally: Tally;
  step: Step;
  /** Of the finished files. */
  bytesRead: number;
  accept: Acceptance;
  days: Days;
  /** Parts whose tables it reads. */
  beside: readonly Part[];
  state: Database;
  live: Database;
  /** Where workbooks are read. Default: in the sandbox. */
  workbooks?: WorkbookSandbox | undefined;
  warn(message: string): void;
}

/** `load` stores the records of a batch and returns the number of those that gave a row. */
export const readPublished = <Row>(
  reading: Reading,
  file: PublishedFile,
  read: (input: Input) => AsyncIterable<Batch<Row>>,
  load: (batch: Batch<Row>) => Promise<number> | number,
): Promise<void> => readBatches(reading, file, read(fileInput(file.path)), load);

/** The same for a reader that opens the file itself. */
export async function readBatches<Read extends Batch<unknown>>(
  reading: Reading,
  file: Pick<PublishedFile, 'name' | 'bytes'>,
  batches: AsyncIterable<Read>,
  load: (batch: Read) => Promise<number> | number,
): Promise<void> {
  const { tally, step } = reading;
  let rows = 0;
  let loaded = 0;
  let missed = 0;
  let why: string | null = null;
  for await (const batch of batches) {
    for (const { reason, line, isIntended } of batch.skips) {
      tally.skip(file.name, reason, line);
      if (isIntended) continue;
      missed++;
      why ??= `${reason} (line ${line})`;
    }
    loaded += await load(batch);
    rows += batch.records.length + batch.skips.length;
    step.at(tally.read + rows, reading.bytesRead + batch.bytesRead, file.name);
  }
  assertUnderstood(file.name, { rows, understood: rows - missed, why }, reading.accept);
  tally.read += rows;
  tally.loadedLines += loaded;
  reading.bytesRead += file.bytes;
}
