/**
 * Look-ups, pages and agent calls of this checkout and another one, in alternating rounds. Each checkout runs in two processes:
 * the difference between two processes of the same code is noise.
 */
import { fork } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_FOLDER } from '#lib/paths.ts';
import { until } from '#test/support/until.ts';
import { companyCall, message } from './agents.ts';
import { type Callers, type CheckoutService, cpuBetween, startCheckout } from './checkout.ts';
import { kept } from './demo-installation.ts';
import type { Ask, Burst, BurstDone } from './load.ts';
import { answerOf } from './servers.ts';
import { type Cell, type Findings, median } from './table.ts';

/** Tolerated slowdown of a median beyond the spread. */
const TOLERANCE = 0.05;
/** With a larger spread the comparison is inconclusive. */
const SPREAD_MAX = 0.1;
/** Tolerated difference in the length of answers, which contain times and request ids. */
const BYTES_TOLERANCE = 0.01;
/** No round starts after this time, so that a run takes six minutes; a busy machine completes fewer rounds. */
const MEASURE_MS = 210_000;
const ROUNDS = { min: 5, max: 15 };
/** Bursts before the first round: the JIT compiles during the first twenty thousand look-ups. */
const WARM_UP_BURSTS = 8;
const CONNECTIONS = 32;
const COMPANIES = 40;
const VISITORS = 2_000;
/** The part that a new demo country loads last. */
const LAST_PART = 'recent';
const START_MS = 300_000;
/** Poll interval: the demo key has a limit, too. */
const LOOK_MS = 500;
const COUNTY = '/api/firme/bucuresti?status=active&limit=200';

type Bench = 'lookup' | 'web' | 'agents';
export const comparable: readonly string[] = ['lookup', 'web', 'agents'] satisfies Bench[];

interface Company {
  cui: string;
  name: string;
}

interface Workload {
  bench: Bench;
  name: string;
  /** Requests of a burst for each company, about 0.2 s of CPU: every burst requests the same companies. */
  passes: number;
  ask(companies: readonly Company[], callers: Callers): Ask & { keys: string[] };
}

const lookups =
  (part: string): Workload['ask'] =>
  (companies, { keys }) => ({ keys, paths: companies.map(({ cui }) => `/api/company/${cui}${part}`) });

const pages =
  (pathOf: (company: Company) => string): Workload['ask'] =>
  (companies) => ({
    keys: [],
    strangers: VISITORS,
    headers: ['accept: text/html', 'accept-encoding: gzip, deflate, br, zstd'],
    paths: companies.map(pathOf),
  });

const workloads: readonly Workload[] = [
  { bench: 'lookup', name: 'company', passes: 40, ask: lookups('') },
  { bench: 'lookup', name: 'balance sheets', passes: 10, ask: lookups('/financials') },
  { bench: 'web', name: 'company page', passes: 1, ask: pages(({ cui }) => `/firma/${cui}`) },
  {
    bench: 'web',
    name: 'search page',
    passes: 1,
    ask: pages(({ name }) => `/cautare?q=${encodeURIComponent(name.split(' ')[0] ?? '')}`),
  },
  {
    bench: 'agents',
    name: 'get_company',
    passes: 7,
    ask: (companies, { tokens: keys }) => ({
      keys,
      paths: ['/mcp'],
      messages: companies.map(({ cui }) => companyCall(cui)),
    }),
  },
  {
    bench: 'agents',
    name: 'tools/list',
    passes: 2,
    ask: (_, { tokens: keys }) => ({ keys, paths: ['/mcp'], messages: [message('tools/list', {})] }),
  },
];

/** Processes of the checkouts in the order of a round, alternating. */
const PROCESSES = ['this', 'other', 'this', 'other'] as const;
type Side = (typeof PROCESSES)[number];

/** One process under one workload. */
interface Case {
  workload: Workload;
  side: Side;
  service: CheckoutService;
  asked: Ask & { keys: string[] };
  cpuMicroseconds: number[];
  latencyMs: number[];
  bytes: number[];
}

export async function against(checkout: string, benches: readonly string[]): Promise<Findings[]> {
  const folders = { this: PROJECT_FOLDER, other: resolve(checkout) };
  const data = join(kept, 'against');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const [ours, others] = await Promise.all(
    (['this', 'other'] as const).map((side) => makeCountry(folders[side], join(data, `${side}-made`))),
  );
  const known = new Set(others?.map(({ cui }) => cui));
  const companies = (ours ?? []).filter(({ cui }) => known.has(cui)).slice(0, COMPANIES);
  const services: CheckoutService[] = [];
  try {
    for (const [i, side] of PROCESSES.entries()) {
      cpSync(join(data, `${side}-made`), join(data, `${side}-${i}`), { recursive: true });
      services.push(await startCheckout(folders[side], join(data, `${side}-${i}`)));
    }
    const callers = await Promise.all(services.map((service) => service.callers()));
    for (const service of services) await service.idle();
    const cases = workloads
      .filter(({ bench }) => benches.includes(bench))
      .flatMap((workload) =>
        services.map((service, i): Case => {
          const requested = workload.ask(companies, callers[i] as Callers);
          return {
            workload,
            side: PROCESSES[i] as Side,
            service,
            asked: requested,
            cpuMicroseconds: [],
            latencyMs: [],
            bytes: [],
          };
        }),
      );
    await measureRounds(cases, companies.length);
    return [table(cases)];
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(data, { recursive: true, force: true });
  }
}

/** Companies of the new country, each fetched once, so that later look-ups wait for no source. */
async function makeCountry(checkout: string, dataFolder: string): Promise<Company[]> {
  const service = await startCheckout(checkout, dataFolder);
  try {
    const isMade = async (): Promise<boolean> => {
      await sleep(LOOK_MS);
      const health = (await service.read('/api/health')) as { sources: { name: string }[] } | null;
      return health?.sources.some(({ name }) => name === LAST_PART) ?? false;
    };
    await until(`the demo country of ${checkout} is made`, isMade, START_MS);
    await service.idle();
    const companies = (await service.read(COUNTY)) as Company[];
    for (const { cui } of companies) await service.read(`/api/company/${cui}`);
    return companies;
  } finally {
    await service.stop();
  }
}

async function measureRounds(cases: readonly Case[], companies: number): Promise<void> {
  const lateAt = performance.now() + MEASURE_MS;
  const load = fork(new URL('./load.ts', import.meta.url));
  const burst = (
    { service: { port }, asked: requested }: Case,
    how: Pick<Burst, 'requests' | 'connections' | 'dozing'>,
  ) => {
    load.send({ ...requested, port, ...how } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  for (const one of cases) {
    const requests = one.workload.passes * companies;
    for (let done = 0; done < WARM_UP_BURSTS; done++)
      await burst(one, { requests, connections: CONNECTIONS, dozing: false });
  }
  for (let round = 0; round < ROUNDS.max && (round < ROUNDS.min || performance.now() < lateAt); round++)
    for (const one of cases) {
      const requests = one.workload.passes * companies;
      const before = one.service.cpu();
      const { bytes } = await burst(one, { requests, connections: CONNECTIONS, dozing: true });
      one.cpuMicroseconds.push(cpuBetween(before, one.service.cpu()) / requests);
      one.bytes.push(bytes / requests);
      const { waitsMs } = await burst(one, { requests: companies, connections: 1, dozing: false });
      one.latencyMs.push(median(waitsMs));
    }
  load.disconnect();
}

type Figure = 'cpuMicroseconds' | 'latencyMs' | 'bytes';

function table(cases: readonly Case[]): Findings {
  const measured = Map.groupBy(cases, ({ workload }) => workload);
  const rows = (figure: Figure, unit: string): Cell[][] =>
    [...measured].map(([{ bench, name }, ofWorkload]) => [
      `${bench}: ${name}, ${unit}`,
      ...compare(ofWorkload, figure),
    ]);
  const others = [...measured].flatMap(([{ bench, name }, ofWorkload]) => {
    const [ours = 0, other = 0] = (['this', 'other'] as const).map((side) => median(of(ofWorkload, side, 'bytes')));
    return Math.abs(ours / other - 1) <= BYTES_TOLERANCE
      ? []
      : [`${bench}: ${name} answers with ${Math.round(ours)} bytes, the other checkout with ${Math.round(other)}.`];
  });
  const rounds = cases[0]?.cpuMicroseconds.length;
  return {
    name: 'against',
    title: `This checkout beside another, one serving thread, medians of ${rounds} alternating rounds of two processes each`,
    columns: ['figure', 'this', 'other', 'ratio', 'spread', 'at most 5 % beyond the spread'],
    rows: [...rows('cpuMicroseconds', 'CPU µs'), ...rows('latencyMs', 'p50 ms')],
    remarks: [
      'CPU of the whole process for each request, 32 connections; p50 of one connection.',
      'Spread: by how much the slower of two processes of the same checkout exceeds the other, the larger of both checkouts. One above 10 % hides too much: measure again on a quieter machine.',
      ...others,
    ],
  };
}

const of = (cases: readonly Case[], side: Side, figure: Figure): number[] =>
  cases.filter((one) => one.side === side).flatMap((one) => one[figure]);

function compare(cases: readonly Case[], figure: Figure): Cell[] {
  const ours = median(of(cases, 'this', figure));
  const other = median(of(cases, 'other', figure));
  const spread = Math.max(
    ...(['this', 'other'] as const).map((side) => {
      const medians = cases.filter((one) => one.side === side).map((one) => median(one[figure]));
      return Math.max(...medians) / Math.min(...medians) - 1;
    }),
  );
  const ratio = ours / other;
  return [ours, other, ratio, `${(spread * 100).toFixed(1)} %`, verdict(ratio, spread)];
}

function verdict(ratio: number, spread: number): string {
  if (ratio > 1 + TOLERANCE + spread) return 'NO, slower';
  return spread <= SPREAD_MAX ? 'yes' : 'unclear: large spread';
}
