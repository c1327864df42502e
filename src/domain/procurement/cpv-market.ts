/** Computes a market for analyses and top suppliers, in one pass over its deals, in the analytics worker. */

import type { Dataset } from '#data/store/dataset.ts';
import { GROUP_DIGITS, NONE } from './deal-block.ts';
import { dealIndex } from './deal-index.ts';
import { type Deals, dealsOf, type Scope } from './deals.ts';
import { type Leaders, PartySums } from './market-leaders.ts';
import { type BlockSums, KINDS, type MonthRow, MonthSums } from './market-months.ts';
import { type Relations, SupplierRelations } from './supplier-relations.ts';
import { type Percentiles, Spread } from './value-spread.ts';

export interface Market {
  months: MonthRow[];
  children: ChildRow[];
  suppliers: Leaders;
  authorities: Leaders;
  values: Record<'all' | 'contracts' | 'callOffs' | 'directPurchases', Percentiles | null>;
  offers: Offers;
  noted: Noted;
}

interface Offers {
  /** Contracts and call-offs whose number of offers is known. */
  contracts: number;
  offers: number;
  single: number;
}

const LEADERS = 10;

const SHARES = ['share', 'callOffShare'] as const;

export async function marketOf(dataset: Dataset, scope: Scope): Promise<Market> {
  const index = await dealIndex(dataset);
  const months = new MonthSums();
  const children = new ChildSums(scope.cpv);
  const [suppliers, authorities] = [new PartySums(index), new PartySums(index)];
  const spread = { contract: new Spread(), callOff: new Spread(), purchase: new Spread() };
  const offers: Offers = { contracts: 0, offers: 0, single: 0 };
  const noted = { zero: 0, negative: 0 };
  for await (const deals of dealsOf(dataset, [...KINDS, ...SHARES], scope)) {
    const kind = deals.kind === 'unstated' ? 'purchase' : deals.kind;
    if (kind === 'share' || kind === 'callOffShare') {
      suppliers.add(deals.suppliers, deals);
      continue;
    }
    const sums = months.add(deals.kind as (typeof KINDS)[number], deals);
    noted.zero += sums.zero;
    noted.negative += sums.negative;
    if (kind === 'award' || kind === 'framework') continue;
    if (kind === 'purchase') suppliers.add(deals.suppliers, deals);
    else addOffers(offers, deals);
    authorities.add(deals.authorities, deals);
    children.add(kind, deals, sums);
    spread[kind].add(deals);
  }
  return {
    months: months.rows(),
    children: children.rows(),
    suppliers: suppliers.leaders(LEADERS),
    authorities: authorities.leaders(LEADERS),
    values: {
      all: spread.contract.with(spread.callOff).percentiles(),
      contracts: spread.contract.percentiles(),
      callOffs: spread.callOff.percentiles(),
      directPurchases: spread.purchase.percentiles(),
    },
    offers,
    noted,
  };
}

/** Deals published as zero, and below. */
export type Noted = Record<'zero' | 'negative', number>;

function addNoted(noted: Noted, { values, sign, from, to }: Deals): void {
  for (let i = from; i < to; i++) {
    if (values[i] === 0) noted.zero += sign;
    else if ((values[i] as number) < 0) noted.negative += sign;
  }
}

function addOffers(sum: Offers, { extras, sign, from, to }: Deals): void {
  for (let i = from; i < to; i++) {
    const offers = extras[i] as number;
    if (offers === NONE) continue;
    sum.contracts += sign;
    sum.offers += offers * sign;
    if (offers === 1) sum.single += sign;
  }
}

export interface TopSuppliers {
  leaders: Leaders;
  /** Of the leaders, in their order. */
  relations: Relations[];
  /** Purchases, and those of them whose state is not published. */
  purchases: number;
  unstated: number;
  noted: Noted;
}

/** With a town only contracts and call-offs count: purchases have no town. */
export async function topSuppliersOf(dataset: Dataset, scope: Scope, limit: number): Promise<TopSuppliers> {
  const index = await dealIndex(dataset);
  const kinds = scope.city === undefined ? ([...SHARES, 'purchase', 'unstated'] as const) : SHARES;
  const sums = new PartySums(index);
  const noted = { zero: 0, negative: 0 };
  const counts = { share: 0, callOffShare: 0, purchase: 0, unstated: 0 };
  for await (const deals of dealsOf(dataset, kinds, scope)) {
    sums.add(deals.suppliers, deals);
    addNoted(noted, deals);
    counts[deals.kind as keyof typeof counts] += deals.sign * (deals.to - deals.from);
  }
  const leaders = sums.leaders(limit);
  const relations = new SupplierRelations(
    index,
    leaders.rows.map(({ id }) => id),
  );
  for await (const deals of dealsOf(dataset, kinds, scope)) relations.add(deals);
  const { purchase, unstated } = counts;
  return { leaders, relations: relations.relations(), purchases: purchase + unstated, unstated, noted };
}

/** Deals with codes of this prefix. */
export interface ChildRow {
  /** The requested prefix and one digit more. */
  prefix: string;
  kind: 'contract' | 'callOff' | 'purchase';
  count: number;
  /** How many of them have a known value. */
  valued: number;
  /** Bani. */
  value: number;
}

const CODE_DIGITS = 8;
const DIGITS = 10;
/** Of a digit: count, valued, value. */
const FIGURES = 3;

class ChildSums {
  /** Count, valued and value of each digit, by kind. */
  readonly #sums = new Map<ChildRow['kind'], Float64Array>();
  readonly #prefix: string;
  /** Divides a code so that its next digit comes last; null for a whole code, which has none. */
  readonly #divisor: number | null;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#divisor = prefix.length < CODE_DIGITS ? 10 ** (CODE_DIGITS - prefix.length - 1) : null;
  }

  add(kind: ChildRow['kind'], { codes, values, sign, from, to }: Deals, { count, valued, value }: BlockSums): void {
    const divisor = this.#divisor;
    if (divisor === null || from === to) return;
    const sums = this.#sums.getOrInsertComputed(kind, () => new Float64Array(DIGITS * FIGURES));
    const add = (at: number, figure: number): void => {
      sums[at] = (sums[at] as number) + figure;
    };
    const at = (code: number): number => (Math.trunc(code / divisor) % DIGITS) * FIGURES;
    // The codes of a block have their first digits in common.
    if (this.#prefix.length < GROUP_DIGITS) {
      const digit = at(codes[from] as number);
      add(digit, count);
      add(digit + 1, valued);
      add(digit + 2, value);
      return;
    }
    for (let i = from; i < to; i++) {
      const digit = at(codes[i] as number);
      const own = values[i] as number;
      add(digit, sign);
      if (!(own > 0)) continue;
      add(digit + 1, sign);
      add(digit + 2, own * sign);
    }
  }

  /** By prefix, without empty sums. */
  rows(): ChildRow[] {
    const rows = [...this.#sums].flatMap(([kind, sums]) =>
      Array.from({ length: DIGITS }, (_, digit): ChildRow => {
        const [count = 0, valued = 0, value = 0] = sums.subarray(digit * FIGURES, (digit + 1) * FIGURES);
        return { prefix: `${this.#prefix}${digit}`, kind, count, valued, value };
      }),
    );
    return rows.filter(({ count }) => count !== 0).sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
  }
}
