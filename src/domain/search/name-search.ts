/**
 * From what somebody typed to the firms that were meant. Step by step from what is certain to what is likely; each step reads a
 * bounded number of rows, in the order of prominence where many would do, and the doubtful ones run only when little was found.
 */
import type { Database } from '#data/store/database.ts';
import { type Hit, Hits, quality } from './hits.ts';
import { type Begun, begunWord, besidesTyped, namesBegun } from './last-word.ts';
import { namesInPlaces } from './locality.ts';
import { findMistyped } from './mistyped-names.ts';
import {
  canLead,
  countsOf,
  type NameRow,
  namesBeginning,
  namesOfLetters,
  namesOfLettersIn,
  namesWithWords,
  namesWithWordsIn,
  type Sought,
  wordsAsTyped,
} from './names-table.ts';

/** Hits that are put in order by how well they match; beyond them the order is that of prominence. More than a page, so that a page never mixes both. */
const WINDOW = 64;

/** Names with the last word as typed, among those with one that begins so, after which no more of them are looked for. */
const WHOLE_ENOUGH = WINDOW / 2;

/** With fewer hits than this the doubtful steps run. Several words that all stand in a name are hardly mistyped; a single one may be. */
const LITTLE = 5;
const LITTLE_OF_WORDS = 1;

/** Words that are looked for; of a longer query the first ones count. */
const WORDS_MAX = 16;

/** Namesakes, and names with the words, among which one in the place is looked for. */
const NAMESAKES_READ = 2_000;
const NAMES_READ = 1_000;

/** Orders of words that are tried: of more words hardly two names differ by their order alone. */
const SWAPPED_WORDS_MAX = 4;

/** Letters from which on a beginning across words tells something. */
const BEGINNING_LETTERS_MIN = 4;
const BEGINNING_READ = 200;

export interface Window {
  hits: Hit[];
  /** What continues it, in the order of prominence; null when there is no more. */
  more: { words: readonly Sought[]; begun: Begun } | null;
  /** Nothing continues it, and yet a step ended for want of room. */
  full: boolean;
}

export async function findNames(db: Database, typed: readonly string[]): Promise<Window> {
  const words = typed.slice(0, WORDS_MAX);
  const counts = await countsOf(db, words);
  const hits = new Hits();
  let cut = await findSame(db, words, hits);
  const more = await findWords(db, words, counts, hits);
  if (words.length > 1 && (await findInPlaces(db, words, counts, hits))) cut = true;
  if (hits.upTo(quality.formerExact) === 0) {
    if (await findBeginning(db, words, hits)) cut = true;
    // Near names are guesses: there are as many as are made, so none are missing.
    if (hits.size < (words.length > 1 ? LITTLE_OF_WORDS : LITTLE)) await findMistyped(db, words, counts, hits, WINDOW);
  }
  return { hits: hits.sorted, more, full: more === null && cut };
}

/** Names of the same letters, or else of the same words in another order. Tells whether there may be more than were read, like the steps below. */
async function findSame(db: Database, words: readonly string[], hits: Hits): Promise<boolean> {
  const bare = words.join(' ');
  const same = await namesOfLetters(db, [words.join('')], WINDOW);
  for (const row of same) add(hits, row, row.bare === bare ? quality.exact : quality.sameLetters, quality.formerExact);
  if (same.length > 0 || words.length < 2 || words.length > SWAPPED_WORDS_MAX) return same.length >= WINDOW;
  const swapped = await namesOfLetters(db, ordersOf(words).slice(1), WINDOW);
  for (const row of swapped) add(hits, row, quality.sameWords, quality.formerExact);
  return swapped.length >= WINDOW;
}

/** Names with all the words, the last one complete or begun. */
async function findWords(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  hits: Hits,
): Promise<Window['more']> {
  const bare = words.join(' ');
  const others = wordsAsTyped(counts, words.slice(0, -1));
  const typed = words.at(-1) ?? '';
  const begun = others.every(({ entries }) => entries > 0) ? await begunWord(db, typed) : null;
  if (begun === null) return null;
  const [last] = wordsAsTyped(counts, [typed]) as [Sought];
  const { rows, complete } = await (others.some(canLead) ? begunFirst : wholeFirst)(db, others, last, begun);
  for (const row of rows)
    add(hits, row, (isWhole(row, typed) ? quality.allWords : quality.begun) + farness(row, bare), quality.formerWords);
  return complete ? null : { words: others, begun };
}

interface Found {
  rows: NameRow[];
  complete: boolean;
}

const isWhole = ({ bare }: NameRow, typed: string): boolean => ` ${bare} `.includes(` ${typed} `);

/** All words are frequent: names with the very words are found by pairs of them, and those with a word that begins so are a walk. */
async function wholeFirst(db: Database, others: readonly Sought[], last: Sought, begun: Begun): Promise<Found> {
  const whole = await namesWithWords(db, [...others, last], 0, WINDOW);
  const rest = besidesTyped(begun, last.entries);
  if (rest === null || whole.length >= WHOLE_ENOUGH)
    return { rows: whole, complete: rest === null && whole.length < WINDOW };
  const { rows, complete } = await namesBegun(db, others, rest, 0, WINDOW);
  return { rows: [...whole, ...rows], complete };
}

/** One read finds both. Where too many begin so and few of them with the very word, those with it come before them. */
async function begunFirst(db: Database, others: readonly Sought[], last: Sought, begun: Begun): Promise<Found> {
  const { rows, complete } = await namesBegun(db, others, begun, 0, WINDOW);
  const enough = rows.filter((row) => isWhole(row, begun.typed)).length >= WHOLE_ENOUGH;
  if (complete || begun.complete || enough) return { rows, complete };
  return { rows: [...(await namesWithWords(db, [...others, last], 0, WINDOW)), ...rows], complete };
}

function add(hits: Hits, { rank, former }: NameRow, present: number, past: number): void {
  hits.add({ rank, quality: former ? past : present, matched: former ? 'formerName' : 'name' });
}

/** Below one: of names that answer alike, prominent ones and those of which little is left to type come first. */
function farness({ rank, bare }: NameRow, typed: string): number {
  const missing = Math.max(0, bare.length - typed.length);
  const elsewhere = bare.startsWith(typed) ? 0 : ELSEWHERE_COST;
  return Math.min(0.99, (Math.log10(rank) + missing * LETTER_COST + elsewhere) / FARNESS_MAX);
}

/** A letter still to be typed weighs as much as being half as prominent; a name that begins otherwise a thirtieth. */
const LETTER_COST = 0.3;
const ELSEWHERE_COST = 1.5;
const FARNESS_MAX = 60;

/** Every order of the words, as letters. */
function ordersOf(words: readonly string[]): string[] {
  if (words.length <= 1) return [words.join('')];
  return words.flatMap((word, i) => ordersOf(words.toSpliced(i, 1)).map((rest) => word + rest));
}

async function findInPlaces(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  hits: Hits,
): Promise<boolean> {
  const readings = await namesInPlaces(db, words);
  let cut = false;
  const take = (rows: Pick<NameRow, 'rank' | 'former'>[], how: number): void => {
    cut ||= rows.length >= WINDOW;
    for (const { rank, former } of rows) hits.add({ rank, quality: how, matched: former ? 'formerName' : 'name' });
  };
  for (const { words: name, place } of readings)
    take(await namesOfLettersIn(db, name.join(''), place, NAMESAKES_READ, WINDOW), quality.sameWords);
  if (hits.size >= LITTLE || hits.upTo(quality.formerExact) > 0) return cut;
  for (const { words: name, place } of readings)
    take(await namesWithWordsIn(db, wordsAsTyped(counts, name), place, NAMES_READ, WINDOW), quality.inPlace);
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
    add(hits, row, present + farness(row, bare), quality.sameBeginning + farness(row, bare));
  }
  return rows.length >= BEGINNING_READ;
}
