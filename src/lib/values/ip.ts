/** Internet addresses and networks as numbers of 128 bits; IPv4 has its place among them (`::ffff:a.b.c.d`), so that both are one kind. */
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { sha256 } from './hash.ts';

export interface Subnet {
  /** The first address. */
  base: bigint;
  /** How many of the 128 bits are fixed. */
  bits: number;
}

const BITS = 128;
const V4_BITS = 32;
const V4_PLACE = 0xffffn << 32n;
/** What providers give to one household or server. */
const V6_CLIENT_NETWORK_BITS = 64;
/** What providers give to whoever asks for more: 65,536 households. */
const V6_SITE_BITS = 48;

/** Null when the text is no address. The zone of a link-local address (`fe80::1%eth0`) is left out. */
export function ipNumber(text: string): bigint | null {
  if (isIPv4(text)) return V4_PLACE | v4Number(text);
  const [bare = ''] = text.split('%', 1);
  return isIPv6(bare) ? v6Number(bare) : null;
}

/** The one way of writing an address. */
export function ipText(number: bigint): string {
  if (isV4(number)) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((number >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}

/** The same of an address as text. IPv4 has no other way. */
export const sameText = (address: string): string => (isIPv4(address) ? address : ipText(ipNumber(address) ?? 0n));

/** `192.0.2.0/24`, `2001:db8::/32` or a single address; null when it is neither. */
export function parseSubnet(text: string): Subnet | null {
  const [, address = '', length] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text.trim()) ?? [];
  const number = ipNumber(address);
  if (number === null) return null;
  const room = isIPv4(address) ? V4_BITS : BITS;
  if (Number(length ?? room) > room) return null;
  const bits = BITS - room + Number(length ?? room);
  return { base: firstOf(number, bits), bits };
}

export function subnetText({ base, bits }: Subnet): string {
  const isOfV4 = isV4(base) && bits >= BITS - V4_BITS;
  return `${ipText(base)}/${isOfV4 ? bits - (BITS - V4_BITS) : bits}`;
}

export const contains = ({ base, bits }: Subnet, number: bigint): boolean => firstOf(number, bits) === base;

/** Everything that one caller can send from: an IPv4 address, or an IPv6 network of 64 bits. */
export const clientNetworkOf = (number: bigint): Subnet => {
  const bits = isV4(number) ? BITS : V6_CLIENT_NETWORK_BITS;
  return { base: firstOf(number, bits), bits };
};

/** The same of an address as text. What is no address stands for itself. */
export function clientNetworkText(address: string): string {
  if (!address.includes(':')) return address;
  const number = ipNumber(address);
  return number === null ? address : subnetText(clientNetworkOf(number));
}

/**
 * Which of 4,096 shares of a store somebody's leavings count for: the same for a million other addresses, so that it says of nobody
 * where they were, and for the whole of an IPv6 site, whose every household is one sender's to use.
 */
export function shareOf(address: string): number {
  const number = ipNumber(address);
  const network = number === null || isV4(number) ? (number ?? 0n) : firstOf(number, V6_SITE_BITS);
  return Number.parseInt(sha256(ipText(network)).slice(0, 3), 16);
}

const LOOPBACK: Subnet[] = [
  { base: V4_PLACE | v4Number('127.0.0.0'), bits: 104 },
  { base: 1n, bits: 128 },
];

export const isLoopback = (number: bigint): boolean => LOOPBACK.some((network) => contains(network, number));

const isV4 = (number: bigint): boolean => number >> 32n === 0xffffn;

/** The address with everything behind the fixed bits set to 0. */
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
