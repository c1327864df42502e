/**
 * Connections on which nothing will ever come back, found out while somebody waits on them: a router forgot them, or the server
 * was cut off and is back. A further connection asks the server what it does for each of them. One that the server works on is
 * left alone, however long it takes; of the others nothing is to be expected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { busyBackends } from './backends.ts';
import { SilentServer, SwallowedConnection } from './connection-errors.ts';

/** Time is counted in looks, so that a thread that was busy with itself takes nobody for silent. */
const LOOK_MS = 500;
/** Most statements take milliseconds; nobody is asked about those. */
const LATE_LOOKS = 2;
/** A statement that the server works on is asked about less and less often, but at least this often. */
const BUSY_LOOKS_MAX = 20;
/** So long nobody was answered, nor could get in: the server is given up, also by statements that may take for ever. */
const GONE_LOOKS = 20;
/** Time for what the server has sent already to be read here. */
const ARRIVAL_MS = 250;

export interface SilenceWatch {
  add(client: pg.Client): void;
  /** Nobody uses it now: it goes when another of them is found out, before somebody waits on it, too. */
  rest(client: pg.Client): void;
  use(client: pg.Client): void;
}

/** What the driver knows of a connection, beyond its types. */
type Talk = pg.Client & { readyForQuery?: boolean; processID: number | null; connection: { stream: Stream } };
type Stream = { bytesRead: number; destroy(error: Error): void };

/** How much came back until which look, and at which one the server is asked about it. */
interface Heard {
  bytes: number;
  at: number;
  askAt: number;
}

export function watchSilence(connectionString: string): SilenceWatch {
  const talks = new Map<Talk, Heard>();
  const resting = new Set<Talk>();
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
      if (bytes !== heard.bytes || !isWaiting(client)) talks.set(client, { bytes, at: now, askAt: now + LATE_LOOKS });
    }
    const late = [...talks].filter(([client, { askAt }]) => askAt <= now && isWaiting(client));
    for (const [client, { at }] of late)
      if (now - Math.max(at, thereAt) > GONE_LOOKS)
        client.connection.stream.destroy(new SilentServer(LOOK_MS * GONE_LOOKS));
    if (late.length > 0 && !isAsking) void ask(late);
  };

  const ask = async (late: readonly [Talk, Heard][]): Promise<void> => {
    isAsking = true;
    try {
      const answer = await busyBackends(
        connectionString,
        late.map(([client]) => client.processID ?? 0),
      );
      if (!answer.isThere) return;
      thereAt = now;
      if (answer.busy === null) return;
      await sleep(ARRIVAL_MS, undefined, { ref: false });
      for (const [client, heard] of late) judge(client, heard, answer.busy);
    } finally {
      isAsking = false;
    }
  };

  const judge = (client: Talk, heard: Heard, busy: ReadonlySet<number>): void => {
    // Heard of since it was asked about, or judged already.
    if (talks.get(client) !== heard || bytesOf(client) !== heard.bytes || !isWaiting(client)) return;
    if (busy.has(client.processID ?? 0)) {
      heard.askAt = now + Math.min(now - heard.at, BUSY_LOOKS_MAX);
      return;
    }
    for (const lost of [client, ...resting]) lost.connection.stream.destroy(new SwallowedConnection());
  };

  return {
    add(client) {
      const talk = client as Talk;
      talks.set(talk, { bytes: 0, at: now, askAt: now + LATE_LOOKS });
      timer ??= setInterval(look, LOOK_MS).unref();
      client.once('end', () => {
        talks.delete(talk);
        resting.delete(talk);
        if (talks.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    rest: (client) => void resting.add(client as Talk),
    use: (client) => void resting.delete(client as Talk),
  };
}

/** For the answer to a statement. One that is not in yet has its own deadline. */
const isWaiting = (client: Talk): boolean => client.processID !== null && client.readyForQuery === false;

const bytesOf = (client: Talk): number => client.connection.stream.bytesRead;
