/** Notices by their number, and by words: part by part along its word index, newest first, merged. */
import type { Database, Value } from '#store/database.ts';
import type { Dataset, Part } from '#store/dataset.ts';
import { matching, type Wanted } from '#store/word-index.ts';
import { Conditions } from './conditions.ts';
import type { Count } from './list-walk.ts';
import type { Place } from './list-walk-table.ts';
import { loaded } from './loaded.ts';
import type { NoticeRow } from './notice.ts';
import { filtered, type NoticeFilters } from './notice-query.ts';
import { NOTICE_WORDS } from './tables.ts';

export const noticeNumbered = (db: Database, number: string): Promise<NoticeRow | null> =>
  db.one<NoticeRow>('select * from notice where notice = $1', [number]);

export interface WordSearch {
  wanted: readonly Wanted[];
  filters: NoticeFilters;
  now: number;
}

/** Newest first. */
const noticeParts = ({ manifest }: Dataset): Part[] =>
  ['recent', 'procurement'].flatMap((name) => manifest.parts.find((part) => part.name === name) ?? []);

/** The page behind a place, `skip` rows on. */
export async function noticesByWords(
  dataset: Dataset,
  search: WordSearch,
  after: Place | null,
  skip: number,
  limit: number,
): Promise<NoticeRow[]> {
  const db = loaded(dataset);
  const found: NoticeRow[] = [];
  for (const part of noticeParts(dataset)) {
    const { text, params } = wordQuery(db, dataset, part, search, after);
    found.push(...(await db.all<NoticeRow>(`select n.* ${text} order by n.rank limit ${skip + limit}`, params)));
  }
  const newestFirst = (a: NoticeRow, b: NoticeRow): number =>
    a.moment === b.moment ? b.key - a.key : a.moment < b.moment ? 1 : -1;
  return found.sort(newestFirst).slice(skip, skip + limit);
}

/** Counting stops here. */
const COUNT_MAX = 1_000;

export async function countByWords(dataset: Dataset, search: WordSearch): Promise<Count> {
  const db = loaded(dataset);
  let total = 0;
  for (const part of noticeParts(dataset)) {
    const { text, params } = wordQuery(db, dataset, part, search, null);
    const row = await db.one<{ n: number }>(
      `select count(*) as n from (select 1 ${text} limit ${COUNT_MAX}) found`,
      params,
    );
    total += row?.n ?? 0;
  }
  return total < COUNT_MAX ? { total, totalRelation: 'exact' } : { total: COUNT_MAX, totalRelation: 'atLeast' };
}

function wordQuery(
  { engine }: Database,
  dataset: Dataset,
  part: Part,
  { wanted, filters, now }: WordSearch,
  after: Place | null,
): { text: string; params: Value[] } {
  const conditions = filtered(new Conditions(), filters, now);
  conditions.add(
    engine === 'sqlite' ? `w.${NOTICE_WORDS} match ?` : 'w.words @@ ?::text::tsquery',
    matching(engine, wanted),
  );
  if (after) conditions.add('(n.moment, n.key) < (?, ?)', after.day, after.key);
  const newer = noticeParts(dataset).find(({ name }) => name === 'recent');
  const replaced =
    newer && newer.id !== part.id
      ? `and not exists (select 1 from ${newer.id}.notice newer where newer.key = n.key)`
      : '';
  return {
    text: `from ${part.id}.${NOTICE_WORDS} w join ${part.id}.notice n on n.rank = w.rowid ${conditions.where} ${replaced}`,
    params: conditions.params,
  };
}
