/** Structured logs: one JSON line per event on standard output. Never a key, a name, a query or an address of a caller. */
import { pino } from 'pino';
import { withoutKeys } from '#accounts/keys-in-text.ts';
import type { Log } from '#http/server.ts';

/** Buffered, so that a request does not wait for the terminal; flushed within a second and at exit. */
const BUFFER_BYTES = 8_192;
const FLUSH_MS = 1_000;

export function createLog(level: 'all' | 'errors'): Log & { note(text: string): void; flush(): void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  setInterval(() => destination.flush(), FLUSH_MS).unref();
  return {
    access: level === 'all' ? (line) => logger.info({ ...line, path: withoutIds(withoutKeys(line.path)) }) : null,
    error: (error, requestId) =>
      logger.error({
        requestId,
        error: withoutKeys(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      }),
    note: (text) => logger.info({ note: withoutKeys(text) }),
    flush: () => destination.flushSync(),
  };
}

/** What is as long as a secret of ours may be one: ids of what apps ask for stand in paths, and a browser goes on by them. */
const withoutIds = (path: string): string => path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, '…');
