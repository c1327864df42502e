/** Standard output and error of a service: written without ever blocking, whatever their reader does. */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** A reader that stopped reading misses what comes after so much, and reads how many lines it missed. */
const UNREAD_BYTES_MAX = 4_194_304;
/** How soon a full pipe is tried again, and how late one whose reader takes nothing. */
const AGAIN_FIRST_MS = 1;
const AGAIN_MS = 50;

export interface Output {
  write(chunk: Buffer): void;
  /** When everything is written, or was dropped because the reader is gone. */
  written(): Promise<void>;
}

/**
 * Not by `process.stdout`: Node blocks on a terminal, which stands still after Ctrl-S, and does not block on a pipe only as long as
 * no process clears its O_NONBLOCK. libuv does so in every child process that inherits the descriptor, such as esbuild's.
 */
export function openOutput(stream: NodeJS.WriteStream & { fd: 1 | 2 }): Output {
  const { file, unblock } = unblocked(stream);
  const queue: Buffer[] = [];
  let unreadBytes = 0;
  let droppedLines = 0;
  /** What was taken last does not end with its line, or what was dropped last does not. */
  let isLineOpen = false;
  let isCutOpen = false;
  let again: NodeJS.Timeout | undefined;
  let delayMs = AGAIN_FIRST_MS;
  let waiting: (() => void)[] = [];
  const push = (chunk: Buffer): void => {
    queue.push(chunk);
    unreadBytes += chunk.length;
    isLineOpen = chunk.at(-1) !== NEWLINE;
  };
  /** In the place of what was dropped. */
  const tellDropped = (): void => {
    const count = droppedLines;
    droppedLines = 0;
    push(Buffer.from(`${isLineOpen ? '\n' : ''}${droppedLine(count)}`));
  };
  const send = (): void => {
    again = undefined;
    try {
      while (queue.length > 0 || droppedLines > 0) {
        if (queue.length === 0) tellDropped();
        const chunk = queue[0] as Buffer;
        unblock();
        const bytes = writeSync(file, chunk);
        delayMs = AGAIN_FIRST_MS;
        unreadBytes -= bytes;
        if (bytes < chunk.length) queue[0] = chunk.subarray(bytes);
        else queue.shift();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        again = setTimeout(send, delayMs);
        delayMs = Math.min(delayMs * 2, AGAIN_MS);
        return;
      }
      // The reader is gone (EPIPE, a terminal's EIO), or the disk is full: what it missed is lost, and the service goes on.
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
      if (droppedLines > 0) tellDropped();
      // The rest of a line whose beginning was dropped.
      const rest = isCutOpen ? chunk.subarray(chunk.indexOf(NEWLINE) + 1 || chunk.length) : chunk;
      isCutOpen &&= rest.length === 0 && chunk.at(-1) !== NEWLINE;
      if (rest.length > 0) push(rest);
      if (again === undefined) send();
    },
    written: () =>
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

/** As the log writes its lines. */
export const droppedLine = (count: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), note: `${count} lines of the output were dropped: nobody read them in time.` })}\n`;

/** A file to write to, and what is done before each write so that it does not block. */
function unblocked(stream: NodeJS.WriteStream & { fd: 1 | 2 }): { file: number; unblock(): void } {
  const { fd } = stream;
  const kind = fstatSync(fd);
  // Written to the cache of the system.
  if (kind.isFile()) return { file: fd, unblock() {} };
  if (!kind.isSocket()) {
    try {
      // An open file of our own: no other process changes its flags.
      const file = openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      return { file, unblock() {} };
    } catch {
      // It belongs to another user, or its reader is gone already.
    }
  }
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  return { file: fd, unblock: () => handle?.setBlocking?.(false) };
}
