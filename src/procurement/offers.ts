/** How many offers ordinary contracts had: whole months of one or two digits from sums made with the parts, anything else row by row. */
import type { Database } from '#store/database.ts';
import { onDays, type Scope, SUMMED_DIGITS, within } from './deals.ts';
import { splitRange } from './months.ts';

interface OffersRow {
  contracts: number;
  offers: number | null;
  single: number | null;
}

export async function offersOf(db: Database, scope: Scope) {
  const { months, edges } = splitRange(scope);
  const found: (OffersRow | null)[] = [];
  if (scope.cpv.length > SUMMED_DIGITS || months === null) found.push(await ofContracts(db, scope));
  else {
    const conditions = within({ cpv: scope.cpv }, 'division');
    if (months.from !== undefined) conditions.add('month >= ?', months.from);
    if (months.to !== undefined) conditions.add("month <= ? and month <> ''", months.to);
    const sums = `select sum(count) as contracts, sum(offers * count) as offers, sum(case when offers = 1 then count else 0 end) as single
      from offer_month ${conditions.where}`;
    found.push(await db.one<OffersRow>(sums, conditions.params));
    for (const edge of edges) found.push(await ofContracts(db, { ...scope, ...edge }));
  }
  const sum = (column: keyof OffersRow): number => found.reduce((all, row) => all + Number(row?.[column] ?? 0), 0);
  const contracts = sum('contracts');
  return {
    contracts,
    average: contracts > 0 ? sum('offers') / contracts : null,
    singleShare: contracts > 0 ? sum('single') / contracts : null,
  };
}

function ofContracts(db: Database, scope: Scope): Promise<OffersRow | null> {
  const { where, params } = onDays(scope).add("kind = 'contract'").add('offers is not null');
  return db.one<OffersRow>(
    `select count(*) as contracts, sum(offers) as offers, sum(case when offers = 1 then 1 else 0 end) as single from contract ${where}`,
    params,
  );
}
