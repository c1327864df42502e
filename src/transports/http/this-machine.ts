/** Whether a request comes from this machine itself: from its loopback, to a name of its own, and by no proxy that says so. */
import type { Request } from './request.ts';

/** Set by proxies. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'];
const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;
/** A name of somebody else's that leads to this machine is how pages of strangers reach it. */
const OWN_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/i;

export type AddressedRequest = Pick<Request, 'header'> & { raw: { socket: { remoteAddress?: string | undefined } } };

/** A proxy on this machine that says nothing of itself cannot be told from a browser on it: who has one sets `PUBLIC_URL`. */
export const isFromThisMachine = (request: AddressedRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') &&
  OWN_HOST.test(request.header('host') ?? '') &&
  FORWARDING.every((name) => request.header(name) === undefined);
