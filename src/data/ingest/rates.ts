/** The bank's yearly files to the `rates` part. */
import { readFile } from 'node:fs/promises';
import { parseRates, type RateRecord } from '#data/sources/bnr/rates.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { ratesTables, rate as rateTable } from '#domain/companies/tables.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Day, yearOf } from '#lib/values/date.ts';
import { assertUnderstood } from './completeness.ts';
import { newestIn } from './content-days.ts';
import type { Reading } from './file-reading.ts';
import type { PublishedFile } from './publications.ts';

/** Gives the newest day with rates. */
export async function loadRates(
  part: PartBuild,
  files: readonly PublishedFile[],
  reading: Reading,
): Promise<Day | null> {
  await part.execute(ratesTables);
  const { tally } = reading;
  for (const file of files) {
    const year = Number(/[0-9]{4}/.exec(file.name)?.[0]);
    // A day belongs to its own year's file, and a currency has one rate a day: the last one printed.
    const ofYear = new Map<string, RateRecord>();
    for (const { rate, line } of await readYear(file, reading)) {
      tally.read++;
      if (rate === null) tally.skip(file.name, 'no price', line);
      else if (yearOf(rate.day) !== year) tally.skip(file.name, 'a day of another year', line);
      else {
        const key = `${rate.day} ${rate.currency}`;
        if (ofYear.has(key)) tally.skip(file.name, 'replaces an earlier rate of the same day', line);
        ofYear.set(key, rate);
      }
    }
    const rows = [...ofYear.values()];
    tally.store('rate', await part.load(rateTable, rows));
    tally.loadedLines += rows.length;
    reading.bytesRead += file.bytes;
    reading.step.at(tally.stored.get('rate') ?? 0, reading.bytesRead, file.name);
  }
  return newestIn(part, 'rate', 'day', reading.days);
}

/** Null where no price can be read. */
interface PrintedRate {
  rate: RateRecord | null;
  line: number;
}

/** Every rate that the file prints. In January the new year's file may be there without a day in it. */
async function readYear(file: PublishedFile, { accept }: Reading): Promise<PrintedRate[]> {
  const bytes = await readFile(file.path);
  const all: PrintedRate[] = [];
  const outcome = parseRates({ status: 200, contentType: 'text/xml', bytes, retryAfterMs: null }, (rate, line) =>
    all.push({ rate, line }),
  );
  if (outcome.outcome === 'unavailable') throw new WrongShape(file.name, 'the bank’s XML of rates', outcome.detail);
  assertUnderstood(file.name, { rows: all.length, understood: all.filter(({ rate }) => rate !== null).length }, accept);
  return all;
}
