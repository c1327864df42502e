/** A company's first deals in public procurement, on either side, for its history. */

import type { Dataset } from '#data/store/dataset.ts';
import { generationMemo } from '#data/store/generation-memo.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { contractId } from './contract-id.ts';
import { loadedProcurement } from './procurement-database.ts';
import { rowsOf } from './rows-table.ts';
import { firstDealOf } from './totals-table.ts';

interface First {
  date: string;
  title: Message;
  details: Message;
  /** Of a contract. */
  contractId: string | null;
  /** Of a direct purchase. */
  purchaseId: string | null;
}

const FIRSTS_MAX = 400;
const firsts = generationMemo<First[]>(FIRSTS_MAX);

export const firstsOf = (dataset: Dataset, cui: string): Promise<First[]> =>
  firsts(dataset, cui, () => readFirsts(dataset, cui));

async function readFirsts(dataset: Dataset, cui: string): Promise<First[]> {
  const db = loadedProcurement(dataset);
  if (db === null) return [];
  const first = async (title: Message, ...side: Parameters<typeof firstDealOf>[2]): Promise<First[]> => {
    const deal = await firstDealOf(db, cui, side);
    if (deal === null) return [];
    const [purchase] =
      side[0] === 'purchase' ? await rowsOf<{ key: number; id: string }>(db, 'purchase', [deal.key]) : [];
    return [
      {
        date: deal.day,
        title,
        details: messages.procurementFirsts.asFarBack(),
        contractId: side[0] === 'purchase' ? null : contractId(deal.key),
        purchaseId: purchase?.id ?? null,
      },
    ];
  };
  const found = await Promise.all([
    first(messages.procurementFirsts.contractSigned(), 'contract', 'authority_id', 'key'),
    first(messages.procurementFirsts.contractWon(), 'contract_supplier', 'supplier_id', 'contract'),
    first(messages.procurementFirsts.purchaseMade(), 'purchase', 'authority_id', 'key'),
    first(messages.procurementFirsts.purchaseWon(), 'purchase', 'supplier_id', 'key'),
  ]);
  return found.flat();
}
