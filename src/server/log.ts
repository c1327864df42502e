/** Structured logs: one JSON line per event on standard output. Never a key, a name, a query or an address of a caller. */
import { withoutKeys } from '#platform/accounts/keys.ts';
import type { Log } from '#transports/http/server.ts';
import { droppedLine } from './output.ts';

/** Buffered, so that a request does not wait for the terminal; written soon, since a crash loses the rest, and an error at once. */
const BUFFER_CHARS = 32_768;
const FLUSH_MS = 100;
/** Unread output is buffered up to this size; further lines are dropped, and counted. */
const UNREAD_BYTES_MAX = 1_048_576;

/** The numbers that log viewers know from pino and bunyan. */
const INFO = 30;
const ERROR = 50;

/** Lines go to the thread's standard output, which the first thread of the process forwards (guard.ts). */
export function createLog(level: 'all' | 'errors'): Log & { note(text: string): void; flush(): void } {
  let lines = '';
  let dropped = 0;
  const flush = (): void => {
    if (lines === '' && dropped === 0) return;
    if (process.stdout.writableLength >= UNREAD_BYTES_MAX) dropped += linesIn(lines);
    else {
      const missed = dropped;
      dropped = 0;
      process.stdout.write(missed === 0 ? lines : droppedLine(missed) + lines);
    }
    lines = '';
  };
  const write = (level: number, fields: object): void => {
    lines += `{"level":${level},"time":"${new Date().toISOString()}",${JSON.stringify(fields).slice(1)}\n`;
    if (lines.length >= BUFFER_CHARS) flush();
  };
  setInterval(flush, FLUSH_MS).unref();
  // Also of a thread that ends by an error.
  process.once('exit', flush);
  return {
    access: level === 'all' ? (line) => write(INFO, { ...line, path: withoutIds(withoutKeys(line.path)) }) : null,
    error(error, requestId) {
      write(ERROR, {
        requestId,
        error: withoutKeys(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      flush();
    },
    note: (text) => write(INFO, { note: withoutKeys(text) }),
    flush,
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Removes texts of the length of a secret: the ids of app requests in paths authorize the browser. */
const withoutIds = (path: string): string => path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, '…');
