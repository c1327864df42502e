/** Redis or Valkey of our own on free ports, for tests that need a real one: one server, or several watched by Sentinels. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisSettings, readRedisAddress } from '#platform/limits/redis-address.ts';
import { freeze, thaw } from '#test/run/processes.ts';
import { freePort } from './free-port.ts';

export interface RedisServer {
  url: string;
  port: number;
  /** Stops the process in the middle of things. */
  kill(): Promise<void>;
  /** Answers nothing while it lasts; connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Path of a server, or null where there is none. */
export function redisPath(): string | null {
  const candidates = [
    process.env.REDIS_SERVER,
    '/usr/bin/valkey-server',
    '/usr/bin/redis-server',
    '/usr/local/bin/redis-server',
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** What a service is told of a server at this address. */
export function redisAt(url: string, more: Partial<Omit<RedisSettings, 'address'>> = {}): RedisSettings {
  const address = readRedisAddress(url);
  if (address === null) throw new Error(`This is no address of Redis: ${url}`);
  return { address, sentinelPassword: null, certificates: { ca: null, own: null, key: null }, ...more };
}

export function startRedis(password = ''): Promise<RedisServer> {
  return startServer(password ? [['requirepass', password]] : [], { password });
}

/** Name and values. */
export type Line = readonly [string, ...string[]];

interface ServerExtent {
  password?: string;
  /** Instead of the port without TLS. */
  isTls?: boolean;
  isSentinel?: boolean;
  host?: string;
}

/** With further lines of its configuration, as an operator writes them. */
export async function startServer(lines: readonly Line[], extent: ServerExtent = {}): Promise<RedisServer> {
  const { password = '', isTls = false, isSentinel = false, host = '127.0.0.1' } = extent;
  const path = redisPath();
  if (path === null) throw new Error('There is no Redis here; ask redisPath first.');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-redis-'));
  const ports = isTls
    ? [
        ['port', '0'],
        ['tls-port', String(port)],
      ]
    : [['port', String(port)]];
  const stored = isSentinel ? [] : [['save', '']];
  const all = [['bind', host], ['dir', folder], ...ports, ...stored, ...lines];
  // Written once: a Sentinel keeps what it learns in the same file.
  const file = join(folder, 'redis.conf');
  writeFileSync(file, all.map(([name, ...values]) => `${name} ${values.map(quoted).join(' ')}\n`).join(''));
  let child: ChildProcess;
  const forget = (): void => void child.kill('SIGKILL');
  const start = async (): Promise<void> => {
    child = spawn(path, [file, ...(isSentinel ? ['--sentinel'] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ready = isSentinel ? /Sentinel ID is/ : /eady to accept connections/;
    let output = '';
    for await (const chunk of child.stdout ?? []) {
      output += chunk;
      if (ready.test(output)) return void child.stdout?.resume();
    }
    throw new Error(`Redis did not start:\n${output}`);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  process.once('exit', forget);
  await start();
  return {
    url: `${isTls ? 'rediss' : 'redis'}://${password ? `:${password}@` : ''}${host}:${port}/0`,
    port,
    start,
    kill,
    freeze: () => freeze(child.pid ?? 0),
    thaw: () => thaw(child.pid ?? 0),
    async stop() {
      process.off('exit', forget);
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

const quoted = (value: string): string => JSON.stringify(value);
