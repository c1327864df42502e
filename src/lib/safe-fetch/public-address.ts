/**
 * Resolves names to public addresses only, for hosts that callers choose. The socket connects to the address that was checked, so that
 * DNS rebinding has no effect.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IANA's registry of IPv4 special-purpose addresses as of October 2025, and multicast. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Global unicast. All other addresses are special or unassigned: mapped and translated IPv4, SIDs, local. */
const GLOBAL_V6 = '2000::/3';
/** IANA's registry of IPv6 special-purpose addresses as of October 2025, within global unicast: 6to4, Teredo, examples. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const lists = { 4: new BlockList(), 6: new BlockList(), global: new BlockList() };
add(lists.global, GLOBAL_V6, 'ipv6');
for (const block of SPECIAL_V4) add(lists[4], block, 'ipv4');
for (const block of SPECIAL_V6) add(lists[6], block, 'ipv6');

function add(list: BlockList, block: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix] = block.split('/');
  list.addSubnet(network, Number(prefix), family);
}

/** False for private, loopback, link-local, mapped and other special addresses, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !lists[4].check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return lists.global.check(address, 'ipv6') && !lists[6].check(address, 'ipv6');
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

const systemResolve: Resolve = (host) => systemLookup(host, { all: true });

/** A lookup for sockets. Fails if any address of the name is not public. */
export const publicLookup =
  (resolve: Resolve = systemResolve): LookupFunction =>
  (host, options, callback) => {
    const refuse = (reason: string): void => callback(new Error(`${host} ${reason}`), '', 0);
    resolve(host).then(
      (resolved) => {
        const [first] = resolved;
        if (first === undefined) return refuse('has no address');
        if (!resolved.every(({ address }) => isPublicAddress(address))) return refuse('leads to a private address');
        if (options.all) callback(null, resolved);
        else callback(null, first.address, first.family);
      },
      (error: Error) => refuse(error.message),
    );
  };
