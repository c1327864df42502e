/** The parameters of the statistics module, and the parts that all its answers share. */

import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import type { Call } from '#api/endpoint.ts';
import { awaited, isLoaded, missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { County } from '#lib/values/county.ts';
import { messages } from '#locales/messages.ts';
import type { Names } from './activities.ts';
import { rankedYears } from './rankings-table.ts';

export type StatisticsContext = Pick<Context, 'cursors'> & {
  /** Throws a 404 for an unknown company. */
  company(cui: string, call: Call): Promise<unknown>;
  /** Finds a county by any spelling; throws a 404 with near names. */
  county(text: string): County;
  names(dataset: Dataset): Promise<Names>;
  ratios: readonly RatioDefinition[];
  example: { cui: string };
};

export interface RatioDefinition {
  code: string;
  label: Message;
  unit: 'times' | 'share' | 'days' | 'RON';
  formula: Message;
}

export function assertRankings(dataset: Dataset): void {
  if (!isLoaded(dataset, 'rankings')) throw new ApiError('SOURCE_NOT_LOADED', messages.statistics.noRankings());
}

/** The requested year, else the newest; a 404 for a year without rankings. */
export async function rankedYear({ db }: Dataset, requested: number | undefined): Promise<number> {
  const years = await rankedYears(db);
  const year = requested ?? years[0];
  if (year !== undefined && years.includes(year)) return year;
  throw new ApiError(
    'NOT_FOUND',
    year === undefined || years.length === 0
      ? messages.statistics.noBalances()
      : messages.statistics.noBalancesOf({ year, years: years.join(', ') }),
  );
}

/** `meta` of answers that are computed over balance sheets and the registry. */
export function computedMeta(dataset: Dataset) {
  const { sources, stale, warnings } = provenanceOf(dataset, 'finances', 'registry');
  const missing = [...missingParts(dataset, 'finances'), ...awaited(dataset, 'rankings')];
  return { source: 'computed' as const, sources, stale, warnings, notLoaded: missing };
}
