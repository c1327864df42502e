/** A company's first steps in public procurement, on either side, for its history. */
import type { Dataset } from '#store/dataset.ts';
import { firstDayOf } from './totals-table.ts';

interface First {
  date: string;
  title: string;
  details: string;
}

export async function firstsOf(dataset: Dataset, cui: string): Promise<First[]> {
  const db = dataset.area('procurement');
  if (db === null) return [];
  const first = async (title: string, table: string, column: string): Promise<First[]> => {
    const date = await firstDayOf(db, table, column, cui);
    return date === null ? [] : [{ date, title, details: 'As far back as the loaded procurement data goes.' }];
  };
  const found = await Promise.all([
    first('First public contract signed as authority', 'contract', 'authority_cui'),
    first('First public contract won', 'contract_supplier', 'supplier_cui'),
    first('First direct purchase made', 'purchase', 'authority_cui'),
    first('First direct purchase won', 'purchase', 'supplier_cui'),
  ]);
  return found.flat();
}
