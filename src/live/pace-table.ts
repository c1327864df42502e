/** The next free moment of each source, which processes and hosts reserve. */
import type { Statement } from '#store/database.ts';

/** Before either of the others. */
export const firstReservation = (source: string): Statement => ({
  sql: 'insert into source_pace (source, next_at) values ($1, 0) on conflict (source) do nothing',
  params: [source],
});

/** Returns the moment as `slot`. A reservation further ahead than `aheadMsMax` does not count. */
export const reserve = (source: string, now: number, intervalMs: number, aheadMsMax: number): Statement => ({
  sql: `update source_pace
    set next_at = case when next_at > $2 and next_at <= $2 + $4 then next_at else $2 end + $3
    where source = $1 returning next_at - $3 as slot`,
  params: [source, now, intervalMs, aheadMsMax],
});

/** Nobody gets a moment before. */
export const restUntil = (source: string, until: number): Statement => ({
  sql: 'update source_pace set next_at = $2 where source = $1 and next_at < $2',
  params: [source, until],
});
