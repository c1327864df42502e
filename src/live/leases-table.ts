/** One refresh per record in the whole installation: who refreshes it holds its lease. Who died loses it when its time is up. */
import type { Database, Statement } from '#store/database.ts';
import { listOf } from './sql.ts';

/** Longer than any request may take, so that only the dead are overtaken. */
const LEASE_MS = 30_000;

export interface Leases {
  /** Takes the leases that are free or whose time is up; the keys it got. */
  claim(keys: readonly string[], now: number): Promise<Set<string>>;
  /** Of these keys, those that somebody holds. */
  held(keys: readonly string[], now: number): Promise<Set<string>>;
  release(keys: readonly string[]): Statement[];
  /** What the dead left behind. */
  forgetDead(now: number): Statement;
}

export const leasesTable = (db: Database, holder: string): Leases => ({
  async claim(keys, now) {
    const values = keys.map((_, i) => `($${i + 4}, $1, $2)`).join(', ');
    const sql = `insert into refresh_lease (record, holder, until) values ${values}
      on conflict (record) do update set holder = excluded.holder, until = excluded.until where refresh_lease.until < $3
      returning record`;
    // Sorted, so that two processes that claim the same records never wait for each other in a circle.
    const [rows] = await db.write([{ sql, params: [holder, now + LEASE_MS, now, ...[...keys].sort()] }]);
    return new Set(rows?.map((row) => String(row.record)));
  },

  async held(keys, now) {
    const sql = `select record from refresh_lease where until >= $1 and record in (${listOf(keys, 2)})`;
    const rows = await db.all<{ record: string }>(sql, [now, ...keys]);
    return new Set(rows.map(({ record }) => record));
  },

  release: (keys) =>
    keys.length === 0
      ? []
      : [
          {
            sql: `delete from refresh_lease where holder = $1 and record in (${listOf(keys, 2)})`,
            params: [holder, ...keys],
          },
        ],

  forgetDead: (now) => ({ sql: 'delete from refresh_lease where until < $1', params: [now - LEASE_MS] }),
});
