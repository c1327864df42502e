/** A connection to Redis or Valkey that comes back by itself, and that nobody waits for longer than half a second. */
import type { RedisSettings } from './redis-address.ts';
import { openSession, type RedisSession } from './redis-session.ts';

/** A caller waits for his count; whoever answers later than this is taken for gone. */
const REPLY_MS = 500;
/** How often it is looked whether an answer is late. */
const LOOK_MS = 100;
/** For a session to be opened: several Sentinels may be asked for the server. */
const OPEN_MS = 5_000;
/** Sentinels need a second or more to name another server; who asks seldom would count alone for that much longer. */
const RETRY_MS = { first: 100, most: 2_000 };

/** Rejected when the connection is down or is lost, the answer is an error, or does not come in time. */
export type RedisCall = (...words: (string | number)[]) => Promise<unknown>;

export interface RedisConnection {
  isUp(): boolean;
  /** Asks in the session that is there. Whatever fails loses it: also an answer that says nothing to whoever asked. */
  ask<Said>(asking: (call: RedisCall) => Promise<Said>): Promise<Said>;
  close(): void;
}

export interface RedisEvents {
  /** Runs in every new session before it counts as up. */
  prepare(call: RedisCall): Promise<unknown>;
  onUp(): void;
  onDown(error: Error): void;
}

export function connectRedis(settings: RedisSettings, { prepare, onUp, onDown }: RedisEvents): RedisConnection {
  let session: RedisSession | null = null;
  /** Of the session that is there, or is being opened. */
  let ending = new AbortController();
  /** Since when it counts, as `performance.now` tells it; null: it does not. */
  let upSince: number | null = null;
  let closed = false;
  /** Counts sessions: what an earlier one still has to say concerns nobody. */
  let current = 0;
  /** Sessions that were opened, or tried. */
  let tries = 0;
  let retryMs = RETRY_MS.first;
  let retry: NodeJS.Timeout | undefined;
  const waiting = new Set<Waiting>();
  let looks = 0;

  const call: RedisCall = (...words) => {
    if (!session) return Promise.reject(new Error('Redis is not connected.'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const asked = { reject, since: looks };
    waiting.add(asked);
    session
      .send(words.map(String))
      .then(resolve, reject)
      .finally(() => waiting.delete(asked));
    return promise;
  };

  const open = async (): Promise<void> => {
    const number = ++current;
    ending = new AbortController();
    const onLost = (error: Error): void => lose(number, error);
    const late = setTimeout(() => onLost(new Error(`Redis was not reached within ${OPEN_MS} ms.`)), OPEN_MS).unref();
    try {
      const opened = await openSession(settings, onLost, ending.signal, tries++);
      if (number !== current) return;
      session = opened;
      await prepare(call);
      if (number !== current) return;
      upSince = performance.now();
      onUp();
    } catch (error) {
      onLost(error as Error);
    } finally {
      clearTimeout(late);
    }
  };

  const lose = (number: number, error: Error): void => {
    if (number !== current) return;
    current++;
    session = null;
    // One that is there and fails at once is left alone for longer and longer, like one that is not there.
    if (upSince !== null && performance.now() - upSince >= RETRY_MS.most) retryMs = RETRY_MS.first;
    upSince = null;
    for (const { reject } of waiting) reject(error);
    waiting.clear();
    ending.abort();
    if (closed) return;
    onDown(error);
    clearTimeout(retry);
    retry = setTimeout(open, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS.most);
  };

  const look = setInterval(() => {
    const [first] = waiting;
    const number = current;
    // Time is counted in looks: a thread that stood still takes nobody for gone.
    if (!first || ++looks - first.since <= REPLY_MS / LOOK_MS) return;
    // A thread that was busy itself has the answer lying there: it is read before this is asked again.
    setImmediate(() => {
      if (waiting.has(first)) lose(number, new Error(`Redis did not answer within ${REPLY_MS} ms.`));
    });
  }, LOOK_MS).unref();

  void open();
  return {
    isUp: () => upSince !== null,
    async ask(asking) {
      // One that is lost already is not lost again: the next one is under way.
      if (upSince === null) throw new Error('Redis is not connected.');
      const number = current;
      try {
        return await asking(call);
      } catch (error) {
        // Scripts that are gone, a replica that may not write, no Redis any more: a new session finds out whether it works again.
        lose(number, error as Error);
        throw error;
      }
    },
    close() {
      closed = true;
      clearInterval(look);
      clearTimeout(retry);
      lose(current, new Error('Redis is not needed any more.'));
    },
  };
}

interface Waiting {
  reject(error: Error): void;
  /** So many looks were made before. */
  since: number;
}
