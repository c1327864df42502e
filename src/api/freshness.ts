/** Freshness words of the declarations to seconds, and the caching headers that follow from them. */
import { instantOf, msOf } from '#lib/values/instant.ts';
import type { FreshnessWindow } from './endpoint.ts';

export const windowSeconds: Record<Exclude<FreshnessWindow, 'static'>, number> = {
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

/**
 * ISO instant until which an answer is fresh; null for static ones. It belongs to the data, not to the moment of asking: whole
 * windows are counted from when the data was made, so that everybody who asks within one is told the same instant. Null for
 * `madeAt`: the data is of this very moment.
 */
export function freshUntil(fresh: FreshnessWindow, madeAt: string | null, now: number): string | null {
  if (fresh === 'static') return null;
  const windowMs = windowSeconds[fresh] * 1000;
  if (madeAt === null) return instantOf(now + windowMs);
  const since = msOf(madeAt);
  const windowsOver = Math.max(0, Math.floor((now - since) / windowMs));
  return instantOf(since + (windowsOver + 1) * windowMs);
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
    freshUntil === null ? STATIC_MAX_AGE_SECONDS : Math.max(0, Math.floor((msOf(freshUntil) - now) / 1000));
  return `private, max-age=${seconds}`;
}
