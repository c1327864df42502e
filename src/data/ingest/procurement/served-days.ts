/**
 * Days that are served and that a new `recent` would lack, because what the lists said of them is not in the store any more: that one
 * was emptied, or is an older copy. Until they are asked for again, answers would shrink and nobody would notice. A day that was asked
 * for counts as kept whatever the list said, so that what the source takes back goes; reports are no list that could be asked for.
 */

import { type Assembly, queryParts } from '#data/ingest/parts.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { COLLECT_DAYS, type Covered } from './collect.ts';
import { type IncrementName, nameOf } from './increments.ts';

/** Lists that are asked day by day: the table of each, and its column for the day that was asked for. */
const LISTS = [
  { kind: 'notices', table: 'notice', day: 'day' },
  { kind: 'contracts', table: 'contract', day: 'awarded_on' },
  { kind: 'purchases', table: 'purchase', day: 'day' },
  { kind: 'awards', table: 'award', day: 'day' },
] as const;

type Kind = (typeof LISTS)[number]['kind'];
export type ListedDay = { kind: Kind; day: Day };

export interface Held {
  /** What the lists said of the days since the exports. */
  increments: readonly IncrementName[];
  covered: Covered;
}

/** Days that were served and are not in the store, of the generation that is served while another is built. */
export const missingDaysIn = (assembly: Assembly, served: Part, held: Held): Promise<ListedDay[]> =>
  queryParts(assembly, [served], async (db) => lacking(await daysOf(db, `${served.id}.`), held));

/** The same while nothing is built. */
export async function missingDaysOf(dataset: Dataset, served: Part, held: Held): Promise<ListedDay[]> {
  const db = dataset.area(served.area);
  return db === null ? [] : lacking(await daysOf(db, `${served.id}.`), held);
}

/** Days with rows, as far as the coverage of the part goes: it leaves out slips and days to come. `of`: the schema, with its dot. */
async function daysOf(db: Database, of = ''): Promise<ListedDay[]> {
  const days: ListedDay[] = [];
  for (const { kind, table, day } of LISTS) {
    const rows = await db.all<{ day: Day }>(
      `select distinct t.${day} as day from ${of}${table} t join ${of}coverage c on c.list = '${table}'
       where t.${day} between c.first_day and c.last_day order by 1`,
    );
    for (const row of rows) days.push({ kind, day: row.day });
  }
  return days;
}

/** Nobody asks by himself for days that the exports have come to speak of, nor for those that are too long ago: nothing waits for them. */
function lacking(served: readonly ListedDay[], { increments, covered }: Held): ListedDay[] {
  const listed = increments.filter(({ kind }) => kind !== 'reports');
  const names = new Set(listed.map(nameOf));
  const newest = [...listed, ...served].reduce((latest, { day }) => (day > latest ? day : latest), '');
  const oldest = newest === '' ? '' : addDays(newest, 1 - COLLECT_DAYS);
  return served.filter(
    ({ kind, day }) => day >= oldest && day > (covered(kind) ?? '') && !names.has(nameOf({ kind, day })),
  );
}

/** How the sentence ends by which such a part is known again. */
const WAITS = 'published once the lists were asked for them again, or by --accept-smaller';

/** Not taken over for want of days, and not because it could not be read. */
export const isWaiting = ({ stale }: Pick<Part, 'stale'>): boolean => stale?.includes(WAITS) ?? false;

/**
 * Throws when some of these days are not in the new part either: files by hand may hold other days than their names say. `made`: null
 * where none would be made.
 */
export async function assertDaysKept(lost: readonly ListedDay[], made: Database | null): Promise<void> {
  if (lost.length === 0) return;
  const there = new Set(made === null ? [] : (await daysOf(made)).map(nameOf));
  const gone = lost.filter((each) => !there.has(nameOf(each)));
  if (gone.length === 0) return;
  const found = [...Map.groupBy(gone, ({ kind }) => kind)].map(([kind, days]) => `${kind} without ${spanOf(days)}`);
  throw new WrongShape('recent', 'every day of the lists that is served', `${found.join(', ')}; ${WAITS}`);
}

function spanOf(days: readonly ListedDay[]): string {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first === last ? `${first}` : `${days.length} days from ${first} to ${last}`;
}
