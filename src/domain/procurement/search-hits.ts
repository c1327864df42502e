/** Notices and contracts in the global search. */

import type { Call } from '#api/endpoint.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import type { ProcurementContext } from './context.ts';
import { contractId, foldNumber } from './contract-id.ts';
import { contractsNumbered } from './contracts-table.ts';
import { type Count, count, positions } from './list-walk.ts';
import type { NoticeRow } from './notice.ts';
import { meaningOf } from './notice-query.ts';
import { searchOf } from './notice-search.ts';
import { countByWords, marksByRelevance } from './notices-table.ts';
import { loadedProcurement } from './procurement-database.ts';
import { rowsOf } from './rows-table.ts';

const NONE = { rows: [], total: 0, totalRelation: 'exact' as const };

/** Notices with all the words, the last one as a prefix, or with the number; the most relevant first. */
export const noticeHits =
  ({ hidden }: Pick<ProcurementContext, 'hidden'>) =>
  (q: string, limit: number, call: Call) =>
    findNotices(q, limit, call, hidden());

async function findNotices(q: string, limit: number, call: Call, hidden: HiddenPersons) {
  const { dataset, now } = call;
  const db = loadedProcurement(dataset);
  if (db === null) return NONE;
  const meaning = meaningOf(q, {}, now);
  let rows: NoticeRow[];
  let counted: Count;
  if ('walks' in meaning) {
    const start = { before: 0, after: null, skip: 0 };
    const found = await positions(db, meaning.walks, start, limit);
    rows = await rowsOf<NoticeRow>(
      db,
      'notice',
      found.map(({ key }) => key),
    );
    counted = await count(db, meaning.walks);
  } else {
    const search = await searchOf(meaning, {}, call, hidden);
    const found = await marksByRelevance(db, dataset, search, null, 0, limit);
    rows = await rowsOf<NoticeRow>(
      db,
      'notice',
      found.map(({ key }) => key),
    );
    counted = await countByWords(db, dataset, search);
  }
  return {
    ...counted,
    rows: rows.map((row) => ({
      kind: 'notice',
      id: row.notice,
      title: `${row.authority_name}: ${row.title}`,
      date: row.day || null,
      url: `/api/sicap/tender/${row.notice}`,
    })),
  };
}

/** Contracts with the number; newest first. */
export async function contractHits(q: string, limit: number, { dataset }: Call) {
  const db = loadedProcurement(dataset);
  // A text without a digit is no number, and a single digit matches every authority.
  if (db === null || !/[0-9]/.test(q) || q.length < 2) return NONE;
  const rows = await contractsNumbered(db, foldNumber(q), NAMESAKES_MAX);
  return {
    rows: rows.slice(0, limit).map((row) => ({
      kind: 'contract',
      id: contractId(row.key),
      title: `${row.authority_name}: ${row.title ?? row.number ?? ''}`,
      date: row.day || null,
      url: `/api/seap/contracts/${contractId(row.key)}`,
    })),
    total: rows.length,
    totalRelation: rows.length < NAMESAKES_MAX ? ('exact' as const) : ('atLeast' as const),
  };
}

const NAMESAKES_MAX = 200;
