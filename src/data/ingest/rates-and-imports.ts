/** The bank's yearly files and this project's import formats to the parts `rates`, `shareholders` and `debts`. */

import { readFile } from 'node:fs/promises';
import { parseRates, type RateRecord } from '#data/sources/bnr/rates.ts';
import { readShareholders, type ShareholderRecord } from '#data/sources/import/shareholders.ts';
import { imports } from '#data/sources/import/source.ts';
import { readTaxDebts } from '#data/sources/import/tax-debts.ts';
import { sources } from '#data/sources/sources.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import {
  debt,
  debtsTables,
  ratesTables,
  rate as rateTable,
  shareholder,
  shareholdersIndexes,
  shareholdersTables,
} from '#domain/companies/tables.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Day, yearOf } from '#lib/values/date.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { assertUnderstood } from './completeness.ts';
import { later, newestDay, resolveDay } from './content-days.ts';
import { type LoadContext, type LoadedPart, named, REPLACED } from './file-part.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import { companyIdentity, keyMark, personIdentity } from './person-identity.ts';
import { SHAREHOLDERS } from './personal-files.ts';
import type { PublishedFile } from './published-files.ts';

const RATES = /^nbrfxrates20[0-9]{2}\.xml$/i;
const DEBTS = /^tax-debts.*\.csv$/i;
const replaced = (names: RegExp) => (file: PublishedFile) => (names.test(file.name) ? REPLACED : null);

const RATES_FIRST_YEAR = 2005; // the bank publishes nothing older in this form

export const ratesPart: LoadedPart = {
  about: { source: sources.bnr.name, licence: sources.bnr.licence },
  tables: () => ratesTables,
  lists: ['rate'],
  download: {
    title: 'set of exchange rates',
    publisher: 'bank',
    async files({ addresses, today }) {
      const years = Array.from({ length: yearOf(today) - RATES_FIRST_YEAR + 1 }, (_, i) => RATES_FIRST_YEAR + i);
      return years.map((year) => ({
        to: `bnr/nbrfxrates${year}.xml`,
        urls: addresses.bnr.map((host) => `${host}/files/xml/years/nbrfxrates${year}.xml`),
        page: null,
        sizeBytes: null,
        modified: null,
        always: year === yearOf(today),
        isFromCatalogue: false,
      }));
    },
  },
  /** The same name may lie in several folders (a vintage downloaded again): the newest counts. */
  find(files) {
    const byName = new Map(named(files, RATES).map((file) => [file.name.toLowerCase(), file]));
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  },
  whyUnused: replaced(RATES),
  load: loadRates,
};

/** Each file of our own formats is a source of its own: answers name several side by side. */
export const shareholdersPart: LoadedPart = {
  about: { source: imports.shareholders.name, licence: null },
  tables: () => shareholdersTables + shareholdersIndexes,
  lists: ['shareholder'],
  find: (files) => named(files, SHAREHOLDERS).slice(-1),
  salt: ([file], { personKey, asOf }) => `${keyMark(personKey)} ${file?.day == null ? (asOf ?? '') : ''}`,
  whyUnused: replaced(SHAREHOLDERS),
  load: loadShareholders,
};

export const debtsPart: LoadedPart = {
  about: { source: imports.debts.name, licence: null },
  tables: () => debtsTables,
  lists: ['debt'],
  find: (files) => named(files, DEBTS).slice(-1),
  whyUnused: replaced(DEBTS),
  load: loadDebts,
};

/** Returns the day of the file, or the newest day on which a holding began. */
async function loadShareholders(
  part: PartBuild,
  [file]: readonly PublishedFile[],
  reading: Reading,
  { personKey, asOf }: LoadContext,
): Promise<Day | null> {
  if (!file) return null;
  await part.execute(shareholdersTables);
  await readPublished(reading, file, readShareholders, async ({ records }) => {
    const loaded = await part.load(
      shareholder,
      records.map((holder) => holderRow(personKey, holder)),
    );
    reading.tally.store('shareholder', loaded);
    return loaded;
  });
  await part.execute(shareholdersIndexes);
  return (
    file.day ?? resolveDay(file.name, await newestDay(part, 'shareholder', 'since', reading.days), asOf, reading.warn)
  );
}

function holderRow(personKey: string, holder: ShareholderRecord): Row<typeof shareholder> {
  const { cui, name, birthDate, birthPlace, holderCui, country, percent, since } = holder;
  const { personId, kind } =
    holder.kind === 'company'
      ? companyIdentity(personKey, name)
      : personIdentity(personKey, { name, birthDate, birthLocality: birthPlace }, cui);
  return {
    cui: Number(cui),
    person_id: personId,
    name,
    kind,
    holder_cui: holderCui === null ? null : Number(holderCui),
    country,
    percent,
    since,
    sort_key: sortKey(name),
  };
}

/** Returns the newest day of a debt: the day of the file may be the day of its export. */
async function loadDebts(part: PartBuild, [file]: readonly PublishedFile[], reading: Reading): Promise<Day | null> {
  if (!file) return null;
  await part.execute(debtsTables);
  const seen = new NumberIndex();
  const repeated = new Map<number, Row<typeof debt>>();
  let newest: Day | null = null;
  await readPublished(reading, file, readTaxDebts, async ({ records, lines }) => {
    const rows: Row<typeof debt>[] = [];
    for (const [i, { cui, total, asOf }] of records.entries()) {
      const row = { cui: Number(cui), total, as_of: asOf };
      if (asOf <= reading.days.today) newest = later(newest, asOf);
      if (seen.set(row.cui, 1) === 0) rows.push(row);
      else {
        reading.tally.skip(file.name, 'replaces an earlier line of the same company', lines[i] ?? 0);
        repeated.set(row.cui, row);
      }
    }
    const loaded = await part.load(debt, rows);
    reading.tally.store('debt', loaded);
    return loaded;
  });
  if (repeated.size === 0) return newest;
  await part.execute(`delete from debt where cui in (${[...repeated.keys()].join(', ')})`);
  await part.load(debt, repeated.values());
  return newest;
}

/** Returns the newest day with rates. */
async function loadRates(part: PartBuild, files: readonly PublishedFile[], reading: Reading): Promise<Day | null> {
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
  return newestDay(part, 'rate', 'day', reading.days);
}

interface PrintedRate {
  /** Null where the price is unreadable. */
  rate: RateRecord | null;
  line: number;
}

/** Every rate of the file. In January the file of the new year may exist without a day in it. */
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
