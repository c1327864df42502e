/** Whether Redis lets us in and counts, where hosts count their limits together. Counts one request of nobody. */

import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { connectRedis } from '#platform/limits/redis-connection.ts';
import { prepareMeters } from '#platform/limits/redis-meters.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const CHECK = 'redis';
/** Any: a timer keeps the process, however seldom it fires. */
const AWAKE_MS = 60_000;

export async function checkRedis({ redis }: Pick<Config, 'redis'>): Promise<Finding[]> {
  if (redis === null) return [];
  const heard = Promise.withResolvers<Error | null>();
  const connection = connectRedis(redis, {
    prepare: prepareMeters,
    onUp: () => heard.resolve(null),
    onDown: heard.resolve,
  });
  // A connection to Redis keeps no process running, and a command that only waits for it would end without a word.
  const awake = setInterval(() => {}, AWAKE_MS);
  const problem = await heard.promise.finally(() => clearInterval(awake));
  connection.close();
  const advice =
    'Look at REDIS_URL and at the server; until it answers, every host counts limits alone (docs/hosts.md).';
  return [
    problem === null
      ? ok(CHECK, `${shown(redis)} counts limits for all hosts`)
      : wrong(CHECK, `${shown(redis)}: ${problem.message}`, advice),
  ];
}

/** Without its password. */
function shown({ address: { nodes, master, isTls, database } }: RedisSettings): string {
  const places = nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
  const where = master === null ? places : `${master} by the Sentinels ${places}`;
  return `${where}, database ${database}${isTls ? ', with TLS' : ''}`;
}
