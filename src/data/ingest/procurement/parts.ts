/**
 * The two parts of procurement. `procurement` comes from exports and imports, with the fields of the lists that exports lack, and is
 * rebuilt when a new export appears. `recent` comes from the lists of newer days and is rebuilt with every increment, at a cost that does
 * not depend on the size of the past.
 */

import { basename, dirname } from 'node:path';
import type { Acceptance } from '#data/ingest/completeness.ts';
import { type Days, newestDay, oldestDay } from '#data/ingest/content-days.ts';
import { newestOf, publicationOf } from '#data/ingest/origins.ts';
import {
  type Assembly,
  assemblyOf,
  buildPart,
  carryOver,
  differs,
  partOf,
  previousOf,
  queryParts,
  retainServed,
  revertToServed,
} from '#data/ingest/parts.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { bytesOf, digestOf, type PublishedFile } from '#data/ingest/published-files.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { fileInput, type Input } from '#data/sources/lines.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { readReports } from '#data/sources/procurement/reports.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Generations, Part, PartBuild } from '#data/store/dataset.ts';
import { rebuildNotice } from '#data/store/manifest.ts';
import { dayNumber, dayText } from '#domain/procurement/day-number.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import type { Covered } from './collect.ts';
import type { Published, ReportBatch } from './gather.ts';
import { type Increment, readIncrement } from './increments.ts';
import { storedIncrements } from './increments-table.ts';
import { loadProcurement, recentContinues } from './load.ts';
import { byKind, PROCUREMENT, procurementPart, recentPart } from './publications.ts';
import { assertDaysPresent, isWaiting, type ListDay, missingDaysIn, missingDaysOf } from './served-days.ts';

/** The table of each list. */
const LISTS = { notices: 'notice', contracts: 'contract', purchases: 'purchase', awards: 'award' } as const;

export async function buildProcurement(
  assembly: Assembly,
  files: readonly PublishedFile[],
  increments: readonly Increment[],
  workbooks?: WorkbookSandbox,
): Promise<void> {
  if (files.length === 0) {
    retainServed(assembly, PROCUREMENT);
    return;
  }
  const beside = [partOf(assembly, 'registry'), partOf(assembly, 'entities')].filter((part) => part !== null);
  const { reports, exports } = byKind(files);
  // Day and address come from the newest export: later reports or a republished old year do not make the part newer.
  const newest = exports[0];
  const published: Published[] = [
    ...reports.map((file) => ({ file, book: bookOf(file), read: () => reportBatches(fileInput(file.path)) })),
    ...exports.map((file) => ({ file, book: bookOf(file), read: () => readExport(file.path, workbooks) })),
  ];
  await buildPart(assembly, {
    name: PROCUREMENT,
    // Counties and towns come from the parts beside it: the part is rebuilt when these exist.
    about: {
      ...procurementPart.about,
      // Replaced by the day of its rows.
      asOf: newest?.day ?? newestOf(reports)?.day ?? null,
      url: await publicationOf(newest),
      fingerprint: await digestOf(files, beside.map(({ name }) => name).join()),
    },
    total: bytesOf(files),
    reading: beside,
    async fill(part, reading) {
      await loadProcurement(part, published, reading, beside, increments);
      return coveredUpTo(part, reading.days);
    },
  });
}

/**
 * The last day that its lists cover, without outliers: of lists that end in different quarters the earliest, so that a list without newer
 * exports does not count as current. Without lists, the day of the newest report.
 */
async function coveredUpTo(part: PartBuild, days: Days): Promise<Day | null> {
  const newest = await newestDay(part, 'coverage', 'last_day', days);
  if (newest === null) return newestReport(part, days);
  const oldest = (await oldestDay(part, 'coverage', 'last_day')) ?? newest;
  return quarterOf(oldest) === quarterOf(newest) ? newest : oldest;
}

async function newestReport({ db }: PartBuild, { today }: Days): Promise<Day | null> {
  const row = await db.one<{ day: number | null }>('select max(day) as day from report where day <= $1', [
    dayNumber(today),
  ]);
  return dayText(row?.day ?? 0) || null;
}

const quarterOf = (day: Day): string => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Files of different years have the same names. */
const bookOf = ({ path, name }: PublishedFile): string => `${basename(dirname(path))}/${name}`;

async function* reportBatches(input: Input): AsyncGenerator<ReportBatch> {
  for await (const batch of readReports(input))
    yield { kind: 'reports', ...batch, amounts: batch.records.map(({ damagesAmount }) => damagesAmount) };
}

/** Builds the part of the days that the exports do not cover yet. */
export async function buildRecent(assembly: Assembly, increments: readonly Increment[]): Promise<void> {
  const past = partOf(assembly, PROCUREMENT);
  const covered = await coveredOf(assembly);
  const files = notCovered(increments, covered);
  const served = previousOf(assembly, 'recent');
  // A `recent` that continues other exports does not fit these.
  const isSame = past?.id === previousOf(assembly, PROCUREMENT)?.id;
  const isOlder = assembly.build.unreadable.some(({ name }) => name === 'recent');
  if (increments.length === 0 && (isSame || isOlder)) return retainServed(assembly, 'recent');
  const isGuarded = served !== null && !assembly.accept.smaller;
  const lost = isGuarded ? await missingDaysIn(assembly, served, { increments, covered }) : [];
  // A rebuild of unreadable parts leaves the others unchanged.
  if (lost.length > 0 && assembly.onlyRebuild && isSame) return retainServed(assembly, 'recent');
  if (files.length > 0) await buildFromIncrements(assembly, files, lost);
  else await assertDaysPresent(lost, null).catch((error) => carryOver(assembly, 'recent', error));
  // With other exports, days in both parts would count twice.
  const retained = partOf(assembly, 'recent');
  if (!isSame && retained !== null && retained.id === served?.id && retained.stale !== null)
    revertToServed(assembly, PROCUREMENT, retained.stale);
}

async function buildFromIncrements(
  assembly: Assembly,
  files: readonly Increment[],
  lost: readonly ListDay[],
): Promise<void> {
  const beside = ['registry', 'entities', PROCUREMENT]
    .map((name) => partOf(assembly, name))
    .filter((part) => part !== null);
  const published = files.map((file): Published => {
    const { kind, name } = file;
    return {
      file,
      book: `sicap-${kind}`,
      read: () => (kind === 'reports' ? reportBatches({ name, bytes: file.read() }) : readIncrement(file, kind)),
    };
  });
  await buildPart(assembly, {
    name: 'recent',
    about: {
      ...recentPart.about,
      asOf: latestOf(files),
      url: (await files[0]?.url()) ?? null,
      fingerprint: await recentFingerprint(files, partOf(assembly, PROCUREMENT)?.id),
      continues: recentContinues,
    },
    total: bytesOf(files),
    reading: beside,
    async fill(part, reading) {
      await loadProcurement(part, published, reading, beside);
      await assertDaysPresent(lost, part.db);
      return null;
    },
  });
}

/** Increments of days that the exports do not cover; exports have no reports. */
const notCovered = (increments: readonly Increment[], covered: Covered): Increment[] =>
  increments.filter(({ kind, day }) => kind === 'reports' || day > (covered(kind) ?? ''));

/** From the stored digests, so that the check for news reads no content. */
async function recentFingerprint(files: readonly Increment[], past: string | undefined): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${file.name} ${await file.sha256()}`));
  return sha256([VERSION, past ?? '', ...lines].join('\n'));
}

/** Whether the store has increments that this generation lacks, also from another host that was killed before its build. */
export async function isRecentDue(dataset: Dataset, increments: readonly Increment[]): Promise<boolean> {
  const { parts } = dataset.manifest;
  const [past, recent] = [PROCUREMENT, 'recent'].map((name) => parts.find((part) => part.name === name));
  const covered = await coveredIn(dataset);
  const files = notCovered(increments, covered);
  // An unreadable part is retried with the next increment; a part that lacks days is retried when the store has them.
  if (recent?.stale != null)
    return isWaiting(recent) && (await missingDaysOf(dataset, recent, { increments, covered })).length === 0;
  return files.length > 0 && recent?.fingerprint !== (await recentFingerprint(files, past?.id));
}

const latestOf = (files: readonly Pick<Increment, 'day'>[]): Day =>
  files.map((file) => file.day).reduce((latest, day) => (day > latest ? day : latest));

export async function coveredOf(assembly: Assembly): Promise<Covered> {
  const past = partOf(assembly, PROCUREMENT);
  return past === null ? () => null : queryParts(assembly, [past], (db) => coveredDays(db, past));
}

/** The same for a generation that is served. */
export async function coveredIn(dataset: Dataset | null): Promise<Covered> {
  const past = dataset?.manifest.parts.find(({ name }) => name === PROCUREMENT);
  const db = dataset?.partGroup(PROCUREMENT);
  return past && db ? coveredDays(db, past) : () => null;
}

async function coveredDays(db: Database, past: Pick<Part, 'id'>): Promise<Covered> {
  const rows = await db.all<{ list: string; last_day: string | null }>(
    `select list, last_day from ${past.id}.coverage`,
  );
  return (kind) => rows.find(({ list }) => list === LISTS[kind])?.last_day ?? null;
}

interface RecentOptions {
  generations: Generations;
  live: Database;
  progress: Progress;
  /** Incomplete publications to accept. Default: none. */
  accept?: Acceptance;
}

/** Increments of the lists to a new generation; every other part is carried over without being read. */
export async function ingestRecent({ generations, live, progress, accept }: RecentOptions): Promise<IngestReport> {
  const started = performance.now();
  const build = await generations.build();
  try {
    const { previous, unreadable } = build;
    if (previous === null) throw new Error('There is no generation that could be brought up to date.');
    // A part of an older format cannot be carried over.
    if (unreadable.length > 0) throw new Error(rebuildNotice(unreadable));
    const assembly = assemblyOf(build, progress, false, accept);
    assembly.parts.push(...previous.parts.filter(({ name }) => name !== 'recent'));
    assembly.lost.push(...(previous.lost ?? []).filter(({ name }) => name !== 'recent'));
    await buildRecent(assembly, await storedIncrements(live));
    const published = differs(assembly);
    // Parts that an interrupted first build still awaits.
    const awaits = (previous.awaits ?? []).filter((name) => !assembly.parts.some((part) => part.name === name));
    const manifest = published
      ? await build.publish(assembly.parts, previous.lineage, assembly.lost, awaits)
      : previous;
    return {
      generation: manifest.id,
      published,
      seconds: (performance.now() - started) / 1000,
      parts: assembly.reports,
      unused: [],
      warnings: assembly.warnings,
    };
  } finally {
    await build.close();
  }
}
