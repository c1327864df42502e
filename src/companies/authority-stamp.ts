/** What an answer's `meta` says of the tax authority's web services: when they were heard, and whether they were silent now. */
import type { AnswerMeta, SourceStamp } from '#operations/endpoint.ts';
import { said } from './sentences.ts';

const LICENCE = 'Public information of the National Agency for Fiscal Administration';

/** `fetchedAt`: the oldest of what the answer has of it; null when it never said anything. `state`: how it was silent just now. */
export interface Heard {
  fetchedAt: string | null;
  state: SourceStamp['state'] | null;
}

export const authorityStamp = ({ fetchedAt, state }: Heard): SourceStamp => ({
  name: 'anaf',
  asOf: fetchedAt?.slice(0, 10) ?? null,
  fetchedAt,
  licence: LICENCE,
  ...(state && { state }),
});

/** Unknown because the authority is silent is something else than unknown: a caller is told which. */
export function silenceTold({ fetchedAt, state }: Heard): NonNullable<AnswerMeta['warnings']> {
  if (state !== 'unreachable') return [];
  return [fetchedAt === null ? said.authoritySilent() : said.authoritySilentSince({ since: fetchedAt })];
}

/** Of several records: as old as the oldest, and as silent as the most silent. */
export const heardTogether = (all: readonly Heard[]): Heard => ({
  fetchedAt: all.flatMap(({ fetchedAt }) => fetchedAt ?? []).toSorted()[0] ?? null,
  state: (['unreachable', 'pending'] as const).find((each) => all.some(({ state }) => state === each)) ?? null,
});

/** The tax authority, where it told some of the answer or was silent when it was asked for it. */
export const observedStamps = (
  silent: Heard['state'],
  ...seen: readonly ({ fetchedAt: string } | null)[]
): SourceStamp[] => {
  const { fetchedAt } = heardTogether(seen.map((one) => ({ fetchedAt: one?.fetchedAt ?? null, state: null })));
  return fetchedAt === null && silent === null ? [] : [authorityStamp({ fetchedAt, state: silent })];
};
