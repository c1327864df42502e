/** The publications from which parts of an older format are rebuilt: stored ones, or else ones that are downloaded again. */
import { existsSync } from 'node:fs';
import type { Dataset, Part } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { namesOf } from '#data/store/manifest.ts';
import type { Day } from '#lib/values/date.ts';
import type { Publication } from './publication-listings.ts';
import { findPublications, none, type Publications } from './publications.ts';

const BRING = 'Run npx firmoteca ingest --download, or npx firmoteca ingest --from FOLDER with its files.';
const IMPORT = 'Run npx firmoteca ingest --from FOLDER with its files (docs/import-formats.md).';

/** The advice where neither is possible. */
export const cure: Partial<Record<PartName, string>> = {
  registry: BRING,
  finances: BRING,
  rates: BRING,
  procurement: BRING,
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

export interface RebuildNeeds {
  due: readonly Part[];
  /** The folder that is read in any case, however old. Null: only stored publications that are as new as the parts. */
  from: string | null;
  /** The folder of stored publications. */
  kept: string;
  /** Whether the store holds increments of the procurement lists. */
  hasLists: boolean;
  /** Downloads publications into the folder of stored ones; returns the failures as sentences. */
  download(only: readonly Publication[]): Promise<string[]>;
  say(sentence: string): void;
}

export interface RebuildFiles {
  publications: Publications;
  /** Why something could not be downloaded again. */
  problems: string[];
  /** Parts without a stored publication or a download. */
  lost: Part[];
}

/** The publications of a folder, and for parts to be rebuilt the stored ones or those that are downloaded now. */
export async function publicationsForRebuild({
  due,
  from,
  kept,
  hasLists,
  download,
  say,
}: RebuildNeeds): Promise<RebuildFiles> {
  const find = async (): Promise<Publications> => {
    const given = from === null ? none : await findPublications(from);
    return due.length === 0 || from === kept || !existsSync(kept)
      ? given
      : completed(given, await findPublications(kept), due);
  };
  const isAsNew = from === null;
  const found = await find();
  const lacking = due.filter((part) => !(has(found, part, isAsNew) || (hasLists && part.name === 'recent')));
  const missing = lacking.filter(({ name }) => downloads[name] !== undefined);
  const again = due.filter((part) => !lacking.includes(part) || missing.includes(part));
  if (again.length > 0)
    say(`The format of ${namesOf(again)} is not the one that this version reads: made again from publications.`);
  const lost = lacking.filter((part) => !missing.includes(part));
  if (missing.length === 0) return { publications: found, problems: [], lost };
  say(`The publications of ${namesOf(missing)} were not kept: downloaded again.`);
  const problems = await download(missing.flatMap(({ name }) => downloads[name] ?? []));
  return { publications: await find(), problems, lost };
}

/** Whether a part can be built from these publications; a computed part always can. A registry snapshot must not be older than the served one. */
function has(found: Publications, { name, asOf }: Part, isAsNew = false): boolean {
  const { exports, reports, increments } = found.procurement;
  // A year's file of balances, rates or exports speaks of days up to its end; one whose day no name tells is not known to be older.
  const there: Partial<Record<string, readonly { day: Day | null }[]>> = {
    registry: found.registry.filter(({ isRead }) => !isRead),
    finances: found.balances.map(({ year }) => ({ day: `${year}-12-31` as Day })),
    rates: found.rates,
    shareholders: found.shareholders === null ? [] : [found.shareholders],
    debts: found.debts === null ? [] : [found.debts],
    gazette: found.gazette,
    procurement: exports.length > 0 ? exports : reports,
    recent: increments,
  };
  const mustBeNew = isAsNew || name === 'registry';
  return there[name]?.some(({ day }) => !mustBeNew || asOf === null || day === null || day >= asOf) ?? true;
}

/** Takes from the second folder what the first one lacks for these parts. */
function completed(given: Publications, kept: Publications, due: readonly Part[]): Publications {
  const lacks = (name: PartName): boolean => due.some((part) => part.name === name && !has(given, part));
  const { exports, reports, increments } = given.procurement;
  const again = (name: PartName): boolean => due.some((part) => part.name === name);
  return {
    ...given,
    registry: (lacks('registry') ? kept : given).registry,
    balances: (lacks('finances') ? kept : given).balances,
    rates: (lacks('rates') ? kept : given).rates,
    shareholders: (lacks('shareholders') ? kept : given).shareholders,
    debts: (lacks('debts') ? kept : given).debts,
    gazette: (lacks('gazette') ? kept : given).gazette,
    // One part of several kinds of publications: a folder may hold one of them.
    procurement: {
      exports: again('procurement') && exports.length === 0 ? kept.procurement.exports : exports,
      reports: again('procurement') && reports.length === 0 ? kept.procurement.reports : reports,
      increments: lacks('recent') ? kept.procurement.increments : increments,
    },
  };
}
