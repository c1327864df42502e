/** Commands as a user types them: in this process, or through the launcher in a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '#cli/run.ts';
import { threadModule } from '#lib/paths.ts';
import { provideDemoCountry } from '#server/demo-port.ts';

provideDemoCountry(threadModule('demo-country/port'));

const LAUNCHER = join(import.meta.dirname, '../../bin/firmoteca');

export type Environment = Record<string, string>;

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** stdout and stderr, in the order of writing. */
  output: string;
  /** The parsed output of `--json`. */
  json(): unknown;
}

/** Without the settings of this machine. */
const start = (args: string[], environment: Environment, cwd?: string): ChildProcess =>
  spawn(LAUNCHER, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs in this process; returns the output and the exit code. No other command may run in parallel with one that has `cwd`. */
export async function firmoteca(
  args: string[],
  environment: Environment = {},
  { cwd, input = '' }: { cwd?: string; input?: string } = {},
): Promise<Ended> {
  const written: { to: 'stdout' | 'stderr'; chunk: string }[] = [];
  const output = (to: 'stdout' | 'stderr'): Writable =>
    new Writable({
      write(chunk, _, done) {
        written.push({ to, chunk: String(chunk) });
        done();
      },
    });
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const code = await runCommand(args, {
      env: environment,
      stdin: Readable.from([input]),
      stdout: output('stdout'),
      stderr: output('stderr'),
    });
    const textOf = (name: 'stdout' | 'stderr'): string =>
      written.flatMap(({ to, chunk }) => (to === name ? chunk : [])).join('');
    return ended(code, textOf('stdout'), textOf('stderr'), written.map(({ chunk }) => chunk).join(''));
  } finally {
    if (cwd !== undefined) process.chdir(before);
  }
}

/** The same with the settings of a service with a quiet log. */
export const run = (args: string[], environment: Environment): Promise<Ended> =>
  firmoteca(args, { FIRMOTECA_LOG: 'errors', PORT: '0', ...environment });

/** In a process of its own, where it matters: the launcher, its exit code, a second process beside a service. */
export async function launched(args: string[], environment: Environment = {}, cwd?: string): Promise<Ended> {
  const child = start(args, environment, cwd);
  if (!child.stdout || !child.stderr) throw new Error('A piped process has both.');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return ended(Number(code), stdout, stderr, stdout + stderr);
}

const ended = (code: number, stdout: string, stderr: string, message: string): Ended => ({
  code,
  stdout,
  stderr,
  output: message,
  json: () => JSON.parse(stdout),
});

export interface Serving {
  origin: string;
  /** The output so far. */
  printed(): string;
  /** Stops the command and returns its exit code. */
  stop(): Promise<number>;
}

/** A command that runs until it is stopped and prints its address. */
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
    closed.then(async () => reject(new Error(`The command ended: ${printed}${await complaints}`)));
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
