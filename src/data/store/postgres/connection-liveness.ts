/**
 * Connections on which nothing will ever come back, found out while somebody waits on them: a router forgot them, or the server
 * was cut off and is back. A further connection asks the server what it does for each of them. One that the server works on is
 * left alone, however long it takes; of the others nothing is to be expected.
 */
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { SilentServer, SwallowedConnection } from './connection-errors.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';

/** Time is counted in looks, so that a thread that was busy with itself takes nobody for silent. */
const POLL_MS = 500;
/** Most statements take milliseconds; nobody is asked about those. */
const LATE_POLLS = 2;
/** A statement that the server works on is asked about less and less often, but at least this often. */
const BUSY_POLLS_MAX = 20;
/** So long nobody was answered, nor could get in: the server is given up, also by statements that may take for ever. */
const GIVE_UP_POLLS = 20;
/** Time for what the server has sent already to be read here. */
const ARRIVAL_MS = 250;

interface LivenessWatch {
  add(client: pg.Client): void;
  /** Nobody uses it now: it goes when another of them is found out, before somebody waits on it, too. */
  rest(client: pg.Client): void;
  use(client: pg.Client): void;
}

/** What the driver knows of a connection, beyond its types. */
type DriverClient = pg.Client & { readyForQuery?: boolean; processID: number | null; connection: { stream: Stream } };
type Stream = { bytesRead: number; destroy(error: Error): void };

/** How much came back until which look, and at which one the server is asked about it. */
interface Traffic {
  bytes: number;
  at: number;
  askAt: number;
}

export function watchLiveness(connectionString: string): LivenessWatch {
  const talks = new Map<DriverClient, Traffic>();
  const resting = new Set<DriverClient>();
  let timer: NodeJS.Timeout | undefined;
  let now = 0;
  /** The last look at which the server was there. */
  let thereAt = 0;
  /** One question at a time: a server that takes long for everything must not be asked on ever more connections. */
  let isAsking = false;

  const look = (): void => {
    now++;
    for (const [client, heard] of talks) {
      const bytes = bytesOf(client);
      if (bytes !== heard.bytes) thereAt = now;
      if (bytes !== heard.bytes || !isWaiting(client)) talks.set(client, { bytes, at: now, askAt: now + LATE_POLLS });
    }
    const late = [...talks].filter(([client, { askAt }]) => askAt <= now && isWaiting(client));
    for (const [client, { at }] of late)
      if (now - Math.max(at, thereAt) > GIVE_UP_POLLS)
        client.connection.stream.destroy(new SilentServer(POLL_MS * GIVE_UP_POLLS));
    if (late.length > 0 && !isAsking) void ask(late);
  };

  const ask = async (late: readonly [DriverClient, Traffic][]): Promise<void> => {
    isAsking = true;
    try {
      const answer = await busyBackends(
        connectionString,
        late.map(([client]) => client.processID ?? 0),
      );
      if (!answer.isUp) return;
      thereAt = now;
      if (answer.busy === null) return;
      await sleep(ARRIVAL_MS, undefined, { ref: false });
      for (const [client, heard] of late) destroyIfIdle(client, heard, answer.busy);
    } finally {
      isAsking = false;
    }
  };

  const destroyIfIdle = (client: DriverClient, heard: Traffic, busy: ReadonlySet<number>): void => {
    // Heard of since it was asked about, or judged already.
    if (talks.get(client) !== heard || bytesOf(client) !== heard.bytes || !isWaiting(client)) return;
    if (busy.has(client.processID ?? 0)) {
      heard.askAt = now + Math.min(now - heard.at, BUSY_POLLS_MAX);
      return;
    }
    for (const lost of [client, ...resting]) lost.connection.stream.destroy(new SwallowedConnection());
  };

  return {
    add(client) {
      const talk = client as DriverClient;
      talks.set(talk, { bytes: 0, at: now, askAt: now + LATE_POLLS });
      timer ??= setInterval(look, POLL_MS).unref();
      client.once('end', () => {
        talks.delete(talk);
        resting.delete(talk);
        if (talks.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    rest: (client) => void resting.add(client as DriverClient),
    use: (client) => void resting.delete(client as DriverClient),
  };
}

/** For the answer to a statement. One that is not in yet has its own deadline. */
const isWaiting = (client: DriverClient): boolean => client.processID !== null && client.readyForQuery === false;

const bytesOf = (client: DriverClient): number => client.connection.stream.bytesRead;

/** A server that is there lets a further connection in and answers it within this; one that is crowded is asked again. */
const ANSWER_MS = 2_000;

interface Backends {
  /** It said something, be it that it lets nobody in. */
  isUp: boolean;
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
    return { isUp: true, busy: row?.own === processID ? new Set(row.busy) : null };
  } catch (error) {
    return { isUp: error instanceof pg.DatabaseError, busy: null };
  } finally {
    end();
    client?.end().catch(() => {});
  }
}
