/** The bank's yearly files to the `rates` part. */
import { readFile } from 'node:fs/promises';
import { yearOf } from '#base/date.ts';
import { ratesTables } from '#companies/tables.ts';
import { parseRates, type RateRecord } from '#sources/bnr/rates.ts';
import { WrongShape } from '#sources/wrong-shape.ts';
import type { PartBuild } from '#store/dataset.ts';
import { assertUnderstood } from './completeness.ts';
import type { Reading } from './file-reading.ts';
import type { PublishedFile } from './publications.ts';

export async function loadRates(part: PartBuild, files: readonly PublishedFile[], reading: Reading): Promise<void> {
  await part.execute(ratesTables);
  for (const file of files) {
    const year = Number(/[0-9]{4}/.exec(file.name)?.[0]);
    const rates = await readYear(file, reading);
    // A day belongs to its own year's file, and a currency has one rate a day: the last one printed.
    const ofYear = new Map(
      rates.filter((rate) => yearOf(rate.day) === year).map((rate) => [`${rate.day} ${rate.currency}`, rate]),
    );
    const rows = [...ofYear.values()].map(({ currency, day, multiplier, value }) => [currency, day, multiplier, value]);
    reading.tally.store('rate', await part.load('rate', ['currency', 'day', 'multiplier', 'value'], rows));
    reading.bytesRead += file.bytes;
    reading.step.at(reading.tally.stored.get('rate') ?? 0, reading.bytesRead, file.name);
  }
}

/** Every price that the file prints. */
const RATE = /<(?:[a-z]+:)?Rate[\s>]/gi;

/** In January the new year's file may be there without a day in it. */
async function readYear(file: PublishedFile, { accept }: Reading): Promise<RateRecord[]> {
  const bytes = await readFile(file.path);
  const outcome = parseRates({ status: 200, contentType: 'text/xml', bytes, retryAfterMs: null });
  if (outcome.outcome === 'unavailable') throw new WrongShape(file.name, 'the bank’s XML of rates', outcome.detail);
  const rates = outcome.outcome === 'notFound' ? [] : outcome.value;
  const rows = bytes.toString('latin1').match(RATE)?.length ?? 0;
  assertUnderstood(file.name, { rows, understood: rates.length }, accept);
  return rates;
}
