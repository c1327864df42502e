/** Who leads the duties of an installation: one line in its state. All moments are the database's own: hosts need not agree on the time. */
import { type Database, type Statement } from './database.ts';
import { NOW_MS } from './database-time.ts';

/** What a host has for as long as it leads. */
export interface LeaderLease {
  /** Names the process. */
  holder: string;
  /** Higher than that of anybody who led before. */
  term: number;
}

export interface Leader {
  /** As its machine is called, and the number of its process. */
  host: string;
  term: number;
  /** ISO instant. */
  since: string;
  /** False when it did not say in time that it still does: nobody leads. */
  isHeld: boolean;
}

/** Longer than any process lives. */
const FOR_GOOD_MS = 4_000_000_000_000;

/**
 * Null when another leads. A data folder of SQLite serves one process at a time: whoever starts there leads for as long as it lives, and
 * never waits for one that was killed.
 */
export async function acquireLeaderLease(
  state: Database,
  { holder, host, leaseMs }: { holder: string; host: string; leaseMs: number },
): Promise<LeaderLease | null> {
  const isOurs = state.engine === 'sqlite';
  const now = NOW_MS[state.engine];
  const [rows = []] = await state.write([
    {
      sql: `insert into duty_leader (duties, term, holder, host, led_since, held_until) values ('all', 1, $1, $2, ${now}, ${now} + $3)
            on conflict (duties) do update set term = duty_leader.term + 1, holder = excluded.holder, host = excluded.host,
              led_since = excluded.led_since, held_until = excluded.held_until
            ${isOurs ? '' : `where duty_leader.held_until <= ${now}`}
            returning term`,
      params: [holder, host, isOurs ? FOR_GOOD_MS : leaseMs],
    },
  ]);
  const [row] = rows as { term: number }[];
  return row ? { holder, term: row.term } : null;
}

/** A look before it is taken, which is a write. */
export const isLeaderLeaseFree = async (state: Database): Promise<boolean> =>
  (await state.one(`select 1 as held from duty_leader where held_until > ${NOW_MS[state.engine]}`)) === null;

/** False when it is ours no longer, be it that nobody else has it. */
export async function renewLeaderLease(state: Database, { holder, term }: LeaderLease, leaseMs: number): Promise<boolean> {
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

/** Whoever stands by need not wait for the end of a lease. */
export async function releaseLeaderLease(state: Database, { holder, term }: LeaderLease): Promise<void> {
  await state.write([
    { sql: 'update duty_leader set held_until = 0 where holder = $1 and term = $2', params: [holder, term] },
  ]);
}

/** Of a copy of another's state: whoever led there leads nothing here. */
export const expireLeaderLease = (): Statement => ({ sql: 'update duty_leader set held_until = 0' });

/** Null where nobody ever led. */
export async function leaderOf(state: Database): Promise<Leader | null> {
  const row = await state.one<{ host: string; term: number; since: number; held: number }>(
    `select host, term, led_since as since, case when held_until > ${NOW_MS[state.engine]} then 1 else 0 end as held from duty_leader`,
  );
  return row && { host: row.host, term: row.term, since: new Date(row.since).toISOString(), isHeld: row.held === 1 };
}

/** Between the fence and the end of its transaction lies one exchange. A host that stands still there is not waited for any longer. */
const COMMIT_MS = 3_000;

/**
 * The last statement of a write by whoever leads, in any store: where another leads by now, nothing of it happens. PostgreSQL only.
 *
 * It locks the line until the transaction ends: should the lease be over meanwhile, whoever takes it waits for that end, and finds
 * everything that was written under the term before. Of writes of one leader and its renewals each has its turn; a lock that writes
 * share would let a renewal wait for as long as any of them is under way.
 */
export const whileLeader = ({ holder, term }: LeaderLease): Statement => ({
  sql: `select 1 as leads, set_config('idle_in_transaction_session_timeout', '${COMMIT_MS}', true) as commit_ms
        from firmoteca_state.duty_leader
        where holder = $1 and term = $2 and held_until > ${NOW_MS.postgres} for no key update`,
  params: [holder, term],
  isCondition: true,
});

const CODE = 'LEAD_LOST';

/** Nothing was written: this host does not lead any more. */
export class LeaderLeaseLost extends Error {
  /** Travels with the error to other threads, where its class does not. */
  readonly code = CODE;

  constructor() {
    super('This host does not lead the duties any more: what it was about to write was not written.');
  }
}

/** Here, or on the thread that was about to write. */
export const isLeaderLeaseLost = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;
