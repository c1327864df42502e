/** Counts the firms of a name query in the analytics worker, in portions, so that other queries run in between. */

import { callerKey, type Requester } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { namesWithStart } from './last-word.ts';
import type { Window } from './name-search.ts';
import { type CountFirms, FIRST_PAGE } from './result-page.ts';

/** Progress of the count. */
export interface NameCount {
  firms: number;
  /** The last name read, and its firm. */
  id: number;
  rank: number;
  isWhole: boolean;
}

export interface NameAnalyses {
  /** Counts the next portion after `from`; `windowRanks`: firms of the window, which `from` includes. */
  firmsCounted(
    dataset: Dataset,
    more: NonNullable<Window['more']>,
    windowRanks: readonly number[],
    from: NameCount,
    requester?: Requester,
  ): Promise<NameCount>;
}

/** Names of a portion: some ten milliseconds. */
const PORTION = 5_000;

const countFirms: NameAnalyses['firmsCounted'] = async ({ db }, { words, start }, windowRanks, from) => {
  const inWindow = new Set(windowRanks);
  let { firms, rank: before } = from;
  const { rows, last, complete } = await namesWithStart(db, words, start, from.id, PORTION);
  // The current and former names of a firm follow each other: the firm counts once.
  for (const { rank } of rows) {
    if (rank !== before && !inWindow.has(rank)) firms++;
    before = rank;
  }
  return { firms, id: last, rank: before, isWhole: complete };
};

export const analyses: NameAnalyses = { firmsCounted: countFirms };

/** Counts all firms of a query outside of the serving thread. */
export function countInWorker(
  { dataset, caller, signal }: Call,
  max: number,
  { firmsCounted }: Pick<NameAnalyses, 'firmsCounted'>,
): CountFirms {
  return async ({ hits, more }) => {
    const ranks = hits.map(({ rank }) => rank);
    let counted: NameCount = { firms: hits.length, id: FIRST_PAGE.id, rank: FIRST_PAGE.rank, isWhole: more === null };
    while (more !== null && !counted.isWhole && counted.firms < max)
      counted = await firmsCounted(dataset, more, ranks, counted, { by: callerKey(caller), signal });
    return { total: Math.min(counted.firms, max), isExact: counted.firms < max };
  };
}
