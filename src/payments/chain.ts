/** What the chain itself says of a payment: asked when nobody told us how its settlement ended. */
import type { Network } from './networks.ts';

const TIMEOUT_MS = 5_000;
/** Five hours of Base; public servers search no more at once. */
const BLOCKS_SEARCHED = 9_000;
/** Base makes a block every two seconds; estimates by it may be this many blocks off. */
const BLOCK_SECONDS = 2;
const BLOCKS_OFF = 1_000;
/** A chain may still take back its newest blocks. */
const CERTAIN_SECONDS = 30;

/** EIP-3009: `authorizationState(address,bytes32)`, `AuthorizationUsed` and `AuthorizationCanceled`. */
const STATE_CALL = '0xe94a0102';
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';
/** ERC-20: `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface Authorization {
  payer: string;
  nonce: string;
  /** Millionths of a dollar. */
  amount: string | number;
  validBefore: number;
}

interface Log {
  topics: string[];
  data: string;
  blockHash: string;
  logIndex: string;
  transactionHash: string;
}

/** `open`: not used, and it still can be. */
export type Seen = { state: 'used'; transaction: string } | { state: 'open' | 'dead' | 'unreadable' };

export interface Chain {
  look(authorization: Authorization): Promise<Seen>;
}

export const chain = ({ asset, rpcUrl }: Network, payee: string): Chain => ({
  async look({ payer, nonce, amount, validBefore }) {
    const owner = word(payer);
    try {
      // Servers behind one address may be at different blocks: all that is asked is asked about this one.
      const block = await ask<{ number: string; timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
      const data = `${STATE_CALL}${owner}${nonce.slice(2)}`;
      const used = BigInt(await ask<string>(rpcUrl, 'eth_call', [{ to: asset, data }, block.number])) !== 0n;
      if (!used) return { state: Number(block.timestamp) > validBefore + CERTAIN_SECONDS ? 'dead' : 'open' };
      const [log] = await ask<Log[]>(rpcUrl, 'eth_getLogs', [
        { address: asset, topics: [[USED, CANCELED], `0x${owner}`, nonce], ...blocksBefore(validBefore, block) },
      ]);
      if (!log) return { state: 'unreadable' };
      if (log.topics[0] !== USED) return { state: 'dead' };
      // A payer may have signed the same nonce twice, and used it for a transfer to himself: the token tells of the transfer
      // right behind the use.
      const transfers = await ask<Log[]>(rpcUrl, 'eth_getLogs', [
        { address: asset, topics: [TRANSFER, `0x${owner}`, `0x${word(payee)}`], blockHash: log.blockHash },
      ]);
      const isOurs = transfers.some(
        ({ logIndex, data }) => Number(logIndex) === Number(log.logIndex) + 1 && BigInt(data) === BigInt(amount),
      );
      return isOurs ? { state: 'used', transaction: log.transactionHash } : { state: 'dead' };
    } catch {
      // Nothing is decided by a chain that cannot be read; who asked knows what to say then.
      return { state: 'unreadable' };
    }
  },
});

/** Where to look for a use: it came before the authorization ended, however long ago that was. */
function blocksBefore(validBefore: number, latest: { number: string; timestamp: string }) {
  const last = Number(latest.number);
  const since = Math.max(0, Number(latest.timestamp) - validBefore);
  const estimate = last - Math.floor(since / BLOCK_SECONDS) + BLOCKS_OFF;
  const to = Math.min(last, Math.max(estimate, BLOCKS_SEARCHED));
  const hex = (block: number): string => `0x${block.toString(16)}`;
  return { fromBlock: hex(Math.max(0, to - BLOCKS_SEARCHED)), toBlock: hex(to) };
}

/** An address as a topic holds it. */
const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

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
