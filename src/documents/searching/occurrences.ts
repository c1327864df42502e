/** Where the parts of a question stand: looked up in the index, page by page. */
import type { Database } from '#store/database.ts';
import { blocksBegun, blocksWith, type FoundBlock } from './blocks-table.ts';
import type { Part } from './question.ts';
import { hitsOf, LENGTHS, lengthsOf, stemsOf } from './word-blocks.ts';

/** A page of a content as one number. */
export type PageKey = number;

const PAGES_MAX = 2 ** 22;
export const pageKey = (content: number, number: number): PageKey => content * PAGES_MAX + number;
export const contentIn = (key: PageKey): number => Math.floor(key / PAGES_MAX);
export const numberIn = (key: PageKey): number => key % PAGES_MAX;

/** How a part stands on a page. `weight` is how often; words that only begin like it count less. */
export interface Standing {
  weight: number;
  /** Ascending. */
  places: readonly number[];
}

export type Occurrences = Map<PageKey, Standing>;

/** Takes pages away on which a stem is not shown: those of hidden persons. */
export type Shown = (stem: string, found: Occurrences) => Promise<Occurrences>;

/** Blocks and words that a begun word is looked for in; whoever has typed so little types on. */
const BEGUN_BLOCKS_MAX = 400;
const BEGUN_WORDS_MAX = 200;
const BEGUN_WEIGHT = 0.4;

export interface Lookup {
  db: Database;
  contents: readonly number[];
  shown: Shown;
}

export async function occurrencesOf(part: Part, lookup: Lookup): Promise<Occurrences> {
  const [first = ''] = part.stems;
  if (part.stems.length === 1) {
    const found = await ofStem(first, lookup);
    return part.begun === null ? found : together(found, await ofBegun(part.begun, first, lookup));
  }
  const words: Occurrences[] = [];
  for (const stem of part.stems) {
    words.push(await ofStem(stem, lookup));
    if (words.at(-1)?.size === 0) return new Map();
  }
  return inOrder(words);
}

/** Words of every page, by its key. */
export async function pageLengths({ db, contents }: Lookup): Promise<Map<PageKey, number>> {
  const lengths = new Map<PageKey, number>();
  for (const { content, words } of await blocksWith(db, contents, LENGTHS))
    for (const page of lengthsOf(words)) lengths.set(pageKey(content, page.number), page.words);
  return lengths;
}

async function ofStem(stem: string, lookup: Lookup): Promise<Occurrences> {
  if (stem === LENGTHS) return new Map();
  const blocks = await blocksWith(lookup.db, lookup.contents, stem);
  return lookup.shown(stem, gathered(blocks, (each) => each === stem, 1).get(stem) ?? new Map());
}

async function ofBegun(begun: string, own: string, lookup: Lookup): Promise<Occurrences> {
  const blocks = await blocksBegun(lookup.db, lookup.contents, begun, BEGUN_BLOCKS_MAX);
  const stems = gathered(blocks, (stem) => stem !== own && stem.startsWith(begun), BEGUN_WEIGHT);
  let found: Occurrences = new Map();
  for (const [stem, pages] of [...stems].slice(0, BEGUN_WORDS_MAX))
    found = together(found, await lookup.shown(stem, pages));
  return found;
}

function gathered(
  blocks: readonly FoundBlock[],
  wants: (stem: string) => boolean,
  factor: number,
): Map<string, Occurrences> {
  const stems = new Map<string, Occurrences>();
  for (const { content, words } of blocks)
    for (const [stem, packed] of stemsOf(words, wants)) {
      const pages = stems.getOrInsertComputed(stem, () => new Map());
      for (const { number, count, places } of hitsOf(packed))
        pages.set(pageKey(content, number), { weight: count * factor, places });
    }
  return stems;
}

function together(one: Occurrences, other: Occurrences): Occurrences {
  for (const [page, { weight, places }] of other) {
    const known = one.get(page);
    if (!known) one.set(page, { weight, places });
    else
      one.set(page, {
        weight: known.weight + weight,
        places: [...known.places, ...places].sort((a, b) => a - b),
      });
  }
  return one;
}

/** Pages on which the words stand one behind the other; places are those of the first. */
function inOrder(words: readonly Occurrences[]): Occurrences {
  const found: Occurrences = new Map();
  const [first, ...others] = words;
  for (const [page, { places }] of first ?? []) {
    let starts = places;
    for (const [i, other] of others.entries()) {
      const behind = new Set(other.get(page)?.places);
      starts = starts.filter((start) => behind.has(start + i + 1));
      if (starts.length === 0) break;
    }
    if (starts.length > 0) found.set(page, { weight: starts.length, places: starts });
  }
  return found;
}
