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

/** Columns by place. Separate objects, so that the columns of every deal stay in the processor's cache. */
class Figures {
  #counts = new Int32Array(0);
  #unknown = new Int32Array(0);
  #values = new Float64Array(0);

  add(parties: Uint32Array, places: Uint32Array, { sign, values, from, to }: Deals): void {
    const [counts, unknown, sums] = [this.#counts, this.#unknown, this.#values];
    for (let i = from; i < to; i++) {
      const party = parties[i] as number;
      if (party === NONE) continue;
      const place = places[party] as number;
      counts[place] = (counts[place] as number) + sign;
      const value = values[i] as number;
      if (!(value > 0)) unknown[place] = (unknown[place] as number) + sign;
      else sums[place] = (sums[place] as number) + value * sign;
    }
  }

  /** Makes room for places below this one. */
  grow(places: number): void {
    if (places <= this.#counts.length) return;
    const length = Math.max(places, 2 * this.#counts.length);
    const grown = <Column extends Int32Array | Float64Array>(column: Column, into: Column): Column => {
      into.set(column);
      return into;
    };
    this.#counts = grown(this.#counts, new Int32Array(length));
    this.#unknown = grown(this.#unknown, new Int32Array(length));
    this.#values = grown(this.#values, new Float64Array(length));
  }

  count(place: number): number {
    return this.#counts[place] ?? 0;
  }

  sum(place: number): number {
    return this.#values[place] ?? 0;
  }

  figure(place: number): Figure {
    const count = this.count(place);
    return { count, value: count > (this.#unknown[place] ?? 0) ? this.sum(place) : null };
  }
}

export class PartySums {
  readonly #ids: DealIndex['ids'];
  /** By party: 0, or its place among the parties that deals name, which are few under most prefixes. */
  readonly #places: Uint32Array;
  readonly #contracts = new Figures();
  readonly #callOffs = new Figures();
  readonly #purchases = new Figures();
  #named = 0;

  constructor({ ids }: DealIndex) {
    this.#ids = ids;
    this.#places = new Uint32Array(ids.length);
  }

  add(parties: Uint32Array, deals: Deals): void {
    const places = this.#places;
    for (let i = deals.from; i < deals.to; i++) {
      const party = parties[i] as number;
      if (party !== NONE && places[party] === 0) places[party] = ++this.#named;
    }
    const figures = this.#of(deals.kind);
    figures.grow(this.#named + 1);
    figures.add(parties, places, deals);
  }

  leaders(limit: number): Leaders {
    const [contracts, callOffs, purchases] = [this.#contracts, this.#callOffs, this.#purchases];
    let [parties, total, squares] = [0, 0, 0];
    const first: Ranked[] = [];
    for (let party = 0; party < this.#places.length; party++) {
      const place = this.#places[party] as number;
      if (place === 0) continue;
      const signed = contracts.count(place) + callOffs.count(place);
      if (signed + purchases.count(place) === 0) continue;
      const worth = contracts.sum(place) + callOffs.sum(place);
      if (signed > 0) parties++;
      total += worth;
      squares += worth * worth;
      rank(first, { place, worth, bought: purchases.sum(place), id: this.#ids[party] as number }, limit);
    }
    return {
      rows: first.map(({ place, worth, id }) => ({
        id,
        contracts: contracts.figure(place),
        callOffs: callOffs.figure(place),
        purchases: purchases.figure(place),
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
  place: number;
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
