/** Adapts the bank's files to the refresher: the last ten days, and whole years when more is missing. */

import { fetchRates, type RateRecord } from '#data/sources/bnr/rates.ts';
import type { Client } from '#data/sources/client.ts';
import { addDays, type Day, yearOf } from '#lib/values/date.ts';
import type { SourceReply } from './upstream-queue.ts';

/** The only key: the bank is fetched as a whole. */
export const RECENT = 'recent';

export interface Bank {
  recentRates(signal: AbortSignal): Promise<SourceReply<RateRecord[]>>;
}

/** The bank is never closed longer: Easter and Christmas take five days. */
const CLOSED_DAYS_MAX = 7;
/** A generation older than this many years has to be rebuilt. */
const YEARS_FILLED_MAX = 2;

/** `storedBefore`: the newest stored day before this one. */
export const bank = (
  client: Client,
  hosts: readonly string[],
  storedBefore: (day: Day) => Promise<Day | null>,
): Bank => ({
  async recentRates(signal) {
    const outcome = await fetchRates(client, hosts, 'tenDays', signal);
    // The file of the last ten days is never empty: an empty one is broken.
    if (outcome.outcome === 'notFound') return failed('malformed', null);
    if (outcome.outcome === 'unavailable') return failed(outcome.reason, outcome.retryAfterMs);
    const oldest = outcome.value.reduce((first, { day }) => (day < first ? day : first), '9999-12-31');
    const stored = await storedBefore(oldest);
    const years = stored !== null && stored >= addDays(oldest, -CLOSED_DAYS_MAX) ? [] : yearsBetween(stored, oldest);
    const rates: RateRecord[] = [];
    for (const year of years) {
      const file = await fetchRates(client, hosts, year, signal);
      // A failed year is fetched again with the next refresh; today's rates do not wait for it.
      if (file.outcome === 'found') rates.push(...file.value);
    }
    return {
      answers: new Map([[RECENT, { outcome: 'found', record: [...rates, ...outcome.value] }]]),
      trouble: null,
    };
  },
});

function yearsBetween(stored: Day | null, until: Day): number[] {
  const last = yearOf(until);
  const first = Math.max(stored === null ? last : yearOf(stored), last - YEARS_FILLED_MAX + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const failed = (reason: string, retryAfterMs: number | null): SourceReply<RateRecord[]> => ({
  answers: new Map(),
  trouble: { reason, retryAfterMs },
});
