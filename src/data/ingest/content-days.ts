/**
 * The day of a publication whose publisher names none: the newest day in its rows that is not after the day of reading. Later days are
 * typing errors or lie in the future.
 */
import { basename, dirname } from 'node:path';
import { fileInput } from '#data/sources/lines.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Day } from '#lib/values/date.ts';
import type { RegistryFiles } from './published-files.ts';

/** The day of reading, and the operator's day for files without a day in their names (`--as-of`). */
export interface Days {
  today: Day;
  asOf: Day | null;
}

export const later = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b > a) ? b : a);

/** The newest day of a column that holds days. */
export async function newestDay(
  { db }: PartBuild,
  table: string,
  column: string,
  { today }: Days,
): Promise<Day | null> {
  const row = await db.one<{ day: Day | null }>(
    `select max(${column}) as day from ${table} where ${column} <> '' and ${column} <= $1`,
    [today],
  );
  return row?.day ?? null;
}

/** The earliest day of a column that holds days. */
export async function oldestDay({ db }: PartBuild, table: string, column: string): Promise<Day | null> {
  const row = await db.one<{ day: Day | null }>(`select min(${column}) as day from ${table} where ${column} <> ''`);
  return row?.day ?? null;
}

/** Snapshots with their days, oldest first: from the name, from the operator, or from the newest registration. */
export async function dateSnapshots(
  snapshots: readonly RegistryFiles[],
  { today, asOf }: Days,
  warn: (message: string) => void,
): Promise<RegistryFiles[]> {
  const isDated = ({ day, isRead }: RegistryFiles): boolean => day !== null || isRead;
  const undated: RegistryFiles[] = [];
  for (const snapshot of snapshots.filter((each) => !isDated(each)))
    undated.push({ ...snapshot, day: await newestRegistration(snapshot, today) });
  const inOrder = undated.toSorted(oldestFirst);
  // The operator's day applies to the newest snapshot; the rows of each other snapshot tell its day.
  const newest = inOrder.at(-1);
  const dated = [
    ...snapshots.filter(isDated),
    ...inOrder.map((one) => ({ ...one, day: resolveDay(nameOf(one), one.day, one === newest ? asOf : null, warn) })),
  ];
  const byDay = new Map<string, RegistryFiles>();
  for (const snapshot of dated) {
    const key = snapshot.day ?? snapshot.firms.path;
    const other = byDay.get(key);
    if (other) warn(`${nameOf(other)} is not read: ${nameOf(snapshot)} is of the same day, ${key}.`);
    byDay.set(key, snapshot);
  }
  return [...byDay.values()].sort(oldestFirst);
}

const oldestFirst = (a: RegistryFiles, b: RegistryFiles): number => ((a.day ?? '') < (b.day ?? '') ? -1 : 1);

/** With the folder, because all snapshots have the same file names. */
const nameOf = ({ firms: { path, name } }: RegistryFiles): string => `${basename(dirname(path))}/${name}`;

/** The operator's day, unless the content proves a later one. Warns about a contradiction, and about a file without any day. */
export function resolveDay(
  file: string,
  proven: Day | null,
  asOf: Day | null,
  warn: (message: string) => void,
): Day | null {
  if (asOf !== null && proven !== null && proven > asOf) {
    warn(`${file} holds rows of ${proven}: it is not of ${asOf}, as --as-of says.`);
    return proven;
  }
  if (asOf === null && proven === null)
    warn(`Of which day ${file} is, neither its name nor its rows tell: its day is unknown. Say it with --as-of DAY.`);
  return asOf ?? proven;
}

/** Null also for a file of the wrong shape, which the load reports. */
async function newestRegistration({ firms }: RegistryFiles, today: Day): Promise<Day | null> {
  let newest: Day | null = null;
  try {
    for await (const { records } of registryFiles.firms.read(fileInput(firms.path)))
      for (const { registeredOn } of records)
        if (registeredOn !== null && registeredOn <= today) newest = later(newest, registeredOn);
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
  }
  return newest;
}
