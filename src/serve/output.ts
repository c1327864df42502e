/** Standard output and error of a service: written without ever blocking, whatever their reader does. */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** A reader that stopped reading misses what comes after so much. */
const UNREAD_BYTES_MAX = 4_194_304;
/** How often a reader that takes nothing is tried again. */
const AGAIN_MS = 50;

export interface Output {
  write(chunk: Buffer): void;
  /** When everything is written, or was dropped because the reader is gone. */
  written(): Promise<void>;
}

/**
 * Not by `process.stdout`: Node blocks on a terminal, which stands still after Ctrl-S, and does not block on a pipe only as long as
 * nobody clears its O_NONBLOCK. libuv does so in every child process that inherits the descriptor, such as esbuild's.
 */
export function openOutput(stream: NodeJS.WriteStream & { fd: 1 | 2 }): Output {
  const { file, unblock } = unblocked(stream);
  const queue: Buffer[] = [];
  let unreadBytes = 0;
  let again: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];
  const drop = (): void => {
    queue.length = 0;
    unreadBytes = 0;
  };
  const send = (): void => {
    again = undefined;
    try {
      for (let [chunk] = queue; chunk; [chunk] = queue) {
        unblock();
        const bytes = writeSync(file, chunk);
        unreadBytes -= bytes;
        if (bytes < chunk.length) queue[0] = chunk.subarray(bytes);
        else queue.shift();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        again = setTimeout(send, AGAIN_MS);
        return;
      }
      // The reader is gone (EPIPE, a terminal's EIO), or the disk is full: what it missed is lost, and the service goes on.
      drop();
    }
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    write(chunk) {
      if (unreadBytes >= UNREAD_BYTES_MAX) return;
      queue.push(chunk);
      unreadBytes += chunk.length;
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

/** A file to write to, and what is done before each write so that it does not block. */
function unblocked(stream: NodeJS.WriteStream & { fd: 1 | 2 }): { file: number; unblock(): void } {
  const { fd } = stream;
  const kind = fstatSync(fd);
  // Written to the cache of the system.
  if (kind.isFile()) return { file: fd, unblock() {} };
  if (!kind.isSocket()) {
    try {
      // An open file of our own: nobody else changes its flags.
      const file = openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      return { file, unblock() {} };
    } catch {
      // It belongs to another user, or its reader is gone already.
    }
  }
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  return { file: fd, unblock: () => handle?.setBlocking?.(false) };
}
