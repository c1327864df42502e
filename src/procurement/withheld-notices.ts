/** Notices that name a hidden person: a question must not find them by the name, begun or whole, because they do not show it. */
import type { HiddenNames } from '#base/hidden-names.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { words } from '#base/text.ts';
import type { Dataset } from '#store/dataset.ts';
import { BETWEEN, type Term, type Wanted } from '#store/word-index.ts';
import { loaded } from './loaded.ts';
import type { NoticeRow } from './notice.ts';
import { noticesWithWords } from './notices-table.ts';

interface Naming {
  key: number;
  /** The words that it shows, text by text. */
  shown: readonly string[];
}

/** Kept until somebody else is hidden, or shown again. */
const kept = new WeakMap<Dataset, { version: string; naming: Promise<Naming[]> }>();

/** Keys of notices that have what is wanted, but only in a name that they do not show. */
export async function withheld(
  wanted: readonly Wanted[],
  dataset: Dataset,
  { names, version }: HiddenPersons,
): Promise<number[]> {
  const isMet = termsOf(wanted).some(({ word, prefix }) => names.has(word, prefix));
  if (!isMet) return [];
  let known = kept.get(dataset);
  if (known?.version !== version) {
    known = { version, naming: naming(dataset, names) };
    kept.set(dataset, known);
    // What failed is looked for again by the next question.
    known.naming.catch(() => kept.delete(dataset));
  }
  const hiding = (await known.naming).filter(({ shown }) => !wanted.every((each) => isShown(each, shown)));
  return hiding.map(({ key }) => key);
}

const termsOf = (wanted: readonly Wanted[]): Term[] =>
  wanted.flatMap((each) =>
    'phrase' in each ? each.phrase.map((word) => ({ word, prefix: false })) : 'word' in each ? [each] : [...each],
  );

async function naming(dataset: Dataset, names: HiddenNames): Promise<Naming[]> {
  const found = new Map<number, Naming>();
  for (const name of names.all)
    for (const row of await noticesWithWords(loaded(dataset), dataset, name))
      found.set(row.key, { key: row.key, shown: shownWords(row, names) });
  return [...found.values()];
}

/** As they are indexed (ingest/procurement/rows.ts), without what is taken out of an answer. */
function shownWords(row: NoticeRow, names: HiddenNames): string[] {
  const lots = JSON.parse(row.lots) as { title: string | null }[] | null;
  const authority = row.authority_cui === null ? names.redacted(row.authority_name) : row.authority_name;
  const numbers = [row.notice, row.notice.replace(/\D/g, ''), row.authority_code?.replace(/\D/g, ''), row.cpv];
  const texts = [row.title, row.cpv_title, ...(lots ?? []).map(({ title }) => title)].map((text) =>
    names.redacted(text ?? ''),
  );
  return [authority, ...numbers, ...texts].flatMap((text) => [...words(text ?? ''), BETWEEN]);
}

function isShown(wanted: Wanted, shown: readonly string[]): boolean {
  if ('phrase' in wanted) return shown.some((_, at) => wanted.phrase.every((word, i) => shown[at + i] === word));
  const terms = 'word' in wanted ? [wanted] : wanted;
  return terms.some(({ word, prefix }) => shown.some((each) => (prefix ? each.startsWith(word) : each === word)));
}
