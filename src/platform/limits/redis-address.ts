/** Where Redis or Valkey is: one server, or the Sentinels that know which of several is the one to write to. */

export interface RedisNode {
  host: string;
  port: number;
}

export interface RedisAddress {
  isTls: boolean;
  /** The server; with Sentinel its watchers, of which one that answers is enough. */
  nodes: RedisNode[];
  /** Under which name the Sentinels watch it; null: there are none. */
  master: string | null;
  user: string | null;
  password: string | null;
  database: number;
}

/** How it is reached: its address, and what does not fit into one. */
export interface RedisSettings {
  address: RedisAddress;
  /** Of the Sentinels, which have passwords of their own. */
  sentinelPassword: string | null;
  /** Files with certificates (PEM): who signs theirs, and ours with its key, for servers that ask for one. */
  certificates: { ca: string | null; own: string | null; key: string | null };
}

const PORTS = { redis: 6379, sentinel: 26_379 };
/** An installation has three or five. */
const NODES_MAX = 16;

const ADDRESS = /^(rediss?)(\+sentinel)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#]*))?$/;
const NODE = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?$/;
const PATHS = { redis: /^()([0-9]{0,5})$/, sentinel: /^([A-Za-z0-9._-]{1,100})(?:\/([0-9]{0,5}))?$/ };

/**
 * `redis://user:password@host:6379/0`, or the Sentinels and the name that they know:
 * `redis+sentinel://user:password@host:26379,host:26379/name/0`. With TLS `rediss` instead of `redis`. Null: neither.
 */
export function readRedisAddress(text: string): RedisAddress | null {
  const [whole, scheme, sentinel, credentials, places = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (whole === undefined) return null;
  const kind = sentinel === undefined ? 'redis' : 'sentinel';
  const nodes = places.split(',').map((place) => readNode(place, PORTS[kind]));
  const [named, master, database] = PATHS[kind].exec(path) ?? [];
  const who = readCredentials(credentials);
  const isOne = kind === 'sentinel' || nodes.length === 1;
  if (named === undefined || who === null || !isOne || nodes.length > NODES_MAX) return null;
  if (!nodes.every((node) => node !== null)) return null;
  return { isTls: scheme === 'rediss', nodes, master: master || null, ...who, database: Number(database || 0) };
}

function readNode(text: string, usual: number): RedisNode | null {
  const [whole, ipv6, host, port] = NODE.exec(text) ?? [];
  const found = ipv6 ?? host;
  return whole === undefined || found === undefined ? null : { host: found, port: Number(port ?? usual) };
}

/** Null where a percent sign begins nothing. */
function readCredentials(text = ''): Pick<RedisAddress, 'user' | 'password'> | null {
  const colon = text.indexOf(':');
  const [user, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  try {
    return { user: decodeURIComponent(user) || null, password: decodeURIComponent(password) || null };
  } catch {
    return null;
  }
}
