/** Who sold or bought most: sums by party, the greatest first, with what tells how concentrated the market is. */

import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { dealsOf, type Scope, sources, within } from './deals.ts';

export type Side = 'supplier' | 'authority';

export interface Leader {
  id: number;
  contracts: number;
  /** Bani, of those with a known value. */
  contracts_value: number;
  purchases: number;
  purchases_value: number;
  total: number;
}

export interface Leaders {
  rows: Leader[];
  /** How many parties there are. */
  parties: number;
  /** Bani. */
  total: number;
  /** Sum of the squared shares, 0-10,000; null without a value. */
  hhi: number | null;
}

/** `purchases` false: the filter does not apply to purchases, so contracts alone count. */
export async function leaders(
  db: Database,
  dataset: Dataset,
  side: Side,
  scope: Scope,
  limit: number,
  purchases = true,
): Promise<Leaders> {
  const column = `${side}_id`;
  const contracts = dealsOf(dataset, side === 'supplier' ? sources.share : sources.contract, `${column} as id`, scope);
  const bought = purchases ? dealsOf(dataset, sources.purchase, `${column} as id`, scope) : null;
  const shifted = bought?.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + contracts.params.length}`);
  const rows = await db.all<Leader & { whole: number; squares: number; parties: number }>(
    `with deal as (
       select id, value, sign, 1 as is_contract from ${contracts.text} c
       ${shifted === undefined ? '' : `union all select id, value, sign, 0 from ${shifted} p`}
     ), party_sum as (
       select id, sum(sign * is_contract) as contracts, coalesce(sum(value * sign * is_contract), 0) as contracts_value,
         sum(sign * (1 - is_contract)) as purchases, coalesce(sum(value * sign * (1 - is_contract)), 0) as purchases_value,
         coalesce(sum(value * sign), 0) as total
       from deal where id is not null group by id having sum(sign) <> 0
     )
     select id, contracts, contracts_value, purchases, purchases_value, total, sum(total) over () as whole,
       sum(cast(total as double precision) * total) over () as squares, count(*) over () as parties
     from party_sum order by total desc, id limit ${limit}`,
    [...contracts.params, ...(bought?.params ?? [])],
  );
  const [first] = rows;
  const total = first?.whole ?? 0;
  return {
    rows,
    parties: first?.parties ?? 0,
    total,
    hhi: first && total > 0 ? (first.squares / (total * total)) * 10_000 : null,
  };
}

export interface Relations {
  id: number;
  /** How many parties on the other side. */
  others: number;
  first_day: string | null;
  last_day: string | null;
}

/** With how many others, and from when to when: of a few leaders only, since it is counted row by row. */
export async function relations(
  db: Database,
  side: Side,
  scope: Scope,
  ids: readonly number[],
  purchases: boolean,
): Promise<Map<number, Relations>> {
  if (ids.length === 0) return new Map();
  const conditions = within(scope).add(`${side}_id in (${ids.map(() => '?').join(', ')})`, ...ids);
  const other = side === 'supplier' ? 'authority_id' : 'supplier_id';
  if (scope.city !== undefined) conditions.add('city_folded = ?', scope.city);
  const rows = await db.all<Relations>(
    `select id, count(distinct other) as others, min(case when day = '' then null else day end) as first_day,
       max(case when day = '' then null else day end) as last_day
     from (
       select ${side}_id as id, ${other} as other, day from contract_supplier ${conditions.where} and kind = 'contract'
       ${purchases ? `union all select ${side}_id, ${other}, day from purchase ${conditions.where} and state = 'accepted'` : ''}
     ) deal group by id`,
    conditions.params,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
