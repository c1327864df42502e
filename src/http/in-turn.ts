/**
 * Requests of one connection are worked on one after the other: a caller that sends hundreds at once and reads no answer holds one
 * answer in memory, not all of them.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class InTurn {
  readonly #last = new WeakMap<Socket, ServerResponse>();

  /** Works at once where the answer before has left, and not at all when the connection ends first. */
  begin(socket: Socket, response: ServerResponse, work: () => void): void {
    const before = this.#last.get(socket);
    this.#last.set(socket, response);
    if (before === undefined || before.writableFinished) work();
    else
      before.once('close', () => {
        if (!socket.destroyed) work();
      });
  }
}
