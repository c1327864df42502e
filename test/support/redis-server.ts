/** Redis or Valkey on free ports for tests: a single server, or several with Sentinels. */
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
  /** Kills the process. */
  kill(): Promise<void>;
  /** Pauses the process; connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Restarts it on the same port, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The path of a server, or null. */
export function redisPath(): string | null {
  const candidates = [
    process.env.REDIS_SERVER,
    '/usr/bin/valkey-server',
    '/usr/bin/redis-server',
    '/usr/local/bin/redis-server',
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The settings of a service for a server at this address. */
export function redisAt(url: string, more: Partial<Omit<RedisSettings, 'address'>> = {}): RedisSettings {
  const address = readRedisAddress(url);
  if (address === null) throw new Error(`This is no address of Redis: ${url}`);
  return { address, sentinelPassword: null, certificates: { ca: null, own: null, key: null }, ...more };
}

export function startRedis(password = ''): Promise<RedisServer> {
  return startServer(password ? [['requirepass', password]] : [], { password });
}

/** A name and its values. */
export type Line = readonly [string, ...string[]];

interface ServerExtent {
  password?: string;
  /** TLS in place of the plain port. */
  isTls?: boolean;
  isSentinel?: boolean;
  host?: string;
}

/** With additional lines of configuration. */
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
  // Written once: a Sentinel stores its state in the same file.
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
