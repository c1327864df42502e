/** Finds the parts of a query in the index: on which pages they occur, how often, and where. */
import type { Database } from '#data/store/database.ts';
import { maskedBetween, type Neighbours } from '#domain/documents/masking.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { foldedWord, stemOf } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';
import { blocksWith, blocksWithPrefix, textsAt } from './index-table.ts';
import { positionedWords } from './page-words.ts';
import type { QueryPart } from './question.ts';
import { eachPosting, LENGTHS, lengthsOf, pagesOfStem, positionsOf, stemsWithPrefix } from './word-blocks.ts';

/** Removes pages on which a stem is not visible, because it belongs to a hidden person. */
type VisibleFilter = (stem: string, found: Occurrences) => Promise<Occurrences>;

export interface Lookup {
  db: Database;
  contents: readonly number[];
  pages: SearchedPages;
  visible: VisibleFilter;
}

/** Blocks and words per prefix; a longer prefix finds the others. */
const PREFIX_BLOCKS_MAX = 400;
const PREFIX_WORDS_MAX = 200;
const PREFIX_WEIGHT = 0.4;

export async function occurrencesOf(part: QueryPart, lookup: Lookup): Promise<Occurrences> {
  const [first = ''] = part.stems;
  if (part.stems.length === 1) {
    const found = await stemOccurrences(first, lookup);
    if (part.prefix !== null) await addPrefixMatches(found, part.prefix, first, lookup);
    return found;
  }
  const words: Occurrences[] = [];
  for (const stem of part.stems) {
    const found = await stemOccurrences(stem, lookup);
    if (found.pages.length === 0) return found;
    words.push(found);
  }
  return phraseOccurrences(words, lookup);
}

async function stemOccurrences(stem: string, { db, contents, pages, visible: shown }: Lookup): Promise<Occurrences> {
  const found = new Occurrences(pages.count);
  if (stem === LENGTHS) return found;
  const name = Buffer.from(stem);
  for (const { content, words } of await blocksWith(db, contents, stem)) {
    const packed = pagesOfStem(words, name);
    if (packed) found.addStem(packed, content, pages, 1);
  }
  return shown(stem, found);
}

/** Adds words with this prefix to those of its own stem. */
async function addPrefixMatches(found: Occurrences, begun: string, own: string, lookup: Lookup): Promise<void> {
  const { db, contents, pages, visible: shown } = lookup;
  const stems = new Map<string, Occurrences>();
  const name = Buffer.from(begun);
  for (const { content, words } of await blocksWithPrefix(db, contents, begun, PREFIX_BLOCKS_MAX))
    for (const [stem, packed] of stemsWithPrefix(words, name)) {
      if (stem === own || (stems.size >= PREFIX_WORDS_MAX && !stems.has(stem))) continue;
      stems
        .getOrInsertComputed(stem, () => new Occurrences(pages.count))
        .addStem(packed, content, pages, PREFIX_WEIGHT);
    }
  for (const [stem, each] of stems) found.merge(await shown(stem, each));
}

/** Pages with the words in sequence; positions are those of the first word. */
function phraseOccurrences(words: readonly Occurrences[], { pages }: Lookup): Occurrences {
  const found = new Occurrences(pages.count);
  const [first, ...others] = words;
  for (const page of first?.pages ?? []) {
    if (!others.every((other) => other.has(page))) continue;
    let starts = first?.positions(page) ?? [];
    for (const [i, other] of others.entries()) {
      const behind = new Set(other.positions(page));
      starts = starts.filter((start) => behind.has(start + i + 1));
      if (starts.length === 0) break;
    }
    if (starts.length > 0) found.addPage(page, starts.length, starts);
  }
  return found;
}

/** Pages examined per word; of a name on more pages, the rest is not found. */
const PAGES_MAX = 500;
/** Pages per step. */
const PAGES_EACH = 20;

export function visibleOccurrences(db: Database, all: SearchedPages, { names, version }: HiddenPersons): VisibleFilter {
  if (version === '') return async (_, found) => found;
  const hidden = new Set(names.all.flat().flatMap((word) => words(word).map((each) => stemOf(foldedWord(each)))));
  return async (stem, found) => {
    if (!hidden.has(stem) || found.pages.length === 0) return found;
    const shown = new Occurrences(all.count);
    const pages = found.pages.slice(0, PAGES_MAX);
    for (let at = 0; at < pages.length; at += PAGES_EACH) {
      const some = pages.slice(at, at + PAGES_EACH);
      const texts = await textsAround(db, all, some);
      for (const [i, page] of some.entries()) {
        const { text, ...neighbours } = texts[i] ?? { text: '', before: '', behind: '' };
        const masked = maskedBetween(text, names, neighbours);
        if (masked === text) shown.addPage(page, found.weight(page), found.positions(page));
        else {
          const left = [...positionedWords(masked)].filter((word) => word.stem === stem).length;
          // Without positions: the words beside it may be hidden, so no phrase may match here.
          if (left > 0) shown.addPage(page, left, []);
        }
      }
    }
    return shown;
  };
}

/** Each page with its neighbours, where a name may continue. */
async function textsAround(
  db: Database,
  all: SearchedPages,
  pages: readonly number[],
): Promise<({ text: string } & Neighbours)[]> {
  const wanted = pages.flatMap((page) =>
    [-1, 0, 1].map((step) => ({ content: all.contents[page] ?? 0, number: (all.numbers[page] ?? 0) + step })),
  );
  const texts = await textsAt(db, wanted);
  const at = (i: number): string => texts[i]?.text ?? '';
  return pages.map((_, i) => ({ before: at(3 * i), text: at(3 * i + 1), behind: at(3 * i + 2) }));
}

export class Occurrences {
  /** Unordered. */
  readonly pages: number[] = [];
  /** Occurrences by page; prefix matches count less. 0: none. */
  private readonly weights: Float64Array;
  private readonly packed: Uint8Array[] = [];
  private readonly sources: Int32Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly explicitPositions = new Map<number, readonly number[]>();

  constructor(count: number) {
    this.weights = new Float64Array(count);
    this.sources = new Int32Array(count);
    this.starts = new Int32Array(count);
    this.ends = new Int32Array(count);
  }

  has(page: number): boolean {
    return (this.weights[page] ?? 0) > 0;
  }

  weight(page: number): number {
    return this.weights[page] ?? 0;
  }

  /** Ascending positions of the word itself, without prefix matches. */
  positions(page: number): readonly number[] {
    if (!this.has(page)) return [];
    const known = this.explicitPositions.get(page);
    if (known) return known;
    const packed = this.packed[this.sources[page] ?? 0];
    return packed ? positionsOf(packed, this.starts[page] ?? 0, this.ends[page] ?? 0) : [];
  }

  /** Adds the occurrences of one stem in one content. */
  addStem(packed: Uint8Array, content: number, { first }: SearchedPages, factor: number): void {
    const from = first.get(content);
    if (from === undefined) return;
    const source = this.packed.push(packed) - 1;
    eachPosting(packed, ({ rank, count, start, end }) => {
      const page = from + rank;
      if (!this.weigh(page, count * factor)) return;
      this.sources[page] = source;
      this.starts[page] = start;
      this.ends[page] = end;
    });
  }

  /** Adds a page with known positions. */
  addPage(page: number, weight: number, places: readonly number[]): void {
    if (this.weigh(page, weight)) this.explicitPositions.set(page, places);
  }

  /** Adds another stem; existing positions win. */
  merge(other: Occurrences): void {
    for (const page of other.pages) this.addPage(page, other.weight(page), this.has(page) ? [] : other.positions(page));
  }

  /** Whether it is the first occurrence on the page. */
  private weigh(page: number, weight: number): boolean {
    const before = this.weights[page] ?? 0;
    this.weights[page] = before + weight;
    if (before === 0) this.pages.push(page);
    return before === 0;
  }
}

export interface SearchedPages {
  count: number;
  /** Words per page. */
  lengths: readonly number[];
  /** Content and page number per page. */
  contents: readonly number[];
  numbers: readonly number[];
  /** The first page of each content, by its key. */
  first: ReadonlyMap<number, number>;
}

export async function searchedPages(db: Database, keys: readonly number[]): Promise<SearchedPages> {
  const lengths: number[] = [];
  const contents: number[] = [];
  const numbers: number[] = [];
  const first = new Map<number, number>();
  for (const { content, words } of await blocksWith(db, keys, LENGTHS)) {
    first.set(content, lengths.length);
    for (const page of lengthsOf(words)) {
      lengths.push(page.words);
      contents.push(content);
      numbers.push(page.number);
    }
  }
  return { count: lengths.length, lengths, contents, numbers, first };
}
