/** Address of Redis or Valkey: one server, or the Sentinels that name the current master. */

export interface RedisNode {
  host: string;
  port: number;
}

export interface RedisAddress {
  isTls: boolean;
  /** The server, or the Sentinels, of which one must answer. */
  nodes: RedisNode[];
  /** Name of the master at the Sentinels; null for a single server. */
  master: string | null;
  user: string | null;
  password: string | null;
  database: number;
}

export interface RedisSettings {
  address: RedisAddress;
  /** Password of the Sentinels, which differs from the server's. */
  sentinelPassword: string | null;
  /** PEM files: the certificate authority, and the client certificate with its key. */
  certificates: { ca: string | null; own: string | null; key: string | null };
}

const PORTS = { redis: 6379, sentinel: 26_379 };
/** Installations have three or five Sentinels. */
const NODES_MAX = 16;

const ADDRESS = /^(rediss?)(\+sentinel)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#]*))?$/;
const NODE = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?$/;
const PATHS = { redis: /^()([0-9]{0,5})$/, sentinel: /^([A-Za-z0-9._-]{1,100})(?:\/([0-9]{0,5}))?$/ };

/**
 * `redis://user:password@host:6379/0`, or Sentinels and the name of the master:
 * `redis+sentinel://user:password@host:26379,host:26379/name/0`. With TLS `rediss` instead of `redis`. Null for other text.
 */
export function readRedisAddress(text: string): RedisAddress | null {
  const [whole, scheme, sentinel, credentials, hosts = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (whole === undefined) return null;
  const kind = sentinel === undefined ? 'redis' : 'sentinel';
  const nodes = hosts.split(',').map((host) => readNode(host, PORTS[kind]));
  const [named, master, database] = PATHS[kind].exec(path) ?? [];
  const who = readCredentials(credentials);
  const isOne = kind === 'sentinel' || nodes.length === 1;
  if (named === undefined || who === null || !isOne || nodes.length > NODES_MAX) return null;
  if (!nodes.every((node) => node !== null)) return null;
  return { isTls: scheme === 'rediss', nodes, master: master || null, ...who, database: Number(database || 0) };
}

function readNode(text: string, usual: number): RedisNode | null {
  const [whole, ipv6, host, port] = NODE.exec(text) ?? [];
  const name = ipv6 ?? host;
  return whole === undefined || name === undefined ? null : { host: name, port: Number(port ?? usual) };
}

/** Null for an invalid percent-encoding. */
function readCredentials(text = ''): Pick<RedisAddress, 'user' | 'password'> | null {
  const colon = text.indexOf(':');
  const [user, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  try {
    return { user: decodeURIComponent(user) || null, password: decodeURIComponent(password) || null };
  } catch {
    return null;
  }
}
