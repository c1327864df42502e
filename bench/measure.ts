/** Measures several servers side by side: CPU and answers per second of the same requests. */
import { fork } from 'node:child_process';
import type { Burst, BurstDone } from './load.ts';
import { answerOf, type Server } from './servers.ts';

/** A thousand companies asked for again and again, or all of them in no order. */
export type Keys = 'hot' | 'random';

/** As in the measurements that the aims come from. */
const CONNECTIONS = 32;

/** Of each kind, before anything counts: the compiler is still at work for some twenty thousand requests. */
const WARM_UP_REQUESTS = 20_000;

export interface Measured {
  server: string;
  keys: Keys;
  cpuMicroseconds: number[];
  perSecond: number[];
}

/** One burst after another, the servers in turn, several times: what else the machine does then falls on all of them. */
export async function measure(
  servers: readonly Server[],
  paths: Record<Keys, string[]>,
  rounds: number,
  requests: number,
): Promise<Measured[]> {
  const load = fork(new URL('./load.ts', import.meta.url));
  const burst = (server: Server, keys: Keys, dozing: boolean): Promise<BurstDone> => {
    const { port, key } = server;
    load.send({ port, key, paths: paths[keys], requests, connections: CONNECTIONS, dozing } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  const all = servers.flatMap((server) =>
    (['hot', 'random'] as const).map((keys): Measured & { of: Server } => ({
      of: server,
      server: server.name,
      keys,
      cpuMicroseconds: [],
      perSecond: [],
    })),
  );
  for (const { of, keys } of all)
    for (let done = 0; done < WARM_UP_REQUESTS; done += requests) await burst(of, keys, false);
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      const before = await one.of.cpuMicroseconds();
      await burst(one.of, one.keys, true);
      one.cpuMicroseconds.push(((await one.of.cpuMicroseconds()) - before) / requests);
      const { seconds } = await burst(one.of, one.keys, false);
      one.perSecond.push(requests / seconds);
    }
  }
  load.disconnect();
  return all;
}
