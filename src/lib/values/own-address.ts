import { memoized } from './instant.ts';
import { ipNumber, isLoopback } from './ip.ts';

/** Addresses of the service on its own machine. */

export interface ListenAddress {
  host: string;
  port: number;
}

/** For links if no public address is configured. A wildcard listen address is replaced by the loopback. */
export function ownAddress({ host, port }: ListenAddress): string {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Longer names are no addresses, and are not remembered. */
const HOST_LENGTH_MAX = 60;

/** True for `localhost` and loopback addresses in a `Host` header, with any port: containers map ports. */
export const isOwnHost = (host: string): boolean => host.length <= HOST_LENGTH_MAX && isLoopbackHost(host);

const isLoopbackHost = memoized((host: string): boolean => {
  const [, name = ''] = /^(localhost|\[[0-9a-f:.]{2,45}\]|[0-9.]{7,15})(?::[0-9]{1,5})?$/i.exec(host) ?? [];
  if (name.toLowerCase() === 'localhost') return true;
  const number = ipNumber(name.replace(/^\[|\]$/g, ''));
  return number !== null && isLoopback(number);
});
