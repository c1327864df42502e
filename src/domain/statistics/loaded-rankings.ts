/** Whether there are rankings to answer from, and of which year. */

import { ApiError } from '#api/api-error.ts';
import { awaited, isLoaded, missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';
import { rankedYears } from './rankings-table.ts';

export function assertRankings(dataset: Dataset): void {
  if (!isLoaded(dataset, 'rankings')) throw new ApiError('SOURCE_NOT_LOADED', messages.statistics.noRankings());
}

/** The year asked for, else the newest; a 404 when nobody is ranked in it. */
export async function rankedYear({ db }: Dataset, asked: number | undefined): Promise<number> {
  const years = await rankedYears(db);
  const year = asked ?? years[0];
  if (year !== undefined && years.includes(year)) return year;
  throw new ApiError(
    'NOT_FOUND',
    year === undefined || years.length === 0
      ? messages.statistics.noBalances()
      : messages.statistics.noBalancesOf({ year, years: years.join(', ') }),
  );
}

/** `meta` of what is computed over balance sheets and the registry. */
export function computedMeta(dataset: Dataset) {
  const { sources, stale, warnings } = provenanceOf(dataset, 'finances', 'registry');
  const missing = [...missingParts(dataset, 'finances'), ...awaited(dataset, 'rankings')];
  return { source: 'computed' as const, sources, stale, warnings, notLoaded: missing };
}
