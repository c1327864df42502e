/** The block of an instant: guessed by the pace of the chain, which may have changed since, and closed in on. */

export interface Block {
  number: number;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Base makes a block every two seconds; a first guess. */
const BLOCK_SECONDS = 2;
/** So near after the instant is near enough. */
const NEAR_SECONDS = 600;
/** An even pace needs one or two, halving a chain of a billion blocks thirty. */
const PROBES_MAX = 64;

/** A block at or a little after an instant that lies before the latest block. */
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

/** By the pace between both, and every other time in the middle: a chain that stood still for a day has no pace. */
function between(low: Block, high: Block, target: number, probes: number): number {
  const share = probes % 2 === 0 ? 0.5 : (target - low.timestamp) / (high.timestamp - low.timestamp);
  const number = low.number + Math.round(share * (high.number - low.number));
  return Math.min(high.number - 1, Math.max(low.number + 1, number));
}
