/** Counts and values by month: whole months from the sums that were made with the parts, the days at either end row by row. */

import type { Day } from '#base/date.ts';
import type { Database } from '#store/database.ts';
import { Conditions } from './conditions.ts';
import { onDays, SUMMED_DIGITS, within } from './deals.ts';
import type { DayRange } from './filters.ts';

export const KINDS = ['contract', 'framework', 'callOff', 'purchase', 'award'] as const;
export type Kind = (typeof KINDS)[number];

export interface MonthRow {
  /** `2026-03`; empty for rows without a day. */
  month: string;
  kind: Kind;
  count: number;
  /** How many of them have a known value. */
  valued: number;
  /** Bani. */
  value: number;
}

/** A range of days as whole months and what sticks out at its ends. */
export interface Split {
  /** First and last whole month; null when there is none. Undefined ends are open. */
  months: { from?: string | undefined; to?: string | undefined } | null;
  edges: DayRange[];
}

export function splitRange({ dateFrom, dateTo }: DayRange): Split {
  const from = dateFrom === undefined ? undefined : isFirst(dateFrom) ? monthOf(dateFrom) : nextMonth(dateFrom);
  const to = dateTo === undefined ? undefined : isLast(dateTo) ? monthOf(dateTo) : previousMonth(dateTo);
  if (from !== undefined && to !== undefined && from > to) return { months: null, edges: [{ dateFrom, dateTo }] };
  const edges: DayRange[] = [];
  if (dateFrom !== undefined && !isFirst(dateFrom)) edges.push({ dateFrom, dateTo: `${monthOf(dateFrom)}-31` });
  if (dateTo !== undefined && !isLast(dateTo)) edges.push({ dateFrom: `${monthOf(dateTo)}-01`, dateTo });
  return { months: { from, to }, edges };
}

/** Whole months as years and the months before and after them; everything, when both ends are open. */
export interface Span {
  span: 'all' | 'year' | 'month';
  from?: string | undefined;
  to?: string | undefined;
}

export function spansOf({ from, to }: NonNullable<Split['months']>): Span[] {
  if (from === undefined && to === undefined) return [{ span: 'all' }];
  const first = from === undefined ? undefined : from.endsWith('-01') ? yearOf(from) : yearOf(from, 1);
  const last = to === undefined ? undefined : to.endsWith('-12') ? yearOf(to) : yearOf(to, -1);
  if (first !== undefined && last !== undefined && first > last) return [{ span: 'month', from, to }];
  const spans: Span[] = [{ span: 'year', from: first, to: last }];
  if (from !== undefined && !from.endsWith('-01')) spans.push({ span: 'month', from, to: `${yearOf(from)}-12` });
  if (to !== undefined && !to.endsWith('-12')) spans.push({ span: 'month', from: `${yearOf(to)}-01`, to });
  return spans;
}

const yearOf = (month: string, later = 0): string => String(Number(month.slice(0, 4)) + later).padStart(4, '0');

const monthOf = (day: Day): string => day.slice(0, 7);
const isFirst = (day: Day): boolean => day.endsWith('-01');
const isLast = (day: Day): boolean => {
  const [year, month] = day.split('-').map(Number);
  return Number(day.slice(8)) === new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
};
const shifted = (day: Day, months: number): string => {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(Number(year), Number(month) - 1 + months, 1)).toISOString().slice(0, 7);
};
const nextMonth = (day: Day): string => shifted(day, 1);
const previousMonth = (day: Day): string => shifted(day, -1);

export async function monthly(db: Database, cpv: string, range: DayRange): Promise<MonthRow[]> {
  const { months, edges } = splitRange(range);
  const rows = months === null ? [] : await wholeMonths(db, cpv, months);
  for (const edge of edges) rows.push(...(await days(db, cpv, edge)));
  return together(rows);
}

function wholeMonths(db: Database, cpv: string, { from, to }: NonNullable<Split['months']>): Promise<MonthRow[]> {
  const isSummed = cpv.length <= SUMMED_DIGITS;
  const conditions = isSummed ? new Conditions().add('prefix = ?', cpv) : within({ cpv });
  conditions.add("kind <> 'notBought'");
  if (from !== undefined) conditions.add('month >= ?', from);
  if (to !== undefined) conditions.add("month <= ? and month <> ''", to);
  return db.all<MonthRow>(
    `select month, kind, sum(count) as count, sum(valued) as valued, sum(value) as value
     from ${isSummed ? 'prefix_month' : 'cpv_month'} ${conditions.where}
     group by month, kind`,
    conditions.params,
  );
}

async function days(db: Database, cpv: string, range: DayRange): Promise<MonthRow[]> {
  const { where, params } = onDays({ cpv, ...range });
  const summed = (table: string, kind: string, value: string, only = ''): string =>
    `select substr(day, 1, 7) as month, ${kind} as kind, count(*) as count, count(${value}) as valued,
       coalesce(sum(${value}), 0) as value from ${table} ${where} ${only} group by substr(day, 1, 7)${kind === 'kind' ? ', kind' : ''}`;
  const tables = [
    summed('contract', 'kind', 'value_ron'),
    summed('purchase', "'purchase'", 'value', "and state = 'accepted'"),
    summed('award', "'award'", 'value'),
  ];
  const found: MonthRow[] = [];
  for (const sql of tables) found.push(...(await db.all<MonthRow>(sql, params)));
  return found;
}

/** Two edges may lie in one month. Sums that came to nothing are left out. */
function together(rows: readonly MonthRow[]): MonthRow[] {
  const sums = new Map<string, MonthRow>();
  for (const row of rows) {
    const sum = sums.getOrInsertComputed(`${row.month} ${row.kind}`, () => ({ ...row, count: 0, valued: 0, value: 0 }));
    sum.count += row.count;
    sum.valued += row.valued;
    sum.value += row.value;
  }
  return [...sums.values()].filter(({ count }) => count !== 0).sort((a, b) => (a.month < b.month ? -1 : 1));
}
