/** Fills the sums (procurement/rollup-tables.ts). With an older part beside it, what this one replaces is taken back. */
import { BIN_RATIO, rollupIndexes } from '#procurement/rollup-tables.ts';
import type { PartBuild } from '#store/dataset.ts';

/** Rows to be summed, in words that all tables share. */
interface Source {
  table: string;
  kind: string;
  value: string;
  supplier: string | null;
  /** Where a row's key, or that of the row it belongs to, stands; and in which table. */
  key: string;
  of: string;
}

const purchase: Source = {
  table: 'purchase',
  kind: "case state when 'accepted' then 'purchase' else 'notBought' end",
  value: 'value',
  supplier: 'supplier_id',
  key: 'key',
  of: 'purchase',
};
const award: Source = { ...purchase, table: 'award', kind: "'award'", of: 'award' };
const contract: Source = {
  table: 'contract',
  kind: 'kind',
  value: 'value_ron',
  supplier: null,
  key: 'key',
  of: 'contract',
};
const share: Source = {
  ...contract,
  table: 'contract_supplier',
  value: 'value_share',
  supplier: 'supplier_id',
  key: 'contract',
};
const notice: Source = {
  ...contract,
  table: 'notice',
  kind: "'notice'",
  value: 'cast(null as bigint)',
  of: 'notice',
};

/** Each thing once, and each thing once per supplier. */
const THINGS = [purchase, award, contract, notice];
const DEALS = [purchase, award, contract];
const SHARES = [purchase, award, share];

export async function loadRollups(part: PartBuild, olderId: string | null): Promise<void> {
  const from = (source: Source): string => signed(source, olderId);
  const each = (sources: readonly Source[], text: (from: string, source: Source) => string): string[] =>
    sources.map((source) => text(from(source), source));
  for (const sql of [
    ...each(
      DEALS,
      (rows) =>
        `insert into cpv_month select cpv, substr(day, 1, 7), kind, ${SUMS} from ${rows} group by cpv, substr(day, 1, 7), kind ${CHANGED}`,
    ),
    `insert into cpv_count select cpv, ${LIST}, sum(count) from cpv_month group by cpv, ${LIST} having sum(count) <> 0`,
    `insert into cpv_count select cpv, 'notice', sum(sign) from ${from(notice)} group by cpv having sum(sign) <> 0`,
    ...each(
      DEALS,
      (rows) =>
        `insert into cpv_value select substr(cpv, 1, 2), substr(day, 1, 7), kind, ${BIN}, sum(sign) from ${rows}
         where value > 0 group by substr(cpv, 1, 2), substr(day, 1, 7), kind, ${BIN} having sum(sign) <> 0`,
    ),
    ...each(
      SHARES,
      (rows) =>
        `insert into supplier_period select substr(cpv, 1, 1), substr(day, 1, 7), supplier, kind, ${SUMS} from ${rows}
         where supplier is not null and kind <> 'notBought' and day <> '' group by substr(cpv, 1, 1), substr(day, 1, 7), supplier, kind ${CHANGED}`,
    ),
    `insert into supplier_period select digit, substr(period, 1, 4), supplier, kind, sum(count), sum(valued), sum(value)
     from supplier_period group by digit, substr(period, 1, 4), supplier, kind`,
    ...each(
      THINGS,
      (rows) =>
        `insert into party_year select authority, 'authority', substr(day, 1, 4), kind, ${SUMS} from ${rows}
         group by authority, substr(day, 1, 4), kind ${CHANGED}`,
    ),
    ...each(
      SHARES,
      (rows) =>
        `insert into party_year select supplier, 'supplier', substr(day, 1, 4), kind, ${SUMS} from ${rows}
         where supplier is not null group by supplier, substr(day, 1, 4), kind ${CHANGED}`,
    ),
    ...each(
      SHARES,
      (rows) =>
        `insert into partner select authority, supplier, kind, ${SUMS} from ${rows}
         where supplier is not null and kind <> 'notBought' group by authority, supplier, kind ${CHANGED}`,
    ),
    ...THINGS.map(({ table }) => {
      const day = table === 'contract' ? 'awarded_on' : 'day';
      return `insert into coverage select '${table}', min(${day}), max(${day}), count(*) from ${table} where ${day} <> ''`;
    }),
    rollupIndexes,
  ])
    await part.execute(sql);
}

const VALUED = 'sum(case when value is null then 0 else sign end)';
const VALUE = 'coalesce(sum(value * sign), 0)';
const SUMS = `sum(sign), ${VALUED}, ${VALUE}`;
const CHANGED = `having sum(sign) <> 0 or ${VALUED} <> 0 or ${VALUE} <> 0`;
const LIST =
  "case when kind in ('purchase', 'notBought') then 'purchase' when kind = 'award' then 'award' else 'contract' end";
const BIN = `cast(floor(ln(cast(value as double precision)) / ${Math.log(BIN_RATIO)}) as integer)`;

/** Rows of this part, which unqualified names mean, count once; those of the older one that they replace once less. */
function signed(source: Source, olderId: string | null): string {
  const rows = (schema: string, sign: number): string =>
    `select coalesce(cpv, '') as cpv, day, ${source.kind} as kind, ${source.value} as value, authority_id as authority,
     ${source.supplier ?? 'cast(null as bigint)'} as supplier, ${sign} as sign from ${schema}${source.table}`;
  const older = olderId
    ? ` union all ${rows(`${olderId}.`, -1)} where ${source.key} in (select key from ${source.of})`
    : '';
  return `(${rows('', 1)}${older}) as rows_of_both`;
}
