/**
 * The leader's stores, fenced: a host that was paused, or whose statements are delayed, writes nothing after its lease
 * has ended.
 */
import type { Database } from './database.ts';
import { type LeaderLease, LeaderLeaseLost, whileLeader } from './leader-table.ts';
import type { Store } from './open.ts';

/** Null: without a lease. A data folder of SQLite has one writing process. */
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
  // Last, so that its lock, which others wait for, is short.
  const fence = whileLeader(lead);
  return {
    ...db,
    async write(statements) {
      const results = await db.write([...statements, fence]);
      // Another condition failed, which the writer sees in the results.
      if (results.length <= statements.length) return results;
      if (results.at(-1)?.length === 0) throw new LeaderLeaseLost();
      return results.slice(0, -1);
    },
  };
}
