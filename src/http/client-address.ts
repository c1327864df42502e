/** Where a request came from: the other end of the connection, or what trusted proxies say of it. */
import type { Socket } from 'node:net';
import { contains, ipNumber, ipText, type Subnet } from '#base/ip.ts';
import type { Request } from './request.ts';

/** Proxies that a request passes one after the other; what is written further to the left is not looked at. */
const HOPS_MAX = 10;

export type AddressOf = (request: Request) => string;

/**
 * Every proxy adds to the right of `X-Forwarded-For` whom it heard from; whatever a caller wrote stands further left. So
 * the list is read from the right, for as long as those who wrote it are trusted. An entry that is no address ends it.
 */
export function addressReader(trusted: readonly Subnet[]): AddressOf {
  if (trusted.length === 0) return socketAddress;
  const isTrusted = (number: bigint): boolean => trusted.some((network) => contains(network, number));
  return (request) => {
    const remote = socketAddress(request);
    const forwarded = request.header('x-forwarded-for');
    if (forwarded === undefined) return remote;
    let last = ipNumber(remote);
    if (last === null || !isTrusted(last)) return remote;
    for (const entry of forwarded.split(',').slice(-HOPS_MAX).reverse()) {
      const number = ipNumber(withoutPort(entry.trim()));
      if (number === null) break;
      last = number;
      if (!isTrusted(number)) break;
    }
    return ipText(last);
  };
}

const socketAddress: AddressOf = ({ raw }) => remoteAddress(raw.socket);

/** IPv4 arrives as `::ffff:192.0.2.1` on sockets that listen for both. */
export function remoteAddress({ remoteAddress: address = '' }: Socket): string {
  return address.startsWith('::ffff:') ? ipText(ipNumber(address) ?? 0n) : address;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[(.+)\](?::[0-9]+)?$/.exec(entry)?.[1] ?? /^([0-9.]+):[0-9]+$/.exec(entry)?.[1] ?? entry;
