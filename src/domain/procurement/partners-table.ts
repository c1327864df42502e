/** The largest partners of a company. */
import type { Dataset } from '#data/store/dataset.ts';
import { procurementOf } from './procurement-database.ts';
import { kindList, type Role } from './rollup-tables.ts';

export interface PartnerSum {
  count: number;
  valued: number;
  /** Bani. */
  value: number;
}

const KINDS = {
  contracts: kindList('contract'),
  callOffs: kindList('callOff'),
  directPurchases: kindList('purchase', 'unstated'),
} as const;
type Kind = keyof typeof KINDS;

export type PartnerRow = { id: number } & Record<Kind, PartnerSum>;

const FIGURES = ['count', 'valued', 'value'] as const;

const over = (kinds: string, figure: string): string => `sum(case when kind in (${kinds}) then ${figure} else 0 end)`;

const COLUMNS = Object.entries(KINDS).flatMap(([name, kinds]) =>
  FIGURES.map((figure) => `${over(kinds, figure)} as "${name} ${figure}"`),
);

/** By value, without ceilings of frameworks. */
export async function topPartnersOf(dataset: Dataset, cui: number, role: Role, limit: number): Promise<PartnerRow[]> {
  const other = role === 'authority' ? 'supplier' : 'authority';
  const counted = Object.values(KINDS).join(', ');
  const rows = await procurementOf(dataset).all<Record<string, number>>(
    `select ${other} as id, ${COLUMNS.join(', ')} from partner
     where ${role} = $1 and kind in (${counted}) group by ${other} having sum(count) <> 0
     order by sum(value) desc, ${other} limit ${limit}`,
    [cui],
  );
  const sumIn = (row: Record<string, number>, kind: Kind): PartnerSum => ({
    count: row[`${kind} count`] ?? 0,
    valued: row[`${kind} valued`] ?? 0,
    value: row[`${kind} value`] ?? 0,
  });
  return rows.map((row) => ({
    id: row.id as number,
    contracts: sumIn(row, 'contracts'),
    callOffs: sumIn(row, 'callOffs'),
    directPurchases: sumIn(row, 'directPurchases'),
  }));
}
