/** The chain and the facilitator of the payers, and their signatures: programs of others, so that they run in a process of their own. */
import type { PrivateKeyAccount } from 'viem/accounts';
import { signed } from '#test/support/chain/buyer.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';

/** Sent once. */
export interface BankReady {
  rpcUrl: string;
  facilitatorUrl: string;
}

/** A payment for the offer of an address, asked for by a caller at another one. */
export interface ToSign {
  id: number;
  url: string;
  from: string;
}

export interface Signed {
  id: number;
  headers: Record<string, string>;
}

const PAYERS = 20;
const FUNDS = 10_000_000_000n;

const chain = await localChain();
const facilitator = await testFacilitator(chain);
const payers: PrivateKeyAccount[] = [];
while (payers.length < PAYERS) payers.push(await chain.payer(FUNDS));

process.on('message', ({ id, url, from }: ToSign) => {
  // The facilitator of the tests remembers every request.
  facilitator.bodies.length = 0;
  facilitator.asked.length = 0;
  const payer = payers[id % payers.length] as PrivateKeyAccount;
  signed(url, payer, { headers: { 'x-forwarded-for': from } }).then(
    (headers) => process.send?.({ id, headers } satisfies Signed),
    (error) => process.send?.({ id, headers: { error: String(error) } } satisfies Signed),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ rpcUrl: chain.rpcUrl, facilitatorUrl: facilitator.url } satisfies BankReady);
