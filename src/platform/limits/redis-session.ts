/** One session with Redis or Valkey through `@redis/client`. A session never reconnects: `redis-connection.ts` opens another. */
import { readFileSync } from 'node:fs';
import type { RedisSettings } from './redis-address.ts';

/** Connection timeout for one of several Sentinels, TLS included; then the next is tried. A single server may use the whole session timeout. */
const CONNECT_MS = 1_000;
/** Interval of asking the Sentinels for the master, besides their notifications. */
const SCAN_MS = 5_000;

/** Loading takes a quarter of a second and 29 MB per thread, so it is done on first use. */
let factories: ReturnType<typeof loadFactories> | undefined;

export interface RedisSession {
  send(words: string[]): Promise<unknown>;
}

/**
 * `onLost`: the connection is closed, or the Sentinels have named another server. It may be called more than once.
 * `ending`: closes everything, also sockets that are being opened: a stalled server accepts connections and never answers.
 * `tries`: earlier attempts. Each attempt begins with the next Sentinel, because a stalled one delays those behind it.
 */
export async function openSession(
  settings: RedisSettings,
  onLost: (error: Error) => void,
  ending: AbortSignal,
  tries = 0,
): Promise<RedisSession> {
  factories ??= loadFactories().catch((error) => {
    factories = undefined;
    throw error;
  });
  const { makeClient, createSentinel } = await factories;
  const { address, sentinelPassword } = settings;
  const [first] = address.nodes;
  if (!first) throw new Error('There is no server in the address of Redis.');
  ending.throwIfAborted();
  // The client does not close sockets that it was opening when it was destroyed: the abort signal does. Its attempts at further Sentinels
  // end after CONNECT_MS.
  const connectTimeout = address.master === null ? 0 : CONNECT_MS;
  const socketOptions = { connectTimeout, reconnectStrategy: false, signal: ending } as const;
  const socket = { ...tlsOf(settings), ...socketOptions };
  const common = {
    disableOfflineQueue: true,
    ...optional('username', address.user),
    ...optional('password', address.password),
  };
  // The connection has its own timeout: a timer for each command would cost as much as the command.
  const commandOptions = { timeout: 0 };

  if (address.master === null) {
    const client = makeClient({
      ...common,
      commandOptions,
      database: address.database,
      socket: { ...socket, ...first },
    });
    client.on('error', onLost);
    ending.addEventListener('abort', () => client.destroy(), { once: true });
    await client.connect();
    client.unref();
    return { send: (words) => client.sendCommand(words) };
  }

  const begin = tries % address.nodes.length;
  const sentinel = createSentinel({
    name: address.master,
    sentinelRootNodes: [...address.nodes.slice(begin), ...address.nodes.slice(0, begin)],
    nodeClientOptions: { ...common, database: address.database, socket },
    sentinelClientOptions: { ...optional('password', sentinelPassword), socket },
    commandOptions,
    masterPoolSize: 1,
    reserveClient: true,
    // No rediscovery while a caller waits: the host counts the caller itself, and the next session finds the new master.
    maxCommandRediscovers: 0,
    scanInterval: SCAN_MS,
  });
  let last: unknown;
  sentinel.on('error', (error) => (last = error));
  sentinel.on('client-error', ({ type, error }) => {
    if (type === 'MASTER') onLost(error);
  });
  ending.addEventListener('abort', () => void sentinel.destroy().catch(() => {}), { once: true });
  try {
    await sentinel.connect();
  } catch (error) {
    throw new Error(`${messageOf(error)}${last === undefined ? '' : ` (${messageOf(last)})`}`);
  }
  sentinel.on('topology-change', ({ type, node }) => {
    if (type === 'MASTER_CHANGE') onLost(new Error(`${node.host}:${node.port} is the master now.`));
  });
  return { send: (words) => sentinel.sendCommand(false, words) };
}

/**
 * `createClient` would build a class with hundreds of commands for every session, which blocks the thread for 40 ms. With Sentinels it still
 * does: they create their clients themselves.
 */
async function loadFactories() {
  const { RedisClient, createSentinel } = await import('@redis/client');
  return { makeClient: RedisClient.factory(), createSentinel };
}

/** Read for every session: certificates are renewed while the service runs. */
function tlsOf({ address, certificates: { ca, own, key } }: RedisSettings) {
  if (!address.isTls) return {};
  const read = (name: 'ca' | 'cert' | 'key', file: string | null) =>
    file === null ? {} : { [name]: readFileSync(file) };
  return { tls: true as const, ...read('ca', ca), ...read('cert', own), ...read('key', key) };
}

const optional = <Name extends string>(name: Name, value: string | null): { [name in Name]?: string } =>
  (value === null ? {} : { [name]: value }) as { [name in Name]?: string };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
