/** Counts what a query finds for somebody who wants all of it: beside the serving thread, so that no look-up waits for it. */
import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { Analyses, Counted } from './analyses.ts';
import { type CountFirms, START } from './result-page.ts';

export function countAside(
  { dataset, caller, signal }: Call,
  max: number,
  { firmsCounted }: Pick<Analyses, 'firmsCounted'>,
): CountFirms {
  return async ({ hits, more }) => {
    const shown = hits.map(({ rank }) => rank);
    let counted: Counted = { firms: hits.length, id: START.id, rank: START.rank, isWhole: more === null };
    while (more !== null && !counted.isWhole && counted.firms < max)
      counted = await firmsCounted(dataset, more, shown, counted, { by: callerKey(caller), signal });
    return { total: Math.min(counted.firms, max), isExact: counted.firms < max };
  };
}
