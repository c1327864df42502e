/** Sources that have shut out our address, and until when no request is sent to them. Moments are the database's own, as for the pace. */
import type { Database, Statement } from '#data/store/database.ts';
import { sharedNow } from '#data/store/database-time.ts';

export interface BlockRow {
  /** Milliseconds since 1970. */
  since: number;
  seenAt: number;
  /** The host whose request was refused last. */
  host: string;
  until: number;
  /** Milliseconds; 0 or less when a probe is due. */
  left: number;
}

export function storedBlock(db: Database, source: string, hostNow: number): Promise<BlockRow | null> {
  const now = sharedNow(db, hostNow, 2);
  return db.one<BlockRow>(
    `select since, seen_at as "seenAt", host, until, until - ${now.sql} as "left" from source_hold where source = $1`,
    [source, ...now.params],
  );
}

export function startBlock(
  db: Database,
  source: string,
  { hostNow, ms, host }: { hostNow: number; ms: number; host: string },
): Statement {
  const now = sharedNow(db, hostNow, 4);
  return {
    sql: `insert into source_hold (source, since, seen_at, host, until)
      values ($1, ${now.sql}, ${now.sql}, $2, ${now.sql} + $3)
      on conflict (source) do update set seen_at = excluded.seen_at, host = excluded.host, until = excluded.until`,
    params: [source, host, ms, ...now.params],
  };
}

/** Returns a row with the new end to the one caller that sends the probe; for all others the block lasts for `ms` more. */
export function claimTrial(db: Database, source: string, { hostNow, ms }: { hostNow: number; ms: number }): Statement {
  const now = sharedNow(db, hostNow, 3);
  return {
    sql: `update source_hold set until = ${now.sql} + $2 where source = $1 and until <= ${now.sql} returning until`,
    params: [source, ms, ...now.params],
  };
}

/** `until`: of the answered probe. A block that began since, by the answer to another request, lasts. */
export const endBlock = (source: string, until: number): Statement => ({
  sql: 'delete from source_hold where source = $1 and until = $2',
  params: [source, until],
});

/** Makes the next request the probe: on the operator's request, or after a probe without a clear answer. */
export function probeNext(db: Database, source: string, hostNow: number, until: number | null = null): Statement {
  const now = sharedNow(db, hostNow, 3);
  return {
    sql: `update source_hold set until = ${now.sql} where source = $1 and until > ${now.sql} and (cast($2 as bigint) is null or until = cast($2 as bigint))`,
    params: [source, until, ...now.params],
  };
}
