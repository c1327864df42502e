/** Who sold or bought most: sums by party, the greatest first, with what tells how concentrated the market is. */
import type { Database, Value } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { Conditions } from './conditions.ts';
import { type Deals, dealsOf, type Scope, SUMMED_DIGITS, sources, within } from './deals.ts';
import { spansOf, splitRange } from './months.ts';

export type Side = 'supplier' | 'authority';

export interface Leader {
  id: number;
  contracts: number;
  /** Bani, of those with a known value; null when none has one. */
  contracts_value: number | null;
  purchases: number;
  purchases_value: number | null;
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
  const { text, params } = joined(piecesOf(dataset, side, scope, purchases));
  const rows = await db.all<Leader & { whole: number; squares: number; parties: number }>(
    `with party_sum as materialized (
       select id, sum(case when is_contract = 1 then count else 0 end) as contracts,
         case when sum(is_contract * valued) > 0 then sum(is_contract * value) end as contracts_value,
         sum(case when is_contract = 0 then count else 0 end) as purchases,
         case when sum((1 - is_contract) * valued) > 0 then sum((1 - is_contract) * value) end as purchases_value,
         coalesce(sum(value), 0) as total
       from (${text}) piece where id is not null group by id having sum(count) <> 0
     ), market as (
       select sum(total) as whole, sum(cast(total as double precision) * total) as squares, count(*) as parties from party_sum
     )
     select id, contracts, contracts_value, purchases, purchases_value, total, whole, squares, parties
     from party_sum cross join market order by total desc, id limit ${limit}`,
    params,
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

/** Sums by party, of whole months and years of one or two digits as made with the parts, of anything else row by row. */
function piecesOf(dataset: Dataset, side: Side, scope: Scope, purchases: boolean): Deals[] {
  const { months, edges } = splitRange(scope);
  const rowByRow = (own: Scope): Deals[] =>
    [side === 'supplier' ? sources.share : sources.contract, ...(purchases ? [sources.purchase] : [])].map((source) => {
      const { text, params } = dealsOf(dataset, source, `${side}_id as id`, own);
      const isContract = source === sources.purchase ? 0 : 1;
      return {
        text: `select id, ${isContract} as is_contract, sign as count,
          case when value is null then 0 else sign end as valued, value * sign as value from ${text} deal`,
        params,
      };
    });
  if (scope.cpv.length > SUMMED_DIGITS || scope.city !== undefined || months === null) return rowByRow(scope);
  const summed = spansOf(months).map(({ span, from, to }): Deals => {
    const conditions = new Conditions().add('role = ? and prefix = ? and span = ?', side, scope.cpv, span);
    if (span !== 'all') conditions.add("period > ''");
    if (from !== undefined) conditions.add('period >= ?', from);
    if (to !== undefined) conditions.add('period <= ?', to);
    const { where, params } = conditions;
    const isContract = "case kind when 'contract' then 1 else 0 end";
    return {
      text: `select party as id, ${isContract} as is_contract, count, valued, value from party_period ${where}`,
      params,
    };
  });
  return [...summed, ...edges.flatMap((edge) => rowByRow({ ...scope, ...edge }))];
}

function joined(pieces: readonly Deals[]): Deals {
  const params: Value[] = [];
  const texts = pieces.map((piece) => {
    const before = params.length;
    params.push(...piece.params);
    return piece.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`);
  });
  return { text: texts.join(' union all '), params };
}

export interface Relations {
  id: number;
  /** How many authorities. */
  others: number;
  first_day: string | null;
  last_day: string | null;
}

/** With how many authorities suppliers deal, and from when to when: of a few only, since it is counted row by row. */
export async function relations(
  db: Database,
  scope: Scope,
  ids: readonly number[],
  purchases: boolean,
): Promise<Map<number, Relations>> {
  // Of a narrow code its own rows are fewer than those of its suppliers; who has no fiscal code is in no index of suppliers.
  const isWide = scope.cpv.length <= SUMMED_DIGITS && scope.city === undefined;
  const [indexed, others] = [ids.filter((id) => isWide && id > 0), ids.filter((id) => !isWide || id <= 0)];
  const rows: Relations[] = [];
  for (const [column, some] of [
    ['supplier_cui', indexed],
    ['supplier_id', others],
  ] as const) {
    if (some.length === 0) continue;
    const conditions = within(scope).add(`${column} in (${some.map(() => '?').join(', ')})`, ...some);
    if (scope.city !== undefined) conditions.add('city_folded = ?', scope.city);
    const deals = (table: string, only: string): string =>
      `select ${column} as id, authority_id, day from ${table} ${conditions.where} and ${only}`;
    const found = await db.all<Relations>(
      `select id, count(distinct authority_id) as others, min(case when day = '' then null else day end) as first_day,
         max(case when day = '' then null else day end) as last_day
       from (${deals('contract_supplier', "kind = 'contract'")}
         ${purchases ? `union all ${deals('purchase', "state = 'accepted'")}` : ''}) deal group by id`,
      conditions.params,
    );
    rows.push(...found);
  }
  return new Map(rows.map((row) => [row.id, row]));
}
