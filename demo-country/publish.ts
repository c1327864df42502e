/** Writes the country's publications of a day into a folder, in one pass over its firms. */
import type { Day } from '#lib/values/date.ts';
import type { Country } from './country.ts';
import { dayNumber } from './days.ts';
import { publishBalances } from './publish-balances.ts';
import { publishGazette } from './publish-gazette.ts';
import { publishImport } from './publish-import.ts';
import { publishNomenclatures } from './publish-nomenclatures.ts';
import { publishOnrc } from './publish-onrc.ts';
import { publishProcurement } from './publish-procurement.ts';
import { publishRates } from './publish-rates.ts';

export type Publisher = 'onrc' | 'nomenclatures' | 'anaf' | 'bnr' | 'import' | 'gazette' | 'procurement';
export const EVERYBODY: readonly Publisher[] = [
  'onrc',
  'nomenclatures',
  'anaf',
  'bnr',
  'import',
  'gazette',
  'procurement',
];

export interface PublishOptions {
  /** Who publishes; everybody unless told. An earlier snapshot of the registry is `['onrc']`. */
  only?: readonly Publisher[];
  /** Entities written so far and in all. */
  progress?: (done: number, total: number) => void;
}

/** Entities between two looks at the files and two reports of progress. */
const STRIDE = 500;

export async function publish(country: Country, folder: string, on: Day, options: PublishOptions = {}): Promise<void> {
  const { only = EVERYBODY, progress } = options;
  const day = dayNumber(on);
  if (only.includes('nomenclatures')) await publishNomenclatures(folder, day);
  if (only.includes('bnr')) await publishRates(folder, day);
  if (only.includes('procurement')) await publishProcurement(country.procurement(), folder, day);
  const publications = await Promise.all([
    ...(only.includes('onrc') ? [publishOnrc(folder, day)] : []),
    ...(only.includes('anaf') ? [publishBalances(folder, day)] : []),
    ...(only.includes('import') ? [publishImport(folder, day)] : []),
    ...(only.includes('gazette') ? [publishGazette(folder, day)] : []),
  ]);
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
    for (const life of country.firms(on)) {
      for (const publication of publications) publication.firm(life);
      await pause();
    }
    for (const life of country.outside()) {
      for (const publication of publications) publication.outside?.(life);
      await pause();
    }
    for (const publication of publications) await publication.end?.();
  } finally {
    for (const file of files) await file.close();
  }
  progress?.(total, total);
}
