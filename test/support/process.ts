/** The service as it is really started: `bin/firmoteca`, a process of its own, with nothing of this machine's settings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BIN = join(import.meta.dirname, '../../bin/firmoteca');
/** However busy the machine, three hundred companies are built within this time. */
const PATIENCE_MS = 300_000;

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  ms: number;
}

export interface Started {
  /** What it said so far, on both outputs. */
  said(): string;
  /** The first match in what it says, for as long as a busy machine may take. */
  says(pattern: RegExp): Promise<string>;
  /** Asks it to stop, and how that went. */
  stop(): Promise<Ended>;
  /** Without asking. */
  kill(): Promise<Ended>;
  ended: Promise<Ended>;
}

const running = new Set<() => void>();
/** A test that failed leaves no server behind. */
process.once('exit', () => {
  for (const kill of running) kill();
});

export const firmoteca = (args: readonly string[], environment: Record<string, string>): Started =>
  started(BIN, args, environment);

export function started(program: string, args: readonly string[], environment: Record<string, string>): Started {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', FIRMOTECA_LOG: 'errors', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  running.add(kill);
  let message = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (message += chunk));
  let requested = performance.now();
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    running.delete(kill);
    return { code: code as number | null, ms: performance.now() - requested };
  });
  const says = async (pattern: RegExp): Promise<string> => {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(20)) {
      const [found] = pattern.exec(message) ?? [];
      if (found !== undefined) return found;
      if (isOver) break;
    }
    throw new Error(`${args[0]} did not say ${pattern}:\n${message}`);
  };
  return {
    said: () => message,
    says,
    async stop() {
      requested = performance.now();
      child.kill('SIGTERM');
      return ended;
    },
    kill() {
      kill();
      return ended;
    },
    ended,
  };
}

/** A command that ends by itself: its exit code, and what it said. */
export async function run(args: readonly string[], environment: Record<string, string>) {
  const started = firmoteca(args, environment);
  const { code } = await started.ended;
  return { code, said: started.said() };
}

/** A server that listens, and its address; with everything that its first start makes. */
export async function serve(environment: Record<string, string>, ...args: string[]) {
  const started = await listens(environment, ...args);
  if (/The demo country of .* is built now/.test(started.said()))
    await started.says(/To come: documents\.|Everything is served/).catch(async (error) => {
      await started.kill();
      throw error;
    });
  return started;
}

/** The same as soon as it listens, whatever it has to serve. */
export async function listens(environment: Record<string, string>, ...args: string[]) {
  const started = firmoteca(['serve', ...args], environment);
  const origin = await started.says(/http:\/\/127\.0\.0\.1:[0-9]+(?=\n)/).catch(async (error) => {
    // Nobody else knows of it: it would keep the test's process alive for ever.
    await started.kill();
    throw error;
  });
  return { ...started, origin };
}
