/** Resolves the numbers in blocks of deals: each part numbers its parties and towns, and this index joins them. */
import type { Dataset } from '#data/store/dataset.ts';
import { NONE } from './deal-block.ts';
import { dealIndexIn } from './deal-blocks-table.ts';

export interface DealIndex {
  /** Ids of the parties, by their numbers over all parts. */
  ids: Float64Array;
  parts: readonly PartIndex[];
}

interface PartIndex {
  id: string;
  /** The part's numbers → numbers over all parts; null where they are the same. */
  numbers: Uint32Array | null;
  towns: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<Dataset, Promise<DealIndex>>();

/** Read once per generation. */
export function dealIndex(dataset: Dataset): Promise<DealIndex> {
  const index = indexes.getOrInsertComputed(dataset, () => readIndex(dataset));
  index.catch(() => indexes.delete(dataset));
  return index;
}

async function readIndex(dataset: Dataset): Promise<DealIndex> {
  const db = dataset.partGroup('procurement');
  const ids: number[] = [];
  const numberOf = new Map<number, number>();
  const parts: PartIndex[] = [];
  for (const { id } of dataset.manifest.parts.filter(({ area }) => area === 'procurement')) {
    const rows = db === null ? [] : await dealIndexIn(db, id);
    const bodyOf = (name: string): Uint8Array<ArrayBuffer> =>
      new Uint8Array(rows.find((row) => row.name === name)?.body ?? []);
    const own = new Float64Array(bodyOf('party').buffer);
    const numbers = Uint32Array.from(own, (party) =>
      numberOf.getOrInsertComputed(party, () => {
        ids.push(party);
        return ids.length - 1;
      }),
    );
    const towns = JSON.parse(Buffer.from(bodyOf('town')).toString() || '[]') as string[];
    parts.push({
      id,
      numbers: parts.length === 0 ? null : numbers,
      towns: new Map(towns.map((town, number) => [town, number])),
    });
  }
  return { ids: Float64Array.from(ids), parts };
}

/** Numbers values in the order of their first appearance. */
export function numbering<Thing>() {
  const numbers = new Map<Thing, number>();
  return {
    of: (thing: Thing | null): number =>
      thing === null ? NONE : numbers.getOrInsertComputed(thing, () => numbers.size),
    /** In the order of their numbers. */
    all: () => [...numbers.keys()],
  };
}

export const partyBody = (ids: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(ids).buffer);
export const townBody = (towns: readonly string[]): Uint8Array => Buffer.from(JSON.stringify(towns));
