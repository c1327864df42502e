/** A connection to Redis or Valkey that reconnects by itself. A caller waits for at most half a second. */
import type { RedisSettings } from './redis-address.ts';
import { openSession, type RedisSession } from './redis-session.ts';

/** Timeout of an answer, after which the session is closed. */
const REPLY_MS = 500;
/** Interval of the timeout check. */
const TICK_MS = 100;
/** Timeout of opening a session, which may query several Sentinels. */
const OPEN_MS = 5_000;
/** Sentinels need a second or more to name another server. With longer pauses this host would count alone for longer. */
const RETRY_MS = { first: 100, most: 2_000 };

/** Rejects if the connection is down or lost, the answer is an error, or is late. */
export type RedisCall = (...words: (string | number)[]) => Promise<unknown>;

export interface RedisConnection {
  isUp(): boolean;
  /** Runs `work` in the current session. Any failure of `work` closes the session: also an answer that it rejects. */
  run<Result>(work: (call: RedisCall) => Promise<Result>): Promise<Result>;
  close(): void;
}

interface RedisEvents {
  /** Runs in every new session before the session counts as up. */
  prepare(call: RedisCall): Promise<unknown>;
  onUp(): void;
  onDown(error: Error): void;
}

export function connectRedis(settings: RedisSettings, { prepare, onUp, onDown }: RedisEvents): RedisConnection {
  let session: RedisSession | null = null;
  /** Aborts the open session, or the one that is being opened. */
  let ending = new AbortController();
  /** Start of the session by `performance.now`; null while the connection is down. */
  let upSince: number | null = null;
  let closed = false;
  /** Number of the current session: events of earlier ones are ignored. */
  let current = 0;
  /** Attempts to open a session. */
  let tries = 0;
  let retryMs = RETRY_MS.first;
  let retry: NodeJS.Timeout | undefined;
  const pendingCalls = new Set<PendingCall>();
  let ticks = 0;

  const call: RedisCall = (...words) => {
    if (!session) return Promise.reject(new Error('Redis is not connected.'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const pending = { reject, since: ticks };
    pendingCalls.add(pending);
    session
      .send(words.map(String))
      .then(resolve, reject)
      .finally(() => pendingCalls.delete(pending));
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
    // A server that fails right after connecting gets growing pauses, too.
    if (upSince !== null && performance.now() - upSince >= RETRY_MS.most) retryMs = RETRY_MS.first;
    upSince = null;
    for (const { reject } of pendingCalls) reject(error);
    pendingCalls.clear();
    ending.abort();
    if (closed) return;
    onDown(error);
    clearTimeout(retry);
    retry = setTimeout(open, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS.most);
  };

  const timer = setInterval(() => {
    const [first] = pendingCalls;
    const number = current;
    // Timeouts count ticks, not wall time: a thread that was blocked does not time out its server.
    if (!first || ++ticks - first.since <= REPLY_MS / TICK_MS) return;
    // The answer may be waiting in the socket of a busy thread: the event loop reads it before this callback.
    setImmediate(() => {
      if (pendingCalls.has(first)) lose(number, new Error(`Redis did not answer within ${REPLY_MS} ms.`));
    });
  }, TICK_MS).unref();

  void open();
  return {
    isUp: () => upSince !== null,
    async run(work) {
      // A lost session is not closed again: the next one is being opened.
      if (upSince === null) throw new Error('Redis is not connected.');
      const number = current;
      try {
        return await work(call);
      } catch (error) {
        // Missing scripts, a read-only replica or another server: a new session checks whether counting works again.
        lose(number, error as Error);
        throw error;
      }
    },
    close() {
      closed = true;
      clearInterval(timer);
      clearTimeout(retry);
      lose(current, new Error('Redis is not needed any more.'));
    },
  };
}

interface PendingCall {
  reject(error: Error): void;
  /** Tick of the call. */
  since: number;
}
