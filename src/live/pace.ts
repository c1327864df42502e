/**
 * One pace per source for the whole installation: a process reserves the next free moment with one statement, then waits for it.
 * The store is the only thing that processes and hosts share, so the reservation lives there.
 */
import type { Database } from '#store/database.ts';
import type { Clock } from './clock.ts';

/** A source may ask for a longer rest than this; nobody waits longer without trying again. */
const REST_MS_MAX = 300_000;
/** A reservation further ahead than this was made by a clock that was wrong. */
const AHEAD_MS_MAX = 600_000;

export interface Pace {
  /** Resolves when this process may send one request; early when the signal is aborted. */
  slot(signal: AbortSignal): Promise<void>;
  /** The source asked to be left alone: nobody in the installation gets a slot before. */
  rest(ms: number): Promise<void>;
}

export function createPace(db: Database, source: string, intervalMs: number, clock: Clock): Pace {
  const row = {
    sql: 'insert into source_pace (source, next_at) values ($1, 0) on conflict (source) do nothing',
    params: [source],
  };
  return {
    async slot(signal) {
      const now = clock.now();
      const [, reserved] = await db.write([row, { sql: RESERVE, params: [source, now, intervalMs, AHEAD_MS_MAX] }]);
      const waitMs = Number(reserved?.[0]?.slot) - now;
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    async rest(ms) {
      await db.write([row, { sql: REST, params: [source, clock.now() + Math.min(ms, REST_MS_MAX)] }]);
    },
  };
}

const RESERVE = `update source_pace
  set next_at = case when next_at > $2 and next_at <= $2 + $4 then next_at else $2 end + $3
  where source = $1 returning next_at - $3 as slot`;

const REST = 'update source_pace set next_at = $2 where source = $1 and next_at < $2';
