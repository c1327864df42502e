/** Tool calls of agents compared with the same request over REST and with the bare server, and the memory of a thousand agents. */
import { fork } from 'node:child_process';
import { openStore } from '#data/store/open.ts';
import type { Config } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { observedCountry } from './cached-country.ts';
import { newTokens } from './callers.ts';
import { anyInstallation } from './demo-installation.ts';
import type { Burst, BurstDone, Message } from './load.ts';
import { type Case, causes, columnsOf, LEAST, type Measured, measure, rowOf, timesOf } from './measure.ts';
import { startBare } from './replay-server.ts';
import { answerOf, type Server, startServer } from './servers.ts';
import type { Findings } from './table.ts';

const HOT_COMPANIES = 1_000;
/** One account for each agent, so that none reaches the limit of sixty calls a minute. */
const AGENTS = 4_000;
/** Concurrent agents, and the calls of each. */
const CROWD = 1_000;
const CALLS_EACH = 5;
/** The aim: CPU of a call as a multiple of the same answer over REST. */
const AIM = 2;
const MEBIBYTE = 1_048_576;

export interface AgentsExtent {
  companies: number;
  rounds: number;
  requests: number;
}

export async function* agents({ companies, rounds, requests }: AgentsExtent): AsyncGenerator<Findings> {
  const config = anyInstallation(companies);
  const { cuis, keys } = await observedCountry(config, (all) => all.slice(0, HOT_COMPANIES));
  const env = { FIRMOTECA_DATA: config.dataFolder, FIRMOTECA_LOG: 'errors', FIRMOTECA_WORKERS: '1', DATABASE_URL: '' };
  const ours = await startServer('ours', { keys, env });
  const started = [ours];
  try {
    const paths = cuis.map((cui) => `/api/company/${cui}`);
    const bare = await startBare(ours, paths, config.dataFolder);
    started.push(bare);
    const calling = { ...ours, keys: await tokensOf(config, ours.port, AGENTS) };
    const ask = { paths: ['/mcp'] };
    const cases: Case[] = [
      { server: bare, ask: 'REST', what: { paths } },
      { server: ours, ask: 'REST', what: { paths } },
      { server: calling, ask: 'get_company', what: { ...ask, messages: cuis.map(companyCall) } },
      { server: calling, ask: 'tools/list', what: { ...ask, messages: [message('tools/list', {})] } },
    ];
    yield table(companies, await measure(cases, rounds, requests));
    yield await causes(`agents-${companies}`, 'Calls of agents', cases.slice(1), requests);
    yield await crowd(calling, cuis.map(companyCall));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

export const companyCall = (cui: string): Message =>
  message('tools/call', { name: 'get_company', arguments: { cui, include: [] } });

const VERSION = '2026-07-28';

export function message(method: string, params: { name?: string; arguments?: object }): Message {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: [
      'content-type: application/json',
      'accept: application/json, text/event-stream',
      `mcp-protocol-version: ${VERSION}`,
      `mcp-method: ${method}`,
      ...(params.name === undefined ? [] : [`mcp-name: ${params.name}`]),
    ],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  };
}

export async function tokensOf(
  { databaseUrl, dataFolder: folder, country, secretsFile }: Config,
  port: number,
  count: number,
): Promise<string[]> {
  const { sessionKey } = loadSecrets(secretsFile);
  const store = await openStore({ databaseUrl, folder, country });
  try {
    return await newTokens(store.state, sessionKey, `http://127.0.0.1:${port}/mcp`, count);
  } finally {
    await store.close();
  }
}

function table(companies: number, measured: readonly Measured[]): Findings {
  const find = (server: string, ask: string) => measured.find((one) => one.server === server && one.ask === ask);
  const [bare, rest, call] = [find('bare node:http', 'REST'), find('ours', 'REST'), find('ours', 'get_company')];
  const times = rest && call ? timesOf(call, rest).median : Number.NaN;
  return {
    name: `agents-${companies}`,
    title: `Calls of agents, ${companies.toLocaleString('en-GB')} companies, ${AGENTS.toLocaleString('en-GB')} accounts, one serving thread, 32 connections`,
    columns: columnsOf('bare'),
    rows: measured.map((one) => rowOf(one, bare)),
    remarks: [
      `A call of get_company: ${times.toFixed(2)}x of the look-up over REST; aim ${AIM}x: ${times <= AIM ? 'reached' : 'missed'}.`,
      LEAST,
      'Every call: host, token, two counts, body, one operation, schemas of arguments and answer; the protocol of the SDK for the first of its form.',
    ],
  };
}

/** A thousand connections, each an agent with its own account that sends the next call after each answer. */
async function crowd(server: Server, messages: Message[]): Promise<Findings> {
  const load = fork(new URL('./load.ts', import.meta.url));
  const burst = async (connections: number): Promise<BurstDone> => {
    const requests = CROWD * CALLS_EACH;
    load.send({ ...server, paths: ['/mcp'], messages, requests, connections, dozing: false } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  await burst(1);
  const before = await server.memory();
  const { seconds, waitsMs } = await burst(CROWD);
  const after = await server.memory();
  load.disconnect();
  const grownBytes = Math.max(0, after.mostBytes - before.nowBytes);
  return {
    name: 'agents-crowd',
    title: `${CROWD.toLocaleString('en-GB')} agents at once, ${CALLS_EACH} calls each`,
    columns: ['server', 'MB before', 'MB at most', 'KB for each', 'calls/s', 'median ms', '99th ms'],
    rows: [
      [
        server.name,
        before.nowBytes / MEBIBYTE,
        after.mostBytes / MEBIBYTE,
        grownBytes / 1_024 / CROWD,
        (CROWD * CALLS_EACH) / seconds,
        waitsMs[Math.floor(waitsMs.length / 2)] ?? 0,
        waitsMs[Math.floor(waitsMs.length * 0.99)] ?? 0,
      ],
    ],
    remarks: ['No agent keeps anything between two calls: a connection and the call under way are all there is.'],
  };
}
