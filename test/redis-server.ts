/** A Redis or Valkey of our own on a free port, for tests that need a real one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface RedisServer {
  url: string;
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

export async function startRedis(password = ''): Promise<RedisServer> {
  const path = redisPath();
  if (path === null) throw new Error('There is no Redis here; ask redisPath first.');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-redis-'));
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn(path, [...args, ...(password ? ['--requirepass', password] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('eady to accept connections')) return;
    throw new Error('Redis did not start.');
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url: `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}/0`,
    start,
    kill,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
