/** Repeatable random numbers: every draw is a function of seed, index and topic, without state. */

/** Uniform numbers in [0, 1), the same sequence for the same seed, index and topic. */
export type Random = () => number;

/** The 32-bit seed of a text. */
export const seedNumber = (seed: string): number => hashText(seed, 0x9e3779b9);

export function random(seed: number, index: number, topic: string): Random {
  let state = mix(mix(seed ^ Math.imul(index, 0x85ebca6b)) ^ hashText(topic, index >>> 0));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 4294967296;
  };
}

/** One number where a whole sequence is not needed. */
export const chance = (seed: number, index: number, topic: string): number => random(seed, index, topic)();

export const within = (roll: number, low: number, high: number): number => low + Math.floor(roll * (high - low + 1));

export function pick<Item>(items: readonly Item[], roll: number): Item {
  const item = items[Math.floor(roll * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

/** Picks by weight: build once, then each pick is one binary search. */
export function weighted<Item>(items: readonly Item[], weight: (item: Item) => number): (roll: number) => Item {
  const ends = new Float64Array(items.length);
  let sum = 0;
  for (const [i, item] of items.entries()) {
    sum += weight(item);
    ends[i] = sum;
  }
  return (roll) => {
    const target = roll * sum;
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return items[low] as Item;
  };
}

/** Days until the next event of a kind that comes every `mean` days on average. */
export const waitDays = (roll: number, mean: number): number => Math.ceil(-Math.log(1 - roll) * mean);

/** Roughly normal, mean 0, deviation 1: good enough for finances, and it has no wild tails. */
export const normal = (roll: Random): number => (roll() + roll() + roll() + roll() - 2) * 1.732;

/** The finaliser of murmur3: every bit of the input reaches every bit of the output. */
function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hashText(text: string, start: number): number {
  let h = start ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}
