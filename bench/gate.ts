/** What the gate costs: the same look-up with it and without, for answers, 304 and 402; then the limiter alone. */
import { fork } from 'node:child_process';
import { type RedisServer, redisPath, startRedis } from '#test/redis-server.ts';
import { anyInstallation } from './country.ts';
import type { LimiterFigures } from './limiter-process.ts';
import type { Ask } from './load.ts';
import { type Measured, measure } from './measure.ts';
import { observedCountry } from './observed.ts';
import { answerOf, type Server, startServer } from './servers.ts';
import { type Findings, median } from './table.ts';

/** More CPU for the same answer, through the whole gate. */
const AIM = 1.25;
const HOT_COMPANIES = 1_000;
/** Callers without a key, each with its own limit. */
const STRANGERS = 50_000;

export interface GateExtent {
  companies: number;
  rounds: number;
  requests: number;
}

export async function* gate(extent: GateExtent): AsyncGenerator<Findings> {
  const redis = redisPath() === null ? null : await startRedis();
  try {
    yield await wholeGate(extent, redis);
    yield await limiter(redis);
  } finally {
    await redis?.stop();
  }
}

async function wholeGate({ companies, rounds, requests }: GateExtent, redis: RedisServer | null): Promise<Findings> {
  const config = anyInstallation(companies);
  const { cuis, keys } = await observedCountry(config);
  const env = { FIRMOTECA_DATA: config.dataFolder, FIRMOTECA_LOG: 'errors', FIRMOTECA_WORKERS: '1', DATABASE_URL: '' };
  // The load speaks for callers of many addresses, as a proxy in front does.
  const gated = { ...env, TRUSTED_PROXIES: '127.0.0.1', REDIS_URL: '' };
  const started: Server[] = [];
  const start = async (name: string, more: Parameters<typeof startServer>[1]): Promise<Server> => {
    started.push(await startServer(name, more));
    return started.at(-1) as Server;
  };
  try {
    const without = await start('without the gate', { keys, env, args: ['ungated'] });
    const through = await start('gate', { keys, env: gated });
    const servers = [without, through];
    if (redis) servers.push(await start('gate, limits in Redis', { keys, env: { ...gated, REDIS_URL: redis.url } }));
    const paths = cuis.slice(0, HOT_COMPANIES).map((cui) => `/api/company/${cui}`);
    const etags = await etagsOf(through, paths);
    const asks: Record<string, Ask> = { '200': { paths }, '304': { paths, etags, status: 304 } };
    const offers: Record<string, Ask> = { '402': { paths, strangers: STRANGERS, status: 402 } };
    const measured = await measure(servers, asks, rounds, requests);
    const offered = await measure(servers.slice(1), offers, rounds, requests);
    return table(companies, keys.length, [...measured, ...offered]);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function etagsOf({ port, keys }: Server, paths: readonly string[]): Promise<string[]> {
  const etags: string[] = [];
  for (const path of paths) {
    const headers = { 'x-api-key': keys[etags.length % keys.length] ?? '' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    await response.arrayBuffer();
    etags.push(response.headers.get('etag') ?? '');
  }
  return etags;
}

function table(companies: number, accounts: number, measured: readonly Measured[]): Findings {
  const ratio = (one: Measured): number | null => {
    const without = measured.find(({ server, ask }) => server === 'without the gate' && ask === one.ask);
    return without
      ? median(one.cpuMicroseconds.map((cpu, round) => cpu / Number(without.cpuMicroseconds[round])))
      : null;
  };
  const reached = measured.find(({ server, ask }) => server === 'gate' && ask === '200');
  const times = Number(reached && ratio(reached));
  return {
    name: `gate-${companies}`,
    title: `The gate before a look-up, ${companies.toLocaleString('en-GB')} companies, ${accounts.toLocaleString('en-GB')} accounts, one serving thread, 32 connections`,
    columns: ['server', 'CPU µs/request', 'x without', 'requests/s'],
    rows: measured.map((one) => [
      `${one.server}, ${one.ask}`,
      median(one.cpuMicroseconds),
      ratio(one) ?? '',
      median(one.perSecond),
    ]),
    remarks: [
      `200: ${times.toFixed(2)}x of the same answer without the gate; aim ${AIM}x: ${times <= AIM ? 'reached' : 'missed'}.`,
      'The gate: address, blocks, key, limit, access, five headers, usage and figures. No limiter is switched off.',
      `402: offers to ${STRANGERS.toLocaleString('en-GB')} callers without a key. Redis: without the CPU of its own process.`,
    ],
  };
}

/** Each in a process of its own, so that the memory is the counters' alone. */
async function limiter(redis: RedisServer | null): Promise<Findings> {
  const rows: Findings['rows'] = [];
  for (const [name, url] of [['this host', ''], ...(redis ? [['Redis', redis.url]] : [])] as [string, string][]) {
    const child = fork(new URL('./limiter-process.ts', import.meta.url), [url]);
    const { microseconds, perSecond, mebibytes, serverMicroseconds } = await answerOf<LimiterFigures>(child);
    child.disconnect();
    rows.push([name, microseconds, serverMicroseconds ?? '', perSecond, mebibytes]);
  }
  return {
    name: 'limiter',
    title: 'The limiter alone: 2,000 accounts in turn; memory of 50,000 distinct callers',
    columns: ['counted by', 'CPU µs/request', 'of Redis', 'requests/s', 'MiB'],
    rows,
    remarks: ['Memory: of this process for its own counters, of Redis for its.'],
  };
}
