/** Response times of searches over real sockets with twenty concurrent callers. */
import { fork } from 'node:child_process';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import type { Burst, BurstDone } from './load.ts';
import { answerOf, startServer } from './servers.ts';

const CONNECTIONS = 20;

/** Uncounted requests, while the JIT compiles. */
const WARM_UP_REQUESTS = 3_000;

/** Response times in ms, shortest first, of these queries against the names in a folder, with all serving threads and without limits. */
export async function searchOverHttp(folder: string, queries: readonly string[]): Promise<number[]> {
  const server = await startServer('search', {
    keys: [DEMO_KEY],
    env: { FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors', FIRMOTECA_LIMITS: 'off', DATABASE_URL: '' },
  });
  const load = fork(new URL('./load.ts', import.meta.url));
  const paths = queries.map((q) => `/api/search?${new URLSearchParams({ q })}`);
  const burst = (requests: number): Promise<BurstDone> => {
    const { port, keys } = server;
    load.send({ port, keys, paths, requests, connections: CONNECTIONS, dozing: false } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  try {
    await burst(WARM_UP_REQUESTS);
    return (await burst(queries.length)).waitsMs;
  } finally {
    load.disconnect();
    await server.stop();
  }
}
