/**
 * One refresh per record in the whole installation: the refreshing process holds its lease, which expires by the
 * database's clock. The host's `now` counts on SQLite only.
 */
import type { Database, Statement } from '#data/store/database.ts';
import { sharedNow } from '#data/store/database-time.ts';
import { listOf } from '#data/store/values.ts';

/** Longer than a request may take, so that only dead processes lose a lease. */
const LEASE_MS = 30_000;

export interface Leases {
  /** Acquires free and expired leases; returns their keys. */
  claim(keys: readonly string[], now: number): Promise<Set<string>>;
  /** The keys whose lease a process holds. */
  held(keys: readonly string[], now: number): Promise<Set<string>>;
  release(keys: readonly string[]): Statement[];
}

/** The leases of one source's records; `holder` names this process. */
export function leasesTable(db: Database, source: string, holder: string, leaseMs = LEASE_MS): Leases {
  const records = (keys: readonly string[]): string[] => keys.map((key) => `${source}/${key}`);
  const keysOf = (rows: readonly { record?: unknown }[]): Set<string> =>
    new Set(rows.map(({ record }) => String(record).slice(source.length + 1)));
  return {
    async claim(keys, hostNow) {
      const now = sharedNow(db, hostNow, 4);
      // Sorted, so that two processes that claim the same records cannot deadlock.
      const results = await db.write(
        records(keys)
          .sort()
          .map((record) => ({ sql: claimText(now.sql), params: [record, holder, leaseMs, ...now.params] })),
      );
      return keysOf(results.flat());
    },

    async held(keys, hostNow) {
      const list = listOf(records(keys), 1);
      const now = sharedNow(db, hostNow, list.params.length + 1);
      const sql = `select record from refresh_lease where until >= ${now.sql} and record in (${list.placeholders})`;
      return keysOf(await db.all<{ record: string }>(sql, [...list.params, ...now.params]));
    },

    release(keys) {
      if (keys.length === 0) return [];
      const list = listOf(records(keys), 2);
      const sql = `delete from refresh_lease where holder = $1 and record in (${list.placeholders})`;
      return [{ sql, params: [holder, ...list.params] }];
    },
  };
}

/** A lease of this holder may be left from a release that the store did not get. */
const claimText = (
  now: string,
): string => `insert into refresh_lease (record, holder, until) values ($1, $2, ${now} + $3)
  on conflict (record) do update set holder = excluded.holder, until = excluded.until
    where refresh_lease.until < ${now} or refresh_lease.holder = excluded.holder
  returning record`;

/** Leases of dead processes for records that were not requested again. */
export function forgetDeadLeases(db: Database, hostNow: number): Statement {
  const now = sharedNow(db, hostNow, 2);
  return { sql: `delete from refresh_lease where until < ${now.sql} - $1`, params: [LEASE_MS, ...now.params] };
}
