/** What an answer's `meta` says of the tax authority's web services: when they were heard, and whether they were silent now. */

import type { AnswerMeta, Provenance } from '#api/endpoint.ts';
import { messages } from '#locales/messages.ts';

const LICENCE = 'Public information of the National Agency for Fiscal Administration';

/** `fetchedAt`: the oldest of what the answer has of it; null when it never said anything. `state`: how it was silent just now. */
export interface Heard {
  fetchedAt: string | null;
  state: Provenance['state'] | null;
}

/** Where its services are; null where an installation asks somebody else in their place. */
export interface AuthorityPages {
  fiscal: string | null;
  balances: string | null;
}

/** Each service is a source of its own: the register of taxpayers (`fiscal`), and the balance sheets. */
export const authorityStamp = (
  { fetchedAt, state }: Heard,
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

/** Unknown because the authority is silent is something else than unknown: a caller is told which. */
export function silenceTold({ fetchedAt, state }: Heard): NonNullable<AnswerMeta['warnings']> {
  if (state !== 'unreachable') return [];
  return [
    fetchedAt === null
      ? messages.companies.authoritySilent()
      : messages.companies.authoritySilentSince({ since: fetchedAt }),
  ];
}

/** Of several records: as old as the oldest, and as silent as the most silent. */
export const heardTogether = (all: readonly Heard[]): Heard => ({
  fetchedAt: all.flatMap(({ fetchedAt }) => fetchedAt ?? []).toSorted()[0] ?? null,
  state: (['unreachable', 'pending'] as const).find((each) => all.some(({ state }) => state === each)) ?? null,
});

/** The tax authority's service, where it told some of the answer or was silent when it was asked for it. */
export const observedStamps = (
  service: keyof AuthorityPages,
  seen: readonly ({ fetchedAt: string } | null)[],
  { pages }: { pages: AuthorityPages },
  silent: Heard['state'] = null,
): Provenance[] => {
  const { fetchedAt } = heardTogether(seen.map((one) => ({ fetchedAt: one?.fetchedAt ?? null, state: null })));
  return fetchedAt === null && silent === null ? [] : [authorityStamp({ fetchedAt, state: silent }, service, pages)];
};
