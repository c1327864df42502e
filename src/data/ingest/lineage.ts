/** Which snapshot followed which. The manifest knows; when the dataset was lost and is built anew, the change log still does. */

import type { Database } from '#data/store/database.ts';
import type { Manifest } from '#data/store/dataset.ts';
import type { Day } from '#lib/values/date.ts';

interface Pair {
  older: string;
  newer: string;
  day: Day | null;
}

/** The newest chain of compared snapshots up to a day, oldest first: what comes after it is about to be compared again. */
export async function recordedLineage(state: Database, upTo: Day): Promise<string[]> {
  const pairs = await state.all<Pair>(
    `select p.older, p.newer, (select max(c.day) from registry_change c where c.older = p.older and c.newer = p.newer) as day
     from registry_change_pair p order by p.completed_at desc`,
  );
  const known = pairs.filter((pair) => pair.day === null || pair.day <= upTo);
  const chain: string[] = [];
  for (let pair = known[0]; pair; pair = known.find((each) => each.newer === chain[0])) {
    if (chain.length === 0) chain.push(pair.newer);
    if (chain.includes(pair.older)) break;
    chain.unshift(pair.older);
  }
  return chain;
}

/** Forgets comparisons that no generation stands on: those of builds that were killed, and of generations long rolled back. */
export async function forgetUnused(state: Database, manifests: readonly Manifest[]): Promise<void> {
  const used = new Set(manifests.flatMap((manifest) => manifest.lineage));
  const pairs = await state.all<Pair>(
    'select older, newer from registry_change_pair union select older, newer from registry_change',
  );
  for (const { older, newer } of pairs) {
    if (used.has(newer)) continue;
    await state.write([
      { sql: 'delete from registry_change where older = $1 and newer = $2', params: [older, newer] },
      { sql: 'delete from registry_change_pair where older = $1 and newer = $2', params: [older, newer] },
    ]);
  }
}
