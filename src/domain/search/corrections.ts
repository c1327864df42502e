/** The words of the dictionary that a mistyped one may mean, the likeliest first. */
import type { Database } from '#data/store/database.ts';
import { countsOf, wordsSharing } from './names-table.ts';
import { editDistance, editsAllowed, mayHaveTwoEdits, piecesOf, TYPO_LETTERS_MIN } from './typos.ts';

export interface Correction {
  word: string;
  edits: number;
  /** In how many names it stands. */
  entries: number;
}

type Near = Omit<Correction, 'entries'>;

/** Words compared letter by letter: some milliseconds' worth. */
const COMPARED_MAX = 3_000;
/** Frequent words win among equally near ones; so many are asked how frequent they are. */
const COUNTED_MAX = 60;

export async function correctionsOf(db: Database, typed: string, limit: number): Promise<Correction[]> {
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

/** Words that share a piece and are near enough. */
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
