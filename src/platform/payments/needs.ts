/** What payments need from elsewhere; app.ts hands it over. */

import type { Limits } from '#api/allowance.ts';
import type { Database } from '#data/store/database.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Chain } from './chain.ts';
import type { Facilitator } from './facilitator.ts';
import type { Seller } from './seller.ts';

/** What whoever runs the service is told: how settlements ended, and questions that the facilitator left without an answer. */
export type Tally = (event: 'settled' | 'failed' | 'unknown' | 'verify' | 'settle') => void;

export interface PaymentNeeds {
  seller: Seller;
  state: Database;
  facilitator: Facilitator;
  /** By the network's id. */
  chains: ReadonlyMap<string, Chain>;
  /** Counts payers; null counts nobody. */
  limits: Limits | null;
  /** Who is hidden now: an answer that was made when others were is made anew before it is given again, and no offer leads to them. */
  hidden(): HiddenPersons;
  tally: Tally;
  report(error: unknown): void;
}
