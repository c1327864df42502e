/** The bank in the refresher's terms: the last ten days, and the year's files when more than that is missing. */

import { fetchRates, type RateRecord } from '#data/sources/bnr/rates.ts';
import type { Client } from '#data/sources/client.ts';
import { addDays, type Day, yearOf } from '#lib/values/date.ts';
import type { SourceReply } from './upstream-queue-needs.ts';

/** The one thing the bank is asked for. */
export const RECENT = 'recent';

export interface Bank {
  recentRates(signal: AbortSignal): Promise<SourceReply<RateRecord[]>>;
}

/** The bank is never closed longer: Easter and Christmas take five days. */
const CLOSED_DAYS_MAX = 7;
/** A generation that is older than this many years is to be built anew, not patched. */
const YEARS_FILLED_MAX = 2;

/** `storedBefore`: the newest day before this one whose rates we have. */
export const bank = (
  client: Client,
  hosts: readonly string[],
  storedBefore: (day: Day) => Promise<Day | null>,
): Bank => ({
  async recentRates(signal) {
    const outcome = await fetchRates(client, hosts, 'tenDays', signal);
    // The file of the last ten days always has some: one without any is broken, not empty.
    if (outcome.outcome === 'notFound') return failed('malformed', null);
    if (outcome.outcome === 'unavailable') return failed(outcome.reason, outcome.retryAfterMs);
    const oldest = outcome.value.reduce((first, { day }) => (day < first ? day : first), '9999-12-31');
    const known = await storedBefore(oldest);
    const years = known !== null && known >= addDays(oldest, -CLOSED_DAYS_MAX) ? [] : yearsBetween(known, oldest);
    const rates: RateRecord[] = [];
    for (const year of years) {
      const file = await fetchRates(client, hosts, year, signal);
      // A year that cannot be read now is tried again with the next look; today's rates do not wait for it.
      if (file.outcome === 'found') rates.push(...file.value);
    }
    return {
      answers: new Map([[RECENT, { outcome: 'found', record: [...rates, ...outcome.value] }]]),
      trouble: null,
    };
  },
});

function yearsBetween(known: Day | null, until: Day): number[] {
  const last = yearOf(until);
  const first = Math.max(known === null ? last : yearOf(known), last - YEARS_FILLED_MAX + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const failed = (reason: string, retryAfterMs: number | null): SourceReply<RateRecord[]> => ({
  answers: new Map(),
  trouble: { reason, retryAfterMs },
});
