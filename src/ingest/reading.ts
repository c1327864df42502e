/** Reads published files batch by batch: counts what they give, says what they do not, shows how far it is. */
import { fileInput, type Input } from '#sources/lines.ts';
import type { Batch } from '#sources/table.ts';
import type { Progress } from './progress.ts';
import { grouped } from './progress.ts';
import type { PublishedFile } from './publications.ts';
import type { Tally } from './report.ts';

export interface Reading {
  tally: Tally;
  progress: Progress;
}

/** `load` puts a batch's records away and tells how many of them gave a row. */
export async function readPublished<Row>(
  { tally, progress }: Reading,
  file: PublishedFile,
  read: (input: Input) => AsyncIterable<Batch<Row>>,
  load: (batch: Batch<Row>) => Promise<number> | number,
): Promise<void> {
  const step = progress.step(file.name, file.bytes);
  let rows = 0;
  let loaded = 0;
  for await (const batch of read(fileInput(file.path))) {
    for (const { reason, line } of batch.skips) tally.skip(file.name, reason, line);
    loaded += await load(batch);
    rows += batch.records.length + batch.skips.length;
    step.at(rows, batch.bytesRead);
  }
  tally.read += rows;
  tally.loadedLines += loaded;
  step.end(`${grouped(loaded)} of ${grouped(rows)} rows`);
}
