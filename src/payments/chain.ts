/** What the chain itself says of a payment: asked when nobody told us how its settlement ended. */
import type { Network } from './networks.ts';

const TIMEOUT_MS = 5_000;
/** Five hours of Base; public servers search no more at once. */
const BLOCKS_SEARCHED = 9_000;
/** A chain may still take back its newest blocks. */
const CERTAIN_SECONDS = 30;

/** EIP-3009: `authorizationState(address,bytes32)`, `AuthorizationUsed` and `AuthorizationCanceled`. */
const STATE_CALL = '0xe94a0102';
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';

export interface Authorization {
  payer: string;
  nonce: string;
  validBefore: number;
}

/** `open`: not used, and it still can be. */
export type Seen = { state: 'used'; transaction: string } | { state: 'open' | 'dead' | 'unreadable' };

export interface Chain {
  look(authorization: Authorization): Promise<Seen>;
}

export const chain = ({ asset, rpcUrl }: Network): Chain => ({
  async look({ payer, nonce, validBefore }) {
    const owner = payer.slice(2).padStart(64, '0');
    try {
      // The block comes first: what is unused after it, was unused in it.
      const block = await ask<{ number: string; timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
      const data = `${STATE_CALL}${owner}${nonce.slice(2)}`;
      const used = BigInt(await ask<string>(rpcUrl, 'eth_call', [{ to: asset, data }, 'latest'])) !== 0n;
      if (!used) return { state: Number(block.timestamp) > validBefore + CERTAIN_SECONDS ? 'dead' : 'open' };
      const fromBlock = `0x${Math.max(0, Number(block.number) - BLOCKS_SEARCHED).toString(16)}`;
      const [log] = await ask<{ topics: string[]; transactionHash: string }[]>(rpcUrl, 'eth_getLogs', [
        { address: asset, topics: [[USED, CANCELED], `0x${owner}`, nonce], fromBlock, toBlock: 'latest' },
      ]);
      if (log?.topics[0] === USED) return { state: 'used', transaction: log.transactionHash };
      return { state: log ? 'dead' : 'unreadable' };
    } catch {
      // Nothing is decided by a chain that cannot be read; who asked knows what to say then.
      return { state: 'unreadable' };
    }
  },
});

async function ask<Answer>(url: string, method: string, params: unknown[]): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { result } = (await response.json()) as { result?: Answer };
  if (result === undefined || result === null) throw new Error(`${method} has no result.`);
  return result;
}
