/** Writes the country's publications of a day into a folder, in one pass over its firms. */

import { join } from 'node:path';
import type { Day } from '#lib/values/date.ts';
import type { Country } from './country.ts';
import { dayNumber, dayText, yearOfDay } from './days.ts';
import type { Entity } from './entity.ts';
import { publishGazette } from './gazette.ts';
import type { PortalFolder } from './portal-folder.ts';
import { exportDatasets, publishExports } from './procurement/publish-exports.ts';
import type { Procurement } from './procurement/system.ts';
import { balanceDatasets, publishBalances } from './publish-balances.ts';
import { onrcDatasets, publishNomenclatures, publishOnrc } from './publish-onrc.ts';
import { random } from './random.ts';
import { FIRST_RATES_YEAR, ratesOf, ratesXml } from './rates.ts';
import { createText, type Publication } from './write-text.ts';

/** Publishers of everything about a firm at once. */
const byFirm = {
  onrc: publishOnrc,
  anaf: (folder, day, { balanceYears }) => publishBalances(folder, day, balanceYears),
  import: publishImport,
  gazette: publishGazette,
} satisfies Record<string, (folder: string, day: number, options: PublishOptions) => Promise<Publication>>;

/** Publishers that need no firms. */
const atOnce = {
  nomenclatures: (_, folder, day) => publishNomenclatures(folder, day),
  bnr: (_, folder, day) => publishRates(folder, day),
  procurement: (country, folder, day) => publishProcurement(country.procurement(), folder, day),
} satisfies Record<string, (country: Country, folder: string, day: number) => Promise<void>>;

export type Publisher = keyof typeof byFirm | keyof typeof atOnce;
export const ALL_PUBLISHERS = [...Object.keys(byFirm), ...Object.keys(atOnce)] as readonly Publisher[];

/** What of it is on the open-data portal. */
export const portalFolders: readonly PortalFolder[] = [onrcDatasets, balanceDatasets, exportDatasets];

interface PublishOptions {
  /** Default: all publishers. An earlier snapshot of the registry is `['onrc']`. */
  only?: readonly Publisher[];
  /** The newest years of balance sheets. Default: all. */
  balanceYears?: number;
  /** Entities written so far and in all. */
  progress?: (done: number, total: number) => void;
}

/** Entities between two looks at the files and two reports of progress. */
const STRIDE = 500;

export async function publish(country: Country, folder: string, on: Day, options: PublishOptions = {}): Promise<void> {
  const { only = ALL_PUBLISHERS, progress } = options;
  const day = dayNumber(on);
  const chosen = <Publish>(publishers: Record<string, Publish>): Publish[] =>
    Object.entries(publishers).flatMap(([name, each]) => (only.some((one) => one === name) ? [each] : []));
  for (const each of chosen(atOnce)) await each(country, folder, day);
  const publications: Publication[] = await Promise.all(chosen(byFirm).map((each) => each(folder, day, options)));
  if (publications.length === 0) return;

  const files = publications.flatMap((publication) => publication.files);
  const total = country.entityCount(on);
  let done = 0;
  const pause = async (): Promise<void> => {
    done++;
    if (done % STRIDE !== 0) return;
    for (const file of files) if (file.full) await file.flush();
    progress?.(done, total);
  };
  try {
    for (const entity of country.firms(on)) {
      for (const publication of publications) publication.firm(entity);
      await pause();
    }
    for (const entity of country.outside()) {
      for (const publication of publications) publication.outside?.(entity);
      await pause();
    }
    for (const publication of publications) await publication.end?.();
  } finally {
    for (const file of files) await file.close();
  }
  progress?.(total, total);
}

async function publishRates(folder: string, on: number): Promise<void> {
  for (let year = FIRST_RATES_YEAR; year <= yearOfDay(on); year++) {
    const days = ratesOf(year, on);
    // In January the file of the new year is not there before its first bank day.
    if (days.length === 0) continue;
    const text = await createText(join(folder, 'bnr', 'years', `nbrfxrates${year}.xml`));
    text.line(ratesXml(days));
    await text.close();
  }
}

async function publishProcurement(procurement: Procurement, folder: string, on: number): Promise<void> {
  await publishExports(procurement, join(folder, 'achizitii'), on);
  const reports = await createText(join(folder, 'import', 'supplier-reports.ndjson'));
  for (const { damagesAmount, ...report } of procurement.reports(on))
    reports.line(JSON.stringify({ ...report, damagesLei: damagesAmount === null ? null : damagesAmount / 100 }));
  await reports.close();
}

/** Firms that owe something to the state. */
const DEBTOR_SHARE = 0.06;
const INSOLVENT_DEBTOR_SHARE = 0.8;

async function publishImport(folder: string, on: number): Promise<Publication> {
  const shareholders = await createText(join(folder, 'import', 'shareholders.csv'));
  shareholders.line('cui;holder_kind;holder_name;holder_cui;holder_country;percent;since;birth_date;birth_place');
  const debts = await createText(join(folder, 'import', 'tax-debts.csv'));
  debts.line('cui;total_lei;as_of');
  const asOf = quarterEnd(on);
  return {
    files: [shareholders, debts],
    firm(entity) {
      if (!entity.cuiPublished) return;
      for (const row of shareholderLines(entity)) shareholders.line(row);
      const debt = debtOf(entity, asOf);
      if (debt > 0) debts.line(`${entity.cui};${debt};${dayText(asOf)}`);
    },
  };
}

const shareholderLines = (entity: Entity): string[] =>
  entity.shareholders.map(({ name, person, cui, share, since }) =>
    [
      entity.cui,
      person ? 'person' : 'company',
      // The format has no quoting.
      name.replaceAll(';', ','),
      cui ?? '',
      person || cui ? '' : entity.parentCountry,
      (share / 100).toFixed(2),
      dayText(since),
      person ? dayText(person.bornOn) : '',
      person?.birthCountry === 'România' ? person.birthPlace.name : '',
    ].join(';'),
  );

/** The debt published for a quarter; insolvent firms nearly always have one. */
function debtOf(entity: Entity, asOf: number): number {
  if (entity.registeredOn > asOf || (entity.closedOn !== null && entity.closedOn <= asOf)) return 0;
  const roll = random(entity.world.seed, entity.index, 'debt');
  const insolvent = entity.officers.some((tenure) => tenure.title === 'administrator judiciar' && tenure.from <= asOf);
  if (roll() >= (insolvent ? INSOLVENT_DEBTOR_SHARE : DEBTOR_SHARE)) return 0;
  return Math.ceil(entity.business.turnover * (0.002 + 0.08 * roll() ** 3));
}

/** The last quarter that had ended before the day. */
function quarterEnd(on: number): number {
  const month = Number(dayText(on).slice(5, 7));
  const starts = ['01-01', '04-01', '07-01', '10-01'];
  return dayNumber(`${yearOfDay(on)}-${starts[Math.ceil(month / 3) - 1]}`) - 1;
}
