/** Decisions that name a hidden person: a question must not find them by the name, begun or whole, because they do not show it. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Term } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { isLost, type LostWord, lostWords } from '#lib/values/lost-words.ts';
import { decisionWords } from './decision-words.ts';
import { decisionsByWords } from './decisions-table.ts';

/** By rank, what each of them does not show. */
type Naming = ReadonlyMap<number, LostWord[]>;

/** Kept until somebody else is hidden, or shown again: a question costs no look at any text. */
const kept = new WeakMap<Dataset, { version: string; naming: Promise<Naming> }>();

/** Looked through for one name, the newest first. */
const NAMED_MAX = 1_000;

/** Ranks of decisions that have the words, but not where they are shown. */
export async function withheld(terms: readonly Term[], dataset: Dataset, hidden: HiddenPersons): Promise<number[]> {
  const db = dataset.partGroup('gazette');
  if (hidden.version === '' || db === null) return [];
  let known = kept.get(dataset);
  if (known?.version !== hidden.version) {
    known = { version: hidden.version, naming: namingIn(db, hidden) };
    kept.set(dataset, known);
    // What failed is looked for again by the next question.
    known.naming.catch(() => kept.delete(dataset));
  }
  return [...(await known.naming)].flatMap(([rank, lost]) => (isLost(terms, lost) ? rank : []));
}

async function namingIn(db: Database, { names }: HiddenPersons): Promise<Naming> {
  const found = new Map<number, LostWord[]>();
  for (const name of names.all) {
    const terms = name.map((word) => ({ word, prefix: false }));
    for (const { rank, company_name, title, text } of await decisionsByWords(db, terms, NAMED_MAX, [])) {
      if (found.has(rank)) continue;
      const shown = decisionWords(company_name, names.redacted(title), names.redacted(text));
      const lost = lostWords(decisionWords(company_name, title, text), shown);
      if (lost.length > 0) found.set(rank, lost);
      await othersTurn();
    }
    await othersTurn();
  }
  return found;
}
