/** The publications from which parts of an older format are rebuilt: stored ones, else downloaded ones. */
import { existsSync } from 'node:fs';
import type { Dataset, Part } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { namesOf } from '#data/store/manifest.ts';
import type { Day } from '#lib/values/date.ts';
import type { Publication } from './publication-listings.ts';
import { findPublications, noPublications, type Publications } from './publications.ts';

const DOWNLOAD = 'Run npx firmoteca ingest --download, or npx firmoteca ingest --from FOLDER with its files.';
const IMPORT = 'Run npx firmoteca ingest --from FOLDER with its files (docs/import-formats.md).';

/** The advice where neither is possible. */
export const cure: Partial<Record<PartName, string>> = {
  registry: DOWNLOAD,
  finances: DOWNLOAD,
  rates: DOWNLOAD,
  procurement: DOWNLOAD,
  recent: 'Run npx firmoteca collect procurement.',
  shareholders: IMPORT,
  debts: IMPORT,
  gazette: IMPORT,
};

/** The publication of each part that can be downloaded. */
const downloads: Partial<Record<string, Publication>> = {
  registry: 'trade registry',
  finances: 'set of balance sheets',
  rates: 'set of exchange rates',
  procurement: 'set of procurement exports',
};

/** Parts of an older format, or given up for that reason by an earlier build. */
export const partsToRebuild = (dataset: Dataset | null): Part[] =>
  dataset === null ? [] : [...dataset.unreadable, ...(dataset.manifest.lost ?? [])];

export interface RebuildOptions {
  due: readonly Part[];
  /** A folder that is read regardless of its age. Null: only stored publications that are as new as the parts. */
  from: string | null;
  /** The folder of stored publications. */
  stored: string;
  /** Whether the store holds increments of the procurement lists. */
  hasLists: boolean;
  /** Downloads publications into the folder of stored ones; returns messages about failures. */
  download(only: readonly Publication[]): Promise<string[]>;
  log(message: string): void;
}

export interface RebuildFiles {
  publications: Publications;
  /** Messages about failed downloads. */
  problems: string[];
  /** Parts without a stored publication or a download. */
  lost: Part[];
}

/** The publications of a folder; for parts to be rebuilt also the stored ones, or else downloads. */
export async function publicationsForRebuild({
  due,
  from,
  stored: kept,
  hasLists,
  download,
  log: say,
}: RebuildOptions): Promise<RebuildFiles> {
  const find = async (): Promise<Publications> => {
    const input = from === null ? noPublications : await findPublications(from);
    return due.length === 0 || from === kept || !existsSync(kept)
      ? input
      : withMissing(input, await findPublications(kept), due);
  };
  const isAsNew = from === null;
  const available = await find();
  const lacking = due.filter((part) => !(has(available, part, isAsNew) || (hasLists && part.name === 'recent')));
  const missing = lacking.filter(({ name }) => downloads[name] !== undefined);
  const rebuilt = due.filter((part) => !lacking.includes(part) || missing.includes(part));
  if (rebuilt.length > 0)
    say(`The format of ${namesOf(rebuilt)} is not the one that this version reads: made again from publications.`);
  const lost = lacking.filter((part) => !missing.includes(part));
  if (missing.length === 0) return { publications: available, problems: [], lost };
  say(`The publications of ${namesOf(missing)} were not kept: downloaded again.`);
  const problems = await download(missing.flatMap(({ name }) => downloads[name] ?? []));
  return { publications: await find(), problems, lost };
}

/** Whether a part can be built from these publications; a computed part always can. A registry snapshot must not be older than the served one. */
function has(publications: Publications, { name, asOf }: Part, isAsNew = false): boolean {
  const { exports, reports, increments } = publications.procurement;
  // A file of a year covers days up to its end; a file without a day in its name is not older.
  const candidates: Partial<Record<string, readonly { day: Day | null }[]>> = {
    registry: publications.registry.filter(({ isRead }) => !isRead),
    finances: publications.balances.map(({ year }) => ({ day: `${year}-12-31` as Day })),
    rates: publications.rates,
    shareholders: publications.shareholders === null ? [] : [publications.shareholders],
    debts: publications.debts === null ? [] : [publications.debts],
    gazette: publications.gazette,
    procurement: exports.length > 0 ? exports : reports,
    recent: increments,
  };
  const mustBeNew = isAsNew || name === 'registry';
  return candidates[name]?.some(({ day }) => !mustBeNew || asOf === null || day === null || day >= asOf) ?? true;
}

/** Fills in, for these parts, the publications that the first folder lacks. */
function withMissing(input: Publications, stored: Publications, due: readonly Part[]): Publications {
  const lacks = (name: PartName): boolean => due.some((part) => part.name === name && !has(input, part));
  const { exports, reports, increments } = input.procurement;
  const isDue = (name: PartName): boolean => due.some((part) => part.name === name);
  return {
    ...input,
    registry: (lacks('registry') ? stored : input).registry,
    balances: (lacks('finances') ? stored : input).balances,
    rates: (lacks('rates') ? stored : input).rates,
    shareholders: (lacks('shareholders') ? stored : input).shareholders,
    debts: (lacks('debts') ? stored : input).debts,
    gazette: (lacks('gazette') ? stored : input).gazette,
    // One part of several kinds of publications: a folder may hold one of them.
    procurement: {
      exports: isDue('procurement') && exports.length === 0 ? stored.procurement.exports : exports,
      reports: isDue('procurement') && reports.length === 0 ? stored.procurement.reports : reports,
      increments: lacks('recent') ? stored.procurement.increments : increments,
    },
  };
}
