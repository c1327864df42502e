/** The contents of every part, by name and from plain data, so that any thread of a build can fill it. */
import type { Part, PartBuild } from '#data/store/dataset.ts';
import type { Day } from '#lib/values/date.ts';
import type { Filling } from './filling.ts';
import { loadHistory, writeChanges } from './history.ts';
import { loadMarket } from './market.ts';
import { loadEntities, reportedActivities } from './observations.ts';
import { loadPeople } from './people.ts';
import { fillProcurement, fillRecent } from './procurement/fill.ts';
import type { Step } from './progress.ts';
import { type LoadedPartName, loadedPart, loadedPartNames } from './publications.ts';
import type { RegistryFiles } from './published-files.ts';
import { loadRankings } from './rankings.ts';
import { type Extent, loadRegistry } from './registry.ts';
import { type Counts, Tally } from './report.ts';
import { loadSearch } from './search.ts';

/** Returns the day that the rows cover, where they state it, or a count. */
type Filler<Input> = (part: PartBuild, input: Input, filling: Filling) => Promise<unknown>;

interface LoadedInput {
  found: readonly unknown[];
  personKey: string;
  asOf: Day | null;
}

const ofFiles = Object.fromEntries(
  loadedPartNames.map((name): [LoadedPartName, Filler<LoadedInput>] => [
    name,
    (part, { found, ...context }, { reading, beside, warn }) =>
      loadedPart(name).load(part, found, reading, { ...context, beside, warn }),
  ]),
) as Record<LoadedPartName, Filler<LoadedInput>>;

const fillers = {
  ...ofFiles,
  registry: (part, input: { files: RegistryFiles; personKey: string; extent: Extent }, { reading }) =>
    loadRegistry(part, input.files, input.personKey, reading, input.extent),
  async history(part, input: { lineage: readonly string[] }, { reading, state }) {
    reading.tally.store('firm_event', await loadHistory(part, state, input.lineage));
  },
  async entities(part, _: null, { reading, live }) {
    reading.tally.store('entity', await loadEntities(part, live));
  },
  async search(part, _: null, { reading: { tally }, beside, live }) {
    const has = (name: string): boolean => beside.some((each) => each.name === name);
    const stored = await loadSearch(part, reportedActivities(live), { finances: has('finances'), entities: true });
    for (const [table, rows] of Object.entries(stored)) tally.store(table, rows);
    await loadMarket(part, live);
    tally.store('person', await loadPeople(part, { shareholders: has('shareholders') }));
  },
  rankings: (part, _: null) => loadRankings(part),
  procurement: fillProcurement,
  recent: fillRecent,
  /** Of no part: the differences of two registry parts, for the state. */
  changes: ({ db }, input: { older: Part; newer: Part; officers: boolean }, { state }) =>
    writeChanges(db, state, input.older, input.newer, input),
  /** Of no part. */
  async lookUps({ db }, { lineage }: { lineage: string[] }, { beside }) {
    // Half of the start of a thread, for one of them.
    const { checkLookUps } = await import('./look-ups.ts');
    await checkLookUps({ db, manifest: { parts: [...beside], lineage } });
  },
} as const satisfies Record<string, Filler<never>>;

type Fillers = typeof fillers;

export interface Contents {
  by: keyof Fillers;
  input: unknown;
}

export const contents = <Name extends keyof Fillers>(by: Name, input: Parameters<Fillers[Name]>[1]): Contents => ({
  by,
  input,
});

export interface FillOrder extends Contents, Pick<Filling['reading'], 'accept' | 'days'>, Pick<Filling, 'beside'> {}

export interface Filled {
  part: Part;
  /** Of the filler. */
  value: unknown;
  counts: Counts;
  warnings: string[];
  /** Of this thread. */
  cpuSeconds: number;
}

export async function fillPart(
  part: PartBuild,
  { by, input, accept, days, beside }: FillOrder,
  stores: Pick<Filling, 'state' | 'live' | 'workbooks'>,
  step: Step,
): Promise<Filled> {
  const cpuBefore = process.threadCpuUsage();
  const tally = new Tally();
  const warnings: string[] = [];
  const filler = fillers[by] as Filler<unknown>;
  const value = await filler(part, input, {
    reading: { tally, step, bytesRead: 0, accept, days },
    beside,
    warn: (message) => void warnings.push(message),
    ...stores,
  });
  const finished = await part.finish();
  const cpu = process.threadCpuUsage(cpuBefore);
  return { part: finished, value, counts: tally.counts, warnings, cpuSeconds: (cpu.user + cpu.system) / 1e6 };
}
