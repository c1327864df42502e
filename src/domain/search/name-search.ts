/**
 * Finds the firms for a typed name, in steps from certain to likely matches. Each step reads a bounded number of rows, in the order
 * of prominence; the uncertain steps run only when the others have few results.
 */

import type { Database } from '#data/store/database.ts';
import { counties } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { type Hit, Hits, quality } from './hits.ts';
import { namesWithStart, type WordStart, withoutTyped, wordStart } from './last-word.ts';
import { findMistyped } from './mistyped-names.ts';
import {
  canLead,
  countsOf,
  localitiesAmong,
  type NameRow,
  namesBeginning,
  namesOfLetters,
  namesOfLettersIn,
  namesWithWords,
  namesWithWordsIn,
  type Seat,
  type WordQuery,
  wordsAsTyped,
} from './names-table.ts';

/** Hits ordered by quality; further hits are in the order of prominence. More than a page, so that a page never mixes both orders. */
const WINDOW = 64;

/** With so many names that contain the last word itself, names with a longer word are not read. */
const WHOLE_ENOUGH = WINDOW / 2;

/** With fewer hits than this the uncertain steps run. Several words that all occur in a name are hardly mistyped; a single one may be. */
const LITTLE = 5;
const LITTLE_OF_WORDS = 1;

/** A longer query is cut. */
const WORDS_MAX = 16;

/** Namesakes, and names with the words, that are checked for a seat. */
const NAMESAKES_READ = 2_000;
const NAMES_READ = 1_000;

/** Up to so many words all orders are queried: names of more words hardly differ by order alone. */
const SWAPPED_WORDS_MAX = 4;

/** Shorter prefixes across words are not selective. */
const BEGINNING_LETTERS_MIN = 4;
const BEGINNING_READ = 200;

export interface Window {
  hits: Hit[];
  /** The query for further hits, in the order of prominence; null when there are none. */
  more: { words: readonly WordQuery[]; start: WordStart } | null;
  /** There is no further query, but a step reached its limit. */
  full: boolean;
}

export async function findNames(db: Database, typed: readonly string[]): Promise<Window> {
  const words = typed.slice(0, WORDS_MAX);
  const counts = await countsOf(db, words);
  const hits = new Hits();
  let cut = await findSame(db, words, hits);
  const more = await findWords(db, words, counts, hits);
  if (words.length > 1 && (await findWithSeat(db, words, counts, hits))) cut = true;
  if (hits.upTo(quality.formerExact) === 0) {
    if (await findBeginning(db, words, hits)) cut = true;
    // Corrections are guesses, so their limits do not make the result incomplete.
    if (hits.size < (words.length > 1 ? LITTLE_OF_WORDS : LITTLE)) await findMistyped(db, words, counts, hits, WINDOW);
  }
  return { hits: hits.sorted, more, full: more === null && cut };
}

/** Names of the same letters, or else of the same words in another order. Returns whether the limit was reached, like the steps below. */
async function findSame(db: Database, words: readonly string[], hits: Hits): Promise<boolean> {
  const bare = words.join(' ');
  const same = await namesOfLetters(db, [words.join('')], WINDOW);
  for (const row of same) add(hits, row, row.bare === bare ? quality.exact : quality.sameLetters, quality.formerExact);
  if (same.length > 0 || words.length < 2 || words.length > SWAPPED_WORDS_MAX) return same.length >= WINDOW;
  const swapped = await namesOfLetters(db, ordersOf(words).slice(1), WINDOW);
  for (const row of swapped) add(hits, row, quality.sameWords, quality.formerExact);
  return swapped.length >= WINDOW;
}

/** Names with all the words, the last one complete or as a prefix. */
async function findWords(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  hits: Hits,
): Promise<Window['more']> {
  const bare = words.join(' ');
  const others = wordsAsTyped(counts, words.slice(0, -1));
  const typed = words.at(-1) ?? '';
  const start = others.every(({ entries }) => entries > 0) ? await wordStart(db, typed) : null;
  if (start === null) return null;
  const [last] = wordsAsTyped(counts, [typed]) as [WordQuery];
  const { rows, complete } = await (others.some(canLead) ? startFirst : wholeFirst)(db, others, last, start);
  for (const row of rows)
    add(hits, row, (isWhole(row, typed) ? quality.allWords : quality.begun) + distance(row, bare), quality.formerWords);
  return complete ? null : { words: others, start };
}

interface NameMatches {
  rows: NameRow[];
  complete: boolean;
}

const isWhole = ({ bare }: NameRow, typed: string): boolean => ` ${bare} `.includes(` ${typed} `);

/** For frequent words: reads names with the complete words by their pairs, then scans for names with the prefix. */
async function wholeFirst(
  db: Database,
  others: readonly WordQuery[],
  last: WordQuery,
  begun: WordStart,
): Promise<NameMatches> {
  const whole = await namesWithWords(db, [...others, last], 0, WINDOW);
  const rest = withoutTyped(begun, last.entries);
  if (rest === null || whole.length >= WHOLE_ENOUGH)
    return { rows: whole, complete: rest === null && whole.length < WINDOW };
  const { rows, complete } = await namesWithStart(db, others, rest, 0, WINDOW);
  return { rows: [...whole, ...rows], complete };
}

/** One read covers both. When too many names have the prefix and few of them the complete word, the latter are read first. */
async function startFirst(
  db: Database,
  others: readonly WordQuery[],
  last: WordQuery,
  begun: WordStart,
): Promise<NameMatches> {
  const { rows, complete } = await namesWithStart(db, others, begun, 0, WINDOW);
  const enough = rows.filter((row) => isWhole(row, begun.typed)).length >= WHOLE_ENOUGH;
  if (complete || begun.complete || enough) return { rows, complete };
  return { rows: [...(await namesWithWords(db, [...others, last], 0, WINDOW)), ...rows], complete };
}

function add(hits: Hits, { rank, former }: NameRow, present: number, past: number): void {
  hits.add({ rank, quality: former ? past : present, matched: former ? 'formerName' : 'name' });
}

/** Below one: among names of one quality, prominent ones and those with few missing letters come first. */
function distance({ rank, bare }: NameRow, typed: string): number {
  const missing = Math.max(0, bare.length - typed.length);
  const elsewhere = bare.startsWith(typed) ? 0 : ELSEWHERE_COST;
  return Math.min(0.99, (Math.log10(rank) + missing * LETTER_COST + elsewhere) / DISTANCE_MAX);
}

/** A missing letter weighs as much as half the prominence; another beginning, as much as a thirtieth of it. */
const LETTER_COST = 0.3;
const ELSEWHERE_COST = 1.5;
const DISTANCE_MAX = 60;

/** Every order of the words, as letters. */
function ordersOf(words: readonly string[]): string[] {
  if (words.length <= 1) return [words.join('')];
  return words.flatMap((word, i) => ordersOf(words.toSpliced(i, 1)).map((rest) => word + rest));
}

async function findWithSeat(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  hits: Hits,
): Promise<boolean> {
  const readings = await namesWithSeat(db, words);
  let cut = false;
  const addAll = (rows: Pick<NameRow, 'rank' | 'former'>[], how: number): void => {
    cut ||= rows.length >= WINDOW;
    for (const { rank, former } of rows) hits.add({ rank, quality: how, matched: former ? 'formerName' : 'name' });
  };
  for (const { words: name, seat: place } of readings)
    addAll(await namesOfLettersIn(db, name.join(''), place, NAMESAKES_READ, WINDOW), quality.sameWords);
  if (hits.size >= LITTLE || hits.upTo(quality.formerExact) > 0) return cut;
  for (const { words: name, seat: place } of readings)
    addAll(await namesWithWordsIn(db, wordsAsTyped(counts, name), place, NAMES_READ, WINDOW), quality.inSeat);
  return cut;
}

/** Names that begin with the letters, wherever their words end. */
async function findBeginning(db: Database, words: readonly string[], hits: Hits): Promise<boolean> {
  const letters = words.join('');
  if (letters.length < BEGINNING_LETTERS_MIN) return false;
  const bare = words.join(' ');
  const rows = await namesBeginning(db, letters, BEGINNING_READ);
  for (const row of rows) {
    const present = row.bare.startsWith(bare) ? quality.begun : quality.sameBeginning;
    add(hits, row, present + distance(row, bare), quality.sameBeginning + distance(row, bare));
  }
  return rows.length >= BEGINNING_READ;
}

/** Words of the longest name of a locality. */
const SEAT_WORDS_MAX = 4;

const FILLERS = new Set('judetul judet jud municipiul mun orasul oras comuna com satul sat din in'.split(' '));
const countySlugs = new Set(counties.map((county) => county.slug));

interface NameWithSeat {
  words: string[];
  seat: Seat;
}

/** All readings of the words as a name and a seat after or before it, such as `vantul de miazanoapte cluj` or `popescu ion jud. arges`; the longest seat first. */
async function namesWithSeat(db: Database, words: readonly string[]): Promise<NameWithSeat[]> {
  const readings: { words: string[]; slug: string }[] = [];
  for (let count = Math.min(SEAT_WORDS_MAX, words.length - 1); count > 0; count--) {
    const seatLast = { name: words.slice(0, -count), seat: words.slice(-count) };
    const seatFirst = { name: words.slice(count), seat: words.slice(0, count) };
    for (const { name, seat } of [seatLast, seatFirst]) {
      const bare = seat.filter((word, i) => i > 0 || !FILLERS.has(word));
      const rest = name.filter((word, i) => i < name.length - 1 || !FILLERS.has(word));
      if (bare.length > 0 && rest.length > 0) readings.push({ words: rest, slug: localitySlug(bare.join(' ')) });
    }
  }
  if (readings.length === 0) return [];
  const localities = await localitiesAmong(db, [...new Set(readings.map(({ slug }) => slug))]);
  const found = new Map<string, NameWithSeat>();
  for (const { words: name, slug } of readings) {
    const place = { slug, county: countySlugs.has(slug), locality: localities.has(slug) };
    if (place.county || place.locality) found.set(`${name.join(' ')}, ${slug}`, { words: name, seat: place });
  }
  return [...found.values()];
}
