/** Measures several servers side by side: CPU and answers per second of the same requests. */
import { fork } from 'node:child_process';
import type { Ask, Burst, BurstDone } from './load.ts';
import { causesTable } from './profile.ts';
import { answerOf, type Server } from './servers.ts';
import { type Findings, median } from './table.ts';

/** As in the measurements behind the aims. */
const CONNECTIONS = 32;

/** Uncounted requests of each kind: the JIT compiles during about twenty thousand requests. */
const WARM_UP_REQUESTS = 20_000;

/** Requests to a server; `ask` is their name in the table. */
export interface Case {
  server: Server;
  ask: string;
  what: Ask;
}

export interface Measured {
  server: string;
  ask: string;
  cpuMicroseconds: number[];
  perSecond: number[];
}

/** Runs bursts of the cases in turn, many times, so that other load affects all cases alike. */
export async function measure(cases: readonly Case[], rounds: number, requests: number): Promise<Measured[]> {
  const load = fork(new URL('./load.ts', import.meta.url));
  const burst = ({ server: { port, keys }, what }: Case, dozing: boolean): Promise<BurstDone> => {
    load.send({ ...what, port, keys, requests, connections: CONNECTIONS, dozing } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  const all = cases.map((of) => ({
    of,
    server: of.server.name,
    ask: of.ask,
    cpuMicroseconds: [] as number[],
    perSecond: [] as number[],
  }));
  for (const { of } of all) for (let done = 0; done < WARM_UP_REQUESTS; done += requests) await burst(of, false);
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      const { server } = one.of;
      const before = await server.cpuMicroseconds();
      await burst(one.of, true);
      one.cpuMicroseconds.push(((await server.cpuMicroseconds()) - before) / requests);
      const { seconds } = await burst(one.of, false);
      one.perSecond.push(requests / seconds);
    }
  }
  load.disconnect();
  return all;
}

/** The CPU of each case by cause. */
export async function causes(name: string, title: string, cases: readonly Case[], requests: number): Promise<Findings> {
  const load = fork(new URL('./load.ts', import.meta.url));
  const measured = [];
  for (const { server, ask, what } of cases) {
    const { port, keys } = server;
    const shares = await server.profile(() => {
      load.send({ ...what, port, keys, requests, connections: CONNECTIONS, dozing: true } satisfies Burst);
      return answerOf<BurstDone>(load);
    });
    measured.push({ ask: `${server.name}, ${ask}`, shares });
  }
  load.disconnect();
  return causesTable(name, title, measured);
}

/** CPU as a multiple of another case: of the least rounds, and of the medians. */
export const timesOf = (one: Measured, other: Measured): { least: number; median: number } => ({
  least: Math.min(...one.cpuMicroseconds) / Math.min(...other.cpuMicroseconds),
  median: median(one.cpuMicroseconds) / median(other.cpuMicroseconds),
});

/** `base` is the case of the ratios; a row without it has none. */
export const rowOf = (one: Measured, base: Measured | undefined): (string | number)[] => [
  `${one.server}, ${one.ask}`,
  Math.min(...one.cpuMicroseconds),
  base ? timesOf(one, base).least : '',
  median(one.cpuMicroseconds),
  base ? timesOf(one, base).median : '',
  median(one.perSecond),
];

export const columnsOf = (base: string): string[] => [
  'server',
  'least CPU µs',
  `x ${base}`,
  'median CPU µs',
  `x ${base}`,
  'requests/s',
];

/** The remark below every such table. */
export const LEAST =
  'Least: the best round, which a busy machine hardly touches, but without what is written every few seconds. Median: with it.';
