/** Standard output and error of a service, written without ever blocking on a slow reader. */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** Output beyond this is dropped; the reader gets the number of dropped lines. */
const UNREAD_BYTES_MAX = 4_194_304;
/** First and longest delay before a write to a full pipe is retried. */
const RETRY_FIRST_MS = 1;
const RETRY_MS_MAX = 50;

export interface Output {
  write(chunk: Buffer): void;
  /** Resolves when everything is written, or dropped for want of a reader. */
  flushed(): Promise<void>;
}

/**
 * `process.stdout` would block: on a terminal, which stops after Ctrl-S, and on a pipe as soon as another process clears its O_NONBLOCK.
 * libuv clears it in every child process that inherits the descriptor, such as esbuild's.
 */
export function openOutput(stream: NodeJS.WriteStream & { fd: 1 | 2 }): Output {
  const { file, unblock } = unblocked(stream);
  const queue: Buffer[] = [];
  let unreadBytes = 0;
  let droppedLines = 0;
  /** Whether the last queued chunk, or the last dropped one, ends within a line. */
  let isLineOpen = false;
  let isCutOpen = false;
  let retry: NodeJS.Timeout | undefined;
  let delayMs = RETRY_FIRST_MS;
  let waiting: (() => void)[] = [];
  const push = (chunk: Buffer): void => {
    queue.push(chunk);
    unreadBytes += chunk.length;
    isLineOpen = chunk.at(-1) !== NEWLINE;
  };
  /** Replaces the dropped lines. */
  const reportDropped = (): void => {
    const count = droppedLines;
    droppedLines = 0;
    push(Buffer.from(`${isLineOpen ? '\n' : ''}${droppedLine(count)}`));
  };
  const send = (): void => {
    retry = undefined;
    try {
      while (queue.length > 0 || droppedLines > 0) {
        if (queue.length === 0) reportDropped();
        const chunk = queue[0] as Buffer;
        unblock();
        const bytes = writeSync(file, chunk);
        delayMs = RETRY_FIRST_MS;
        unreadBytes -= bytes;
        if (bytes < chunk.length) queue[0] = chunk.subarray(bytes);
        else queue.shift();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        retry = setTimeout(send, delayMs);
        delayMs = Math.min(delayMs * 2, RETRY_MS_MAX);
        return;
      }
      // The reader is gone (EPIPE, a terminal's EIO), or the disk is full: the output is lost, and the service continues.
      queue.length = 0;
      unreadBytes = 0;
      droppedLines = 0;
    }
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    write(chunk) {
      if (unreadBytes >= UNREAD_BYTES_MAX) {
        droppedLines += linesIn(chunk);
        isCutOpen = chunk.at(-1) !== NEWLINE;
        return;
      }
      if (droppedLines > 0) reportDropped();
      // The rest of a line whose beginning was dropped.
      const rest = isCutOpen ? chunk.subarray(chunk.indexOf(NEWLINE) + 1 || chunk.length) : chunk;
      isCutOpen &&= rest.length === 0 && chunk.at(-1) !== NEWLINE;
      if (rest.length > 0) push(rest);
      if (retry === undefined) send();
    },
    flushed: () =>
      queue.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
  };
}

const NEWLINE = 0x0a;

function linesIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** In the format of the log. */
export const droppedLine = (count: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), note: `${count} lines of the output were dropped: they were not read in time.` })}\n`;

/** The file to write to; `unblock` runs before each write. */
function unblocked(stream: NodeJS.WriteStream & { fd: 1 | 2 }): { file: number; unblock(): void } {
  const { fd } = stream;
  const kind = fstatSync(fd);
  // A write to a file ends in the cache of the system.
  if (kind.isFile()) return { file: fd, unblock() {} };
  if (!kind.isSocket()) {
    try {
      // A separate open file: no other process changes its flags.
      const file = openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      return { file, unblock() {} };
    } catch {
      // The file belongs to another user, or its reader is gone.
    }
  }
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  return { file: fd, unblock: () => handle?.setBlocking?.(false) };
}
