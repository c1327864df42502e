/** The most frequent partners of a company. */
import type { Dataset } from '#data/store/dataset.ts';
import { procurementOf } from './procurement-database.ts';

export type Role = 'authority' | 'supplier';

export interface PartnerRow {
  id: number;
  count: number;
  valued: number;
  /** Bani. */
  value: number;
}

/** Frameworks and call-offs are not counted. */
export function topPartnersOf(dataset: Dataset, cui: number, role: Role, limit: number): Promise<PartnerRow[]> {
  const other = role === 'authority' ? 'supplier' : 'authority';
  return procurementOf(dataset).all<PartnerRow>(
    `select ${other} as id, sum(count) as count, sum(valued) as valued, sum(value) as value from partner
     where ${role} = $1 and kind in ('contract', 'purchase')
     group by ${other} having sum(count) <> 0 order by sum(value) desc, ${other} limit ${limit}`,
    [cui],
  );
}
