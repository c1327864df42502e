/** Increments as files in a folder of publications: from operators, or from hosts before the store held them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IncrementName, linesOf, nameOf } from '#data/ingest/procurement/increments.ts';

/** Their folder among the publications. */
export const INCREMENTS = 'sicap';

export function writeIncrement(folder: string, name: IncrementName, records: readonly unknown[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, nameOf(name)), linesOf(records));
}
