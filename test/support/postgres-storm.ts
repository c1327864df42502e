/** PostgreSQL is repeatedly taken from a service under load, by every kind of fault, and the results of its callers are recorded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { wayTo } from './fault-proxy.ts';
import { startPostgres } from './postgres-server.ts';
import { run, serve } from './process.ts';

/** The time limit for a full recovery. */
const RETURN_MS = 5_000;
const PATIENCE_MS = 30_000;
/** Long enough for every watcher, collector and upstream queue to fail once. */
const AWAY_MS = 1_500;

export const TROUBLES = ['stopped', 'killed', 'cut', 'dropped', 'refused', 'silent', 'frozen'] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface Storm {
  /** Answers by status and code: `200`, `503 STORE_UNAVAILABLE` … */
  answers: Map<string, number>;
  /** Unexpected results. */
  problems: string[];
  /** Milliseconds from each return of the database to full recovery, by fault. */
  returns: { trouble: Trouble; ms: number }[];
  /** Requests with 200 for the account’s key, and those in its usage afterwards. */
  answered: number;
  counted: number;
  output: string;
}

export async function storm(troubles: readonly Trouble[], say: (line: string) => void = () => {}): Promise<Storm> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-storm-'));
  const server = await startPostgres();
  const way = await wayTo(server.url);
  const environment = {
    FIRMOTECA_DATA: folder,
    FIRMOTECA_COMPANIES: '300',
    FIRMOTECA_WORKERS: '2',
    FIRMOTECA_LIMITS: 'off',
    DATABASE_URL: way.through(server.url),
  };
  const result: Storm = { answers: new Map(), problems: [], returns: [], answered: 0, counted: 0, output: '' };
  try {
    const service = await serve(environment);
    try {
      const key = await accountKey(environment);
      const load = startLoad(service.origin, key, result);
      for (const trouble of troubles) {
        const { ms, last } = await troubled(trouble, { server, way, origin: service.origin, key, result });
        result.returns.push({ trouble, ms: Math.round(ms) });
        say(`${trouble.padEnd(8)} everything answers again ${Math.round(ms)} ms after its return${last}`);
      }
      await load.end();
    } finally {
      const ended = await service.stop();
      if (ended.code !== 0) result.problems.push(`the service ended with ${ended.code}`);
      result.output = service.output();
    }
    if (/unhandled|uncaught/i.test(result.output)) result.problems.push('an error that nobody heard');
    result.counted = await countedRequests(environment);
  } finally {
    await way.stop();
    server.thaw();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

interface Scene {
  server: Awaited<ReturnType<typeof startPostgres>>;
  way: Awaited<ReturnType<typeof wayTo>>;
  origin: string;
  key: string;
  result: Storm;
}

/** Runs one fault; returns the time to recovery and the last failure. */
async function troubled(trouble: Trouble, scene: Scene): Promise<{ ms: number; last: string }> {
  const { server, way, origin, result } = scene;
  if (trouble === 'cut') await cutAll(server.url);
  else if (trouble === 'dropped') way.drop();
  else {
    if (trouble === 'stopped') await server.stopFast();
    else if (trouble === 'killed') await server.kill();
    else if (trouble === 'refused') way.close();
    else if (trouble === 'frozen') server.freeze();
    else way.silence();
    await sleep(AWAY_MS);
    // Notices it even on a busy machine.
    const isKnown = await within(PATIENCE_MS, () => isReadiness(origin, 503));
    if (!isKnown) result.problems.push(`${trouble}: /readyz never said 503`);
    if ((await requested(origin, { path: '/livez' })).status !== 200)
      result.problems.push(`${trouble}: /livez is not 200`);
    if (trouble === 'stopped' || trouble === 'killed') await server.start();
    else if (trouble === 'frozen') server.thaw();
    else way.open();
  }
  const began = performance.now();
  let last = '';
  const isBack = await within(PATIENCE_MS, async () => {
    const missing = await everything(scene);
    last = missing ?? last;
    return missing === null;
  });
  const ms = performance.now() - began;
  if (!isBack) result.problems.push(`${trouble}: not everything came back: ${last}`);
  return { ms, last };
}

/** Every path to the store: dataset, state, live with its queues and leases, and the analytics worker. Returns what fails, or null. */
async function everything({ origin, key, result }: Scene): Promise<string | null> {
  const began = performance.now();
  const answers = await Promise.all(
    QUESTIONS.map(async (question) => {
      const { path, ...rest } = question();
      const answer = await requested(origin, { path, ...rest }, key);
      return { path, ms: Math.round(performance.now() - began), ...answer };
    }),
  );
  result.answered += answers.filter(({ status }) => status === 200).length;
  const missing = answers.find(({ status, isStale }) => status !== 200 || isStale);
  if (missing) return `, after ${missing.path} was ${missing.status} in ${missing.ms} ms`;
  return (await isReadiness(origin, 200)) ? null : ', after /readyz was not 200';
}

/** Of all serving threads: so many connections reach all of them. */
async function isReadiness(origin: string, status: number): Promise<boolean> {
  const agent = new Agent({ keepAlive: false });
  const probes = await Promise.all(
    Array.from({ length: 8 }, () => requested(origin, { path: '/readyz' }, undefined, agent)),
  );
  return probes.every((probe) => probe.status === status);
}

interface Question {
  path: string;
  /** The request needs a current answer of the tax authority, through its queue. */
  fresh?: true;
}

let turn = 0;
/** A look-up, one with a fresh query to the tax authority, a search, a history, and analyses in the worker, never the same twice. */
const QUESTIONS: readonly (() => Question)[] = [
  () => ({ path: '/api/company/90000014' }),
  () => ({ path: '/api/company/90000030', fresh: true }),
  () => ({ path: '/api/search?q=con' }),
  () => ({ path: '/api/company/90000030/timeline' }),
  () => ({ path: `/api/seap/cpv/45/analysis?dateFrom=2025-01-${String(1 + (turn++ % 28)).padStart(2, '0')}` }),
];

function startLoad(origin: string, key: string, result: Storm) {
  let isOver = false;
  const callers = Array.from({ length: 12 }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = number; !isOver; i++) {
      const isAccount = i % 2 === 0;
      const question = (QUESTIONS[i % QUESTIONS.length] as () => Question)();
      const answer = await requested(origin, question, isAccount ? key : DEMO_KEY, agent);
      const { status, code, retryAfter, failure } = answer;
      const { path } = question;
      const name = failure ?? `${status}${code ? ` ${code}` : ''}`;
      result.answers.set(name, (result.answers.get(name) ?? 0) + 1);
      if (status === 200 && isAccount) result.answered++;
      if (status === 503 && !retryAfter) result.problems.push(`503 ${code} without Retry-After: ${path}`);
      if (failure || !isTrue(answer)) result.problems.push(`${name}: ${path}`);
      // A caller pauses after an error instead of retrying in a tight loop.
      await sleep(status === 200 ? 5 : 50);
    }
    agent.destroy();
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** Whether an answer is correct: a full analytics queue behind a query that the database left hanging is correct too. */
const isTrue = ({ status, code, isCrowded }: Asked): boolean =>
  status === 200 || code === 'STORE_UNAVAILABLE' || (code === 'OVERLOADED' && isCrowded);

interface Asked {
  status: number;
  code: string | null;
  retryAfter: string | undefined;
  isStale: boolean;
  isCrowded: boolean;
  failure?: string;
}

const requested = (origin: string, { path, fresh }: Question, key?: string, agent?: Agent): Promise<Asked> =>
  new Promise((resolve) => {
    const lost = (failure: string): void =>
      resolve({ status: 0, code: null, retryAfter: undefined, isStale: true, isCrowded: false, failure });
    const headers = { ...(key && { 'x-api-key': key }), ...(fresh && { 'cache-control': 'no-cache' }) };
    const request = get(origin + path, { ...(agent && { agent }), headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('error', (error) => lost(error.message));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const [, code = null] = /"code":"([A-Z_]+)"/.exec(status === 200 ? '' : body) ?? [];
        const isStale = fresh === true && !/"stale":false/.test(body);
        const isCrowded = /analyses are waiting/.test(body);
        resolve({ status, code, retryAfter: response.headers['retry-after'], isStale, isCrowded });
      });
    });
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('no answer')));
    request.on('error', (error) => lost(error.message));
  });

async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (await isSo()) return true;
  return false;
}

/** The server ends every connection of every thread. */
async function cutAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  await client.end();
}

const EMAIL = 'storm@example.ro';

async function accountKey(environment: Record<string, string>): Promise<string> {
  await run(['accounts', 'create', '--email', EMAIL, '--plan', 'pro'], environment);
  const { output } = await run(['keys', 'create', '--account', EMAIL], environment);
  const [key] = /fmt_live_\w{36}/.exec(output) ?? [];
  if (key === undefined) throw new Error(`There is no key: ${output}`);
  return key;
}

/** Requests in the usage of its account, without failed ones. */
async function countedRequests(environment: Record<string, string>): Promise<number> {
  const { output } = await run(['usage', '--account', EMAIL, '--json'], environment);
  const rows = (JSON.parse(output) as { lines: { requests: number; refused: number; failed: number }[] }).lines;
  return rows.reduce((sum, { requests, refused, failed }) => sum + requests - refused - failed, 0);
}

/** Whether every recovery was in time: a figure instead of a test, because other load affects it. */
export const inTime = ({ returns }: Storm): boolean => returns.every(({ ms }) => ms <= RETURN_MS);
