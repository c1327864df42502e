/** Asks a PostgreSQL server, on a connection of its own, for which of our other connections it is doing something. */
import pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';

/** A server that is there lets a further connection in and answers it within this; one that is crowded is asked again. */
const ANSWER_MS = 2_000;

export interface Backends {
  /** It said something, be it that it lets nobody in. */
  isThere: boolean;
  /** Processes that work, or may: null where the numbers that connections were given are not the server's (a pooler lies between). */
  busy: ReadonlySet<number> | null;
}

/** One that became idle just now may have its answer still under way. */
const BUSY = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity
    where pid = any ($1::integer[])
      and (state is null or state not like 'idle%' or clock_timestamp() - state_change < interval '500 ms')) as busy`;

export async function busyBackends(connectionString: string, pids: readonly number[]): Promise<Backends> {
  let client: pg.Client | undefined;
  const end = afterLoopTime(ANSWER_MS, () => client?.connection.stream.destroy());
  try {
    // Certificates that the address names are read here, and may be missing while they are renewed.
    client = new pg.Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ own: number; busy: number[] }>(BUSY, [pids]);
    const [row] = rows;
    const { processID } = client as unknown as { processID: number };
    return { isThere: true, busy: row?.own === processID ? new Set(row.busy) : null };
  } catch (error) {
    return { isThere: error instanceof pg.DatabaseError, busy: null };
  } finally {
    end();
    client?.end().catch(() => {});
  }
}
