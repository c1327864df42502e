/**
 * Runs the service of a checkout of this project by its `bin/firmoteca`, with its own data folder. Another checkout may have
 * another layout, so only settings, addresses and stored names are used, which are stable.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { loadSecrets } from '#server/secrets.ts';
import { freePort } from '#test/support/free-port.ts';
import { until } from '#test/support/until.ts';
import { newKeys, newTokens } from './callers.ts';

const COMPANIES = 2_000;
/** Each has a limit of 1,200 requests and 60 calls of agents a minute. */
const ACCOUNTS = 500;
/** Building the demo country takes half a minute, and several times that while both cores are busy. */
const START_MS = 300_000;
const STOP_MS = 60_000;
/** A service is idle when it uses less CPU than this per second, for this many seconds in a row. */
const IDLE = { cpuMs: 30, seconds: 3 };

/** CPU time by thread, in nanoseconds. */
export type ThreadTimes = Map<string, number>;

export interface Callers {
  keys: string[];
  tokens: string[];
}

export interface CheckoutService {
  port: number;
  /** Creates keys and tokens in the store of the service, as its commands and authorization server would. */
  callers(): Promise<Callers>;
  /** Data of an address under `/api/`; null while it answers 503. */
  read(path: string): Promise<unknown>;
  cpu(): ThreadTimes;
  /** Waits until the service has no background work, such as building the demo country. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when the service listens. The first start with a folder builds the demo country and takes longer. */
export async function startCheckout(checkout: string, dataFolder: string): Promise<CheckoutService> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(join(checkout, 'bin/firmoteca'), ['serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      // Visitors of pages are distinguished by the address that load.ts sends.
      TRUSTED_PROXIES: '127.0.0.1',
      FIRMOTECA_DATA: dataFolder,
      FIRMOTECA_COMPANIES: String(COMPANIES),
      FIRMOTECA_WORKERS: '1',
      FIRMOTECA_LOG: 'errors',
      FIRMOTECA_DOCUMENTS_AHEAD: 'no',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const isListening = async (): Promise<boolean> => {
    if (hasEnded(child)) throw new Error(`The service of ${checkout} ended:\n${output}`);
    return fetch(`${origin}/api/health`).then(
      async (response) => (await response.text()) !== '',
      () => false,
    );
  };
  await until(`the service of ${checkout} listens`, isListening, START_MS);
  const cpu = (): ThreadTimes => threadTimes(child.pid as number);
  return {
    port,
    cpu,
    callers: () => makeCallers(dataFolder, `${origin}/mcp`),
    async read(path) {
      const response = await fetch(origin + path, { headers: { 'x-api-key': DEMO_KEY } });
      const body = await response.text();
      if (response.status === 503) return null;
      if (!response.ok) throw new Error(`${checkout} answered ${path} with ${response.status}: ${body}`);
      return JSON.parse(body).data;
    },
    async idle() {
      let idleSeconds = 0;
      const hasBeenIdle = async (): Promise<boolean> => {
        const before = cpu();
        await sleep(1_000);
        idleSeconds = cpuBetween(before, cpu()) < IDLE.cpuMs * 1_000 ? idleSeconds + 1 : 0;
        return idleSeconds === IDLE.seconds;
      };
      await until(`the service of ${checkout} is idle`, hasBeenIdle, START_MS);
    },
    async stop() {
      child.kill('SIGTERM');
      await until(`the service of ${checkout} stops`, () => hasEnded(child), STOP_MS);
      process.off('exit', kill);
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function makeCallers(dataFolder: string, connector: string): Promise<Callers> {
  const { keyPepper, sessionKey } = loadSecrets(join(dataFolder, 'secrets.json'));
  const state = openSqlite(join(dataFolder, 'state.db'), { synchronous: 'normal' });
  try {
    return {
      keys: await newKeys(state, keyPepper, ACCOUNTS),
      tokens: await newTokens(state, sessionKey, connector, ACCOUNTS),
    };
  } finally {
    await state.close();
  }
}

/** Reads `schedstat`: /proc/PID/stat counts in hundredths of a second, which is a tenth of a short round. */
function threadTimes(pid: number): ThreadTimes {
  const times: ThreadTimes = new Map();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      times.set(thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    } catch (error) {
      // The thread ended after the folder listing.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return times;
}

/** CPU microseconds of the process, without threads that ended in between. */
export function cpuBetween(before: ThreadTimes, after: ThreadTimes): number {
  let nanoseconds = 0;
  for (const [thread, time] of after) nanoseconds += time - (before.get(thread) ?? 0);
  return nanoseconds / 1_000;
}
