/**
 * Where the words of a content stand, in blocks of neighbouring stems: a look for a word reads one block, however long the content.
 * A stem's pages come with how often it stands there and at which places, each as the distance from the one before.
 */
import { withoutCnp } from '#base/cnp.ts';
import { stemsIn } from './page-words.ts';
import { ByteReader, ByteWriter } from './varint.ts';

export interface WordBlock {
  first: string;
  last: string;
  words: Uint8Array;
}

/** Where a stem stands on a page. `places` counts words from 0; of very many only the first are kept, `count` knows all. */
export interface PageHit {
  number: number;
  count: number;
  places: readonly number[];
}

/** How many words a page has. */
export interface PageLength {
  number: number;
  words: number;
}

const BLOCK_BYTES = 4_000;
/** Of one stem on one page: a page of some ten thousand words has as many of the commonest. */
const PLACES_MAX = 5_000;
/** Before every stem: the lengths of the pages. */
export const LENGTHS = '';

interface Indexed {
  page: number;
  bytes: ByteWriter;
}

/** Personal numbers are in no index. */
export function wordBlocks(pages: Iterable<{ number: number; text: string }>): WordBlock[] {
  const stems = new Map<string, Indexed>();
  const lengths = new ByteWriter();
  let before = 0;
  for (const { number, text } of pages) {
    const places = new Map<string, number[]>();
    let words = 0;
    for (const stem of stemsIn(withoutCnp(text))) {
      const known = places.get(stem);
      if (known) known.push(words);
      else places.set(stem, [words]);
      words++;
    }
    for (const [stem, on] of places) writePage(stems, stem, number, on);
    lengths.number(number - before);
    lengths.number(words);
    before = number;
  }
  return [{ first: LENGTHS, last: LENGTHS, words: lengths.written() }, ...blocksOf(stems)];
}

function writePage(stems: Map<string, Indexed>, stem: string, number: number, places: readonly number[]): void {
  let indexed = stems.get(stem);
  if (!indexed) {
    indexed = { page: 0, bytes: new ByteWriter() };
    stems.set(stem, indexed);
  }
  const { bytes } = indexed;
  const kept = places.slice(0, PLACES_MAX);
  bytes.number(number - indexed.page);
  bytes.number(places.length);
  bytes.number(kept.length);
  let before = 0;
  for (const place of kept) {
    bytes.number(place - before);
    before = place;
  }
  indexed.page = number;
}

/** In the order of their bytes, as both engines compare them. */
function blocksOf(stems: ReadonlyMap<string, Indexed>): WordBlock[] {
  const blocks: WordBlock[] = [];
  let block: { first: string; last: string; bytes: ByteWriter } | null = null;
  const sorted = [...stems.keys()].map((stem) => ({ stem, name: Buffer.from(stem) }));
  for (const { stem, name } of sorted.sort((a, b) => Buffer.compare(a.name, b.name))) {
    const postings = stems.get(stem)?.bytes.written() ?? new Uint8Array();
    block ??= { first: stem, last: stem, bytes: new ByteWriter() };
    block.last = stem;
    block.bytes.number(name.length);
    block.bytes.all(name);
    block.bytes.number(postings.length);
    block.bytes.all(postings);
    if (block.bytes.length < BLOCK_BYTES) continue;
    blocks.push({ first: block.first, last: block.last, words: block.bytes.written() });
    block = null;
  }
  if (block) blocks.push({ first: block.first, last: block.last, words: block.bytes.written() });
  return blocks;
}

/** Stems of a block that are wanted, with their pages still packed. */
export function* stemsOf(
  words: Uint8Array,
  wants: (stem: string) => boolean,
): Generator<[stem: string, pages: Uint8Array]> {
  const reader = new ByteReader(words);
  while (!reader.isDone) {
    const stem = Buffer.from(reader.take(reader.number())).toString();
    const pages = reader.take(reader.number());
    if (wants(stem)) yield [stem, pages];
  }
}

export function* hitsOf(packed: Uint8Array): Generator<PageHit> {
  const reader = new ByteReader(packed);
  let number = 0;
  while (!reader.isDone) {
    number += reader.number();
    const count = reader.number();
    const kept = reader.number();
    const places = new Array<number>(kept);
    let place = 0;
    for (let i = 0; i < kept; i++) {
      place += reader.number();
      places[i] = place;
    }
    yield { number, count, places };
  }
}

export function* lengthsOf(packed: Uint8Array): Generator<PageLength> {
  const reader = new ByteReader(packed);
  let number = 0;
  while (!reader.isDone) {
    number += reader.number();
    yield { number, words: reader.number() };
  }
}
