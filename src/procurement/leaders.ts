/** Who sold or bought most: sums by party, the greatest first, with what tells how concentrated the market is. */
import { NONE } from './deal-block.ts';
import type { DealIndex } from './deal-index.ts';
import type { Deals } from './deals.ts';

export interface Leader {
  id: number;
  contracts: number;
  /** Bani, of those with a known value; null when none has one. */
  contractsValue: number | null;
  purchases: number;
  purchasesValue: number | null;
  total: number;
}

export interface Leaders {
  rows: Leader[];
  /** How many parties there are. */
  parties: number;
  /** Bani. */
  total: number;
  /** Sum of the squared shares, 0-10,000; null without a value. */
  hhi: number | null;
}

/** Of contracts and of purchases: how many, how many with a known value, and their sum. Side by side, since they are read together. */
const FIGURES = 6;
const PURCHASES = 3;

export class PartySums {
  readonly #ids: DealIndex['ids'];
  readonly #sums: Float64Array;

  constructor({ ids }: DealIndex) {
    this.#ids = ids;
    this.#sums = new Float64Array(ids.length * FIGURES);
  }

  add(parties: Uint32Array, { kind, sign, values, from, to }: Deals): void {
    const sums = this.#sums;
    const first = kind === 'purchase' ? PURCHASES : 0;
    for (let i = from; i < to; i++) {
      const party = parties[i] as number;
      if (party === NONE) continue;
      const at = party * FIGURES + first;
      const value = values[i] as number;
      sums[at] = (sums[at] as number) + sign;
      if (Number.isNaN(value)) continue;
      sums[at + 1] = (sums[at + 1] as number) + sign;
      sums[at + 2] = (sums[at + 2] as number) + value * sign;
    }
  }

  leaders(limit: number): Leaders {
    let [parties, total, squares] = [0, 0, 0];
    const first: Ranked[] = [];
    for (let party = 0; party < this.#ids.length; party++) {
      if (this.#figure(party, 0) + this.#figure(party, PURCHASES) === 0) continue;
      const worth = this.#figure(party, 2) + this.#figure(party, PURCHASES + 2);
      parties++;
      total += worth;
      squares += worth * worth;
      rank(first, { party, worth, id: this.#ids[party] as number }, limit);
    }
    const value = (party: number, of: number): number | null =>
      this.#figure(party, of + 1) > 0 ? this.#figure(party, of + 2) : null;
    return {
      rows: first.map(({ party, worth, id }) => ({
        id,
        contracts: this.#figure(party, 0),
        contractsValue: value(party, 0),
        purchases: this.#figure(party, PURCHASES),
        purchasesValue: value(party, PURCHASES),
        total: worth,
      })),
      parties,
      total,
      hhi: total > 0 ? (squares / (total * total)) * 10_000 : null,
    };
  }

  #figure(party: number, figure: number): number {
    return this.#sums[party * FIGURES + figure] as number;
  }
}

interface Ranked {
  party: number;
  worth: number;
  id: number;
}

/** Puts it in its place among the first ones, if it is one of them: sorting all of them would take longer than summing them up. */
function rank(first: Ranked[], next: Ranked, limit: number): void {
  const isBefore = (other: Ranked): boolean =>
    next.worth > other.worth || (next.worth === other.worth && next.id < other.id);
  const last = first[limit - 1];
  if (last !== undefined && !isBefore(last)) return;
  const place = first.findIndex(isBefore);
  first.splice(place === -1 ? first.length : place, 0, next);
  if (first.length > limit) first.pop();
}
