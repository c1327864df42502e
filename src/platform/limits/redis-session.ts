/** One session with Redis or Valkey by its own client (`@redis/client`), opened once and never mended: whoever loses it opens another. */
import { readFileSync } from 'node:fs';
import type { RedisSettings } from './redis-address.ts';

/** For the socket of one of several to be there, TLS included: the next is asked then. A single server has the whole time of the session. */
const CONNECT_MS = 1_000;
/** How often Sentinels are asked for the server when they have said nothing of themselves. */
const SCAN_MS = 5_000;

/** Of this thread. A quarter of a second and 29 MB: only for those who count there. */
let makers: ReturnType<typeof makersOf> | undefined;

export interface RedisSession {
  send(words: string[]): Promise<unknown>;
}

/**
 * `onLost`: the connection is gone, or the Sentinels have named another server. It may be called more than once.
 * `ending`: lets go of everything, also of what is still being opened: a server that stands still takes connections and says nothing.
 * `tries`: so many were tried before. Each begins with the next of the Sentinels: one that stands still holds up all behind it.
 */
export async function openSession(
  settings: RedisSettings,
  onLost: (error: Error) => void,
  ending: AbortSignal,
  tries = 0,
): Promise<RedisSession> {
  makers ??= makersOf().catch((error) => {
    makers = undefined;
    throw error;
  });
  const { makeClient, createSentinel } = await makers;
  const { address, sentinelPassword } = settings;
  const [first] = address.nodes;
  if (!first) throw new Error('There is no server in the address of Redis.');
  ending.throwIfAborted();
  // The sockets end by themselves: the client forgets those that it was still opening when it was told to end. What it tries of further
  // Sentinels after that lasts a second more, until CONNECT_MS cut it off.
  const connectTimeout = address.master === null ? 0 : CONNECT_MS;
  const kept = { connectTimeout, reconnectStrategy: false, signal: ending } as const;
  const socket = { ...tlsOf(settings), ...kept };
  const common = {
    disableOfflineQueue: true,
    ...given('username', address.user),
    ...given('password', address.password),
  };
  // Whoever asks has a deadline of his own for all that was asked: a timer for each command would cost as much as the command.
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
    sentinelClientOptions: { ...given('password', sentinelPassword), socket },
    commandOptions,
    masterPoolSize: 1,
    reserveClient: true,
    // Nothing is looked for while a caller waits: he is counted by his host, and the next session finds the new server.
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
    throw new Error(`${said(error)}${last === undefined ? '' : ` (${said(last)})`}`);
  }
  sentinel.on('topology-change', ({ type, node }) => {
    if (type === 'MASTER_CHANGE') onLost(new Error(`${node.host}:${node.port} is the master now.`));
  });
  return { send: (words) => sentinel.sendCommand(false, words) };
}

/**
 * `createClient` would make a class with hundreds of commands anew for every session: 40 ms in which a thread answers nobody. By
 * Sentinels it still does: they make their clients themselves.
 */
async function makersOf() {
  const { RedisClient, createSentinel } = await import('@redis/client');
  return { makeClient: RedisClient.factory(), createSentinel };
}

/** Read anew for every session: certificates are renewed while a service runs. */
function tlsOf({ address, certificates: { ca, own, key } }: RedisSettings) {
  if (!address.isTls) return {};
  const read = (name: 'ca' | 'cert' | 'key', file: string | null) =>
    file === null ? {} : { [name]: readFileSync(file) };
  return { tls: true as const, ...read('ca', ca), ...read('cert', own), ...read('key', key) };
}

const given = <Name extends string>(name: Name, value: string | null): { [name in Name]?: string } =>
  (value === null ? {} : { [name]: value }) as { [name in Name]?: string };

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
