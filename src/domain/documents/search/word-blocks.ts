/**
 * The word index of a content in blocks of adjacent stems: a lookup reads one block, however long the content. Each stem has its pages with
 * count and positions, delta-encoded.
 */
import { withoutCnp } from '#lib/values/cnp.ts';
import { stemsIn } from './page-words.ts';

interface WordBlock {
  first: string;
  last: string;
  words: Uint8Array;
}

/** Occurrences of a stem on a page. */
interface Posting {
  /** Index of the page within its content, from 0. */
  rank: number;
  /** Number of occurrences. */
  count: number;
  /** Range of the positions in the packed bytes: word positions from 0, limited to the first ones. */
  start: number;
  end: number;
}

/** Number of words of a page. */
interface PageLength {
  number: number;
  words: number;
}

const BLOCK_BYTES = 4_000;
/** Positions of one stem on one page: a page of some ten thousand words has as many of the commonest. */
const POSITIONS_MAX = 5_000;
/** Sorts before every stem: the entry with the page lengths. */
export const LENGTHS = '';

interface StemPostings {
  before: number;
  bytes: ByteWriter;
}

/** Personal numbers are not indexed. */
export function wordBlocks(pages: Iterable<{ number: number; text: string }>): WordBlock[] {
  const stems = new Map<string, StemPostings>();
  const lengths = new ByteWriter();
  let before = 0;
  let rank = 0;
  for (const { number, text } of pages) {
    const places = new Map<string, number[]>();
    let words = 0;
    for (const stem of stemsIn(withoutCnp(text))) {
      const known = places.get(stem);
      if (known) known.push(words);
      else places.set(stem, [words]);
      words++;
    }
    for (const [stem, on] of places) writePage(stems, stem, rank, on);
    lengths.number(number - before);
    lengths.number(words);
    before = number;
    rank++;
  }
  return [{ first: LENGTHS, last: LENGTHS, words: lengths.toBytes() }, ...blocksOf(stems)];
}

function writePage(stems: Map<string, StemPostings>, stem: string, rank: number, places: readonly number[]): void {
  const indexed = stems.getOrInsertComputed(stem, () => ({ before: 0, bytes: new ByteWriter() }));
  const packed = new ByteWriter();
  let last = 0;
  for (const place of places.slice(0, POSITIONS_MAX)) {
    packed.number(place - last);
    last = place;
  }
  indexed.bytes.number(rank - indexed.before);
  indexed.bytes.number(places.length);
  // The length comes first, so that readers can skip the positions.
  indexed.bytes.number(packed.length);
  indexed.bytes.all(packed.toBytes());
  indexed.before = rank;
}

/** Byte order, as both engines compare. */
function blocksOf(stems: ReadonlyMap<string, StemPostings>): WordBlock[] {
  const blocks: WordBlock[] = [];
  let block: { first: string; last: string; bytes: ByteWriter } | null = null;
  const sorted = [...stems.keys()].map((stem) => ({ stem, name: Buffer.from(stem) }));
  for (const { stem, name } of sorted.sort((a, b) => Buffer.compare(a.name, b.name))) {
    const postings = stems.get(stem)?.bytes.toBytes() ?? new Uint8Array();
    block ??= { first: stem, last: stem, bytes: new ByteWriter() };
    block.last = stem;
    block.bytes.number(name.length);
    block.bytes.all(name);
    block.bytes.number(postings.length);
    block.bytes.all(postings);
    if (block.bytes.length < BLOCK_BYTES) continue;
    blocks.push({ first: block.first, last: block.last, words: block.bytes.toBytes() });
    block = null;
  }
  if (block) blocks.push({ first: block.first, last: block.last, words: block.bytes.toBytes() });
  return blocks;
}

/** The packed pages of a stem; undefined when the block lacks it. */
export function pagesOfStem(words: Uint8Array, stem: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(words);
  while (!reader.isDone) {
    const length = reader.number();
    const isIt = length === stem.length && isAt(words, reader.at, stem);
    reader.at += length;
    const pages = reader.take(reader.number());
    if (isIt) return pages;
  }
  return undefined;
}

/** The stems with this prefix, with their packed pages. */
export function* stemsWithPrefix(words: Uint8Array, begun: Uint8Array): Generator<[stem: string, pages: Uint8Array]> {
  const reader = new ByteReader(words);
  while (!reader.isDone) {
    const length = reader.number();
    const isOne = length >= begun.length && isAt(words, reader.at, begun);
    const name = reader.take(length);
    const pages = reader.take(reader.number());
    if (isOne) yield [Buffer.from(name).toString(), pages];
  }
}

function isAt(words: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (words[at + i] !== wanted[i]) return false;
  return true;
}

/** Calls `take` for every page, reusing one object. */
export function eachPosting(packed: Uint8Array, take: (hit: Posting) => void): void {
  const reader = new ByteReader(packed);
  const hit: Posting = { rank: 0, count: 0, start: 0, end: 0 };
  while (!reader.isDone) {
    hit.rank += reader.number();
    hit.count = reader.number();
    const length = reader.number();
    hit.start = reader.at;
    reader.at += length;
    hit.end = reader.at;
    take(hit);
  }
}

/** Ascending positions of a hit. */
export function positionsOf(packed: Uint8Array, start: number, end: number): number[] {
  const reader = new ByteReader(packed.subarray(start, end));
  const places: number[] = [];
  for (let place = 0; !reader.isDone; ) {
    place += reader.number();
    places.push(place);
  }
  return places;
}

export function* lengthsOf(packed: Uint8Array): Generator<PageLength> {
  const reader = new ByteReader(packed);
  let number = 0;
  while (!reader.isDone) {
    number += reader.number();
    yield { number, words: reader.number() };
  }
}

class ByteWriter {
  private bytes = new Uint8Array(16);
  length = 0;

  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  all(bytes: Uint8Array): void {
    this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  toBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private byte(value: number): void {
    this.grow(1);
    this.bytes[this.length++] = value;
  }

  private grow(by: number): void {
    if (this.length + by <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.toBytes());
    this.bytes = larger;
  }
}

class ByteReader {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }
}
