/**
 * Requests of one connection are worked on one after the other: a caller that sends hundreds at once and reads no answer holds one
 * answer in memory, not all of them. Between two of them the event loop turns, so that other connections have theirs.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests that wait on one connection before no more is read from it: nothing that a caller sent is lost, and whoever sends faster than
 * we answer waits at the network's own pace. What one read brought (64 KB) is parsed all the same.
 */
export const WAITING_MAX = 100;

interface Line {
  last: ServerResponse;
  waiting: number;
  /** Whether reading was stopped. */
  isHeld: boolean;
}

export class PipeliningGuard {
  readonly #lines = new WeakMap<Socket, Line>();

  /** Works at once where the answer before has left, and not at all when the connection ends first. */
  begin(socket: Socket, response: ServerResponse, work: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, { last: response, waiting: 0, isHeld: false });
      work();
      return;
    }
    const before = line.last;
    line.last = response;
    if (before.writableFinished) {
      work();
      return;
    }
    line.waiting++;
    if (line.waiting >= WAITING_MAX) hold(socket, line);
    const next = (): void => {
      line.waiting--;
      if (socket.destroyed) return;
      if (line.isHeld && line.waiting < WAITING_MAX) {
        line.isHeld = false;
        socket.resume();
      }
      work();
    };
    // Called from the event itself, a chain of quick answers would never let the loop turn.
    before.once('close', () => setImmediate(next));
  }
}

function hold(socket: Socket, line: Line): void {
  if (line.isHeld) return;
  line.isHeld = true;
  socket.pause();
  // Node resumes the socket by itself behind every message that it has parsed.
  const keep = (): void => {
    if (line.isHeld) socket.pause();
    else socket.off('resume', keep);
  };
  socket.on('resume', keep);
}
