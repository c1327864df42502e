/**
 * The two parts of procurement. `procurement` comes from exports and imports, with the fields of the lists that exports lack, and is
 * rebuilt when a new export appears. `recent` comes from the lists of newer days and is rebuilt with every increment, at a cost that does
 * not depend on the size of the past.
 */

import type { Acceptance } from '#data/ingest/completeness.ts';
import { openLanes } from '#data/ingest/lanes.ts';
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
  reportOf,
  retainServed,
  revertToServed,
} from '#data/ingest/parts.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { bytesOf, digestOf, type PublishedFile } from '#data/ingest/published-files.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Generations, Part } from '#data/store/dataset.ts';
import { rebuildNotice } from '#data/store/manifest.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import type { Covered } from './collect.ts';
import type { PublishedIncrement } from './increments.ts';
import { storedIncrements } from './increments-table.ts';
import { recentContinues } from './load.ts';
import { byKind, PROCUREMENT, procurementPart, recentPart } from './publications.ts';
import {
  assertDaysPresent,
  daysOf,
  isWaiting,
  type ListDay,
  type ListState,
  missingDays,
  missingDaysOf,
} from './served-days.ts';

/** The table of each list. */
const LISTS = { notices: 'notice', contracts: 'contract', purchases: 'purchase', awards: 'award' } as const;

export async function buildProcurement(
  assembly: Assembly,
  files: readonly PublishedFile[],
  increments: readonly PublishedIncrement[],
): Promise<void> {
  if (files.length === 0) {
    retainServed(assembly, PROCUREMENT);
    return;
  }
  const beside = [partOf(assembly, 'registry'), partOf(assembly, 'entities')].filter((part) => part !== null);
  const { reports, exports } = byKind(files);
  // Day and address come from the newest export: later reports or a republished old year do not make the part newer.
  const newest = exports[0];
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
    input: { files, increments },
  });
}

/** Builds the part of the days that the exports do not cover yet. */
export async function buildRecent(assembly: Assembly, increments: readonly PublishedIncrement[]): Promise<void> {
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
  files: readonly PublishedIncrement[],
  lost: readonly ListDay[],
): Promise<void> {
  const beside = ['registry', 'entities', PROCUREMENT]
    .map((name) => partOf(assembly, name))
    .filter((part) => part !== null);
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
    input: { increments: files, lost },
  });
}

/** Increments of days that the exports do not cover; exports have no reports. */
const notCovered = (increments: readonly PublishedIncrement[], covered: Covered): PublishedIncrement[] =>
  increments.filter(({ kind, day }) => kind === 'reports' || day > (covered(kind) ?? ''));

/** From the stored digests, so that the check for news reads no content. */
async function recentFingerprint(files: readonly PublishedIncrement[], past: string | undefined): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${file.name} ${await file.sha256()}`));
  return sha256([VERSION, past ?? '', ...lines].join('\n'));
}

/** Whether the store has increments that this generation lacks, also from another host that was killed before its build. */
export async function isRecentDue(dataset: Dataset, increments: readonly PublishedIncrement[]): Promise<boolean> {
  const { parts } = dataset.manifest;
  const [past, recent] = [PROCUREMENT, 'recent'].map((name) => parts.find((part) => part.name === name));
  const covered = await coveredIn(dataset);
  const files = notCovered(increments, covered);
  // An unreadable part is retried with the next increment; a part that lacks days is retried when the store has them.
  if (recent?.stale != null)
    return isWaiting(recent) && (await missingDaysOf(dataset, recent, { increments, covered })).length === 0;
  return files.length > 0 && recent?.fingerprint !== (await recentFingerprint(files, past?.id));
}

const latestOf = (files: readonly Pick<PublishedIncrement, 'day'>[]): Day =>
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

/** Days of the served generation that are not in the store, during a build. */
const missingDaysIn = (assembly: Assembly, served: Part, state: ListState): Promise<ListDay[]> =>
  queryParts(assembly, [served], async (db) => missingDays(await daysOf(db, `${served.id}.`), state));

interface RecentOptions {
  generations: Generations;
  state: Database;
  live: Database;
  progress: Progress;
  /** Incomplete publications to accept. Default: none. */
  accept?: Acceptance;
}

/** Increments of the lists to a new generation; every other part is carried over without being read. */
export async function ingestRecent({
  generations,
  state,
  live,
  progress,
  accept,
}: RecentOptions): Promise<IngestReport> {
  const started = performance.now();
  const build = await generations.build();
  const lanes = openLanes({ build, state, live });
  try {
    const { previous, unreadable } = build;
    if (previous === null) throw new Error('There is no generation that could be brought up to date.');
    // A part of an older format cannot be carried over.
    if (unreadable.length > 0) throw new Error(rebuildNotice(unreadable));
    const assembly = assemblyOf(build, { lanes, progress, strict: false, ...(accept && { accept }) });
    assembly.parts.push(...previous.parts.filter(({ name }) => name !== 'recent'));
    assembly.lost.push(...(previous.lost ?? []).filter(({ name }) => name !== 'recent'));
    await buildRecent(assembly, await storedIncrements(live));
    const published = differs(assembly);
    // Parts that an interrupted first build still awaits.
    const awaits = (previous.awaits ?? []).filter((name) => !assembly.parts.some((part) => part.name === name));
    const manifest = published
      ? await build.publish(assembly.parts, previous.lineage, assembly.lost, awaits)
      : previous;
    return reportOf(assembly, { published, manifest, started });
  } finally {
    await build.close();
  }
}
