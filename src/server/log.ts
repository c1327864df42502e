/** Structured logs: one JSON line per event on standard output. Never a key, a name, a query or an address of a caller. */
import { isDiskFull, isStoreUnavailable } from '#data/store/unavailable.ts';
import { withoutKeys } from '#platform/accounts/keys.ts';
import type { Log } from '#transports/http/server.ts';
import { operationalMessage } from './error-messages.ts';
import { droppedLine } from './output.ts';

/** Buffered, so that a request does not wait for the terminal; written soon, since a crash loses the rest, and an error at once. */
const BUFFER_CHARS = 32_768;
const FLUSH_MS = 100;
/** Unread output is buffered up to this size; further lines are dropped, and counted. */
const UNREAD_BYTES_MAX = 1_048_576;

/** A store that is away, or a full disk, fails every job again and again: the same text is written once in this time. */
const FAULT_REPEAT_MS = 60_000;

/** The numbers that log viewers know from pino and bunyan. */
const INFO = 30;
const ERROR = 50;

/** Lines go to the thread's standard output, which the first thread of the process forwards (guard.ts). */
export function createLog(
  level: 'all' | 'errors',
  dataFolder?: string,
): Log & { note(text: string): void; flush(): void } {
  let lines = '';
  let dropped = 0;
  let fault = { text: '', at: Number.NEGATIVE_INFINITY };
  /** The fault was written a moment ago. */
  const isRepeated = (text: string): boolean => {
    const at = performance.now();
    if (text === fault.text && at - fault.at < FAULT_REPEAT_MS) return true;
    fault = { text, at };
    return false;
  };
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
      const message = machineFaultOf(error, dataFolder);
      if (message !== null && isRepeated(message)) return;
      const text = message ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
      write(ERROR, { requestId, error: withoutKeys(text) });
      flush();
    },
    note: (text) => write(INFO, { note: withoutKeys(text) }),
    flush,
  };
}

/** A fault that the operator mends; its stack says nothing. Null for all others. */
function machineFaultOf(error: unknown, dataFolder: string | undefined): string | null {
  if (isStoreUnavailable(error)) return error.message;
  return isDiskFull(error) ? operationalMessage(error, dataFolder) : null;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Removes texts of the length of a secret: the ids of app requests in paths authorize the browser. */
const withoutIds = (path: string): string => path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, '…');
