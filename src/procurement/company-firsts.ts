/** A company's first steps in public procurement, on either side, for its history. */
import type { Sentence } from '#sentences/sentence.ts';
import type { Dataset } from '#store/dataset.ts';
import { firsts } from './sentences.ts';
import { firstDayOf } from './totals-table.ts';

interface First {
  date: string;
  title: Sentence;
  details: Sentence;
}

export async function firstsOf(dataset: Dataset, cui: string): Promise<First[]> {
  const db = dataset.area('procurement');
  if (db === null) return [];
  const first = async (title: Sentence, table: string, column: string): Promise<First[]> => {
    const date = await firstDayOf(db, table, column, cui);
    return date === null ? [] : [{ date, title, details: firsts.asFarBack() }];
  };
  const found = await Promise.all([
    first(firsts.contractSigned(), 'contract', 'authority_cui'),
    first(firsts.contractWon(), 'contract_supplier', 'supplier_cui'),
    first(firsts.purchaseMade(), 'purchase', 'authority_cui'),
    first(firsts.purchaseWon(), 'purchase', 'supplier_cui'),
  ]);
  return found.flat();
}
