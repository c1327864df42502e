/**
 * The leader lease of an installation: one row in its state. All times are the database's, so hosts need not agree on
 * the time.
 */
import type { Database, Statement } from './database.ts';
import { NOW_MS } from './database-time.ts';

/** The lease of the leading process. */
export interface LeaderLease {
  /** The process. */
  holder: string;
  /** Higher than in every earlier lease. */
  term: number;
}

export interface Leader {
  /** Host name and process number. */
  host: string;
  term: number;
  /** ISO instant. */
  since: string;
  /** False once the lease has expired without renewal. */
  isHeld: boolean;
}

/** Longer than any process lives. */
const FOR_GOOD_MS = 4_000_000_000_000;

/**
 * Null when another process leads. A data folder of SQLite serves one process at a time: a starting process takes over
 * at once and leads until it ends.
 */
export async function acquireLeaderLease(
  state: Database,
  { holder, host, leaseMs }: { holder: string; host: string; leaseMs: number },
): Promise<LeaderLease | null> {
  const isExclusive = state.engine === 'sqlite';
  const now = NOW_MS[state.engine];
  const [rows = []] = await state.write([
    {
      sql: `insert into duty_leader (duties, term, holder, host, led_since, held_until) values ('all', 1, $1, $2, ${now}, ${now} + $3)
            on conflict (duties) do update set term = duty_leader.term + 1, holder = excluded.holder, host = excluded.host,
              led_since = excluded.led_since, held_until = excluded.held_until
            ${isExclusive ? '' : `where duty_leader.held_until <= ${now}`}
            returning term`,
      params: [holder, host, isExclusive ? FOR_GOOD_MS : leaseMs],
    },
  ]);
  const [row] = rows as { term: number }[];
  return row ? { holder, term: row.term } : null;
}

/** A read, to be done before the write that acquires it. */
export const isLeaderLeaseFree = async (state: Database): Promise<boolean> =>
  (await state.one(`select 1 as held from duty_leader where held_until > ${NOW_MS[state.engine]}`)) === null;

/** False when the lease was lost, even if no other process has it. */
export async function renewLeaderLease(
  state: Database,
  { holder, term }: LeaderLease,
  leaseMs: number,
): Promise<boolean> {
  const now = NOW_MS[state.engine];
  const [rows = []] = await state.write([
    {
      sql: `update duty_leader set held_until = ${now} + $3
            where holder = $1 and term = $2 and held_until > ${now} returning term`,
      params: [holder, term, leaseMs],
    },
  ]);
  return rows.length > 0;
}

/** Standby hosts need not wait for the lease to expire. */
export async function releaseLeaderLease(state: Database, { holder, term }: LeaderLease): Promise<void> {
  await state.write([
    { sql: 'update duty_leader set held_until = 0 where holder = $1 and term = $2', params: [holder, term] },
  ]);
}

/** For a copy of another installation's state. */
export const expireLeaderLease = (): Statement => ({ sql: 'update duty_leader set held_until = 0' });

/** Null before the first leader. */
export async function leaderOf(state: Database): Promise<Leader | null> {
  const row = await state.one<{ host: string; term: number; since: number; held: number }>(
    `select host, term, led_since as since, case when held_until > ${NOW_MS[state.engine]} then 1 else 0 end as held from duty_leader`,
  );
  return row && { host: row.host, term: row.term, since: new Date(row.since).toISOString(), isHeld: row.held === 1 };
}

/** One round trip lies between the fence and the commit. A host that stops there is not waited for longer. */
const COMMIT_MS = 3_000;

/**
 * The last statement of a leader's write, in any store: if another process leads by now, the write is rolled back.
 * PostgreSQL only. It locks the row until the transaction ends: a process that acquires an expired lease waits for that
 * end and sees every write of the earlier term. Exclusive, because with a shared lock a renewal would wait for all
 * concurrent writes.
 */
export const whileLeader = ({ holder, term }: LeaderLease): Statement => ({
  sql: `select 1 as leads, set_config('idle_in_transaction_session_timeout', '${COMMIT_MS}', true) as commit_ms
        from firmoteca_state.duty_leader
        where holder = $1 and term = $2 and held_until > ${NOW_MS.postgres} for no key update`,
  params: [holder, term],
  isCondition: true,
});

const CODE = 'LEAD_LOST';

/** Nothing was written: this host is no longer the leader. */
export class LeaderLeaseLost extends Error {
  /** Crosses to other threads with the error, where its class does not. */
  readonly code = CODE;

  constructor() {
    super('This host is no longer the leader: its pending write was discarded.');
  }
}

/** Also for an error from another thread. */
export const isLeaderLeaseLost = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;
