/** The Gazette's part in the search over everything, and in a company's history. */
import { nameWords } from '#base/company-name.ts';
import type { Call } from '#http/endpoint.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Term } from '#store/word-index.ts';
import { countByWords, decisionsByWords, decisionsOf } from './decisions-table.ts';

/** More words than a name has are a sentence; the first ones find it. */
const WORDS_MAX = 8;
const TOTAL_MAX = 1_000;

/** Decisions with all the words, the last one begun; the newest first. */
export async function decisionsFound(q: string, limit: number, { dataset }: Call) {
  const db = dataset.area('gazette');
  const words = nameWords(q).slice(0, WORDS_MAX);
  if (db === null || words.length === 0) return { rows: [], total: 0, totalRelation: 'exact' as const };
  const terms: Term[] = words.map((word, i) => ({ word, prefix: i === words.length - 1 }));
  const total = await countByWords(db, terms, TOTAL_MAX);
  const found = await decisionsByWords(db, terms, limit);
  return {
    rows: found.map((row) => ({
      kind: 'decision',
      id: row.id,
      title: `${row.company_name}: ${row.title}`,
      date: row.day,
      url: `/api/decisions/${row.id}`,
    })),
    total,
    totalRelation: total < TOTAL_MAX ? ('exact' as const) : ('atLeast' as const),
  };
}

/** A bank that is in the Gazette every week for decades still fits. */
const MENTIONS_MAX = 1_000;

export interface Mention {
  date: string;
  title: string;
  details: string;
}

/** When the Gazette mentioned a company; only where it is sure enough that it was this one. */
export async function mentionsOf(dataset: Dataset, cui: string): Promise<Mention[]> {
  const db = dataset.area('gazette');
  if (db === null) return [];
  const rows = await decisionsOf(db, cui, 0, MENTIONS_MAX);
  return rows
    .filter(({ confidence }) => confidence !== 'low')
    .map(({ day, title, id, part, number, bis }) => ({
      date: day,
      title,
      details: `Official Gazette, part ${part}, no. ${number}${bis === 1 ? ' bis' : ''}: /api/decisions/${id}`,
    }));
}
