/** The newest rates: stored ones while they are fresh, else the bank's. */

import { ApiError } from '#api/api-error.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { awaited, liveProvenance } from '#api/provenance.ts';
import type { Message } from '#lib/i18n/message.ts';
import { ratesFreshUntil } from '#lib/values/bank-time.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { type RatesContext, rateTableOf } from './rates-table.ts';

/** The timeout of a request to the bank, with and without stored rates to fall back on. */
const WAIT_STALE_MS = 2_000;
const WAIT_FIRST_MS = 10_000;

/** The newest bank day, with the metadata of answers. Rates of earlier days do not change: with such an `until` the bank is not requested. */
export async function newestRates(
  call: Call,
  context: RatesContext,
  until?: Day,
): Promise<{ newest: Day; meta: AnswerMeta }> {
  // The bank's newer days alone are too few for a history.
  if (awaited(call.dataset, 'rates').length > 0) throw new ApiError('SOURCE_NOT_LOADED', messages.rates.notRead());
  const before = await stored(call, context);
  if (before && until !== undefined && until < before.newest) {
    const { freshUntil: _, ...meta } = metaOf(before, context);
    return { newest: before.newest, meta };
  }
  if (before && !call.wantsFresh && isFresh(before, call.now))
    return { newest: before.newest, meta: metaOf(before, context) };
  const outcome = await context.refresh(before ? WAIT_STALE_MS : WAIT_FIRST_MS);
  const after = await stored(call, context);
  if (!after) throw new ApiError('UPSTREAM_UNAVAILABLE', messages.rates.unavailable());
  const stale = outcome !== 'found' && !isFresh(after, call.now);
  const meta = metaOf(after, context);
  const sources = liveProvenance(meta.sources, outcome);
  return {
    newest: after.newest,
    meta: { ...meta, sources, cached: outcome !== 'found', ...(stale && staleMeta(after)) },
  };
}

/** More days than the longest run of holidays. */
const FAR_BACK_DAYS = 7;

/** Warns about rates of a day long before: the bank has not answered, or its days are not loaded. */
export function farBack(effective: Day, requested: Day): Message[] {
  const days = daysBetween(effective, requested);
  return days > FAR_BACK_DAYS ? [messages.rates.farBack({ day: effective, days, asked: requested })] : [];
}

interface Stored {
  newest: Day;
  fetchedAt: string;
}

/** The newest stored day, and the time of the bank's last answer, else of the load of the generation. */
async function stored({ dataset }: Call, { observed, today }: RatesContext): Promise<Stored | null> {
  const [last, [newest]] = await Promise.all([observed.look(), rateTableOf(dataset, observed).days(today(), 1)]);
  const loadedAt = dataset.manifest.parts.find(({ name }) => name === 'rates')?.loadedAt;
  const fetchedAt = last?.fetchedAt ?? loadedAt;
  return newest === undefined || fetchedAt === undefined ? null : { newest, fetchedAt };
}

const endOf = ({ newest, fetchedAt }: Stored): number => ratesFreshUntil(Date.parse(fetchedAt), newest);

const isFresh = (rates: Stored, now: number): boolean => now < endOf(rates);

const metaOf = (rates: Stored, { licence, page }: RatesContext): AnswerMeta => ({
  source: 'bnr',
  sources: [{ name: 'bnr', covers: ['rates'], asOf: rates.newest, fetchedAt: rates.fetchedAt, licence, url: page }],
  cachedAt: rates.fetchedAt,
  freshUntil: new Date(endOf(rates)).toISOString(),
});

const staleMeta = ({ newest, fetchedAt }: Stored) => ({
  stale: true,
  warnings: [messages.rates.notAnsweredSince({ since: fetchedAt, newest })],
});
