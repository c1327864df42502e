/** One part of the generation to be: made anew, or carried over because nothing changed or the new publication is unreadable. */
import { WrongShape } from '#sources/shape.ts';
import type { Database } from '#store/database.ts';
import type { Build, Part, PartAbout, PartBuild } from '#store/dataset.ts';
import type { Reading } from './file-reading.ts';
import { grouped, type Progress } from './progress.ts';
import { type PartReport, Tally } from './report.ts';

export interface Assembly {
  build: Build;
  progress: Progress;
  /** Stop at a publication of the wrong shape instead of carrying the old part over. */
  strict: boolean;
  /** What is served after this build, in the order in which it was made. */
  parts: Part[];
  reports: PartReport[];
  warnings: string[];
}

export const partOf = (assembly: Assembly, name: string): Part | null =>
  assembly.parts.find((part) => part.name === name) ?? null;

const previousOf = ({ build }: Assembly, name: string): Part | null =>
  build.previous?.parts.find((part) => part.name === name) ?? null;

/** Whether there is anything to publish. */
export const differs = (parts: readonly Part[], previous: readonly Part[]): boolean =>
  parts.length !== previous.length ||
  parts.some((part, i) => part.id !== previous[i]?.id || part.stale !== previous[i]?.stale);

export interface PartPlan {
  name: string;
  about: PartAbout;
  /** How much there is to do, for showing progress: bytes of its files, or companies. */
  total: number | null;
  /** Parts whose tables it reads. */
  reading?: readonly Part[];
  /** Fills the tables, and notes in the tally what it stored. */
  fill(part: PartBuild, reading: Reading): Promise<void>;
}

/** Keeps what is served, because there is no publication to make it from. */
export function keep(assembly: Assembly, name: string): void {
  const previous = previousOf(assembly, name);
  if (previous) assembly.parts.push(previous);
  assembly.reports.push(report(name, previous ? 'unchanged' : 'absent', previous));
}

export async function make(assembly: Assembly, plan: PartPlan): Promise<void> {
  const previous = previousOf(assembly, plan.name);
  if (previous?.fingerprint === plan.about.fingerprint) {
    assembly.parts.push({ ...previous, stale: null });
    assembly.reports.push(report(plan.name, 'unchanged', previous));
    return;
  }
  try {
    assembly.parts.push(await construct(assembly, plan));
  } catch (error) {
    if (!(error instanceof WrongShape) || assembly.strict) throw error;
    if (previous) assembly.parts.push({ ...previous, stale: error.message });
    assembly.reports.push({
      ...report(plan.name, previous ? 'carriedOver' : 'absent', previous),
      problem: error.message,
    });
  }
}

/** Builds a part and checks it; the part belongs to the generation only when the caller puts it there. */
export async function construct({ build, progress, reports }: Assembly, plan: PartPlan): Promise<Part> {
  const started = performance.now();
  const tally = new Tally();
  const unfinished = await build.part(plan.name, plan.about, plan.reading ?? []);
  const step = progress.step(plan.about.asOf === null ? plan.name : `${plan.name} of ${plan.about.asOf}`, plan.total);
  await plan.fill(unfinished, { tally, step, bytesRead: 0 });
  const part = await unfinished.finish();
  checkCounts(part, tally);
  const seconds = (performance.now() - started) / 1000;
  const loaded = Object.values(part.rows).reduce((sum, each) => sum + each, 0);
  const rows = Math.max(tally.read, loaded);
  step.end(`${grouped(loaded)} rows in ${seconds.toFixed(1)} s`);
  reports.push({
    ...report(plan.name, 'loaded', part),
    read: tally.read,
    loaded,
    skipped: tally.skipped,
    seconds,
    rowsPerSecond: rows > 0 && seconds > 0 ? Math.round(rows / seconds) : null,
  });
  return part;
}

/** Asks something of parts that no generation holds yet. */
export async function askOver<T>(
  { build }: Assembly,
  parts: readonly Part[],
  ask: (db: Database) => Promise<T>,
): Promise<T> {
  const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };
  const desk = await build.part('comparison', about, parts);
  const answer = await ask(desk.db);
  await desk.finish(); // it holds nothing and is swept away with the build
  return answer;
}

/** Every line read is a row or has a reason why not, and every row we stored is there. */
function checkCounts(part: Part, tally: Tally): void {
  const unaccounted = tally.read - tally.loadedLines - tally.skippedCount;
  if (unaccounted !== 0) throw new Error(`${part.id}: ${unaccounted} of ${tally.read} lines are unaccounted for.`);
  for (const [table, rows] of tally.stored)
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
  problem: null,
  seconds: 0,
  rowsPerSecond: null,
});
