/** One part of the next generation: built anew, or carried over because nothing changed or the new publication is unreadable. */

import type { Database } from '#data/store/database.ts';
import type { Build, Part, PartAbout } from '#data/store/dataset.ts';
import { type PartName, partNames } from '#data/store/formats.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { type Acceptance, assertNotShrunk, WHOLE_ONLY } from './completeness.ts';
import type { Days } from './content-days.ts';
import { adviceOn } from './file-part.ts';
import type { Contents, Filled } from './fillers.ts';
import type { Lanes } from './lanes.ts';
import { grouped, type Progress, type Step } from './progress.ts';
import { filePartOf } from './publications.ts';
import type { Counts, PartReport } from './report.ts';

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

/** Parts are finished in any order; manifests and reports list them in this one. */
export function putInOrder(assembly: Assembly): void {
  const names: readonly string[] = partNames;
  const byName = <Each>(nameOf: (each: Each) => string) => {
    return (a: Each, b: Each): number => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b));
  };
  assembly.parts.sort(byName(({ name }) => name));
  assembly.lost.sort(byName(({ name }) => name));
  const older = (a: PartReport, b: PartReport): number => ((a.asOf ?? '') < (b.asOf ?? '') ? -1 : 1);
  assembly.reports.sort((a, b) => byName(({ part }: PartReport) => part)(a, b) || older(a, b));
}

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

export interface PartPlan {
  name: PartName;
  about: PartAbout;
  /** The amount of work, for progress: bytes of its files, or companies. */
  total: number | null;
  /** Parts whose tables it reads. */
  reading?: readonly Part[];
  contents: Contents;
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

export async function buildPart(assembly: Assembly, plan: PartPlan): Promise<void> {
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
export async function construct(assembly: Assembly, plan: PartPlan, replaced: Part | null = null): Promise<Part> {
  const { reports, warnings, accept } = assembly;
  const label = plan.about.asOf === null ? plan.name : `${plan.name} of ${plan.about.asOf}`;
  return fill(assembly, { ...plan, label }, ({ part: finished, value, counts, cpuSeconds, ...filled }, seconds) => {
    const part = typeof value === 'string' ? { ...finished, asOf: value } : finished;
    warnings.push(...filled.warnings);
    checkCounts(part, counts);
    for (const table of replaced ? (filePartOf(plan.name)?.lists ?? []) : [])
      assertNotShrunk(`${plan.name}, ${table}`, replaced?.rows[table] ?? 0, part.rows[table] ?? 0, accept);
    const loaded = Object.values(part.rows).reduce((sum, each) => sum + each, 0);
    const rows = Math.max(counts.read, loaded);
    reports.push({
      ...report(plan.name, 'loaded', part),
      read: counts.read,
      loaded,
      skipped: counts.skipped,
      books: counts.books,
      remarks: counts.remarks,
      seconds,
      cpuSeconds,
      rowsPerSecond: rows > 0 && seconds > 0 ? Math.round(rows / seconds) : null,
    });
    return { result: part, outcome: `${grouped(loaded)} rows in ${seconds.toFixed(1)} s` };
  });
}

/** Work over parts that belong to no generation yet, and that makes none. Returns the value of its filler. */
export const execute = (
  assembly: Assembly,
  label: string,
  reading: readonly Part[],
  contents: Contents,
  outcomeOf: (value: unknown) => string,
): Promise<unknown> =>
  fill(assembly, { name: 'comparison', about: COMPARISON, total: null, label, reading, contents }, ({ value }) => ({
    result: value,
    outcome: outcomeOf(value),
  }));

const COMPARISON = { source: 'computed', asOf: null, licence: null, fingerprint: '' };

/** Fills a part in one of the lanes, and shows its progress meanwhile. */
async function fill<Result>(
  { lanes, progress, accept, days }: Assembly,
  { name, label, about, total, reading = [], contents }: Omit<PartPlan, 'name'> & { name: string; label: string },
  check: (filled: Filled, seconds: number) => { result: Result; outcome: string },
): Promise<Result> {
  let started = 0;
  let step: Step | undefined;
  const bytes = reading.reduce((sum, part) => sum + (part.bytes ?? 0), total ?? 0);
  try {
    const order = { ...contents, name, about, beside: reading, accept, days, bytes, countsRows: total === null };
    const filled = await lanes.fill(order, () => {
      started = performance.now();
      step = progress.step(label, total);
      return step;
    });
    const { result, outcome } = check(filled, (performance.now() - started) / 1000);
    step?.end(outcome);
    return result;
  } catch (error) {
    if (error instanceof WrongShape) step?.end('cannot be used');
    throw error;
  }
}

/** Queries parts that belong to no generation yet. */
export async function queryParts<T>(
  { build }: Assembly,
  parts: readonly Part[],
  query: (db: Database) => Promise<T>,
): Promise<T> {
  const comparison = await build.part('comparison', COMPARISON, parts);
  const answer = await query(comparison.db);
  await comparison.finish(); // empty, and deleted with the build
  return answer;
}

/** Every line is a row or has a reason for its exclusion, and the tables have every stored row. */
function checkCounts(part: Part, { read, loadedLines, skipped, stored }: Counts): void {
  const unaccounted = read - loadedLines - skipped.reduce((sum, { count }) => sum + count, 0);
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
