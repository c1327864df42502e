/**
 * The two parts of procurement. `procurement` is made of exports and imports, with what the lists had said of the same days and exports
 * leave out, and stays as it is until a new one comes. `recent` is made
 * of what the lists said of the days since: anew each time, so that an increment costs what the increment is, not what the past is.
 */
import { basename, dirname } from 'node:path';
import { type Days, newestIn, oldestIn } from '#data/ingest/content-days.ts';
import { newestOf, publicationOf } from '#data/ingest/origins.ts';
import {
  type Assembly,
  buildPart,
  carryOver,
  keepServed,
  partOf,
  previousOf,
  queryParts,
  restoreServed,
} from '#data/ingest/parts.ts';
import { bytesOf, digestOf, type Publications, type PublishedFile } from '#data/ingest/publications.ts';
import { fileInput, type Input } from '#data/sources/lines.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { readReports } from '#data/sources/procurement/reports.ts';
import { sources } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Part, PartBuild } from '#data/store/dataset.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import type { Covered } from './collect.ts';
import type { Published, ReportBatch } from './gather.ts';
import { type Increment, readIncrement } from './increments.ts';
import { AREA, loadProcurement, recentContinues } from './load.ts';
import { assertDaysKept, isWaiting, type ListedDay, missingDaysIn, missingDaysOf } from './served-days.ts';

const SOURCE = { source: 'seap', licence: sources.procurementExports.licence, area: AREA };

/** Lists that have files of their own, by the table that they come to. */
const LISTS = { notices: 'notice', contracts: 'contract', purchases: 'purchase', awards: 'award' } as const;

export async function makeProcurement(
  assembly: Assembly,
  { exports, reports }: Pick<Publications['procurement'], 'exports' | 'reports'>,
  increments: readonly Increment[],
  workbooks?: WorkbookSandbox,
): Promise<void> {
  const files = [...reports, ...exports];
  if (files.length === 0) {
    keepServed(assembly, AREA);
    return;
  }
  const beside = [partOf(assembly, 'registry'), partOf(assembly, 'entities')].filter((part) => part !== null);
  // Day and address are of one file, the newest: neither reports that were imported since nor an old year that was published again make it younger.
  const newest = exports[0];
  const published: Published[] = [
    ...reports.map((file) => ({ file, book: bookOf(file), read: () => reportBatches(fileInput(file.path)) })),
    ...exports.map((file) => ({ file, book: bookOf(file), read: () => readExport(file.path, workbooks) })),
  ];
  await buildPart(assembly, {
    name: AREA,
    // Counties and towns come from the parts beside it: once there are some, it is made again.
    about: {
      ...SOURCE,
      // Until its rows have told it.
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
 * The last day that its lists cover, slips left out: of lists that end in different quarters the earliest, so that one which lacks newer
 * exports does not pass for current. Where there are reports only, that of the newest.
 */
async function coveredUpTo(part: PartBuild, days: Days): Promise<Day | null> {
  const newest = await newestIn(part, 'coverage', 'last_day', days);
  if (newest === null) return newestIn(part, 'report', 'day', days);
  const oldest = (await oldestIn(part, 'coverage', 'last_day')) ?? newest;
  return quarterOf(oldest) === quarterOf(newest) ? newest : oldest;
}

const quarterOf = (day: Day): string => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Files of different years have the same names. */
const bookOf = ({ path, name }: PublishedFile): string => `${basename(dirname(path))}/${name}`;

async function* reportBatches(input: Input): AsyncGenerator<ReportBatch> {
  for await (const batch of readReports(input))
    yield { kind: 'reports', ...batch, amounts: batch.records.map(({ damagesAmount }) => damagesAmount) };
}

/** Of the days that the exports do not speak of yet. */
export async function makeRecent(assembly: Assembly, increments: readonly Increment[]): Promise<void> {
  const past = partOf(assembly, AREA);
  const covered = await coveredOf(assembly);
  const files = since(increments, covered);
  const served = previousOf(assembly, 'recent');
  // What was made for another past does not fit this one.
  const isSame = past?.id === previousOf(assembly, AREA)?.id;
  const isOlder = assembly.build.unreadable.some(({ name }) => name === 'recent');
  if (increments.length === 0 && (isSame || isOlder)) return keepServed(assembly, 'recent');
  const isGuarded = served !== null && !assembly.accept.smaller;
  const lost = isGuarded ? await missingDaysIn(assembly, served, { increments, covered }) : [];
  // Who makes only what cannot be read leaves the rest as it is.
  if (lost.length > 0 && assembly.onlyRebuild && isSame) return keepServed(assembly, 'recent');
  if (files.length > 0) await makeOf(assembly, files, lost);
  else await assertDaysKept(lost, null).catch((error) => carryOver(assembly, 'recent', error));
  // With another past its sums would count twice what both hold.
  const kept = partOf(assembly, 'recent');
  if (!isSame && kept !== null && kept.id === served?.id && kept.stale !== null)
    restoreServed(assembly, AREA, kept.stale);
}

async function makeOf(assembly: Assembly, files: readonly Increment[], lost: readonly ListedDay[]): Promise<void> {
  const beside = ['registry', 'entities', AREA].map((name) => partOf(assembly, name)).filter((part) => part !== null);
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
      ...SOURCE,
      licence: sources.procurement.licence,
      asOf: latestOf(files),
      url: (await files[0]?.url()) ?? null,
      fingerprint: await recentFingerprint(files, partOf(assembly, AREA)?.id),
      continues: recentContinues,
    },
    total: bytesOf(files),
    reading: beside,
    async fill(part, reading) {
      await loadProcurement(part, published, reading, beside);
      await assertDaysKept(lost, part.db);
      return null;
    },
  });
}

/** Of the days that the exports do not speak of; they speak of no reports. */
const since = (increments: readonly Increment[], covered: Covered): Increment[] =>
  increments.filter(({ kind, day }) => kind === 'reports' || day > (covered(kind) ?? ''));

/** From the digests that lie beside the contents: a look whether anything is new reads none of them. */
async function recentFingerprint(files: readonly Increment[], past: string | undefined): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${file.name} ${await file.sha256()}`));
  return sha256([VERSION, past ?? '', ...lines].join('\n'));
}

/** Whether the lists said something that this generation does not hold: also what another host asked before it was killed. */
export async function isRecentDue(dataset: Dataset, increments: readonly Increment[]): Promise<boolean> {
  const { parts } = dataset.manifest;
  const [past, recent] = [AREA, 'recent'].map((name) => parts.find((part) => part.name === name));
  const covered = await coveredIn(dataset);
  const files = since(increments, covered);
  // What could not be read is tried again when there is something new, what lacked days when they are here.
  if (recent?.stale != null)
    return isWaiting(recent) && (await missingDaysOf(dataset, recent, { increments, covered })).length === 0;
  return files.length > 0 && recent?.fingerprint !== (await recentFingerprint(files, past?.id));
}

const latestOf = (files: readonly Pick<Increment, 'day'>[]): Day =>
  files.map((file) => file.day).reduce((latest, day) => (day > latest ? day : latest));

export async function coveredOf(assembly: Assembly): Promise<Covered> {
  const past = partOf(assembly, AREA);
  return past === null ? () => null : queryParts(assembly, [past], (db) => coveredDays(db, past));
}

/** The same for a generation that is served. */
export async function coveredIn(dataset: Dataset | null): Promise<Covered> {
  const past = dataset?.manifest.parts.find(({ name }) => name === AREA);
  const db = dataset?.area(AREA);
  return past && db ? coveredDays(db, past) : () => null;
}

async function coveredDays(db: Database, past: Pick<Part, 'id'>): Promise<Covered> {
  const rows = await db.all<{ list: string; last_day: string | null }>(
    `select list, last_day from ${past.id}.coverage`,
  );
  return (kind) => rows.find(({ list }) => list === LISTS[kind])?.last_day ?? null;
}
