/** Where a request came from: the other end of the connection, or what trusted proxies say of it. */
import type { Socket } from 'node:net';
import { contains, ipNumber, ipText, type Subnet, sameText } from '#lib/values/ip.ts';
import type { Request } from './request.ts';

/** Proxies that a request passes one after the other; what is written further to the left is not looked at. */
const HOPS_MAX = 10;

/** Other ends of connections that are remembered as proxies or not: proxies are few, and ask for everybody. */
const ENDS_MAX = 1_000;

export type AddressOf = (request: Request) => string;

/**
 * Every proxy adds to the right of `X-Forwarded-For` whom it heard from; whatever a caller wrote stands further left. So
 * the list is read from the right, for as long as those who wrote it are trusted. An entry that is no address ends it.
 */
export function addressReader(trusted: readonly Subnet[]): AddressOf {
  if (trusted.length === 0) return socketAddress;
  const isProxy = proxyTest(trusted);
  return (request) => {
    const remote = socketAddress(request);
    const forwarded = request.header('x-forwarded-for');
    if (forwarded === undefined || !isProxy(remote)) return remote;
    let last = sameText(remote);
    for (const entry of forwarded.split(',').slice(-HOPS_MAX).reverse()) {
      const text = withoutPort(entry.trim());
      const number = ipNumber(text);
      if (number === null) break;
      last = sameText(text);
      if (!isAmong(trusted, number)) break;
    }
    return last;
  };
}

/** Whether the other end of a connection is one of the proxies. */
export function proxyTest(trusted: readonly Subnet[]): (remote: string) => boolean {
  const known = new Map<string, boolean>();
  return (remote) => {
    const before = known.get(remote);
    if (before !== undefined) return before;
    if (known.size >= ENDS_MAX) known.clear();
    const number = ipNumber(remote);
    const isProxy = number !== null && isAmong(trusted, number);
    known.set(remote, isProxy);
    return isProxy;
  };
}

const isAmong = (networks: readonly Subnet[], number: bigint): boolean =>
  networks.some((network) => contains(network, number));

const socketAddress: AddressOf = ({ raw }) => remoteAddress(raw.socket);

/** IPv4 arrives as `::ffff:192.0.2.1` on sockets that listen for both. */
export function remoteAddress({ remoteAddress: address = '' }: Socket): string {
  return address.startsWith('::ffff:') ? ipText(ipNumber(address) ?? 0n) : address;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[(.+)\](?::[0-9]+)?$/.exec(entry)?.[1] ?? /^([0-9.]+):[0-9]+$/.exec(entry)?.[1] ?? entry;
