/** Two Redis servers, one a replica of the other, and three Sentinels that replace a dead one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { type Line, type RedisServer, startServer } from './redis-server.ts';
import { until } from './until.ts';

export interface Watched {
  /** The address for a service. */
  url: string;
  sentinelPassword: string;
  servers: readonly RedisServer[];
  sentinels: readonly RedisServer[];
  /** The current master by the Sentinels. */
  master(): Promise<RedisServer>;
  /** Awaits another master. */
  masterAfter(dead: RedisServer): Promise<RedisServer>;
  /** Awaits that the other server is a replica of this one with all its data. */
  copied(master: RedisServer): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'limits';
/** Shorter than in production. On a busy machine a live server may not answer for a second or two. */
const DOWN_MS = 5_000;
/** Time for an election, on a busy machine. */
const PATIENCE_MS = 120_000;

interface WatchedExtent {
  password?: string;
  sentinelPassword?: string;
  /** The TLS configuration of servers, replicas and Sentinels. */
  tls?: readonly Line[];
  /** For queries to the Sentinels, in tests with TLS. */
  socket?: { tls: true; ca: Buffer };
}

export async function startWatched(extent: WatchedExtent = {}): Promise<Watched> {
  const { password = 'a-secret', sentinelPassword = 'another', tls = [] } = extent;
  const isTls = tls.length > 0;
  // The replica copies without a delay, which a test would wait for.
  const guarded: Line[] = [
    ['requirepass', password],
    ['masterauth', password],
    ['repl-diskless-sync-delay', '0'],
  ];
  const server = (...lines: Line[]) => startServer([...tls, ...guarded, ...lines], { password, isTls });
  const first = await server();
  const servers = [first, await server(['replicaof', '127.0.0.1', String(first.port)])];
  const watching: Line[] = [
    ['sentinel', 'monitor', NAME, '127.0.0.1', String(first.port), '2'],
    ['sentinel', 'auth-pass', NAME, password],
    ['sentinel', 'down-after-milliseconds', NAME, String(DOWN_MS)],
    ['sentinel', 'failover-timeout', NAME, '6000'],
    ['requirepass', sentinelPassword],
  ];
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, () => startServer([...tls, ...watching], { isTls, isSentinel: true })),
  );

  const askAny = async ({ port }: RedisServer, own: string, words: string[]): Promise<unknown> => {
    const socket = { host: '127.0.0.1', port, ...extent.socket, reconnectStrategy: false } as const;
    const client = createClient({ socket, password: own });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  };
  const ask = (sentinel: RedisServer, ...words: string[]) => askAny(sentinel, sentinelPassword, ['SENTINEL', ...words]);
  const replication = async (one: RedisServer) => {
    let text = '';
    await until(
      'it says what it copies',
      async () => {
        // A Sentinel that reconfigures a server closes the connections of its clients.
        text = String(await askAny(one, password, ['INFO', 'replication']).catch(() => ''));
        return text !== '';
      },
      PATIENCE_MS,
    );
    return (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1];
  };
  const master = async (): Promise<RedisServer> => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50))
      for (const sentinel of sentinels) {
        const [, port] = ((await ask(sentinel, 'GET-MASTER-ADDR-BY-NAME', NAME).catch(() => null)) ?? []) as string[];
        const found = servers.find((one) => String(one.port) === port);
        if (found) return found;
      }
    throw new Error('No Sentinel names a server.');
  };
  // An election needs Sentinels that know each other and a replica with all data.
  for (const sentinel of sentinels)
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      if (Date.now() > deadline) throw new Error('The Sentinels do not find each other.');
      const [others, replicas] = await Promise.all([ask(sentinel, 'SENTINELS', NAME), ask(sentinel, 'REPLICAS', NAME)]);
      const isCopied = (replicas as Record<string, string>[]).some((one) => one['master-link-status'] === 'ok');
      if ((others as unknown[]).length === 2 && isCopied) break;
    }
  const nodes = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `${isTls ? 'rediss' : 'redis'}+sentinel://:${password}@${nodes}/${NAME}/0`,
    sentinelPassword,
    servers,
    sentinels,
    master,
    async masterAfter(dead) {
      for (;;) {
        const named = await master();
        if (named !== dead) return named;
        await sleep(50);
      }
    },
    async copied(from) {
      const to = servers.find((one) => one !== from) as RedisServer;
      const written = Number((await replication(from))('master_repl_offset'));
      await until(
        'the replica has everything',
        async () => {
          const output = await replication(to);
          const isLinked = output('master_port') === String(from.port) && output('master_link_status') === 'up';
          return isLinked && Number(output('slave_repl_offset')) >= written;
        },
        PATIENCE_MS,
      );
    },
    async stop() {
      for (const one of [...sentinels, ...servers]) await one.stop();
    },
  };
}
