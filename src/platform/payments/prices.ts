/** Price of a request: its declaration names a price class, the operator's price list the amount. */
import type { AnyEndpoint, PriceClass } from '#api/endpoint.ts';
import { DECIMALS } from './networks.ts';

/** In millionths of a dollar. */
export type PriceList = Readonly<Record<PriceClass, bigint>>;

/** A settlement costs the seller about a tenth of a cent. */
export const usualPrices: PriceList = { reference: 2_000n, list: 5_000n, record: 10_000n, document: 20_000n };

/** A higher price is a typing error: official clients refuse to pay more than a dollar without confirmation. */
const PRICE_MAX = 1_000_000n;

/** `record=0.02,list=0.01`, merged into the usual prices; null for other text. */
export function readPrices(text: string): PriceList | null {
  const prices: Record<PriceClass, bigint> = { ...usualPrices };
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', dollars = ''] = /^\s*([a-z]+)\s*=\s*([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*$/.exec(pair) ?? [];
    const amount = atomic(dollars);
    if (!Object.hasOwn(usualPrices, name) || amount <= 0n || amount > PRICE_MAX) return null;
    prices[name as PriceClass] = amount;
  }
  return prices;
}

/** The price of one request; a list in the body that cannot be read counts as one entry. */
export function priceOf({ price }: AnyEndpoint, body: unknown, prices: PriceList): bigint {
  if (price === undefined) throw new Error('Only operations with a price are sold by request.');
  if (typeof price === 'string') return prices[price];
  const entries = (body as Record<string, unknown> | null | undefined)?.[price.of];
  return prices[price.base] + prices[price.each] * BigInt(Array.isArray(entries) ? entries.length : 1);
}

/** The cheapest and the dearest request of an operation. */
export function priceRange(declaration: AnyEndpoint, prices: PriceList): [least: bigint, most: bigint] {
  const { price, body } = declaration;
  if (price === undefined || typeof price === 'string') {
    const one = priceOf(declaration, undefined, prices);
    return [one, one];
  }
  const { minItems = 1, maxItems = 1 } = body?.properties[price.of] ?? {};
  const of = (length: number): bigint => prices[price.base] + prices[price.each] * BigInt(length);
  return [of(minItems), of(maxItems)];
}

const atomic = (dollars: string): bigint => {
  const [whole = '', part = ''] = dollars.split('.');
  return BigInt(`${whole}${part.padEnd(DECIMALS, '0')}` || '0');
};

/** `0.0025`: dollars without trailing zeros. */
export function dollars(amount: bigint): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  return part === '' ? digits.slice(0, -DECIMALS) : `${digits.slice(0, -DECIMALS)}.${part}`;
}
