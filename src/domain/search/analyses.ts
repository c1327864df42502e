/** The heavy question about names: how many firms have them, counted by the analyst, a portion at a time, so that others have a turn between. */
import type { Requester } from '#api/caller.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { namesBegun } from './last-word.ts';
import type { Window } from './name-search.ts';

/** How far the names beyond a window were counted. */
export interface Counted {
  firms: number;
  /** The last name that was looked at, and its firm. */
  id: number;
  rank: number;
  isWhole: boolean;
}

export interface Analyses {
  /** Counts on from `from`, by a portion; `shown`: firms of the window, which were counted before. */
  firmsCounted(
    dataset: Dataset,
    more: NonNullable<Window['more']>,
    shown: readonly number[],
    from: Counted,
    asked?: Requester,
  ): Promise<Counted>;
}

/** Names of a portion: some ten milliseconds. */
const PORTION = 5_000;

const firmsCounted: Analyses['firmsCounted'] = async ({ db }, { words, begun }, shown, from) => {
  const known = new Set(shown);
  let { firms, rank: before } = from;
  const { rows, last, complete } = await namesBegun(db, words, begun, from.id, PORTION);
  // A firm may come by its present and by a former name, which follow each other: it counts once.
  for (const { rank } of rows) {
    if (rank !== before && !known.has(rank)) firms++;
    before = rank;
  }
  return { firms, id: last, rank: before, isWhole: complete };
};

export const analyses: Analyses = { firmsCounted };
