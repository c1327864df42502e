/** The commands as a person types them: through the launcher, in a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const LAUNCHER = join(import.meta.dirname, '../bin/firmoteca');

export type Environment = Record<string, string>;

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** What `--json` printed. */
  json(): unknown;
}

/** Nothing of the machine's own settings gets through. */
const start = (args: string[], environment: Environment, cwd?: string): ChildProcess =>
  spawn(LAUNCHER, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export async function firmoteca(args: string[], environment: Environment = {}, cwd?: string): Promise<Ended> {
  const child = start(args, environment, cwd);
  if (!child.stdout || !child.stderr) throw new Error('A piped process has both.');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: Number(code), stdout, stderr, json: () => JSON.parse(stdout) };
}

export interface Serving {
  origin: string;
  /** What it has printed so far. */
  printed(): string;
  /** Asks it to stop; its exit code. */
  stop(): Promise<number>;
}

/** A command that goes on until it is stopped, and prints the address it listens on. */
export async function serving(args: string[], environment: Environment): Promise<Serving> {
  const child = start(args, environment);
  if (!child.stdout || !child.stderr) throw new Error('A piped process has both.');
  const complaints = text(child.stderr);
  const closed = once(child, 'close');
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    closed.then(async () => reject(new Error(`It ended: ${printed}${await complaints}`)));
  });
  return {
    origin,
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await closed;
      return Number(code);
    },
  };
}
