/**
 * Detects dead connections while queries wait on them: a router dropped them, or the server was cut off and is back. A
 * further connection asks the server which of them it is working for. Those are left alone, however long they take; the
 * others are destroyed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { SilentServer, SwallowedConnection } from './connection-errors.ts';

/** Time is counted in polls, so that a busy thread does not mistake its own delay for the server's. */
const POLL_MS = 500;
/** Most statements take milliseconds and are never checked. */
const LATE_POLLS = 2;
/** A statement the server works on is checked less and less often, but at least this often. */
const BUSY_POLLS_MAX = 20;
/** After this many polls without any answer or new connection the server is given up, also for statements without a timeout. */
const GIVE_UP_POLLS = 20;
/** Time to read what the server has already sent. */
const ARRIVAL_MS = 250;

interface LivenessWatch {
  add(client: pg.Client): void;
  /** Unused now: destroyed as soon as another connection is found dead. */
  rest(client: pg.Client): void;
  use(client: pg.Client): void;
}

/** Members of the driver's client that its types omit. */
type DriverClient = pg.Client & { readyForQuery?: boolean; processID: number | null; connection: { stream: Stream } };
type Stream = { bytesRead: number; destroy(error: Error): void };

/** Bytes received until a poll, and the poll at which to query the server about it. */
interface Traffic {
  bytes: number;
  at: number;
  checkAt: number;
}

export function watchLiveness(connectionString: string): LivenessWatch {
  const clients = new Map<DriverClient, Traffic>();
  const idle = new Set<DriverClient>();
  let timer: NodeJS.Timeout | undefined;
  let now = 0;
  /** The last poll at which the server was reachable. */
  let upAt = 0;
  /** One check at a time: a slow server must not be checked on ever more connections. */
  let isChecking = false;

  const poll = (): void => {
    now++;
    for (const [client, traffic] of clients) {
      const bytes = bytesOf(client);
      if (bytes !== traffic.bytes) upAt = now;
      if (bytes !== traffic.bytes || !isWaiting(client))
        clients.set(client, { bytes, at: now, checkAt: now + LATE_POLLS });
    }
    const late = [...clients].filter(([client, { checkAt }]) => checkAt <= now && isWaiting(client));
    for (const [client, { at }] of late)
      if (now - Math.max(at, upAt) > GIVE_UP_POLLS)
        client.connection.stream.destroy(new SilentServer(POLL_MS * GIVE_UP_POLLS));
    if (late.length > 0 && !isChecking) void check(late);
  };

  const check = async (late: readonly [DriverClient, Traffic][]): Promise<void> => {
    isChecking = true;
    try {
      const answer = await busyBackends(
        connectionString,
        late.map(([client]) => client.processID ?? 0),
      );
      if (!answer.isUp) return;
      upAt = now;
      if (answer.busy === null) return;
      await sleep(ARRIVAL_MS, undefined, { ref: false });
      for (const [client, traffic] of late) destroyIfIdle(client, traffic, answer.busy);
    } finally {
      isChecking = false;
    }
  };

  const destroyIfIdle = (client: DriverClient, traffic: Traffic, busy: ReadonlySet<number>): void => {
    // Answered since the check began, or already handled.
    if (clients.get(client) !== traffic || bytesOf(client) !== traffic.bytes || !isWaiting(client)) return;
    if (busy.has(client.processID ?? 0)) {
      traffic.checkAt = now + Math.min(now - traffic.at, BUSY_POLLS_MAX);
      return;
    }
    for (const lost of [client, ...idle]) lost.connection.stream.destroy(new SwallowedConnection());
  };

  return {
    add(client) {
      const driver = client as DriverClient;
      clients.set(driver, { bytes: 0, at: now, checkAt: now + LATE_POLLS });
      timer ??= setInterval(poll, POLL_MS).unref();
      client.once('end', () => {
        clients.delete(driver);
        idle.delete(driver);
        if (clients.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    rest: (client) => void idle.add(client as DriverClient),
    use: (client) => void idle.delete(client as DriverClient),
  };
}

/** For an answer. A connection that is still being opened has its own timeout. */
const isWaiting = (client: DriverClient): boolean => client.processID !== null && client.readyForQuery === false;

const bytesOf = (client: DriverClient): number => client.connection.stream.bytesRead;

/** A reachable server accepts another connection and answers within this; a crowded one is checked again. */
const ANSWER_MS = 2_000;

interface Backends {
  /** The server answered, even if only to refuse the connection. */
  isUp: boolean;
  /** Busy backends; null where backend numbers are not the server's own (a pooler lies between). */
  busy: ReadonlySet<number> | null;
}

/** A backend that became idle just now may have its answer still under way. */
const BUSY = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity
    where pid = any ($1::integer[])
      and (state is null or state not like 'idle%' or clock_timestamp() - state_change < interval '500 ms')) as busy`;

export async function busyBackends(connectionString: string, pids: readonly number[]): Promise<Backends> {
  let client: pg.Client | undefined;
  const end = afterLoopTime(ANSWER_MS, () => client?.connection.stream.destroy());
  try {
    // The constructor reads the certificates of the address, which may be missing while they are renewed.
    client = new pg.Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ own: number; busy: number[] }>(BUSY, [pids]);
    const [row] = rows;
    // `pg` does not declare the number of the server's process.
    const { processID } = client as unknown as { processID: number };
    return { isUp: true, busy: row?.own === processID ? new Set(row.busy) : null };
  } catch (error) {
    return { isUp: error instanceof pg.DatabaseError, busy: null };
  } finally {
    end();
    client?.end().catch(() => {});
  }
}
