/**
 * From what somebody typed to the firms that were meant. Step by step from what is certain to what is likely; each step reads a
 * bounded number of rows, in the order of prominence where many would do, and the doubtful ones run only when little was found.
 */
import type { Database } from '#store/database.ts';
import type { Term } from '#store/word-index.ts';
import { type Begun, begunWord, namesBegun } from './begun.ts';
import { type Hit, Hits, quality } from './hits.ts';
import { findMistyped } from './mistyped.ts';
import {
  type NameRow,
  namesBeginning,
  namesOfLetters,
  namesOfLettersIn,
  namesWithWords,
  namesWithWordsIn,
} from './names-table.ts';
import { namesInPlaces } from './place.ts';

/** Hits that are put in order by how well they match; beyond them the order is that of prominence. More than a page, so that a page never mixes both. */
const WINDOW = 64;

/** With fewer hits than this the doubtful steps run. */
const LITTLE = 5;

/** Words that are looked for; whoever types more is understood by these. */
const WORDS_MAX = 16;

/** Namesakes, and names with the words, among which one in the place is looked for. */
const NAMESAKES_READ = 3_000;
const NAMES_READ = 1_500;

/** Orders of words that are tried: of more words hardly two names differ by their order alone. */
const SWAPPED_WORDS_MAX = 4;

/** Letters from which on a beginning across words tells something. */
const BEGINNING_LETTERS_MIN = 5;

export interface Window {
  hits: Hit[];
  /** What continues it, in the order of prominence; null when there is no more. */
  more: { words: Term[]; begun: Begun } | null;
}

export async function findNames(db: Database, typed: readonly string[]): Promise<Window> {
  const words = typed.slice(0, WORDS_MAX);
  const hits = new Hits();
  const more = await findPlain(db, words, hits);
  if (words.length > 1) await findInPlaces(db, words, hits);
  if (hits.upTo(quality.formerExact) === 0 && hits.size < LITTLE) {
    await findBeginning(db, words, hits);
    await findMistyped(db, words, hits, WINDOW);
  }
  return { hits: hits.sorted, more };
}

/** Names of the same letters, then of the same words, then with all the words. */
async function findPlain(db: Database, words: readonly string[], hits: Hits): Promise<Window['more']> {
  const letters = words.join('');
  const bare = words.join(' ');
  const add = (rows: readonly NameRow[], present: number, former: number): void => {
    for (const row of rows)
      hits.add({
        rank: row.rank,
        quality: row.former ? former : present,
        matched: row.former ? 'formerName' : 'name',
      });
  };
  const same = await namesOfLetters(db, [letters], WINDOW);
  for (const row of same) add([row], row.bare === bare ? quality.exact : quality.sameLetters, quality.formerExact);
  if (same.length === 0 && words.length > 1 && words.length <= SWAPPED_WORDS_MAX)
    add(await namesOfLetters(db, ordersOf(words).slice(1), WINDOW), quality.sameWords, quality.formerExact);

  const terms = words.map((word): Term => ({ word, prefix: false }));
  const complete = await namesWithWords(db, terms, 0, WINDOW);
  add(complete, quality.allWords, quality.formerWords);
  const begun = await begunWord(db, words.at(-1) ?? '');
  if (begun === null) return null;
  const more = { words: terms.slice(0, -1), begun };
  if (complete.length === WINDOW) return more;
  const found = await namesBegun(db, more.words, begun, 0, WINDOW);
  add(found.rows, quality.begun, quality.formerWords);
  return found.complete ? null : more;
}

/** Every order of the words, as letters. */
function ordersOf(words: readonly string[]): string[] {
  if (words.length <= 1) return [words.join('')];
  return words.flatMap((word, i) => ordersOf(words.toSpliced(i, 1)).map((rest) => word + rest));
}

async function findInPlaces(db: Database, words: readonly string[], hits: Hits): Promise<void> {
  const readings = await namesInPlaces(db, words);
  for (const { words: name, place } of readings)
    for (const { rank, former } of await namesOfLettersIn(db, name.join(''), place, NAMESAKES_READ, WINDOW))
      hits.add({ rank, quality: quality.sameWords, matched: former ? 'formerName' : 'name' });
  if (hits.size >= LITTLE) return;
  for (const { words: name, place } of readings) {
    const terms = name.map((word): Term => ({ word, prefix: false }));
    for (const { rank, former } of await namesWithWordsIn(db, terms, place, NAMES_READ, WINDOW))
      hits.add({ rank, quality: quality.inPlace, matched: former ? 'formerName' : 'name' });
  }
}

/** Names that begin with the letters, wherever their words end. */
async function findBeginning(db: Database, words: readonly string[], hits: Hits): Promise<void> {
  const letters = words.join('');
  if (letters.length < BEGINNING_LETTERS_MIN) return;
  for (const { rank, former } of await namesBeginning(db, letters, WINDOW))
    hits.add({ rank, quality: quality.sameBeginning, matched: former ? 'formerName' : 'name' });
}
