/** With whom a company deals most. */
import type { Dataset } from '#data/store/dataset.ts';
import { loaded } from './loaded.ts';

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
  return loaded(dataset).all<PartnerRow>(
    `select ${other} as id, sum(count) as count, sum(valued) as valued, sum(value) as value from partner
     where ${role} = $1 and kind in ('contract', 'purchase')
     group by ${other} having sum(count) <> 0 order by sum(value) desc, ${other} limit ${limit}`,
    [cui],
  );
}
