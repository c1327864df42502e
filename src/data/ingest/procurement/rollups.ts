/** Fills the sums (procurement/rollup-tables.ts). With an older part beside it, rows that this part replaces are subtracted. */

import type { PartBuild } from '#data/store/dataset.ts';
import { codeText } from '#domain/procurement/cpv.ts';
import { dayText } from '#domain/procurement/day-number.ts';
import { known } from '#domain/procurement/published-value.ts';
import {
  coverage,
  cpvCount,
  kindNumber,
  type Role,
  roleNumber,
  rollupIndexes,
} from '#domain/procurement/rollup-tables.ts';
import { ACCEPTED, UNSTATED } from '#domain/procurement/tables.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';

/** The rows of a sum, with common names for the columns of all tables. */
interface Source {
  table: string;
  /** A number or an expression. */
  kind: string;
  value: string;
  /** The column with the key of the row, or of the row that it belongs to, and the table of that key. */
  key: string;
  of: string;
}

const CONTRACT_KINDS = `case kind when 'contract' then ${kindNumber('contract')} when 'framework' then ${kindNumber('framework')} else ${kindNumber('callOff')} end`;
const PURCHASE_KINDS = `case state when ${ACCEPTED} then ${kindNumber('purchase')} when ${UNSTATED} then ${kindNumber('unstated')} else ${kindNumber('notBought')} end`;

const purchase: Source = { table: 'purchase', kind: PURCHASE_KINDS, value: 'value', key: 'key', of: 'purchase' };
const award: Source = { ...purchase, table: 'award', kind: `${kindNumber('award')}`, of: 'award' };
const contract: Source = { ...award, table: 'contract', kind: CONTRACT_KINDS, value: 'value_ron', of: 'contract' };
const share: Source = { ...contract, table: 'contract_supplier', value: 'value_share', key: 'contract' };
const notice: Source = {
  ...award,
  table: 'notice',
  kind: `${kindNumber('notice')}`,
  value: 'cast(null as bigint)',
  of: 'notice',
};

export async function loadRollups(part: PartBuild, olderId: string | null): Promise<void> {
  await loadCounts(part, olderId);
  await part.execute(partyYears(olderId));
  await part.execute(partners(olderId));
  await loadCoverage(part);
  await part.execute(rollupIndexes);
}

/** Numbers of days begin with the year. */
const YEAR = 'day / 10000';
const NOTICE_YEAR = "cast(coalesce(nullif(substr(day, 1, 4), ''), '0') as integer)";

/** Each deal once for its authority, and once for each of its suppliers. */
function partyYears(olderId: string | null): string {
  const side = (role: Role, source: Source, year = YEAR): string =>
    signed(
      source,
      olderId,
      [`${role}_id as party`, `${roleNumber(role)} as role`, `${year} as year`],
      `${role}_id is not null`,
    );
  const sides = [
    ...[purchase, award, contract].map((source) => side('authority', source)),
    side('authority', notice, NOTICE_YEAR),
    ...[purchase, award, share].map((source) => side('supplier', source)),
  ];
  const figures = [...FIGURES, ...NOTED];
  return summed('party_year', ['party', 'role', 'year', 'kind'], figures, sides, olderId);
}

/** Of deals that never came about only those that name a company on both sides, which are one row of its list. */
function partners(olderId: string | null): string {
  const pairs = (source: Source, and = ''): string =>
    signed(source, olderId, ['authority_id as authority', 'supplier_id as supplier'], `supplier_id is not null ${and}`);
  const came = `and (state in (${ACCEPTED}, ${UNSTATED}) or supplier_id = authority_id)`;
  return summed(
    'partner',
    ['authority', 'supplier', 'kind'],
    FIGURES,
    [pairs(purchase, came), pairs(award), pairs(share)],
    olderId,
  );
}

const countIf = (condition: string): string => `sum(case when ${condition} then sign else 0 end)`;

/** How many, how many with a value, and their sum. */
const FIGURES = ['sum(sign)', countIf('value > 0'), `coalesce(sum(${known('value')} * sign), 0)`];
/** How many were published as zero, and below. */
const NOTED = [countIf('value = 0'), countIf('value < 0')];

/** In the order of the keys, so that the table grows at its end. */
function summed(
  target: string,
  keys: readonly string[],
  figures: readonly string[],
  sources: readonly string[],
  olderId: string | null,
): string {
  const changed = olderId === null ? '' : `having ${figures.map((figure) => `${figure} <> 0`).join(' or ')}`;
  const rows = `(${sources.join(' union all ')}) as rows_of_all`;
  return `insert into ${target} select ${[...keys, ...figures].join(', ')} from ${rows} group by ${keys.join(', ')} ${changed} order by ${keys.join(', ')}`;
}

/** Rows of this part (unqualified names) count +1; the rows of the older part that they replace count -1. */
function signed(
  { table, kind, value, key, of }: Source,
  olderId: string | null,
  keys: readonly string[],
  where: string,
): string {
  const rows = (schema: string, sign: number): string =>
    `select ${keys.join(', ')}, ${kind} as kind, ${value} as value, ${sign} as sign from ${schema}${table} where ${where}`;
  return olderId === null
    ? rows('', 1)
    : `${rows('', 1)} union all ${rows(`${olderId}.`, -1)} and ${key} in (select key from ${of})`;
}

const COUNTED_DIGITS = [1, 2, 3, 8];

/** Of each list, in whatever state. Grouped as the index of codes has them. */
async function loadCounts(part: PartBuild, olderId: string | null): Promise<void> {
  const counts = new Map<string, { prefix: string; list: string; count: number }>();
  for (const { table, key, of } of [purchase, award, contract]) {
    const own = `select cpv, count(*) as count from ${table} where cpv is not null group by cpv`;
    const replaced = `select cpv, -count(*) as count from ${olderId}.${table} where cpv is not null and ${key} in (select key from ${of}) group by cpv`;
    for (const sql of olderId === null ? [own] : [own, replaced])
      for (const row of await part.db.all<{ cpv: number; count: number }>(sql))
        for (const digits of COUNTED_DIGITS) {
          const prefix = codeText(row.cpv).slice(0, digits);
          counts.getOrInsertComputed(`${prefix} ${table}`, () => ({ prefix, list: table, count: 0 })).count +=
            row.count;
        }
  }
  const rows = [...counts].filter(([, { count }]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  await part.load(
    cpvCount,
    rows.map(([, row]) => row),
  );
}

/** One row in so many may have a wrong day, which must not delay the first day that the lists are collected from. */
const ROWS_FOR_A_SLIP = 1_000;

/** Leaves out future days and last days with hardly any rows: they are errors, not coverage. */
async function loadCoverage(part: PartBuild): Promise<void> {
  const today = bucharestDay(new Date());
  for (const { table } of [purchase, award, contract, notice]) {
    const column = table === 'contract' ? 'awarded_on' : 'day';
    const counted = await part.db.all<{ day: Day | number | null; count: number }>(
      `select ${column} as day, count(*) as count from ${table} group by ${column}`,
    );
    const days = counted
      .map(({ day, count }) => ({ day: typeof day === 'number' ? dayText(day) : (day ?? ''), count }))
      .filter(({ day }) => day !== '' && day <= today)
      .sort((a, b) => (a.day < b.day ? 1 : -1));
    const rows = days.reduce((sum, { count }) => sum + count, 0);
    let since = 0;
    const last = days.find(({ count }) => {
      since += count;
      return since * ROWS_FOR_A_SLIP > rows;
    });
    await part.load(coverage, [
      { list: table, first_day: days.at(-1)?.day ?? null, last_day: last?.day ?? null, rows },
    ]);
  }
}
