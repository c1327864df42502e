/** IP addresses and networks as numbers of 128 bits; IPv4 addresses are mapped (`::ffff:a.b.c.d`). */
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { sha256 } from './hash.ts';
import { memoized } from './instant.ts';

export interface Subnet {
  /** The first address. */
  base: bigint;
  /** Prefix length, of 128 bits. */
  bits: number;
}

const BITS = 128;
const V4_BITS = 32;
const V4_PREFIX = 0xffffn << 32n;
/** The network that providers assign to one customer or server. */
const V6_CLIENT_NETWORK_BITS = 64;
/** What providers assign to a site: 65,536 networks of IPv6, 256 addresses of IPv4. */
const V6_SITE_BITS = 48;
const V4_SITE_BITS = BITS - V4_BITS + 24;

/** Null when the text is no address. The zone of a link-local address (`fe80::1%eth0`) is dropped. */
export function ipNumber(text: string): bigint | null {
  if (isIPv4(text)) return V4_PREFIX | v4Number(text);
  const [bare = ''] = text.split('%', 1);
  return isIPv6(bare) ? v6Number(bare) : null;
}

/** Canonical text of an address. */
export function ipText(number: bigint): string {
  if (isV4(number)) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((number >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}

/** Canonicalizes the text of an address. IPv4 has one notation only. */
export const sameText = (address: string): string => (isIPv4(address) ? address : ipText(ipNumber(address) ?? 0n));

/** `192.0.2.0/24`, `2001:db8::/32` or a single address; null otherwise. */
export function parseSubnet(text: string): Subnet | null {
  const [, address = '', length] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text.trim()) ?? [];
  const number = ipNumber(address);
  if (number === null) return null;
  const width = isIPv4(address) ? V4_BITS : BITS;
  if (Number(length ?? width) > width) return null;
  const bits = BITS - width + Number(length ?? width);
  return { base: firstOf(number, bits), bits };
}

export function subnetText({ base, bits }: Subnet): string {
  const isOfV4 = isV4(base) && bits >= BITS - V4_BITS;
  return `${ipText(base)}/${isOfV4 ? bits - (BITS - V4_BITS) : bits}`;
}

export const contains = ({ base, bits }: Subnet, number: bigint): boolean => firstOf(number, bits) === base;

/** The addresses of one caller: an IPv4 address, or an IPv6 network of 64 bits. */
export const clientNetworkOf = (number: bigint): Subnet => {
  const bits = isV4(number) ? BITS : V6_CLIENT_NETWORK_BITS;
  return { base: firstOf(number, bits), bits };
};

/** The same for text. Text that is no address is returned as it is. */
export function clientNetworkText(address: string): string {
  if (!address.includes(':')) return address;
  const number = ipNumber(address);
  return number === null ? address : subnetText(clientNetworkOf(number));
}

/** The site of an address or of its client network (`2001:db8::/64`): a single sender can use all of it. Other text is returned as it is. */
export const siteText = memoized((address: string): string => {
  const number = ipNumber(address.replace(/\/64$/, ''));
  if (number === null) return address;
  const bits = isV4(number) ? V4_SITE_BITS : V6_SITE_BITS;
  return subnetText({ base: firstOf(number, bits), bits });
});

/** One of 4,096 buckets of sites, for quotas on stored data. A million addresses share a bucket, so that it identifies no client. */
export const shareOf = (address: string): number => Number.parseInt(sha256(siteText(address)).slice(0, 3), 16);

const LOOPBACK: Subnet[] = [
  { base: V4_PREFIX | v4Number('127.0.0.0'), bits: 104 },
  { base: 1n, bits: 128 },
];

export const isLoopback = (number: bigint): boolean => LOOPBACK.some((network) => contains(network, number));

const isV4 = (number: bigint): boolean => number >> 32n === 0xffffn;

/** The address with all bits after the prefix set to 0. */
const firstOf = (number: bigint, bits: number): bigint => {
  const free = BigInt(BITS - bits);
  return (number >> free) << free;
};

function v4Number(text: string): bigint {
  return text.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

function v6Number(text: string): bigint {
  const hex = text.replace(/[^:]*\.[^:]*$/, (dotted) => {
    const number = v4Number(dotted);
    return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return groups.reduce((number, group) => (number << 16n) | BigInt(`0x${group}`), 0n);
}
