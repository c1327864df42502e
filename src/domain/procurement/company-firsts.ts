/** A company's first steps in public procurement, on either side, for its history. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { contractId } from './contract-id.ts';
import { rowsOf } from './rows-table.ts';
import { firsts } from './sentences.ts';
import { firstDealOf } from './totals-table.ts';

interface First {
  date: string;
  title: Sentence;
  details: Sentence;
  /** Of a contract. */
  contractId: string | null;
  /** Of a direct purchase. */
  purchaseId: string | null;
}

export async function firstsOf(dataset: Dataset, cui: string): Promise<First[]> {
  const db = dataset.area('procurement');
  if (db === null) return [];
  const first = async (title: Sentence, ...side: Parameters<typeof firstDealOf>[2]): Promise<First[]> => {
    const deal = await firstDealOf(db, cui, side);
    if (deal === null) return [];
    const [purchase] =
      side[0] === 'purchase' ? await rowsOf<{ key: number; id: string }>(db, 'purchase', [deal.key]) : [];
    return [
      {
        date: deal.day,
        title,
        details: firsts.asFarBack(),
        contractId: side[0] === 'purchase' ? null : contractId(deal.key),
        purchaseId: purchase?.id ?? null,
      },
    ];
  };
  const found = await Promise.all([
    first(firsts.contractSigned(), 'contract', 'authority_cui', 'key'),
    first(firsts.contractWon(), 'contract_supplier', 'supplier_cui', 'contract'),
    first(firsts.purchaseMade(), 'purchase', 'authority_cui', 'key'),
    first(firsts.purchaseWon(), 'purchase', 'supplier_cui', 'key'),
  ]);
  return found.flat();
}
