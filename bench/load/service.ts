/** The measured service: `bin/firmoteca serve` over a copy of the demo country, with callers of every sort in its store. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { constants, cpSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchChanges } from '#data/store/changes/counter.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore } from '#data/store/open.ts';
import { browserSessions } from '#platform/accounts/sessions.ts';
import { readConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { freePort } from '#test/support/free-port.ts';
import { until } from '#test/support/until.ts';
import { observedCountry } from '../cached-country.ts';
import { newTokens, proAccount } from '../callers.ts';
import { installation, kept } from '../demo-installation.ts';
import { answerOf } from '../servers.ts';
import type { BankReady } from './bank.ts';
import type { Caller, Kind } from './generator.ts';
import { mixOf, SAMPLE } from './mix.ts';
import { cpuSecondsOf } from './watch.ts';

/** The agents of an account may send 60 calls a minute. */
const AGENTS = 1_000;
const OWNERS = 50;
/** Visitors of different offices: an address may view 300 pages a minute. */
const VISITORS = 20_000;
/** A person creates a key within ten minutes of signing in; these sign in at the end of the measurement. */
const DAY_MS = 86_400_000;
const START_MS = 300_000;
const STOP_MS = 60_000;
/** The service is idle when it uses less than this share of a core, for so many seconds in a row. */
const IDLE = { share: 0.1, seconds: 5 };
const IDLE_MS_MAX = 240_000;
const PAYEE = '0x1111111111111111111111111111111111111111';
const TOKEN = 'a-token-of-the-bench';

const home = new URL('../..', import.meta.url).pathname;
export const PROGRAM = join(home, 'bin/firmoteca');

export interface LoadedService {
  pid: number;
  port: number;
  folder: string;
  env: Record<string, string>;
  logFile: string;
  bank: ChildProcess | null;
  kinds: Kind[];
  callers: Record<Caller, string[]>;
  cookies: string[];
  cuis: string[];
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  companies: number;
  /** Of the folder with the copy. */
  name: string;
  /** Further settings. */
  settings?: Record<string, string>;
  /** Days for which tokens and sign-ins last. */
  days?: number;
  /** Without payers there is no bank. */
  hasPayers?: boolean;
}

export async function loadedService(options: ServiceOptions): Promise<LoadedService> {
  const { companies, name, settings: more = {}, days = 1, hasPayers = true } = options;
  const source = installation(companies);
  // In the order of their last digits, which is no order of size or age.
  const reversed = (cui: string): string => [...cui].toReversed().join('');
  const chosen = (all: string[]): string[] =>
    all.toSorted((a, b) => (reversed(a) < reversed(b) ? -1 : 1)).slice(0, SAMPLE);
  const { cuis, keys } = await observedCountry(source, chosen, { withBalances: true });
  const folder = join(kept, `${name}-${companies}`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(source.dataFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const port = await freePort();
  const env = { FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: String(companies) };
  const filled = await fill(env, port, cuis, days);
  const bank = hasPayers
    ? fork(new URL('./bank.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    : null;
  try {
    const ready = bank && (await answerOf<BankReady>(bank));
    const settings = {
      ...env,
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      // Callers are told apart by the addresses that a proxy of this machine forwards.
      TRUSTED_PROXIES: '127.0.0.1',
      FIRMOTECA_LOG: 'all',
      FIRMOTECA_METRICS_TOKEN: TOKEN,
      FIRMOTECA_DOCUMENTS_AHEAD: 'no',
      ...(ready && {
        FIRMOTECA_X402_PAYEE: PAYEE,
        FIRMOTECA_X402_FACILITATOR_URL: ready.facilitatorUrl,
        FIRMOTECA_X402_RPC_URLS: ready.rpcUrl,
      }),
      ...more,
    };
    const logFile = join(folder, 'service.log');
    const log = openSync(logFile, 'a');
    const child = spawn(PROGRAM, ['serve'], { env: settings, stdio: ['ignore', log, log] });
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    const get = (path: string, headers: Record<string, string> = {}): Promise<Response | null> =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null);
    await until(
      'the service is ready',
      async () => {
        if (hasEnded()) throw new Error(`The service ended; see ${logFile}.`);
        return (await get('/readyz?whole'))?.status === 200;
      },
      START_MS,
    );
    const pid = child.pid as number;
    await idle(pid);
    const cookie = (await get('/', { accept: 'text/html', 'x-forwarded-for': '10.200.0.1' }))?.headers
      .getSetCookie()[0]
      ?.split(';')[0];
    return {
      ...filled,
      ...{ pid, port, folder, env: settings, logFile, bank, cuis },
      callers: {
        ...filled.callers,
        pro: keys.map((key) => `x-api-key: ${key}`),
        // A cookie is a signed date, the same for all.
        visitor: Array.from({ length: VISITORS }, (_, i) => `cookie: ${cookie}\r\nx-forwarded-for: ${addressOf(i)}`),
        stranger: Array.from({ length: VISITORS }, (_, i) => `x-forwarded-for: ${addressOf(i)}`),
      },
      async metrics() {
        return (await get('/metrics', { authorization: `Bearer ${TOKEN}` }))?.text() ?? '';
      },
      async stop() {
        child.kill('SIGTERM');
        await until('the service stops', hasEnded, STOP_MS);
        process.off('exit', kill);
        bank?.disconnect();
        rmSync(folder, { recursive: true });
      },
    };
  } catch (error) {
    bank?.disconnect();
    throw error;
  }
}

const addressOf = (i: number): string => `10.${i >> 8}.${i & 255}.${1 + (i % 250)}`;

async function fill(env: Record<string, string>, port: number, cuis: readonly string[], days: number) {
  const config = readConfig(env);
  const { sessionKey } = loadSecrets(config.secretsFile);
  const store = await openStore({ databaseUrl: null, folder: config.dataFolder, country: 'demo' });
  try {
    const tokens = await newTokens(store.state, sessionKey, `http://127.0.0.1:${port}/mcp`, AGENTS, days);
    const now = Date.now();
    const watch = await watchChanges(
      store.state,
      'access',
      () => {},
      () => {},
    );
    const sessions = browserSessions({ state: store.state, watch, secret: sessionKey });
    const cookies: string[] = [];
    while (cookies.length < OWNERS) {
      const account = await proAccount(store.state, now);
      cookies.push(`firmoteca_session=${await sessions.open(account, now + days * DAY_MS)}`);
    }
    await watch.stop();
    const dataset = store.generations.current() as Dataset;
    return {
      kinds: await mixOf(dataset, cuis),
      callers: {
        agent: tokens.map((token) => `authorization: Bearer ${token}`),
      },
      cookies,
    };
  } finally {
    await store.close();
  }
}

/** Until what a start does in the background is over, or takes very long. */
async function idle(pid: number): Promise<void> {
  const end = performance.now() + IDLE_MS_MAX;
  for (let quiet = 0; quiet < IDLE.seconds && performance.now() < end; ) {
    const before = cpuSecondsOf(pid);
    await sleep(1_000);
    quiet = cpuSecondsOf(pid) - before < IDLE.share ? quiet + 1 : 0;
  }
}
