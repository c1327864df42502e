/** The Gazette's part in the search over everything, and in a company's history. */
import { nameWords } from '#base/company-name.ts';
import type { HiddenNames } from '#base/hidden-names.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { words } from '#base/text.ts';
import type { Call } from '#operations/endpoint.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Term } from '#store/word-index.ts';
import { countByWords, decisionsByWords, decisionsOf } from './decisions-table.ts';
import { said } from './sentences.ts';

/** More words than a name has are a sentence; the first ones find it. */
const WORDS_MAX = 8;
const TOTAL_MAX = 1_000;

/** Looked through when a word of the question is one of a hidden person's name. */
const LOOKED_THROUGH_MAX = 200;

/** Decisions with all the words, the last one begun; the newest first. */
export const decisionsFound =
  ({ hidden }: { hidden(): HiddenPersons }) =>
  async (q: string, limit: number, { dataset }: Call) => {
    const db = dataset.area('gazette');
    const asked = nameWords(q).slice(0, WORDS_MAX);
    if (db === null || asked.length === 0) return { rows: [], total: 0, totalRelation: 'exact' as const };
    const terms: Term[] = asked.map((word, i) => ({ word, prefix: i === asked.length - 1 }));
    const { names } = hidden();
    const { found, total, most } = terms.some(({ word, prefix }) => names.has(word, prefix))
      ? await foundWithout(names, db, terms)
      : {
          found: await decisionsByWords(db, terms, limit),
          total: await countByWords(db, terms, TOTAL_MAX),
          most: TOTAL_MAX,
        };
    return {
      rows: found.slice(0, limit).map((row) => ({
        kind: 'decision',
        id: row.id,
        title: `${row.company_name}: ${names.redacted(row.title)}`,
        date: row.day,
        url: `/api/decisions/${row.id}`,
      })),
      total,
      totalRelation: total < most ? ('exact' as const) : ('atLeast' as const),
    };
  };

/** Only those that have the words outside of hidden persons' names: else a name would still be found in what does not show it. */
async function foundWithout(names: HiddenNames, db: Database, terms: readonly Term[]) {
  const candidates = await decisionsByWords(db, terms, LOOKED_THROUGH_MAX);
  const found = candidates.filter(({ company_name, title, text }) => {
    const shown = new Set([
      ...nameWords(company_name),
      ...words(`${company_name} ${names.redacted(title)} ${names.redacted(text)}`),
    ]);
    return terms.every(({ word, prefix }) =>
      prefix ? shown.values().some((each) => each.startsWith(word)) : shown.has(word),
    );
  });
  // When there are more candidates than we look through, nothing is said of them.
  return {
    found,
    total: found.length,
    most: candidates.length < LOOKED_THROUGH_MAX ? Number.POSITIVE_INFINITY : found.length,
  };
}

/** A bank that is in the Gazette every week for decades still fits. */
const MENTIONS_MAX = 1_000;

export interface Mention {
  date: string;
  /** In the words of the Gazette. */
  title: string;
  details: Sentence;
}

/** When the Gazette mentioned a company; only where it is sure enough that it was this one. */
export async function mentionsOf(dataset: Dataset, cui: string, { names }: HiddenPersons): Promise<Mention[]> {
  const db = dataset.area('gazette');
  if (db === null) return [];
  const rows = await decisionsOf(db, cui, 0, MENTIONS_MAX);
  return rows
    .filter(({ confidence }) => confidence !== 'low')
    .map(({ day, title, id, part, number, bis }) => ({
      date: day,
      title: names.redacted(title),
      details: said.mentioned({ part, number: bis === 1 ? `${number} bis` : String(number), id }),
    }));
}
