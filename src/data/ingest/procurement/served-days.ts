/**
 * Served days that a new `recent` would lack, because the store has lost their increments: it was emptied, or is an older copy. Without this
 * check answers would shrink silently until the days are collected again. A day with an increment is present whatever its records, so that
 * records which the source withdraws disappear. Reports are no list and cannot be requested.
 */

import type { Database } from '#data/store/database.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { dayText } from '#domain/procurement/day-number.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { COLLECT_DAYS, type Covered } from './collect.ts';
import { type IncrementName, nameOf } from './increments.ts';

/** Lists that are collected day by day: the table of each, and its column for the requested day. */
const LISTS = [
  { kind: 'notices', table: 'notice', day: 'day' },
  { kind: 'contracts', table: 'contract', day: 'awarded_on' },
  { kind: 'purchases', table: 'purchase', day: 'day' },
  { kind: 'awards', table: 'award', day: 'day' },
] as const;

type Kind = (typeof LISTS)[number]['kind'];
export type ListDay = { kind: Kind; day: Day };

export interface ListState {
  /** The increments in the store. */
  increments: readonly IncrementName[];
  covered: Covered;
}

/** Days of a generation that are not in the store. */
export async function missingDaysOf(dataset: Dataset, served: Part, state: ListState): Promise<ListDay[]> {
  const db = dataset.partGroup(served.area);
  return db === null ? [] : missingDays(await daysOf(db, `${served.id}.`), state);
}

/** Days with rows inside the coverage of the part, which leaves out outliers and future days. `of`: the schema, with its dot. */
export async function daysOf(db: Database, of = ''): Promise<ListDay[]> {
  const days: ListDay[] = [];
  for (const { kind, table, day } of LISTS) {
    const covered = await db.one<{ first: Day | null; last: Day | null }>(
      `select first_day as first, last_day as last from ${of}coverage where list = '${table}'`,
    );
    const rows = await db.all<{ day: Day | number }>(`select distinct ${day} as day from ${of}${table} order by 1`);
    for (const row of rows) {
      const own = typeof row.day === 'number' ? dayText(row.day) : row.day;
      if (own >= (covered?.first ?? '~') && own <= (covered?.last ?? '')) days.push({ kind, day: own });
    }
  }
  return days;
}

/** Without days that the exports cover now, and without days too old to be collected automatically. */
export function missingDays(served: readonly ListDay[], { increments, covered }: ListState): ListDay[] {
  const lists = increments.filter(({ kind }) => kind !== 'reports');
  const names = new Set(lists.map(nameOf));
  const newest = [...lists, ...served].reduce((latest, { day }) => (day > latest ? day : latest), '');
  const oldest = newest === '' ? '' : addDays(newest, 1 - COLLECT_DAYS);
  return served.filter(
    ({ kind, day }) => day >= oldest && day > (covered(kind) ?? '') && !names.has(nameOf({ kind, day })),
  );
}

/** The end of the message that identifies such a part. */
const WAITS = 'published once the lists were asked for them again, or by --accept-smaller';

/** Whether a part was not replaced because of missing days, rather than an unreadable file. */
export const isWaiting = ({ stale }: Pick<Part, 'stale'>): boolean => stale?.includes(WAITS) ?? false;

/**
 * Throws when some of these days are not in the new part either: an operator's file may contain other days than its name. `built`: null
 * when there is no new part.
 */
export async function assertDaysPresent(lost: readonly ListDay[], built: Database | null): Promise<void> {
  if (lost.length === 0) return;
  const present = new Set(built === null ? [] : (await daysOf(built)).map(nameOf));
  const missing = lost.filter((each) => !present.has(nameOf(each)));
  if (missing.length === 0) return;
  const messages = [...Map.groupBy(missing, ({ kind }) => kind)].map(
    ([kind, days]) => `${kind} without ${spanOf(days)}`,
  );
  throw new WrongShape('recent', 'every day of the lists that is served', `${messages.join(', ')}; ${WAITS}`);
}

function spanOf(days: readonly ListDay[]): string {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first === last ? `${first}` : `${days.length} days from ${first} to ${last}`;
}
