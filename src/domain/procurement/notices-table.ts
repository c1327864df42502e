/** Notices by number, and by words: part by part along its word index, newest first, merged. */
import type { Database, Reads, Value } from '#data/store/database.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { matching, type Operand } from '#data/store/word-index.ts';
import { Conditions } from './conditions.ts';
import type { Count } from './list-walk.ts';
import type { Position, Walk } from './list-walk-table.ts';
import type { NoticeRow } from './notice.ts';
import { addFilters, type NoticeFilters } from './notice-query.ts';
import { addTexts } from './rows-table.ts';
import { NOTICE_WORDS } from './tables.ts';

export async function noticeNumbered(db: Database, number: string): Promise<NoticeRow | null> {
  const row = await db.one<NoticeRow>('select * from notice where notice = $1', [number]);
  if (row !== null) await addTexts(db, [row]);
  return row;
}

/** By their numbers, in any order; for a page of them. */
export async function noticesNumbered(db: Database, numbers: readonly string[]): Promise<Map<string, NoticeRow>> {
  const found = new Map<string, NoticeRow>();
  for (let i = 0; i < numbers.length; i += NUMBERS_AT_ONCE) {
    const some = numbers.slice(i, i + NUMBERS_AT_ONCE);
    const numbersPadded = Array.from({ length: NUMBERS_AT_ONCE }, (_, n) => some[n] ?? some[0] ?? '');
    for (const row of await db.all<NoticeRow>(NUMBERED, numbersPadded)) found.set(row.notice, row);
  }
  await addTexts(db, [...found.values()]);
  return found;
}

/** One length, so that an engine plans one text. */
const NUMBERS_AT_ONCE = 50;
const NUMBERED = `select * from notice where notice in (${Array.from({ length: NUMBERS_AT_ONCE }, (_, i) => `$${i + 1}`).join(', ')})`;

export interface WordSearch {
  operands: readonly Operand[];
  /** Notices that match all of these do not. */
  butNot?: readonly Operand[];
  filters: NoticeFilters;
  now: number;
  /** Keys of notices that these words must not find. */
  withheld: readonly number[];
}

/** A search whose matches have an order: those of the first tier, then what only the second matches, and so on; all match the last. */
export interface RankedSearch extends WordSearch {
  tiers: readonly (readonly Operand[])[];
}

/** Maximum matches of one name. */
const NAMED_MAX = 1_000;

/** Notices with all of the words, newest first, as whole rows. */
export async function noticesWithWords(db: Database, dataset: Dataset, all: readonly string[]): Promise<NoticeRow[]> {
  const operands = all.map((word) => ({ word, prefix: false }));
  const search = { operands, filters: {}, now: 0, withheld: [] };
  const found: NoticeRow[] = [];
  for (const part of noticeParts(dataset)) {
    const { text, params } = wordQuery(db, dataset, part, search, null, 0);
    found.push(...(await db.all<NoticeRow>(`select n.* ${text} order by w.rowid limit ${NAMED_MAX}`, params)));
  }
  await addTexts(db, found);
  return found;
}

/** Newest first. */
export const noticeParts = ({ manifest }: Dataset): Part[] =>
  ['recent', 'procurement'].flatMap((name) => manifest.parts.find((part) => part.name === name) ?? []);

/** The fields for paging and sorting, before whole rows are read. */
export type NoticeMark = Position & Pick<NoticeRow, 'deadline_at' | 'estimated_value' | 'currency'>;

/** The page after a position and `skip` rows: only its marks leave the engine, however far down it lies. */
export function marksByWords(
  db: Reads,
  dataset: Dataset,
  search: WordSearch,
  after: Position | null,
  skip: number,
  limit: number,
): Promise<NoticeMark[]> {
  const params: Value[] = [];
  const parts = noticeParts(dataset).map((part, i) => {
    const { text, params: own } = wordQuery(db, dataset, part, search, after, params.length);
    params.push(...own);
    return `select * from (select ${MARK} ${text} order by w.rowid limit ${skip + limit}) part${i}`;
  });
  return db.all<NoticeMark>(
    `select * from (${parts.join(' union all ')}) found order by day desc, key desc limit ${limit} offset ${skip}`,
    params,
  );
}

export interface RankedMark extends NoticeMark {
  tier: number;
}

/** The most relevant after a mark and `skip` rows, the newest first in each tier. A tier is read only when those before it are not enough. */
export async function marksByRelevance(
  db: Reads,
  dataset: Dataset,
  { tiers, ...search }: RankedSearch,
  after: Pick<RankedMark, 'tier' | 'day' | 'key'> | null,
  skip: number,
  limit: number,
): Promise<RankedMark[]> {
  const found: RankedMark[] = [];
  let left = skip;
  for (const [tier, operands] of tiers.entries()) {
    if (tier < (after?.tier ?? 0) || found.length >= limit) continue;
    const own = { ...search, operands, butNot: tiers[tier - 1] ?? [] };
    const from = tier === after?.tier ? after : null;
    const marks = await marksByWords(db, dataset, own, from, left, limit - found.length);
    if (left > 0) left = marks.length > 0 ? 0 : left - (await countByWords(db, dataset, own, left)).total;
    found.push(...marks.map((mark) => ({ ...mark, tier })));
  }
  return found;
}

/** Notices are ordered by moment. */
const MARK = 'n.moment as day, n.key, n.deadline_at, n.estimated_value, n.currency';

/** The newest along a walk, with the fields of other orders. */
export const marksAlong = (db: Reads, { conditions }: Walk, limit: number): Promise<NoticeMark[]> =>
  db.all<NoticeMark>(
    `select ${MARK} from notice n ${conditions.where} order by n.moment desc, n.key desc limit ${limit}`,
    conditions.params,
  );

/** Counting stops here. */
export const COUNT_MAX = 1_000;

export async function countByWords(
  db: Reads,
  dataset: Dataset,
  search: WordSearch,
  max: number = COUNT_MAX,
): Promise<Count> {
  let total = 0;
  for (const part of noticeParts(dataset)) {
    const { text, params } = wordQuery(db, dataset, part, search, null, 0);
    const row = await db.one<{ n: number }>(`select count(*) as n from (select 1 ${text} limit ${max}) found`, params);
    total += row?.n ?? 0;
  }
  return total < max ? { total, totalRelation: 'exact' } : { total: max, totalRelation: 'atLeast' };
}

export function wordQuery(
  { engine }: Reads,
  dataset: Dataset,
  part: Part,
  { operands, butNot, filters, now, withheld }: WordSearch,
  after: Position | null,
  valuesBefore: number,
): { text: string; params: Value[] } {
  const conditions = addFilters(new Conditions(), filters, now);
  conditions.add(
    engine === 'sqlite' ? `w.${NOTICE_WORDS} match ?` : 'w.words @@ ?::text::tsquery',
    matching(engine, operands, butNot),
  );
  if (withheld.length > 0) conditions.add(`n.key not in (${withheld.map(() => '?').join(', ')})`, ...withheld);
  if (after) conditions.add('(n.moment, n.key) < (?, ?)', after.day, after.key);
  const newer = noticeParts(dataset).find(({ name }) => name === 'recent');
  const replaced =
    newer && newer.id !== part.id
      ? `and not exists (select 1 from ${newer.id}.notice newer where newer.key = n.key)`
      : '';
  return {
    text: `from ${part.id}.${NOTICE_WORDS} w join ${part.id}.notice n on n.rank = w.rowid ${conditions.whereBehind(valuesBefore)} ${replaced}`,
    params: conditions.params,
  };
}

/** A condition that excludes the notices of a JSON list of numbers, its only value. */
export const notAmong = (engine: Database['engine']): string =>
  engine === 'sqlite'
    ? 'notice not in (select value from json_each(?))'
    : 'notice not in (select json_array_elements_text(?::text::json))';

/** The spellings that a column of notices has. Read from the whole table: call it once for a dataset. */
export async function spellingsOf(db: Reads, column: 'procedure_type' | 'state'): Promise<string[]> {
  const rows = await db.all<{ value: string }>(
    `select distinct ${column} as value from notice where ${column} is not null limit ${SPELLINGS_MAX}`,
  );
  return rows.map(({ value }) => value);
}

/** Far more than twenty years of exports have. */
const SPELLINGS_MAX = 1_000;
