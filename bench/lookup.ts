/** The company look-up over real sockets, beside the limit (node:http sending the same bytes) and beside PostgreSQL. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { startPostgres } from '#test/postgres-server.ts';
import type { Recorded } from './bare-thread.ts';
import { anyInstallation } from './country.ts';
import { type Measured, measure } from './measure.ts';
import { type Observed, observedCountry } from './observed.ts';
import { type Server, startServer } from './servers.ts';
import { type Findings, median } from './table.ts';

const HOT_KEYS = 1_000;

/** Prototype and aim: CPU as a multiple of bare. */
const AIMS = { hot: { prototype: 2.2, aim: 1.8 }, random: { prototype: 2.7, aim: 2.3 } };

export interface LookupExtent {
  sizes: readonly number[];
  rounds: number;
  requests: number;
}

export async function* lookup({ sizes, rounds, requests }: LookupExtent): AsyncGenerator<Findings> {
  for (const companies of sizes) yield await atSize(companies, rounds, requests);
}

async function atSize(companies: number, rounds: number, requests: number): Promise<Findings> {
  const config = anyInstallation(companies);
  const { cuis, keys } = await observedCountry(config);
  const postgres = await startPostgres();
  const started: Server[] = [];
  const recorded = join(config.dataFolder, 'recorded.json');
  try {
    const asked = { hot: pick(cuis, HOT_KEYS), random: pick(cuis, requests) };
    const inPostgres = anyInstallation(companies, postgres.url);
    const stored = await observedCountry(inPostgres, [...new Set([...asked.hot, ...asked.random])]);
    const ours = await startServer('ours', { keys, env: environment(config) });
    started.push(ours);
    const asks = { hot: { paths: asked.hot.map(pathOf) }, random: { paths: asked.random.map(pathOf) } };
    writeFileSync(recorded, JSON.stringify(await record(ours, asks.hot.paths)));
    started.push(
      await startServer('ours, access log', { keys, env: environment(config, 'all') }),
      await startServer('bare node:http', { keys, args: [recorded] }),
      await startServer('ours on PostgreSQL', { keys: stored.keys, env: environment(inPostgres) }),
    );
    return table(companies, await measure(started, asks, rounds, requests));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await postgres.stop();
    rmSync(recorded, { force: true });
  }
}

const environment = ({ dataFolder, databaseUrl }: Config, log = 'errors') => ({
  FIRMOTECA_DATA: dataFolder,
  FIRMOTECA_LOG: log,
  FIRMOTECA_WORKERS: '1',
  DATABASE_URL: databaseUrl ?? '',
});

/** The same at every run, and in no order. */
function pick(cuis: Observed['cuis'], count: number): string[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return cuis[state % cuis.length] as string;
  });
}

const pathOf = (cui: string): string => `/api/company/${cui}`;

/** Answers as they came over the wire. */
async function record({ port, keys: [key = ''] }: Server, paths: readonly string[]): Promise<Recorded[]> {
  const added = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);
  const answers: Recorded[] = [];
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
    });
    const headers = [...response.headers].filter(([name]) => !added.has(name)).flat();
    answers.push({ headers, body: await response.text() });
  }
  return answers;
}

function table(companies: number, measured: readonly Measured[]): Findings {
  /** Rounds are compared one by one: each has its own weather. */
  const ratio = (one: Measured): number => {
    const bare = measured.find(({ server, ask }) => server === 'bare node:http' && ask === one.ask);
    return median(one.cpuMicroseconds.map((cpu, round) => cpu / Number(bare?.cpuMicroseconds[round])));
  };
  const rows = measured.map((one) => [
    `${one.server}, ${one.ask} keys`,
    median(one.cpuMicroseconds),
    ratio(one),
    median(one.perSecond),
  ]);
  const remarks = (['hot', 'random'] as const).map((keys) => {
    const { prototype, aim } = AIMS[keys];
    const reached = measured.find((one) => one.server === 'ours' && one.ask === keys);
    const times = reached ? ratio(reached) : Number.NaN;
    return `${keys} keys: ${times.toFixed(2)}x of bare; prototype ${prototype}x, aim ${aim}x: ${times <= aim ? 'reached' : 'missed'}.`;
  });
  return {
    name: `lookup-${companies}`,
    title: `Company look-up, ${companies.toLocaleString('en-GB')} companies, one serving thread, 32 connections`,
    columns: ['server', 'CPU µs/request', 'x bare', 'requests/s'],
    rows,
    remarks: [
      ...remarks,
      'What bare does not do: two reads in SQLite (key and answer, a sixth of our CPU by the profile), headers, input, dates, meta.',
      'PostgreSQL: without the CPU of its own processes, and it keeps the answers of the companies asked for only. Compare ratios of one run only.',
    ],
  };
}
