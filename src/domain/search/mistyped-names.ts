/** Names that were meant by words of which some are mistyped, joined, split, or not in the name at all. */
import type { Database } from '#data/store/database.ts';
import { type Correction, correctionsOf } from './corrections.ts';
import { type Hits, quality } from './hits.ts';
import { begunWord } from './last-word.ts';
import { countsOf, type NameRow, namesOfLetters, namesWithWords, type Sought, wordsAsTyped } from './names-table.ts';

/** Corrections of one word that are tried as a whole name, and among other words. */
const TRIED_AS_NAME = 30;
const TRIED_AMONG_WORDS = 12;
/** Whole names tried. */
const NAMES_TRIED_MAX = 120;
/** Words looked at one after the other when none of them is unknown. */
const SUSPECTS_MAX = 6;

/** Nobody hits a word of very many names by mistake. */
const RARE_ENTRIES = 300;

const anyOf = (words: readonly { word: string; entries: number }[]): Sought => ({
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

/** Places of words that no name has. The last one may be a beginning. */
async function unknownWords(
  db: Database,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<number[]> {
  const unknown = words.flatMap((word, i) => (counts.has(word) ? [] : [i]));
  if (unknown.at(-1) !== words.length - 1) return unknown;
  return (await begunWord(db, words.at(-1) ?? '')) === null ? unknown : unknown.slice(0, -1);
}

async function suspectsOf(db: Database, words: readonly string[], places: readonly number[]): Promise<Suspect[]> {
  const suspects: Suspect[] = [];
  for (const at of places.slice(0, SUSPECTS_MAX)) {
    const corrections = await correctionsOf(db, words[at] ?? '', TRIED_AS_NAME);
    if (corrections.length > 0) suspects.push({ at, corrections });
  }
  return suspects;
}

/** The whole name with its unknown words corrected, or with one of the known ones. */
async function correctedNames(
  db: Database,
  words: readonly string[],
  suspects: readonly Suspect[],
  unknown: readonly number[],
  hits: Hits,
  limit: number,
): Promise<void> {
  const tried = new Map<string, number>();
  const each = (left: readonly Suspect[], corrected: readonly string[], edits: number): void => {
    const [suspect, ...rest] = left;
    if (suspect === undefined) {
      tried.set(corrected.join(''), Math.min(edits, tried.get(corrected.join('')) ?? edits));
      return;
    }
    for (const correction of suspect.corrections)
      if (tried.size < NAMES_TRIED_MAX)
        each(rest, corrected.with(suspect.at, correction.word), edits + correction.edits);
  };
  if (unknown.length > 0) {
    if (suspects.length === unknown.length) each(suspects, words, 0);
  } else for (const suspect of suspects) each([suspect], words, 0);
  if (tried.size === 0) return;
  for (const row of await namesOfLetters(db, [...tried.keys()], limit))
    hits.add({
      rank: row.rank,
      quality: quality.typo + (tried.get(row.bare.replaceAll(' ', '')) ?? 0) + (row.former ? 0.5 : 0),
      matched: 'typo',
    });
}

/** Names with all the words, the unknown ones corrected, or one of the known ones. */
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
  const begun = unknown.includes(last) ? null : await begunWord(db, words[last] ?? '');
  const typed = wordsAsTyped(counts, words);
  const wanted = begun === null ? typed : typed.with(last, begun.sought);
  const among = ({ corrections }: Suspect): Sought => anyOf(corrections.slice(0, TRIED_AMONG_WORDS));
  const queries =
    unknown.length > 0
      ? [suspects.reduce((query, suspect) => query.with(suspect.at, among(suspect)), wanted)]
      : suspects.map((suspect) => wanted.with(suspect.at, among(suspect)));
  for (const query of queries)
    for (const row of await namesWithWords(db, query, 0, limit))
      hits.add({ rank: row.rank, quality: wordsQuality(row, suspects), matched: 'typo' });
}

/** Behind whole names with as many edits. */
function wordsQuality(row: NameRow, suspects: readonly Suspect[]): number {
  const present = new Set(row.bare.split(' '));
  const edits = suspects.reduce(
    (sum, { corrections }) => sum + (corrections.find(({ word }) => present.has(word))?.edits ?? 0),
    0,
  );
  return quality.typo + edits + (row.former ? 0.6 : 0.3);
}

/** An unknown word is two known ones, or two neighbours are one. */
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
    const made = [...new Set(variants.flat())];
    const counts = await countsOf(db, made);
    for (const variant of variants)
      for (const { rank } of await namesWithWords(db, wordsAsTyped(counts, variant), 0, limit))
        hits.add({ rank, quality: quality.typo + 1.5, matched: 'typo' });
  }
}

/** All words but one: what is not in the name, or beyond correction. */
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
    const kept = words.filter((_, i) => !drop.includes(i));
    for (const { rank } of await namesWithWords(db, wordsAsTyped(counts, kept), 0, limit))
      hits.add({ rank, quality: quality.typo + 3, matched: 'typo' });
  }
}
