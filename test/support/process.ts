/** The service as a real process: `bin/firmoteca` without the settings of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BIN = join(import.meta.dirname, '../../bin/firmoteca');
/** Time to build three hundred companies, on a busy machine. */
const PATIENCE_MS = 300_000;

export interface Ended {
  /** Null if a signal ended it. */
  code: number | null;
  ms: number;
}

export interface Started {
  pid: number;
  /** The output so far, stdout and stderr. */
  output(): string;
  /** The first match in the output, with a timeout for busy machines. */
  says(pattern: RegExp): Promise<string>;
  /** Stops it cleanly and returns the result. */
  stop(): Promise<Ended>;
  /** Kills it. */
  kill(): Promise<Ended>;
  ended: Promise<Ended>;
}

const running = new Set<() => void>();
/** A failed test must leave no server behind. */
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
    throw new Error(`${args[0]} did not print ${pattern}:\n${message}`);
  };
  return {
    pid: child.pid ?? 0,
    output: () => message,
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

/** A command that ends by itself: exit code and output. */
export async function run(args: readonly string[], environment: Record<string, string>) {
  const started = firmoteca(args, environment);
  const { code } = await started.ended;
  return { code, output: started.output() };
}

/** A listening service with a complete first start, and its address. */
export async function serve(environment: Record<string, string>, ...args: string[]) {
  const started = await listens(environment, ...args);
  if (/The demo country of .* is built now/.test(started.output()))
    await started.says(/To come: documents\.|Everything is served/).catch(async (error) => {
      await started.kill();
      throw error;
    });
  return started;
}

/** The same as soon as it listens, whatever it serves. */
export async function listens(environment: Record<string, string>, ...args: string[]) {
  const started = firmoteca(['serve', ...args], environment);
  const origin = await started.says(/http:\/\/127\.0\.0\.1:[0-9]+(?=\n)/).catch(async (error) => {
    // No other code holds the process, which would keep the test alive.
    await started.kill();
    throw error;
  });
  return { ...started, origin };
}
