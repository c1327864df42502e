/** One part of the next generation: built anew, or carried over because nothing changed or the new publication is unreadable. */

import type { Database } from '#data/store/database.ts';
import type { Build, Manifest, Part, PartAbout } from '#data/store/dataset.ts';
import { type PartName, partNames } from '#data/store/formats.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { type Acceptance, assertNotShrunk, WHOLE_ONLY } from './completeness.ts';
import type { Days } from './content-days.ts';
import { adviceOn } from './file-part.ts';
import type { InputOf } from './fillers.ts';
import type { Lanes } from './lanes.ts';
import { grouped, type Progress } from './progress.ts';
import { filePartOf } from './publications.ts';
import type { IngestReport, PartReport, Tally } from './report.ts';

export interface Assembly {
  build: Build;
  lanes: Lanes;
  progress: Progress;
  /** Stop at a publication of the wrong shape instead of carrying the old part over. */
  strict: boolean;
  accept: Acceptance;
  days: Days;
  /** Rebuilds parts of an older format on a host that is not the leader: the new parts must be as complete as the old ones. */
  onlyRebuild: boolean;
  /** Resumes an interrupted build: the parts that it published are carried over unchanged. */
  resumes: boolean;
  /** Parts that are served after this build. */
  parts: Part[];
  /** Parts of an older format that cannot be rebuilt; `stale` says why. */
  lost: Part[];
  reports: PartReport[];
  warnings: string[];
}

type AssemblyOptions = Pick<Assembly, 'lanes' | 'progress' | 'strict'> & Partial<Assembly>;

export const assemblyOf = (build: Build, options: AssemblyOptions): Assembly => ({
  build,
  accept: WHOLE_ONLY,
  days: { today: bucharestDay(new Date()), asOf: null },
  onlyRebuild: false,
  resumes: false,
  parts: [],
  lost: [],
  reports: [],
  warnings: [],
  ...options,
});

/** Parts are finished in any order; manifests and reports list them in that of their formats, and snapshots by day. */
export function putInOrder({ parts, lost, reports }: Assembly): void {
  const names: readonly string[] = partNames;
  const place = (name: string): number => names.indexOf(name);
  parts.sort((a, b) => place(a.name) - place(b.name));
  lost.sort((a, b) => place(a.name) - place(b.name));
  reports.sort((a, b) => place(a.part) - place(b.part) || (a.asOf ?? '').localeCompare(b.asOf ?? ''));
}

/** The report of a build that began at that time; it serves this generation, a new one or the one before. */
export const reportOf = (
  { reports, warnings }: Pick<Assembly, 'reports' | 'warnings'>,
  { published, manifest, started }: { published: boolean; manifest: Manifest | null; started: number },
): IngestReport => ({
  generation: manifest?.id ?? null,
  published,
  seconds: (performance.now() - started) / 1000,
  parts: reports,
  unused: [],
  warnings,
});

export const partOf = (assembly: Assembly, name: string): Part | null =>
  assembly.parts.find((part) => part.name === name) ?? null;

export const previousOf = ({ build }: Assembly, name: string): Part | null =>
  build.previous?.parts.find((part) => part.name === name) ?? null;

/** A part of an older format that is served, or that an earlier build gave up for that reason. */
const unreadableOf = ({ build }: Assembly, name: string): Part | null =>
  [...build.unreadable, ...(build.previous?.lost ?? [])].find((part) => part.name === name) ?? null;

/** Whether there is anything to publish. The order of the parts does not matter. */
export function differs({ build, parts, lost }: Assembly): boolean {
  const { parts: before = [], lost: lostBefore = [], awaits = [] } = build.previous ?? {};
  const stale = new Map(before.map((part) => [part.id, part.stale]));
  return (
    parts.length > 0 &&
    (build.unreadable.length > 0 ||
      awaits.length > 0 ||
      lost.length !== lostBefore.length ||
      parts.length !== before.length ||
      parts.some((part) => stale.get(part.id) !== part.stale))
  );
}

export interface PartPlan<Name extends PartName = PartName> {
  name: Name;
  about: PartAbout;
  /** The amount of work, for progress: bytes of its files, or companies. */
  total: number | null;
  /** Parts whose tables it reads. */
  reading?: readonly Part[];
  /** What it is filled from. */
  input: InputOf<Name>;
}

/** Retains the served part, because there is no publication to build it from; a part of an older format is lost then. */
export function retainServed(assembly: Assembly, name: PartName): void {
  const previous = previousOf(assembly, name);
  if (previous) {
    assembly.parts.push(previous);
    assembly.reports.push(report(name, 'unchanged', previous));
  } else
    giveUp(
      assembly,
      name,
      `it is of an older format, and there is no publication to make it from again. ${adviceOn(filePartOf(name))}`.trim(),
    );
}

export async function buildPart<Name extends PartName>(assembly: Assembly, plan: PartPlan<Name>): Promise<void> {
  const previous = previousOf(assembly, plan.name);
  if (previous && (assembly.resumes || previous.fingerprint === plan.about.fingerprint)) {
    const url = plan.about.url ?? previous.url;
    assembly.parts.push({ ...previous, stale: null, ...(url !== undefined && { url }) });
    assembly.reports.push(report(plan.name, 'unchanged', previous));
    return;
  }
  try {
    const before = assembly.onlyRebuild ? unreadableOf(assembly, plan.name) : null;
    assembly.parts.push(await construct(assembly, plan, previous ?? before));
  } catch (error) {
    carryOver(assembly, plan.name, error);
  }
}

/** Retains the served part, because the new publication has the wrong shape; throws other errors. */
export function carryOver(assembly: Assembly, name: PartName, error: unknown): void {
  if (!(error instanceof WrongShape) || assembly.strict) throw error;
  const previous = previousOf(assembly, name);
  if (previous) {
    assembly.parts.push({ ...previous, stale: error.message });
    assembly.reports.push({ ...report(name, 'carriedOver', previous), problem: error.message });
  } else giveUp(assembly, name, error.message, error.message);
}

/** Discards a part that was built: the served part stays, or there is still none. */
export function revertToServed(assembly: Assembly, name: PartName, why: string): void {
  const previous = previousOf(assembly, name);
  const at = assembly.parts.findIndex((part) => part.name === name);
  assembly.parts.splice(at, 1, ...(previous ? [{ ...previous, stale: why }] : []));
  const served = report(name, previous ? 'carriedOver' : 'absent', previous);
  assembly.reports = assembly.reports.map((each) => (each.part === name ? { ...served, problem: why } : each));
}

/** The generation has no such part from now on. `problem`: the error of its publication; null where there is no publication. */
function giveUp(assembly: Assembly, name: PartName, why: string, problem: string | null = null): void {
  const lost = unreadableOf(assembly, name);
  if (lost) assembly.lost.push({ ...lost, stale: why });
  assembly.reports.push({ ...report(name, 'absent', null), problem: lost ? why : problem });
}

/** Builds a part and checks it; the caller adds it to the generation. `replaced`: the part that it replaces. */
export async function construct<Name extends PartName>(
  { lanes, progress, reports, warnings, accept, days }: Assembly,
  { name, about, total, reading: beside = [], input }: PartPlan<Name>,
  replaced: Part | null = null,
): Promise<Part> {
  const label = about.asOf === null ? name : `${name} of ${about.asOf}`;
  const order = { name, about, total, beside, input, accept, days };
  const { part, tally, seconds, step, ...filled } = await lanes.fill(order, () => progress.step(label, total));
  const loaded = Object.values(part.rows).reduce((sum, each) => sum + each, 0);
  step.end(`${grouped(loaded)} rows in ${seconds.toFixed(1)} s`);
  warnings.push(...filled.warnings);
  checkCounts(part, tally);
  for (const table of replaced ? (filePartOf(name)?.lists ?? []) : [])
    assertNotShrunk(`${name}, ${table}`, replaced?.rows[table] ?? 0, part.rows[table] ?? 0, accept);
  const rows = Math.max(tally.read, loaded);
  reports.push({
    ...report(name, 'loaded', part),
    read: tally.read,
    loaded,
    skipped: [...tally.skips.values()],
    books: tally.books,
    remarks: tally.remarks,
    seconds,
    cpuSeconds: filled.cpuSeconds,
    rowsPerSecond: rows > 0 && seconds > 0 ? Math.round(rows / seconds) : null,
  });
  return part;
}

/** Queries parts that belong to no generation yet. */
export async function queryParts<T>(
  { build }: Assembly,
  parts: readonly Part[],
  query: (db: Database) => Promise<T>,
): Promise<T> {
  const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };
  const comparison = await build.part('comparison', about, parts);
  const answer = await query(comparison.db);
  await comparison.finish(); // empty, and deleted with the build
  return answer;
}

/** Every line is a row or has a reason for its exclusion, and the tables have every stored row. */
function checkCounts(part: Part, { read, loadedLines, skips, stored }: Tally): void {
  const unaccounted = skips.values().reduce((left, { count }) => left - count, read - loadedLines);
  if (unaccounted !== 0) throw new Error(`${part.id}: ${unaccounted} of ${read} lines are unaccounted for.`);
  for (const [table, rows] of stored)
    if (part.rows[table] !== rows)
      throw new Error(`${part.id}: ${rows} rows were stored in ${table}, ${part.rows[table] ?? 'no'} rows are there.`);
}

const report = (name: string, outcome: PartReport['outcome'], part: Part | null): PartReport => ({
  part: name,
  outcome,
  asOf: part?.asOf ?? null,
  read: 0,
  loaded: 0,
  skipped: [],
  books: [],
  remarks: [],
  problem: null,
  seconds: 0,
  cpuSeconds: 0,
  bytes: part?.bytes ?? null,
  rowsPerSecond: null,
});
