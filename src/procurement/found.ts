/** Procurement's part in the search over everything, and in a company's history. */
import type { Call } from '#operations/endpoint.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Dataset } from '#store/dataset.ts';
import type { ContractRow } from './contract.ts';
import { contractId, foldNumber } from './contract-id.ts';
import type { NoticeRow } from './notice.ts';
import { meaningOf } from './notice-query.ts';
import { countByWords, noticesByWords } from './notices-table.ts';
import { firsts } from './sentences.ts';
import { type Count, count, places, rowsOf } from './walk.ts';

const NONE = { rows: [], total: 0, totalRelation: 'exact' as const };

/** Notices with all the words, the last one begun, or with the number; the newest first. */
export async function noticesFound(q: string, limit: number, { dataset, now }: Call) {
  const db = dataset.area('procurement');
  if (db === null) return NONE;
  const meaning = meaningOf(q, {}, now);
  let rows: NoticeRow[];
  let counted: Count;
  if ('walks' in meaning) {
    const start = { before: 0, after: null, skip: 0 };
    const found = await places(db, meaning.walks, start, limit);
    rows = await rowsOf<NoticeRow>(
      db,
      'notice',
      found.map(({ key }) => key),
    );
    counted = await count(db, meaning.walks);
  } else {
    const search = { ...meaning, filters: {}, now };
    rows = await noticesByWords(dataset, search, null, 0, limit);
    counted = await countByWords(dataset, search);
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

/** Contracts with the number; the newest first. */
export async function contractsFound(q: string, limit: number, { dataset }: Call) {
  const db = dataset.area('procurement');
  // A number without a digit is none, and a single digit is everybody's.
  if (db === null || !/[0-9]/.test(q) || q.length < 2) return NONE;
  const rows = await db.all<ContractRow>(
    `select * from contract where number_folded = $1 order by day desc, key desc limit ${NAMESAKES_MAX}`,
    [foldNumber(q)],
  );
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

export interface First {
  date: string;
  title: Sentence;
  details: Sentence;
}

/** A company's first steps in public procurement, on either side. */
export async function firstsOf(dataset: Dataset, cui: string): Promise<First[]> {
  const db = dataset.area('procurement');
  if (db === null) return [];
  const first = async (title: Sentence, table: string, column: string): Promise<First[]> => {
    const row = await db.one<{ day: string }>(
      `select day from ${table} where ${column} = $1 and day <> '' order by day limit 1`,
      [Number(cui)],
    );
    return row ? [{ date: row.day, title, details: firsts.asFarBack() }] : [];
  };
  const found = await Promise.all([
    first(firsts.contractSigned(), 'contract', 'authority_cui'),
    first(firsts.contractWon(), 'contract_supplier', 'supplier_cui'),
    first(firsts.purchaseMade(), 'purchase', 'authority_cui'),
    first(firsts.purchaseWon(), 'purchase', 'supplier_cui'),
  ]);
  return found.flat();
}
