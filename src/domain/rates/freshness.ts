/** Whether the stored rates are the newest there can be; asks the bank when they are not. */

import { ApiError } from '#api/api-error.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { awaited, liveProvenance } from '#api/provenance.ts';
import type { Message } from '#lib/i18n/message.ts';
import { ratesFreshUntil } from '#lib/values/bank-time.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { bookOf } from './book.ts';
import type { RatesNeeds } from './needs.ts';

/** A caller who can be given older rates waits this long for newer ones; who cannot, longer. */
const WAIT_STALE_MS = 2_000;
const WAIT_FIRST_MS = 10_000;

/** The newest bank day, and what an answer says of it. Rates of days before it do not change: for `until` one of them nobody is asked. */
export async function newestRates(
  call: Call,
  needs: RatesNeeds,
  until?: Day,
): Promise<{ newest: Day; meta: AnswerMeta }> {
  // The days that the bank published since are too few for a history.
  if (awaited(call.dataset, 'rates').length > 0) throw new ApiError('SOURCE_NOT_LOADED', messages.rates.notRead());
  const before = await stored(call, needs);
  if (before && until !== undefined && until < before.newest) {
    const { freshUntil: _, ...meta } = metaOf(before, needs);
    return { newest: before.newest, meta };
  }
  if (before && !call.wantsFresh && isFresh(before, call.now))
    return { newest: before.newest, meta: metaOf(before, needs) };
  const outcome = await needs.refresh(before ? WAIT_STALE_MS : WAIT_FIRST_MS);
  const after = await stored(call, needs);
  if (!after) throw new ApiError('UPSTREAM_UNAVAILABLE', messages.rates.unavailable());
  const stale = outcome !== 'found' && !isFresh(after, call.now);
  const meta = metaOf(after, needs);
  const sources = liveProvenance(meta.sources, outcome);
  return {
    newest: after.newest,
    meta: { ...meta, sources, cached: outcome !== 'found', ...(stale && told(after)) },
  };
}

/** Days: the longest run of holidays leaves fewer without rates. */
const FAR_BACK_DAYS = 7;

/** Told when the rates are of a day long before: the bank has been silent, or days of it are not loaded. */
export function farBack(effective: Day, asked: Day): Message[] {
  const days = daysBetween(effective, asked);
  return days > FAR_BACK_DAYS ? [messages.rates.farBack({ day: effective, days, asked })] : [];
}

interface Stored {
  newest: Day;
  fetchedAt: string;
}

/** The newest day we have, and when the bank was last heard: by us, or else by the load of the generation. */
async function stored({ dataset }: Call, { observed, today }: RatesNeeds): Promise<Stored | null> {
  const [look, [newest]] = await Promise.all([observed.look(), bookOf(dataset, observed).days(today(), 1)]);
  const loadedAt = dataset.manifest.parts.find(({ name }) => name === 'rates')?.loadedAt;
  const fetchedAt = look?.fetchedAt ?? loadedAt;
  return newest === undefined || fetchedAt === undefined ? null : { newest, fetchedAt };
}

const endOf = ({ newest, fetchedAt }: Stored): number => ratesFreshUntil(Date.parse(fetchedAt), newest);

const isFresh = (rates: Stored, now: number): boolean => now < endOf(rates);

const metaOf = (rates: Stored, { licence, page }: RatesNeeds): AnswerMeta => ({
  source: 'bnr',
  sources: [{ name: 'bnr', covers: ['rates'], asOf: rates.newest, fetchedAt: rates.fetchedAt, licence, url: page }],
  cachedAt: rates.fetchedAt,
  freshUntil: new Date(endOf(rates)).toISOString(),
});

const told = ({ newest, fetchedAt }: Stored) => ({
  stale: true,
  warnings: [messages.rates.notAnsweredSince({ since: fetchedAt, newest })],
});
