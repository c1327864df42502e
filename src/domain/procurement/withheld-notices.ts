/** Notices that name a hidden person: a question must not find them by the name, begun or whole, because they do not show it. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Dataset } from '#data/store/dataset.ts';
import { BETWEEN, type Operand, type Term } from '#data/store/word-index.ts';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { unbroken } from '#lib/values/indexed-words.ts';
import { isLost, type LostWord, lostWords } from '#lib/values/lost-words.ts';
import { words } from '#lib/values/text.ts';
import { loaded } from './loaded.ts';
import type { NoticeRow } from './notice.ts';
import { noticesWithWords } from './notices-table.ts';

interface Naming {
  key: number;
  /** The words that it shows, text by text. */
  shown: readonly string[];
  /** Those that it does not show: of the name, and pieces of it where the text breaks it. */
  lost: readonly LostWord[];
}

/** Kept until somebody else is hidden, or shown again. */
const kept = new WeakMap<Dataset, { version: string; naming: Promise<Naming[]> }>();

/** Keys of notices that have what is wanted, but only in a name that they do not show. */
export async function withheld(
  wanted: readonly Operand[],
  dataset: Dataset,
  { names, version }: HiddenPersons,
): Promise<number[]> {
  if (version === '') return [];
  let known = kept.get(dataset);
  if (known?.version !== version) {
    known = { version, naming: naming(dataset, names) };
    kept.set(dataset, known);
    // What failed is looked for again by the next question.
    known.naming.catch(() => kept.delete(dataset));
  }
  const terms = termsOf(wanted);
  const isOfName = terms.some(({ word, prefix }) => names.has(word, prefix));
  const hiding = (await known.naming).filter(
    ({ shown, lost }) => (isOfName || isLost(terms, lost)) && !wanted.every((each) => isShown(each, shown)),
  );
  return hiding.map(({ key }) => key);
}

const termsOf = (wanted: readonly Operand[]): Term[] =>
  wanted.flatMap((each) =>
    'phrase' in each ? each.phrase.map((word) => ({ word, prefix: false })) : 'word' in each ? [each] : [...each],
  );

async function naming(dataset: Dataset, names: HiddenNames): Promise<Naming[]> {
  const found = new Map<number, Naming>();
  for (const name of names.all)
    for (const row of await noticesWithWords(loaded(dataset), dataset, name)) {
      const shown = shownWords(row, names);
      found.set(row.key, { key: row.key, shown, lost: lostWords(new Set(shownWords(row, null)), shown) });
      await othersTurn();
    }
  return [...found.values()];
}

/** As they are indexed (ingest/procurement/rows.ts), without what is taken out of an answer; with it where there are no names. */
function shownWords(row: NoticeRow, names: HiddenNames | null): string[] {
  const lots = JSON.parse(row.lots) as { title: string | null }[] | null;
  const redacted = (text: string): string => names?.redacted(text) ?? text;
  const authority = row.authority_cui === null ? redacted(row.authority_name) : row.authority_name;
  const numbers = [row.notice, row.notice.replace(/\D/g, ''), row.authority_code?.replace(/\D/g, ''), row.cpv];
  const texts = [row.title, row.cpv_title, ...(lots ?? []).map(({ title }) => title)].map((text) =>
    redacted(text ?? ''),
  );
  const all = [authority, ...numbers, ...texts].map((text) => text ?? '');
  const whole = all.map(unbroken).filter((text, i) => text !== all[i]);
  return [...all, ...whole].flatMap((text) => [...words(text), BETWEEN]);
}

function isShown(wanted: Operand, shown: readonly string[]): boolean {
  if ('phrase' in wanted) return shown.some((_, at) => wanted.phrase.every((word, i) => shown[at + i] === word));
  const terms = 'word' in wanted ? [wanted] : wanted;
  return terms.some(({ word, prefix }) => shown.some((each) => (prefix ? each.startsWith(word) : each === word)));
}
