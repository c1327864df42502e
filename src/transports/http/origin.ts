/** Where a request was sent to, when the settings do not say how callers reach us. */
import { isOwnHost } from '#lib/values/own-host.ts';
import type { Request } from './request.ts';

/**
 * By a name only if it can be nobody else's: this machine's own. Other names are whatever a caller writes, and an answer that
 * somebody keeps must not send the next reader there; who reaches us by one sets `PUBLIC_URL`.
 */
export function originOf(request: Request): string {
  const { localAddress = '127.0.0.1', localPort } = request.raw.socket;
  const reached = `${bracketed(localAddress)}:${localPort}`;
  const host = request.header('host') ?? '';
  return `http://${isOwnHost(host) ? host : reached}`;
}

function bracketed(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** The origin under which we were reached, `publicUrl` where it is set; null for a name that is not ours. Without it only this machine's own names are. */
export function originReached(request: Request, publicUrl: string | null): string | null {
  const host = (request.header('host') ?? '').toLowerCase();
  if (!isOwnHost(host) && (publicUrl === null || host !== new URL(publicUrl).host)) return null;
  return publicUrl ?? `http://${host}`;
}
