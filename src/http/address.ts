/** Where a request came from. */
import type { Request } from './request.ts';

/** IPv4 arrives as `::ffff:192.0.2.1` on sockets that listen for both. */
export const socketAddress = ({ raw }: Request): string =>
  (raw.socket.remoteAddress ?? '').replace(/^::ffff:(?=[0-9.]+$)/, '');
