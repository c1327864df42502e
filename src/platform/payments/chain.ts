/** Reads the state of an authorization from the chain when the outcome of its settlement is unknown. */
import type { Network } from './networks.ts';

const TIMEOUT_MS = 5_000;
/** All queries of one lookup together: a caller waits, and the payment is leased meanwhile. */
const LOOKUP_MS = 20_000;
/** Five hours of Base, where payments are valid for a quarter of an hour. Public servers limit a search to this. */
const BLOCKS_SEARCHED = 9_000;
/** The newest blocks may still be reverted. */
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
export type AuthorizationState = { state: 'used'; transaction: string } | { state: 'open' | 'dead' | 'unreadable' };

export interface Chain {
  stateOf(authorization: Authorization): Promise<AuthorizationState>;
}

export const chain = ({ asset, rpcUrl }: Network, payee: string): Chain => ({
  async stateOf({ payer, nonce, amount, validBefore }) {
    const owner = topicOf(payer);
    const timeout = AbortSignal.timeout(LOOKUP_MS);
    const call = <Answer>(method: string, ...params: unknown[]) => callRpc<Answer>(rpcUrl, method, params, timeout);
    const blockOf = async (which: string): Promise<Block> => {
      const block = await call<{ number: string; timestamp: string }>('eth_getBlockByNumber', which, false);
      return { number: Number(block.number), timestamp: Number(block.timestamp) };
    };
    const isUsedAt = async ({ number }: Block): Promise<boolean> => {
      const data = `${STATE_CALL}${owner}${nonce.slice(2)}`;
      return BigInt(await call<string>('eth_call', { to: asset, data }, hex(number))) !== 0n;
    };
    try {
      // Servers behind one address may be at different blocks, so every query names this block.
      const latest = await blockOf('latest');
      const isOver = latest.timestamp > validBefore + CERTAIN_SECONDS;
      if (!(await isUsedAt(latest))) return { state: isOver ? 'dead' : 'open' };
      // Any use came before the end of the authorization.
      const last = await blockAfter(validBefore, latest, (number) => blockOf(hex(number)));
      const blocks = { fromBlock: hex(Math.max(0, last.number - BLOCKS_SEARCHED)), toBlock: hex(last.number) };
      const [log] = await call<Log[]>('eth_getLogs', {
        address: asset,
        topics: [[USED, CANCELED], `0x${owner}`, nonce],
        ...blocks,
      });
      // A nonce that was unused when the authorization ended was used or canceled for another authorization.
      if (!log) return { state: isOver && last !== latest && !(await isUsedAt(last)) ? 'dead' : 'unreadable' };
      if (log.topics[0] !== USED) return { state: 'dead' };
      // A payer may sign the same nonce twice and use it for another transfer: the token logs the transfer right after the use.
      const transfers = await call<Log[]>('eth_getLogs', {
        address: asset,
        topics: [TRANSFER, `0x${owner}`, `0x${topicOf(payee)}`],
        blockHash: log.blockHash,
      });
      const isThisPayment = transfers.some(
        ({ logIndex, data }) => Number(logIndex) === Number(log.logIndex) + 1 && BigInt(data) === BigInt(amount),
      );
      return isThisPayment ? { state: 'used', transaction: log.transactionHash } : { state: 'dead' };
    } catch {
      // An unreadable chain decides nothing.
      return { state: 'unreadable' };
    }
  },
});

const hex = (number: number): string => `0x${number.toString(16)}`;

/** An address in the form of a log topic. */
const topicOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

async function callRpc<Answer>(url: string, method: string, params: unknown[], timeout: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.any([timeout, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const { result } = (await response.json()) as { result?: Answer };
  if (result === undefined || result === null) throw new Error(`${method} has no result.`);
  return result;
}

export interface Block {
  number: number;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Block interval of Base; the first guess. */
const BLOCK_SECONDS = 2;
/** Accepted distance after the instant. */
const NEAR_SECONDS = 600;
/** An even pace needs one or two probes, bisecting a billion blocks thirty. */
const PROBES_MAX = 64;

/** Finds a block at or shortly after an instant by interpolation, since the pace of the chain changes. */
export async function blockAfter(
  instant: number,
  latest: Block,
  blockOf: (number: number) => Promise<Block>,
): Promise<Block> {
  const target = instant + NEAR_SECONDS / 2;
  if (latest.timestamp <= instant + NEAR_SECONDS) return latest;
  let high = latest;
  let low: Block | null = null;
  let step = Math.ceil((latest.timestamp - target) / BLOCK_SECONDS);
  for (let probes = 0; probes < PROBES_MAX; probes++) {
    if (low && high.number - low.number <= 1) return high;
    const number: number = low ? between(low, high, target, probes) : Math.max(0, latest.number - step);
    const block = await blockOf(number);
    if (block.timestamp >= instant && block.timestamp <= instant + NEAR_SECONDS) return block;
    if (block.timestamp < instant) low = block;
    else if (number === 0) return block;
    else high = block;
    step *= 2;
  }
  throw new Error('The blocks of this chain are in no order.');
}

/** Alternates interpolation with bisection: a chain that paused for a day has no even pace. */
function between(low: Block, high: Block, target: number, probes: number): number {
  const share = probes % 2 === 0 ? 0.5 : (target - low.timestamp) / (high.timestamp - low.timestamp);
  const number = low.number + Math.round(share * (high.number - low.number));
  return Math.min(high.number - 1, Math.max(low.number + 1, number));
}
