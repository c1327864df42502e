/** Notices that name a hidden person: a query must not find them by the redacted name or its beginning. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Dataset } from '#data/store/dataset.ts';
import type { Operand, Term } from '#data/store/word-index.ts';
import type { HiddenNames, HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { type HiddenWord, hiddenWords, isHidden } from '#lib/values/indexed-words.ts';
import type { NoticeRow } from './notice.ts';
import { indexedWordsOf } from './notice-index.ts';
import { noticesWithWords } from './notices-table.ts';
import { procurementOf } from './procurement-database.ts';

interface Naming {
  key: number;
  /** The visible words, text by text. */
  visible: readonly string[];
  /** The redacted words: of the name, and pieces of it where the text breaks it. */
  lost: readonly HiddenWord[];
}

/** Cached until the set of hidden persons changes. */
const caches = new WeakMap<Dataset, { version: string; naming: Promise<Naming[]> }>();

/** Keys of notices that match the query only by a redacted name. */
export async function withheldKeys(
  operands: readonly Operand[],
  dataset: Dataset,
  { names, version }: HiddenPersons,
): Promise<number[]> {
  if (version === '') return [];
  let cached = caches.get(dataset);
  if (cached?.version !== version) {
    cached = { version, naming: naming(dataset, names) };
    caches.set(dataset, cached);
    // After a failure the next query tries again.
    cached.naming.catch(() => caches.delete(dataset));
  }
  const terms = termsOf(operands);
  const isOfName = terms.some(({ word, prefix }) => names.has(word, prefix));
  const hiding = (await cached.naming).filter(
    ({ visible, lost }) => (isOfName || isHidden(terms, lost)) && !operands.every((each) => isVisible(each, visible)),
  );
  return hiding.map(({ key }) => key);
}

const termsOf = (operands: readonly Operand[]): Term[] =>
  operands.flatMap((each) =>
    'phrase' in each ? each.phrase.map((word) => ({ word, prefix: false })) : 'word' in each ? [each] : [...each],
  );

async function naming(dataset: Dataset, names: HiddenNames): Promise<Naming[]> {
  const byKey = new Map<number, Naming>();
  for (const name of names.all)
    for (const row of await noticesWithWords(procurementOf(dataset), dataset, name)) {
      const visible = visibleWords(row, names);
      byKey.set(row.key, { key: row.key, visible, lost: hiddenWords(new Set(visibleWords(row, null)), visible) });
      await othersTurn();
    }
  return [...byKey.values()];
}

/** The indexed words without redacted ones; with them if `names` is null. */
function visibleWords(row: NoticeRow, names: HiddenNames | null): string[] {
  const lots = JSON.parse(row.lots) as { title: string | null }[] | null;
  const redacted = (text: string): string => names?.redact(text) ?? text;
  return indexedWordsOf({
    notice: row.notice,
    title: redacted(row.title),
    authority: row.authority_cui === null ? redacted(row.authority_name) : row.authority_name,
    authorityCode: row.authority_code,
    cpv: row.cpv,
    cpvTitle: redacted(row.cpv_title ?? ''),
    lots: (lots ?? []).map(({ title }) => redacted(title ?? '')),
  });
}

function isVisible(operands: Operand, visible: readonly string[]): boolean {
  if ('phrase' in operands)
    return visible.some((_, at) => operands.phrase.every((word, i) => visible[at + i] === word));
  const terms = 'word' in operands ? [operands] : operands;
  return terms.some(({ word, prefix }) => visible.some((each) => (prefix ? each.startsWith(word) : each === word)));
}
