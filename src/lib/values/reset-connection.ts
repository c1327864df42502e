/** Ends a connection so that its other end sees an error instead of an orderly end. */
import type { Socket } from 'node:net';

/**
 * `resetAndDestroy` of a socket that is shutting down fails (EINVAL of libuv), and node then never closes it: the descriptor stays open
 * and the process does not exit. Such a socket is closed without a reset.
 */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
