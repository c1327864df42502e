/** Measures several servers side by side: CPU and answers per second of the same requests. */
import { fork } from 'node:child_process';
import type { Ask, Burst, BurstDone } from './load.ts';
import { answerOf, type Server } from './servers.ts';

/** As in the measurements that the aims come from. */
const CONNECTIONS = 32;

/** Of each kind, before anything counts: the compiler is still at work for some twenty thousand requests. */
const WARM_UP_REQUESTS = 20_000;

export interface Measured {
  server: string;
  ask: string;
  cpuMicroseconds: number[];
  perSecond: number[];
}

/** One burst after another, the servers in turn, several times: what else the machine does then falls on all of them. */
export async function measure(
  servers: readonly Server[],
  asks: Record<string, Ask>,
  rounds: number,
  requests: number,
): Promise<Measured[]> {
  const load = fork(new URL('./load.ts', import.meta.url));
  const burst = ({ port, keys }: Server, what: Ask, dozing: boolean): Promise<BurstDone> => {
    load.send({ ...what, port, keys, requests, connections: CONNECTIONS, dozing } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  const all = servers.flatMap((server) =>
    Object.entries(asks).map(([ask, what]) => ({
      of: server,
      what,
      server: server.name,
      ask,
      cpuMicroseconds: [] as number[],
      perSecond: [] as number[],
    })),
  );
  for (const { of, what } of all)
    for (let done = 0; done < WARM_UP_REQUESTS; done += requests) await burst(of, what, false);
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      const before = await one.of.cpuMicroseconds();
      await burst(one.of, one.what, true);
      one.cpuMicroseconds.push(((await one.of.cpuMicroseconds()) - before) / requests);
      const { seconds } = await burst(one.of, one.what, false);
      one.perSecond.push(requests / seconds);
    }
  }
  load.disconnect();
  return all;
}
