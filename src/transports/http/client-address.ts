/** The address that a request comes from, and the name by which it reached the service. */
import type { Socket } from 'node:net';
import { contains, ipNumber, ipText, type Subnet, sameText } from '#lib/values/ip.ts';
import { isOwnHost } from '#lib/values/own-address.ts';
import type { Request } from './request.ts';

/** The most proxies in a chain; entries further to the left are ignored. */
const HOPS_MAX = 10;

/** The size of the cache of peer addresses: proxies are few and frequent. */
const CACHE_MAX = 1_000;

export type AddressOf = (request: Request) => string;

/**
 * Each proxy appends its peer to `X-Forwarded-For`; entries of the caller stand further left. The list is read from the right
 * while the writers are trusted. An entry that is no address ends it.
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

/** Whether the peer of a connection is a trusted proxy. */
export function proxyTest(trusted: readonly Subnet[]): (remote: string) => boolean {
  const cache = new Map<string, boolean>();
  return (remote) => {
    const cached = cache.get(remote);
    if (cached !== undefined) return cached;
    if (cache.size >= CACHE_MAX) cache.clear();
    const number = ipNumber(remote);
    const isProxy = number !== null && isAmong(trusted, number);
    cache.set(remote, isProxy);
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

/**
 * The origin of a request without a public URL: a name only if it is this machine's own. Any other name is written by the
 * caller, and a cached answer must not send the next reader there; `PUBLIC_URL` sets it.
 */
export function originOf(request: Request): string {
  const { localAddress = '127.0.0.1', localPort } = request.raw.socket;
  const local = `${bracketed(localAddress)}:${localPort}`;
  const host = request.header('host') ?? '';
  return `http://${isOwnHost(host) ? host : local}`;
}

function bracketed(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** The origin by which the service was reached: `publicUrl` when set; null for a foreign name. */
export function originReached(request: Request, publicUrl: string | null): string | null {
  const host = (request.header('host') ?? '').toLowerCase();
  if (!isOwnHost(host) && (publicUrl === null || host !== new URL(publicUrl).host)) return null;
  return publicUrl ?? `http://${host}`;
}

/** Headers of proxies. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'];
const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;
/** A foreign name that resolves to this machine is how other sites' pages reach it. */
const OWN_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/i;

type AddressedRequest = Pick<Request, 'header'> & { raw: { socket: { remoteAddress?: string | undefined } } };

/**
 * Whether a request comes from this machine: over loopback, to its own name and without proxy headers. A local proxy without
 * such headers looks the same; its operator sets `PUBLIC_URL`.
 */
export const isFromThisMachine = (request: AddressedRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') &&
  OWN_HOST.test(request.header('host') ?? '') &&
  FORWARDING.every((name) => request.header(name) === undefined);
