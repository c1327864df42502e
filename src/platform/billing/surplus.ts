/** A subscription too many is ended at once and its bill paid back. What the provider refuses to pay back waits for an operator. */

import type { SyncNeeds } from './needs.ts';
import { ProviderAway, ProviderRefused } from './provider.ts';
import { openSurplus, settleSurplus } from './subscriptions-table.ts';

/** False when the provider does not answer: the next round goes on. Each step may be done twice, and counts once. */
export async function settleThoseTooMany(
  { state, provider, tally }: Pick<SyncNeeds, 'state' | 'provider' | 'tally'>,
  account: string,
): Promise<boolean> {
  for (const { id, surplus, invoice } of await openSurplus(state, account)) {
    try {
      if (surplus === 'toCancel') {
        await provider.cancelNow(id);
        await settleSurplus(state, id, 'toCancel', 'toRefund');
      }
      const outcome = invoice === null ? 'nothingPaid' : await provider.refund(invoice, id);
      await settleSurplus(state, id, 'toRefund', outcome);
    } catch (error) {
      if (!(error instanceof ProviderAway) && !(error instanceof ProviderRefused)) throw error;
      tally('providerFault');
      if (error instanceof ProviderAway) return false;
      await settleSurplus(state, id, surplus === 'toCancel' ? 'toCancel' : 'toRefund', 'refused');
    }
  }
  return true;
}
