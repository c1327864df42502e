/** Looks the parts of a question up in the index. */
import type { Database } from '#data/store/database.ts';
import { blocksBegun, blocksWith } from './blocks-table.ts';
import { Occurrences } from './occurrences.ts';
import type { Part } from './question.ts';
import type { SearchedPages } from './searched-pages.ts';
import { LENGTHS, pagesOfStem, stemsBegun } from './word-blocks.ts';

/** Takes pages away on which a stem is not shown: those of hidden persons. */
export type Shown = (stem: string, found: Occurrences) => Promise<Occurrences>;

export interface Lookup {
  db: Database;
  contents: readonly number[];
  pages: SearchedPages;
  shown: Shown;
}

/** Blocks and words that a begun word is looked for in; whoever has typed so little types on. */
const BEGUN_BLOCKS_MAX = 400;
const BEGUN_WORDS_MAX = 200;
const BEGUN_WEIGHT = 0.4;

export async function occurrencesOf(part: Part, lookup: Lookup): Promise<Occurrences> {
  const [first = ''] = part.stems;
  if (part.stems.length === 1) {
    const found = await ofStem(first, lookup);
    if (part.begun !== null) await joinBegun(found, part.begun, first, lookup);
    return found;
  }
  const words: Occurrences[] = [];
  for (const stem of part.stems) {
    const found = await ofStem(stem, lookup);
    if (found.pages.length === 0) return found;
    words.push(found);
  }
  return inOrder(words, lookup);
}

async function ofStem(stem: string, { db, contents, pages, shown }: Lookup): Promise<Occurrences> {
  const found = new Occurrences(pages.count);
  if (stem === LENGTHS) return found;
  const name = Buffer.from(stem);
  for (const { content, words } of await blocksWith(db, contents, stem)) {
    const packed = pagesOfStem(words, name);
    if (packed) found.take(packed, content, pages, 1);
  }
  return shown(stem, found);
}

/** Words that begin like it, beside its own stem. */
async function joinBegun(found: Occurrences, begun: string, own: string, lookup: Lookup): Promise<void> {
  const { db, contents, pages, shown } = lookup;
  const stems = new Map<string, Occurrences>();
  const name = Buffer.from(begun);
  for (const { content, words } of await blocksBegun(db, contents, begun, BEGUN_BLOCKS_MAX))
    for (const [stem, packed] of stemsBegun(words, name)) {
      if (stem === own || (stems.size >= BEGUN_WORDS_MAX && !stems.has(stem))) continue;
      stems.getOrInsertComputed(stem, () => new Occurrences(pages.count)).take(packed, content, pages, BEGUN_WEIGHT);
    }
  for (const [stem, each] of stems) found.join(await shown(stem, each));
}

/** Pages on which the words stand one behind the other; places are those of the first. */
function inOrder(words: readonly Occurrences[], { pages }: Lookup): Occurrences {
  const found = new Occurrences(pages.count);
  const [first, ...others] = words;
  for (const page of first?.pages ?? []) {
    if (!others.every((other) => other.has(page))) continue;
    let starts = first?.places(page) ?? [];
    for (const [i, other] of others.entries()) {
      const behind = new Set(other.places(page));
      starts = starts.filter((start) => behind.has(start + i + 1));
      if (starts.length === 0) break;
    }
    if (starts.length > 0) found.put(page, starts.length, starts);
  }
  return found;
}
