/** Fills the sums (procurement/rollup-tables.ts). With an older part beside it, rows that this part replaces are subtracted. */

import type { PartBuild } from '#data/store/dataset.ts';
import { known } from '#domain/procurement/published-value.ts';
import { rollupIndexes } from '#domain/procurement/rollup-tables.ts';
import { bucharestDay } from '#lib/values/date.ts';

/** The rows of a sum, with common names for the columns of all tables. */
interface Source {
  table: string;
  /** A literal or a column. */
  kind: string;
  value: string;
  supplier: string;
  where: string;
  /** The column with the key of the row, or of the row that it belongs to, and the table of that key. */
  key: string;
  of: string;
}

const NONE = 'cast(null as bigint)';

const purchase: Source = {
  table: 'purchase',
  kind: "'purchase'",
  value: 'value',
  supplier: 'supplier_id',
  where: "state = 'accepted'",
  key: 'key',
  of: 'purchase',
};
const unstated: Source = { ...purchase, kind: "'unstated'", where: "state = 'unknown'" };
const notBought: Source = { ...purchase, kind: "'notBought'", where: "state not in ('accepted', 'unknown')" };
const award: Source = { ...purchase, table: 'award', kind: "'award'", where: 'true', of: 'award' };
const contract: Source = {
  ...award,
  table: 'contract',
  kind: 'kind',
  value: 'value_ron',
  supplier: NONE,
  of: 'contract',
};
const share: Source = {
  ...contract,
  table: 'contract_supplier',
  value: 'value_share',
  supplier: 'supplier_id',
  key: 'contract',
};
const notice: Source = { ...award, table: 'notice', kind: "'notice'", value: NONE, supplier: NONE, of: 'notice' };

/** Each deal once, and each deal once per supplier. */
const DEALS = [purchase, unstated, notBought, award, contract];
const BOUGHT = [purchase, unstated, award, share];

export async function loadRollups(part: PartBuild, olderId: string | null): Promise<void> {
  const by = (target: string, sources: readonly Source[], keys: string[], rest: Partial<Rollup> = {}): string[] =>
    sources.map((source) => rollup(source, { target, keys, olderId, ...rest }));
  for (const sql of [
    ...[purchase, award, contract].map((source) => countsOf(source, olderId)),
    ...[1, 2, 3].map(
      (digits) =>
        `insert into cpv_count select substr(prefix, 1, ${digits}), list, sum(count) from cpv_count
         where length(prefix) = 8 group by substr(prefix, 1, ${digits}), list`,
    ),
    ...by('party_year', [...DEALS, notice], ['authority', "'authority'", YEAR, 'kind'], NOTED),
    ...by('party_year', [...BOUGHT, notBought], ['supplier', "'supplier'", YEAR, 'kind'], {
      ...NOTED,
      where: 'supplier is not null',
    }),
    ...by('partner', BOUGHT, ['authority', 'supplier', 'kind'], { where: 'supplier is not null' }),
    // Rows that name a company on both sides, which are one row of its list.
    ...by('partner', [notBought], ['authority', 'supplier', 'kind'], { where: 'supplier = authority' }),
    ...[purchase, award, contract, notice].map(({ table }) => coverageOf(table)),
    rollupIndexes,
  ])
    await part.execute(sql);
}

const YEAR = 'substr(day, 1, 4)';

/** One row in so many may have a wrong day, which must not delay the first day that the lists are collected from. */
const ROWS_FOR_A_SLIP = 1_000;

/** Leaves out future days and last days with hardly any rows: they are errors, not coverage. */
function coverageOf(table: string): string {
  const day = table === 'contract' ? 'awarded_on' : 'day';
  return `insert into coverage
    with days as (
      select ${day} as day, count(*) as n from ${table}
      where ${day} <> '' and ${day} <= '${bucharestDay(new Date())}' group by ${day}
    ), ends as (select day, n, sum(n) over (order by day desc) as since from days)
    select '${table}', min(day), max(day) filter (where since * ${ROWS_FOR_A_SLIP} > (select sum(n) from days)), coalesce(sum(n), 0)
    from ends`;
}

/** Of a list, in whatever state. Grouped as the index of codes has them. */
function countsOf({ table, key, of }: Source, olderId: string | null): string {
  const replaced = olderId
    ? `union all select cpv, -1 from ${olderId}.${table} where ${key} in (select key from ${of})`
    : '';
  const [from, count] = olderId
    ? [`(select cpv, 1 as sign from ${table} ${replaced}) as rows_of_both`, 'sum(sign)']
    : [table, 'count(*)'];
  return `insert into cpv_count select cpv, '${table}', ${count} from ${from} where cpv is not null group by cpv having ${count} <> 0`;
}

interface Rollup {
  target: string;
  keys: string[];
  where?: string;
  /** Figures beside count, valued and value. */
  more?: readonly string[];
  olderId: string | null;
}

function rollup(source: Source, { target, keys, where = '', more = [], olderId }: Rollup): string {
  // A literal is no grouping column.
  const columns = keys.map((key) => (key === 'kind' ? source.kind : key));
  const grouped = columns.filter((column) => !column.startsWith("'")).join(', ');
  const figures = [...FIGURES, ...more];
  const changed = olderId === null ? '' : `having ${figures.map((figure) => `${figure} <> 0`).join(' or ')}`;
  const conditions = where === '' ? '' : `where ${where}`;
  return `insert into ${target} select ${[...columns, ...figures].join(', ')} from ${signed(source, olderId)} ${conditions} group by ${grouped} ${changed}`;
}

const countIf = (condition: string): string => `sum(case when ${condition} then sign else 0 end)`;

/** How many, how many with a value, and their sum. */
const FIGURES = ['sum(sign)', countIf('value > 0'), `coalesce(sum(${known('value')} * sign), 0)`];
/** How many were published as zero, and below. */
const NOTED = { more: [countIf('value = 0'), countIf('value < 0')] };

/** Rows of this part (unqualified names) count +1; the rows of the older part that they replace count -1. */
function signed({ table, kind, value, supplier, where, key, of }: Source, olderId: string | null): string {
  const rows = (schema: string, sign: number): string =>
    `select day, ${kind === 'kind' ? 'kind, ' : ''}${value} as value, authority_id as authority, ${supplier} as supplier, ${sign} as sign
     from ${schema}${table} where ${where}`;
  const older = olderId ? ` union all ${rows(`${olderId}.`, -1)} and ${key} in (select key from ${of})` : '';
  return `(${rows('', 1)}${older}) as rows_of_both`;
}
