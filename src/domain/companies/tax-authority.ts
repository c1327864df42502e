/** Provenance, warnings and errors for answers that depend on the tax authority's web services. */

import { ApiError, type InvalidValue } from '#api/api-error.ts';
import type { AnswerMeta, Provenance } from '#api/endpoint.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

const LICENCE = 'Public information of the National Agency for Fiscal Administration';

/** `fetchedAt`: the oldest observation in the answer; null without one. `state`: why the service gave nothing newer; null when it answered or was not queried. */
export interface AuthorityState {
  fetchedAt: string | null;
  state: Provenance['state'] | null;
}

/** Addresses of the services; null where an installation queries a replacement. */
export interface AuthorityPages {
  fiscal: string | null;
  balances: string | null;
}

/** Each service is a separate source: the register of taxpayers (`fiscal`) and the balance sheets. */
export const authorityProvenance = (
  { fetchedAt, state }: AuthorityState,
  service: keyof AuthorityPages,
  pages: AuthorityPages,
): Provenance => ({
  name: 'anaf',
  covers: [service],
  asOf: fetchedAt?.slice(0, 10) ?? null,
  fetchedAt,
  licence: LICENCE,
  url: pages[service],
  ...(state && { state }),
});

/** Distinguishes "the authority does not answer" from "the authority has no value". */
export function unreachableWarnings({ fetchedAt, state }: AuthorityState): NonNullable<AnswerMeta['warnings']> {
  if (state !== 'unreachable') return [];
  return [
    fetchedAt === null
      ? messages.companies.authoritySilent()
      : messages.companies.authoritySilentSince({ since: fetchedAt }),
  ];
}

/** Combines several records: the oldest instant and the worst state. */
export const combineStates = (all: readonly AuthorityState[]): AuthorityState => ({
  fetchedAt: all.flatMap(({ fetchedAt }) => fetchedAt ?? []).toSorted()[0] ?? null,
  state: (['unreachable', 'pending'] as const).find((each) => all.some(({ state }) => state === each)) ?? null,
});

/** Provenance of the service when the answer contains its data or when its query failed; otherwise empty. */
export const observedProvenance = (
  service: keyof AuthorityPages,
  observations: readonly ({ fetchedAt: string } | null)[],
  { pages }: { pages: AuthorityPages },
  state: AuthorityState['state'] = null,
): Provenance[] => {
  const { fetchedAt } = combineStates(observations.map((one) => ({ fetchedAt: one?.fetchedAt ?? null, state: null })));
  return fetchedAt === null && state === null ? [] : [authorityProvenance({ fetchedAt, state }, service, pages)];
};

/** A pending query usually takes a few seconds. */
const RETRY_SLOW_SECONDS = 5;
/** The circuit breaker stays open for about as long. */
const RETRY_FAILED_SECONDS = 30;

/** `about`: the subject of the query, such as a fiscal code. */
export const timeoutError = (about: string | Message): ApiError =>
  new ApiError('UPSTREAM_TIMEOUT', messages.companies.notAnsweredYet({ about }), {
    headers: { 'retry-after': String(RETRY_SLOW_SECONDS) },
  });

export const unavailableError = (about: string | Message): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.companies.notAnswered({ about }), {
    headers: { 'retry-after': String(RETRY_FAILED_SECONDS) },
  });

/** For a caller that pays for all rows of a batch together. */
export const rowsUnavailableError = (rows: InvalidValue[], of: number): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.companies.rowsNotAnswered({ rows: rows.length, of }), {
    details: rows,
    headers: { 'retry-after': String(RETRY_FAILED_SECONDS) },
  });
