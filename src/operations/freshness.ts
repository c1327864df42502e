/** Freshness words of the declarations to seconds, and the caching headers that follow from them. */
import type { Fresh } from './endpoint.ts';

export const windowSeconds: Record<Exclude<Fresh, 'static'>, number> = {
  '15s': 15,
  '30min': 1_800,
  '1h': 3_600,
  '6h': 21_600,
  '12h': 43_200,
  '24h': 86_400,
  '7d': 604_800,
};

/** Data that lasts until the next release may still be corrected by one: ask again once a day. */
const STATIC_MAX_AGE_SECONDS = 86_400;

/** ISO instant until which an answer given now is fresh; null for static ones. */
export const freshUntil = (fresh: Fresh, now: number): string | null =>
  fresh === 'static' ? null : instant(now + windowSeconds[fresh] * 1000);

let lastMs = Number.NaN;
let lastInstant = '';

/** Under load many answers share a millisecond: the last instant written out is kept. */
function instant(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastInstant = new Date(ms).toISOString();
  }
  return lastInstant;
}

export interface Freshness {
  freshUntil: string | null;
  stale: boolean;
  pending: boolean;
}

/** What a caller may keep, and for how long. Private, because the answer depends on who asks. */
export function cacheControl({ freshUntil, stale, pending }: Freshness, now: number): string {
  if (pending) return 'no-store';
  if (stale) return 'private, max-age=0';
  const seconds =
    freshUntil === null ? STATIC_MAX_AGE_SECONDS : Math.max(0, Math.floor((Date.parse(freshUntil) - now) / 1000));
  return `private, max-age=${seconds}`;
}
