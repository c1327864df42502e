/** Sums by seller or buyer, the greatest first, with the concentration of the market. */
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
      if (Number.isNaN(value)) unknown[party] = (unknown[party] as number) + sign;
      else sums[party] = (sums[party] as number) + value * sign;
    }
  }

  count(party: number): number {
    return this.counts[party] as number;
  }

  sum(party: number): number {
    return this.values[party] as number;
  }

  /** Null when no value is known. */
  value(party: number): number | null {
    return this.count(party) > (this.unknown[party] as number) ? this.sum(party) : null;
  }
}

export class PartySums {
  readonly #ids: DealIndex['ids'];
  readonly #contracts: Figures;
  readonly #purchases: Figures;

  constructor({ ids }: DealIndex) {
    this.#ids = ids;
    this.#contracts = new Figures(ids.length);
    this.#purchases = new Figures(ids.length);
  }

  add(parties: Uint32Array, deals: Deals): void {
    (deals.kind === 'purchase' ? this.#purchases : this.#contracts).add(parties, deals);
  }

  leaders(limit: number): Leaders {
    const [contracts, purchases] = [this.#contracts, this.#purchases];
    let [parties, total, squares] = [0, 0, 0];
    const first: Ranked[] = [];
    for (let party = 0; party < this.#ids.length; party++) {
      if (contracts.count(party) + purchases.count(party) === 0) continue;
      const worth = contracts.sum(party) + purchases.sum(party);
      parties++;
      total += worth;
      squares += worth * worth;
      rank(first, { party, worth, id: this.#ids[party] as number }, limit);
    }
    return {
      rows: first.map(({ party, worth, id }) => ({
        id,
        contracts: contracts.count(party),
        contractsValue: contracts.value(party),
        purchases: purchases.count(party),
        purchasesValue: purchases.value(party),
        total: worth,
      })),
      parties,
      total,
      hhi: total > 0 ? (squares / (total * total)) * 10_000 : null,
    };
  }
}

interface Ranked {
  party: number;
  worth: number;
  id: number;
}

/** Inserts a party among the leaders, if it is one: sorting all of them would take longer than summing. */
function rank(first: Ranked[], next: Ranked, limit: number): void {
  const isBefore = (other: Ranked): boolean =>
    next.worth > other.worth || (next.worth === other.worth && next.id < other.id);
  const last = first[limit - 1];
  if (last !== undefined && !isBefore(last)) return;
  const index = first.findIndex(isBefore);
  first.splice(index === -1 ? first.length : index, 0, next);
  if (first.length > limit) first.pop();
}
