/** The cost of the gate (authentication and limits): a look-up with it, without it and as recorded bytes; 304, 402 and both kinds of 401; the limiter alone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { generateKey } from '#platform/accounts/keys.ts';
import { type RedisServer, redisPath, startRedis } from '#test/support/redis-server.ts';
import { observedCountry } from './cached-country.ts';
import { anyInstallation } from './demo-installation.ts';
import type { LimiterFigures } from './limiter-process.ts';
import type { Ask } from './load.ts';
import { type Case, columnsOf, LEAST, type Measured, measure, rowOf, timesOf } from './measure.ts';
import { startBare } from './replay-server.ts';
import { answerOf, type Server, startServer } from './servers.ts';
import type { Findings } from './table.ts';

/** The aim: CPU through the gate as a multiple of the same answer without it. */
const AIM = 1.25;
const HOT_COMPANIES = 1_000;
/** Callers without a valid key, each with its own limit. */
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
  const { cuis, keys } = await observedCountry(config, (all) => all.slice(0, HOT_COMPANIES));
  const env = { FIRMOTECA_DATA: config.dataFolder, FIRMOTECA_LOG: 'errors', FIRMOTECA_WORKERS: '1', DATABASE_URL: '' };
  // The load generator acts as a proxy for callers of many addresses.
  const gated = { ...env, TRUSTED_PROXIES: '127.0.0.1', REDIS_URL: '' };
  const started: Server[] = [];
  const start = async (server: Promise<Server>): Promise<Server> => {
    started.push(await server);
    return server;
  };
  try {
    const paths = cuis.map((cui) => `/api/company/${cui}`);
    const through = await start(startServer('gate', { keys, env: gated }));
    const bare = await start(startBare(through, paths, config.dataFolder));
    const without = await start(startServer('without the gate', { keys, env, args: ['ungated'] }));
    const answer: Ask = { paths };
    const unchanged: Ask = { paths, etags: await etagsOf(through, paths), status: 304 };
    const strangers: Ask = { paths, strangers: STRANGERS };
    const cases: Case[] = [
      { server: bare, ask: '200', what: answer },
      { server: without, ask: '200', what: answer },
      { server: without, ask: '304', what: unchanged },
      { server: through, ask: '200', what: answer },
      { server: through, ask: '304', what: unchanged },
      { server: through, ask: '402', what: { ...strangers, status: 402 } },
      { server: through, ask: '401, no key', what: { ...strangers, paths: paths.map(proOnly), status: 401 } },
      { server: through, ask: '401, one wrong key', what: { ...strangers, wrongKey: generateKey(), status: 401 } },
    ];
    if (redis) {
      const shared = await start(
        startServer('gate, limits in Redis', { keys, env: { ...gated, REDIS_URL: redis.url } }),
      );
      cases.push({ server: shared, ask: '200', what: answer });
    }
    return table(companies, keys.length, await measure(cases, rounds, requests));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

const proOnly = (path: string): string => `${path}/health`;

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
  const find = (server: string, ask: string) => measured.find((one) => one.server === server && one.ask === ask);
  const [through, without] = [find('gate', '200'), find('without the gate', '200')];
  const times = through && without ? timesOf(through, without).median : Number.NaN;
  return {
    name: `gate-${companies}`,
    title: `The gate before a look-up, ${companies.toLocaleString('en-GB')} companies, ${accounts.toLocaleString('en-GB')} accounts, one serving thread, 32 connections`,
    columns: columnsOf('without'),
    rows: measured.map((one) => rowOf(one, find('without the gate', one.ask))),
    remarks: [
      `200: ${times.toFixed(2)}x of the same answer without the gate; aim ${AIM}x: ${times <= AIM ? 'reached' : 'missed'}.`,
      LEAST,
      'The gate: address, blocks, key, limit, access, five headers, usage and figures. No limiter is switched off.',
      `401 and 402: ${STRANGERS.toLocaleString('en-GB')} callers without a right key. Redis: without the CPU of its own process.`,
    ],
  };
}

/** Each measurement runs in a separate process, so that its memory is that of the counters. */
async function limiter(redis: RedisServer | null): Promise<Findings> {
  const rows: Findings['rows'] = [];
  for (const [name, url] of [['this host', ''], ...(redis ? [['Redis', redis.url]] : [])] as [string, string][]) {
    const child = fork(new URL('./limiter-process.ts', import.meta.url), [url]);
    const { microseconds, perSecond, mebibytes, serverMicroseconds } = await answerOf<LimiterFigures>(child);
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
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
