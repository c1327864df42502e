/** The contents of every part from plain data, so that any thread of a build can fill it. */
import type { Part, PartBuild } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import type { Day } from '#lib/values/date.ts';
import type { LoadContext } from './file-part.ts';
import type { Reading } from './file-reading.ts';
import { loadHistory } from './history.ts';
import { loadMarket } from './market.ts';
import { loadEntities, reportedActivities } from './observations.ts';
import { loadPeople } from './people.ts';
import { fillProcurement, fillRecent } from './procurement/fill.ts';
import { type LoadedPartName, loadedPart, loadedPartNames } from './publications.ts';
import type { RegistryFiles } from './published-files.ts';
import { loadRankings } from './rankings.ts';
import { type Extent, loadRegistry } from './registry.ts';
import { Tally } from './report.ts';
import { loadSearch } from './search.ts';

/** Returns the day that the records cover, where they state it. */
// biome-ignore lint/suspicious/noConfusingVoidType: most parts have no day of their own.
type Filler<Input> = (part: PartBuild, input: Input, reading: Reading) => Promise<Day | null | void>;

type LoadedInput = LoadContext & { found: readonly unknown[] };

const loaded = Object.fromEntries(
  loadedPartNames.map((name): [LoadedPartName, Filler<LoadedInput>] => [
    name,
    (part, { found, ...context }, reading) => loadedPart(name).load(part, found, reading, context),
  ]),
) as Record<LoadedPartName, Filler<LoadedInput>>;

const fillers = {
  ...loaded,
  registry: (part, input: { files: RegistryFiles; personKey: string; extent: Extent }, reading) =>
    loadRegistry(part, input.files, input.personKey, reading, input.extent),
  async history(part, input: { lineage: readonly string[] }, { tally, state }) {
    tally.store('firm_event', await loadHistory(part, state, input.lineage));
  },
  async entities(part, _: null, { tally, live }) {
    tally.store('entity', await loadEntities(part, live));
  },
  async search(part, _: null, { tally, beside, live }) {
    const has = (name: string): boolean => beside.some((each) => each.name === name);
    const reads = { finances: has('finances'), entities: true };
    const { stored, market } = await loadSearch(part, reportedActivities(live), reads);
    for (const [table, rows] of Object.entries(stored)) tally.store(table, rows);
    await loadMarket(part, live, market);
    tally.store('person', await loadPeople(part, { shareholders: has('shareholders') }));
  },
  rankings: (part, _: null) => loadRankings(part),
  procurement: fillProcurement,
  recent: fillRecent,
} as const satisfies Record<PartName, Filler<never>>;

/** What a part is filled from, as plain data. */
export type InputOf<Name extends PartName> = Parameters<(typeof fillers)[Name]>[1];

export interface FillOrder extends Pick<Reading, 'accept' | 'days' | 'beside'> {
  name: PartName;
  input: unknown;
}

export interface Filled {
  part: Part;
  tally: Tally;
  warnings: string[];
  /** Of this thread. */
  cpuSeconds: number;
}

export async function fillPart(
  unfinished: PartBuild,
  { name, input, accept, days, beside }: FillOrder,
  context: Pick<Reading, 'state' | 'live' | 'workbooks' | 'step'>,
): Promise<Filled> {
  const cpuBefore = process.threadCpuUsage();
  const tally = new Tally();
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const filler = fillers[name] as Filler<unknown>;
  const day = await filler(unfinished, input, { ...context, tally, bytesRead: 0, accept, days, beside, warn });
  const part = await unfinished.finish();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  return { part: day ? { ...part, asOf: day } : part, tally, warnings, cpuSeconds: (user + system) / 1e6 };
}
