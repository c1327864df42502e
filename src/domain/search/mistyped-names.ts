/** Finds names for words of which some are mistyped, joined, split, or not in the name. */

import type { Database } from '#data/store/database.ts';
import { type Hits, quality } from './hits.ts';
import { wordStart } from './last-word.ts';
import {
  countsOf,
  type NameRow,
  namesOfLetters,
  namesWithWords,
  type WordQuery,
  wordsAsTyped,
  wordsSharing,
} from './names-table.ts';
import { editDistance, editsAllowed, mayHaveTwoEdits, piecesOf, TYPO_LETTERS_MIN } from './typos.ts';

/** Corrections of one word that are queried in a whole name, and among other words. */
const CORRECTIONS_AS_NAME = 30;
const CORRECTIONS_AMONG_WORDS = 12;
const CORRECTED_NAMES_MAX = 120;
/** Words corrected one after the other when every word occurs in a name. */
const SUSPECTS_MAX = 6;

/** A typing error hardly ever gives a word of more names. */
const RARE_ENTRIES = 300;

const anyOf = (words: readonly { word: string; entries: number }[]): WordQuery => ({
  terms: words.map(({ word }) => ({ word, prefix: false })),
  entries: words.reduce((sum, { entries }) => sum + entries, 0),
});

interface Suspect {
  at: number;
  corrections: Correction[];
}

export async function findMistyped(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  hits: Hits,
  limit: number,
): Promise<void> {
  const unknown = await unknownWords(db, words, counts);
  const rare = words.flatMap((word, i) => ((counts.get(word) ?? 0) <= RARE_ENTRIES ? [i] : []));
  const suspects = await suspectsOf(db, words, unknown.length > 0 ? unknown : rare);
  await correctedNames(db, words, suspects, unknown, hits, limit);
  await correctedWords(db, words, counts, suspects, unknown, hits, limit);
  if (hits.size === 0) await resplit(db, words, unknown, hits, limit);
  if (hits.size === 0) await withoutOne(db, words, counts, unknown, hits, limit);
}

/** Indexes of words that no name has. The last word may be a prefix. */
async function unknownWords(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<number[]> {
  const unknown = words.flatMap((word, i) => (counts.has(word) ? [] : [i]));
  if (unknown.at(-1) !== words.length - 1) return unknown;
  return (await wordStart(db, words.at(-1) ?? '')) === null ? unknown : unknown.slice(0, -1);
}

async function suspectsOf(db: Database, words: readonly string[], indexes: readonly number[]): Promise<Suspect[]> {
  const suspects: Suspect[] = [];
  for (const at of indexes.slice(0, SUSPECTS_MAX)) {
    const corrections = await correctionsOf(db, words[at] ?? '', CORRECTIONS_AS_NAME);
    if (corrections.length > 0) suspects.push({ at, corrections });
  }
  return suspects;
}

/** Whole names with the unknown words corrected, or else with one word corrected. */
async function correctedNames(
  db: Database,
  words: readonly string[],
  suspects: readonly Suspect[],
  unknown: readonly number[],
  hits: Hits,
  limit: number,
): Promise<void> {
  const candidates = new Map<string, number>();
  const each = (remaining: readonly Suspect[], corrected: readonly string[], edits: number): void => {
    const [suspect, ...rest] = remaining;
    if (suspect === undefined) {
      candidates.set(corrected.join(''), Math.min(edits, candidates.get(corrected.join('')) ?? edits));
      return;
    }
    for (const correction of suspect.corrections)
      if (candidates.size < CORRECTED_NAMES_MAX)
        each(rest, corrected.with(suspect.at, correction.word), edits + correction.edits);
  };
  if (unknown.length > 0) {
    if (suspects.length === unknown.length) each(suspects, words, 0);
  } else for (const suspect of suspects) each([suspect], words, 0);
  if (candidates.size === 0) return;
  for (const row of await namesOfLetters(db, [...candidates.keys()], limit))
    hits.add({
      rank: row.rank,
      quality: quality.typo + (candidates.get(row.bare.replaceAll(' ', '')) ?? 0) + (row.former ? 0.5 : 0),
      matched: 'typo',
    });
}

/** Names with all the words, the unknown words corrected, or else one word corrected. */
async function correctedWords(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  suspects: readonly Suspect[],
  unknown: readonly number[],
  hits: Hits,
  limit: number,
): Promise<void> {
  const last = words.length - 1;
  const correctable = unknown.every((at) => suspects.some((suspect) => suspect.at === at));
  if (!correctable) return;
  const start = unknown.includes(last) ? null : await wordStart(db, words[last] ?? '');
  const typed = wordsAsTyped(counts, words);
  const base = start === null ? typed : typed.with(last, start.sought);
  const among = ({ corrections }: Suspect): WordQuery => anyOf(corrections.slice(0, CORRECTIONS_AMONG_WORDS));
  const queries =
    unknown.length > 0
      ? [suspects.reduce((query, suspect) => query.with(suspect.at, among(suspect)), base)]
      : suspects.map((suspect) => base.with(suspect.at, among(suspect)));
  for (const query of queries)
    for (const row of await namesWithWords(db, query, 0, limit))
      hits.add({ rank: row.rank, quality: wordsQuality(row, suspects), matched: 'typo' });
}

/** Worse than whole names with as many edits. */
function wordsQuality(row: NameRow, suspects: readonly Suspect[]): number {
  const present = new Set(row.bare.split(' '));
  const edits = suspects.reduce(
    (sum, { corrections }) => sum + (corrections.find(({ word }) => present.has(word))?.edits ?? 0),
    0,
  );
  return quality.typo + edits + (row.former ? 0.6 : 0.3);
}

/** Splits an unknown word in two, or joins it with a neighbour. */
async function resplit(
  db: Database,
  words: readonly string[],
  unknown: readonly number[],
  hits: Hits,
  limit: number,
): Promise<void> {
  for (const at of unknown) {
    const word = words[at] ?? '';
    const splits = Array.from({ length: Math.max(0, word.length - 3) }, (_, i) => [
      word.slice(0, i + 2),
      word.slice(i + 2),
    ]);
    const neighbour = words[at + 1];
    const variants = [
      ...splits.map((parts) => words.toSpliced(at, 1, ...parts)),
      ...(neighbour === undefined ? [] : [words.toSpliced(at, 2, word + neighbour)]),
      ...(at === 0 ? [] : [words.toSpliced(at - 1, 2, (words[at - 1] ?? '') + word)]),
    ];
    if (variants.length === 0) continue;
    const counts = await countsOf(db, [...new Set(variants.flat())]);
    for (const variant of variants)
      for (const { rank } of await namesWithWords(db, wordsAsTyped(counts, variant), 0, limit))
        hits.add({ rank, quality: quality.typo + 1.5, matched: 'typo' });
  }
}

/** Omits one word, or all unknown ones. */
async function withoutOne(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  unknown: readonly number[],
  hits: Hits,
  limit: number,
): Promise<void> {
  if (words.length < 2) return;
  const spare = unknown.length === 1 ? unknown : words.map((_, i) => i).slice(0, SUSPECTS_MAX);
  const drops = unknown.length > 1 ? [unknown] : spare.map((at) => [at]);
  for (const drop of drops) {
    const remaining = words.filter((_, i) => !drop.includes(i));
    for (const { rank } of await namesWithWords(db, wordsAsTyped(counts, remaining), 0, limit))
      hits.add({ rank, quality: quality.partial, matched: 'partial' });
  }
}

interface Correction {
  word: string;
  edits: number;
  /** Number of names with the word. */
  entries: number;
}

type Near = Omit<Correction, 'entries'>;

/** Words compared letter by letter: some milliseconds. */
const COMPARED_MAX = 3_000;
/** Frequent words win among equally near ones; so many frequencies are read. */
const COUNTED_MAX = 60;

/** The words of the dictionary that a mistyped one may mean, the likeliest first. */
async function correctionsOf(db: Database, typed: string, limit: number): Promise<Correction[]> {
  if (typed.length < TYPO_LETTERS_MIN - 1) return [];
  let found = await near(db, typed, [...piecesOf(typed, 0), ...piecesOf(typed, 1)]);
  // One edit is likelier than two by far, and there are three times as many pieces to look up for two.
  if (mayHaveTwoEdits(typed) && !found.some(({ edits }) => edits === 1))
    found = [...found, ...(await near(db, typed, piecesOf(typed, 2)))];
  if (found.length === 0) return [];
  const nearest = unique(found).slice(0, COUNTED_MAX);
  const counts = await countsOf(
    db,
    nearest.map(({ word }) => word),
  );
  return nearest
    .map((each) => ({ ...each, entries: counts.get(each.word) ?? 0 }))
    .sort((a, b) => a.edits - b.edits || b.entries - a.entries)
    .slice(0, limit);
}

/** Words with a common fragment within the allowed edits. */
async function near(db: Database, typed: string, pieces: readonly string[]): Promise<Near[]> {
  const letters = { min: typed.length - 2, max: typed.length + 2 };
  const words = new Set(await wordsSharing(db, pieces, letters, COMPARED_MAX));
  const found: Near[] = [];
  for (const word of words) {
    const allowed = editsAllowed(word);
    const edits = editDistance(typed, word, allowed);
    if (edits > 0 && edits <= allowed) found.push({ word, edits });
  }
  return found;
}

/** The nearest first. */
const unique = (found: readonly Near[]): Near[] =>
  [...new Map(found.map((each) => [each.word, each])).values()].sort((a, b) => a.edits - b.edits);
