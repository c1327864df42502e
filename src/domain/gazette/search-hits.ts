/** Decisions of the Gazette in the search over everything. */

import type { Call } from '#api/endpoint.ts';
import type { Term } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { nameWords } from '#lib/values/company-name.ts';
import { countByWords, decisionsByWords } from './decisions-table.ts';
import { withheld } from './withheld-decisions.ts';

/** More words than a name has are a sentence; the first ones find it. */
const WORDS_MAX = 8;
const TOTAL_MAX = 1_000;

/** Decisions with all the words, the last one begun; the newest first. */
export const decisionsFound =
  ({ hidden }: { hidden(): HiddenPersons }) =>
  async (q: string, limit: number, { dataset }: Call) => {
    const db = dataset.partGroup('gazette');
    const asked = nameWords(q).slice(0, WORDS_MAX);
    if (db === null || asked.length === 0) return { rows: [], total: 0, totalRelation: 'exact' as const };
    const terms: Term[] = asked.map((word, i) => ({ word, prefix: i === asked.length - 1 }));
    const { names } = hidden();
    const without = await withheld(terms, dataset, hidden());
    const found = await decisionsByWords(db, terms, limit, without);
    const total = await countByWords(db, terms, TOTAL_MAX, without);
    return {
      rows: found.map((row) => ({
        kind: 'decision',
        id: row.id,
        title: `${row.company_name}: ${names.redacted(row.title)}`,
        date: row.day,
        url: `/api/decisions/${row.id}`,
      })),
      total,
      totalRelation: total < TOTAL_MAX ? ('exact' as const) : ('atLeast' as const),
    };
  };
