/** The end of what an account pays, before it is deleted: nobody pays for an account that is not there any more. */
import { openCheckout } from './checkouts-table.ts';
import { customerOf } from './customers-table.ts';
import type { SyncNeeds } from './needs.ts';
import { ProviderAway } from './provider.ts';

export type Ending = 'ended' | 'waiting';

/**
 * Ends all of it, and has the provider forget its cards. `waiting`: the provider does not answer, ask again. What we keep of it stays
 * until the account is deleted: whoever is killed in between leaves an account that has no plan any more, and can go, or buy another.
 */
export async function endBilling(
  { state, provider, tally }: Pick<SyncNeeds, 'state' | 'provider' | 'tally'>,
  account: string,
): Promise<Ending> {
  const [known, checkout] = [await customerOf(state, account), await openCheckout(state, account)];
  try {
    // Nobody pays while it is ended.
    if (checkout?.session) await provider.closeCheckout(checkout.session);
    if (known) await provider.deleteCustomer(known.customer);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    tally('providerFault');
    return 'waiting';
  }
  return 'ended';
}
