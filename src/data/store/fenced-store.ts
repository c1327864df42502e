/**
 * The stores as whoever leads the duties writes to them: a host that was paused and wakes, or whose questions came late, changes nothing
 * any more once its lease is over, whatever it was in the middle of.
 */
import type { Database } from './database.ts';
import type { Store } from './open.ts';
import { LeaderLeaseLost } from './leader-table.ts';
import { type LeaderLease, whileLeader } from './leader-table.ts';

/** Null: not led by a lease. Files of SQLite have one process that works on them. */
export const fencedStore = (store: Store, lead: LeaderLease | null): Store =>
  lead === null || store.engine === 'sqlite'
    ? store
    : {
        ...store,
        state: fenced(store.state, lead),
        live: fenced(store.live, lead),
        documents: fenced(store.documents, lead),
        generations: { ...store.generations, build: () => store.generations.build(lead) },
      };

function fenced(db: Database, lead: LeaderLease): Database {
  // Last, so that the lock that it takes, for which others wait, is held for as short as can be.
  const fence = whileLeader(lead);
  return {
    ...db,
    async write(statements) {
      const results = await db.write([...statements, fence]);
      // Another condition did not hold, which its writer is told.
      if (results.length <= statements.length) return results;
      if (results.at(-1)?.length === 0) throw new LeaderLeaseLost();
      return results.slice(0, -1);
    },
  };
}
