/** Decisions of the Gazette in the search over everything. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Call } from '#api/endpoint.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Term } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { nameWords } from '#lib/values/company-name.ts';
import { type HiddenWord, hiddenWords, isHidden } from '#lib/values/indexed-words.ts';
import { decisionWords } from './decision-index.ts';
import { countByWords, decisionsByWords } from './decisions-table.ts';

/** A longer query is cut: a name has fewer words. */
const WORDS_MAX = 8;
const TOTAL_MAX = 1_000;

/** Decisions with all the words, the last one as a prefix; the newest first. */
export const decisionHits =
  ({ hidden }: { hidden(): HiddenPersons }) =>
  async (q: string, limit: number, { dataset }: Call) => {
    const db = dataset.partGroup('gazette');
    const words = nameWords(q).slice(0, WORDS_MAX);
    if (db === null || words.length === 0) return { rows: [], total: 0, totalRelation: 'exact' as const };
    const terms: Term[] = words.map((word, i) => ({ word, prefix: i === words.length - 1 }));
    const { names } = hidden();
    const without = await withheldDecisions(terms, dataset, hidden());
    const found = await decisionsByWords(db, terms, limit, without);
    const total = await countByWords(db, terms, TOTAL_MAX, without);
    return {
      rows: found.map((row) => ({
        kind: 'decision',
        id: row.id,
        title: `${row.company_name}: ${names.redact(row.title)}`,
        date: row.day,
        url: `/api/decisions/${row.id}`,
      })),
      total,
      totalRelation: total < TOTAL_MAX ? ('exact' as const) : ('atLeast' as const),
    };
  };

/** By rank: the words that redaction removes from a decision. */
type LostWordsByRank = ReadonlyMap<number, HiddenWord[]>;

/** Cached per version of the hidden persons, so that a query reads no texts. */
const lostWordsCache = new WeakMap<Dataset, { version: string; naming: Promise<LostWordsByRank> }>();

/** Decisions read per name, the newest first. */
const NAMED_MAX = 1_000;

/** Ranks of decisions that contain the words only in redacted text: a query must not reveal a hidden name. */
async function withheldDecisions(terms: readonly Term[], dataset: Dataset, hidden: HiddenPersons): Promise<number[]> {
  const db = dataset.partGroup('gazette');
  if (hidden.version === '' || db === null) return [];
  let entry = lostWordsCache.get(dataset);
  if (entry?.version !== hidden.version) {
    entry = { version: hidden.version, naming: decisionsNaming(db, hidden) };
    lostWordsCache.set(dataset, entry);
    // A failed read is not cached.
    entry.naming.catch(() => lostWordsCache.delete(dataset));
  }
  return [...(await entry.naming)].flatMap(([rank, lost]) => (isHidden(terms, lost) ? rank : []));
}

async function decisionsNaming(db: Database, { names }: HiddenPersons): Promise<LostWordsByRank> {
  const found = new Map<number, HiddenWord[]>();
  for (const name of names.all) {
    const terms = name.map((word) => ({ word, prefix: false }));
    for (const { rank, company_name, title, text } of await decisionsByWords(db, terms, NAMED_MAX, [])) {
      if (found.has(rank)) continue;
      const shown = decisionWords(company_name, names.redact(title), names.redact(text));
      const lost = hiddenWords(decisionWords(company_name, title, text), shown);
      if (lost.length > 0) found.set(rank, lost);
      await yieldToOthers();
    }
    await yieldToOthers();
  }
  return found;
}
