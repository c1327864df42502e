/** Facts of a declaration in words for people: OpenAPI and the docs page say the same. */

import type { Deprecation } from '#api/deprecation.ts';
import type { Access, FreshnessWindow } from '#api/endpoint.ts';
import type { Json } from './components.ts';

export const accessWords: Record<Access, string> = {
  free: 'Everybody, without a key or a payment; strangers are counted by their address.',
  pro: 'A Pro key only; it cannot be bought per request.',
  'pro+x402': 'A Pro key, or a payment per request (x402) where the installation takes payments.',
};

/** `x-payment-info` as catalogues read it: one price, or the least and the most. */
export function priceWords({ price }: Json): string {
  const { amount, min, max } = price as { amount?: string; min?: string; max?: string };
  return amount === undefined ? `$${min} to $${max} a request, by its size.` : `$${amount} a request.`;
}

const windows: Record<Exclude<FreshnessWindow, 'static'>, string> = {
  '15s': '15 seconds',
  '30min': '30 minutes',
  '1h': '1 hour',
  '6h': '6 hours',
  '12h': '12 hours',
  '24h': '24 hours',
  '7d': '7 days',
};

export const freshWords = (fresh: FreshnessWindow): string =>
  fresh === 'static'
    ? 'Until the next release of the data.'
    : `${windows[fresh]}; an older answer is refreshed, or says \`meta.stale\`.`;

export const deprecationWords = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}: it may be gone from ${sunset} on. ${instead === null ? 'Nothing takes its place.' : `Use \`${instead}\`.`}`;
