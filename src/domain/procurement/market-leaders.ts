/** Sums by seller or buyer, the greatest first, with the concentration of the market. */
import { NONE } from './deal-block.ts';
import type { DealIndex } from './deal-index.ts';
import type { Deals } from './deals.ts';

export interface Figure {
  count: number;
  /** Bani, of those with a known value; null when none has one. */
  value: number | null;
}

export interface Leader {
  id: number;
  contracts: Figure;
  callOffs: Figure;
  purchases: Figure;
  /** Bani of contracts and call-offs, which decide the rank. */
  total: number;
}

export interface Leaders {
  rows: Leader[];
  /** Number of parties. */
  parties: number;
  /** Bani. */
  total: number;
  /** Sum of the squared shares, 0-10,000; null without a value. */
  hhi: number | null;
}

/** Columns by party. Separate objects, so that the columns of every deal stay in the processor's cache. */
class Figures {
  readonly counts: Int32Array;
  readonly unknown: Int32Array;
  readonly values: Float64Array;

  constructor(parties: number) {
    this.counts = new Int32Array(parties);
    this.unknown = new Int32Array(parties);
    this.values = new Float64Array(parties);
  }

  add(parties: Uint32Array, { sign, values, from, to }: Deals): void {
    const { counts, unknown, values: sums } = this;
    for (let i = from; i < to; i++) {
      const party = parties[i] as number;
      if (party === NONE) continue;
      counts[party] = (counts[party] as number) + sign;
      const value = values[i] as number;
      if (!(value > 0)) unknown[party] = (unknown[party] as number) + sign;
      else sums[party] = (sums[party] as number) + value * sign;
    }
  }

  count(party: number): number {
    return this.counts[party] as number;
  }

  sum(party: number): number {
    return this.values[party] as number;
  }

  figure(party: number): Figure {
    const count = this.count(party);
    return { count, value: count > (this.unknown[party] as number) ? this.sum(party) : null };
  }
}

export class PartySums {
  readonly #ids: DealIndex['ids'];
  readonly #contracts: Figures;
  readonly #callOffs: Figures;
  readonly #purchases: Figures;

  constructor({ ids }: DealIndex) {
    this.#ids = ids;
    this.#contracts = new Figures(ids.length);
    this.#callOffs = new Figures(ids.length);
    this.#purchases = new Figures(ids.length);
  }

  add(parties: Uint32Array, deals: Deals): void {
    this.#of(deals.kind).add(parties, deals);
  }

  leaders(limit: number): Leaders {
    const [contracts, callOffs, purchases] = [this.#contracts, this.#callOffs, this.#purchases];
    let [parties, total, squares] = [0, 0, 0];
    const first: Ranked[] = [];
    for (let party = 0; party < this.#ids.length; party++) {
      const signed = contracts.count(party) + callOffs.count(party);
      if (signed + purchases.count(party) === 0) continue;
      const worth = contracts.sum(party) + callOffs.sum(party);
      if (signed > 0) parties++;
      total += worth;
      squares += worth * worth;
      rank(first, { party, worth, bought: purchases.sum(party), id: this.#ids[party] as number }, limit);
    }
    return {
      rows: first.map(({ party, worth, id }) => ({
        id,
        contracts: contracts.figure(party),
        callOffs: callOffs.figure(party),
        purchases: purchases.figure(party),
        total: worth,
      })),
      parties,
      total,
      hhi: total > 0 ? (squares / (total * total)) * 10_000 : null,
    };
  }

  #of(kind: Deals['kind']): Figures {
    if (kind === 'purchase' || kind === 'unstated') return this.#purchases;
    return kind === 'callOff' || kind === 'callOffShare' ? this.#callOffs : this.#contracts;
  }
}

interface Ranked {
  party: number;
  worth: number;
  /** Bani of purchases, which decide between equals. */
  bought: number;
  id: number;
}

/** Inserts a party among the leaders, if it is one: sorting all of them would take longer than summing. */
function rank(first: Ranked[], next: Ranked, limit: number): void {
  const isBefore = (other: Ranked): boolean =>
    next.worth === other.worth
      ? next.bought > other.bought || (next.bought === other.bought && next.id < other.id)
      : next.worth > other.worth;
  const last = first[limit - 1];
  if (last !== undefined && !isBefore(last)) return;
  const index = first.findIndex(isBefore);
  first.splice(index === -1 ? first.length : index, 0, next);
  if (first.length > limit) first.pop();
}
