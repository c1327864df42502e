/** A service whose output goes to a named pipe that the test reads, fills or closes, and one of whose threads is held. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { until } from './until.ts';

const BIN = join(import.meta.dirname, '../../bin/firmoteca');
const HOLD = join(import.meta.dirname, 'stalled-thread.ts');
/** Far above the documented time; a process that still runs then would never end. */
const PATIENCE_MS = 120_000;

export interface Held {
  /** The file of a thread. */
  thread: string;
  /** As in test/support/stalled-thread.ts. */
  how: 'waits' | 'blocks' | 'stuck' | 'later' | 'stopping' | 'lingers';
}

export interface Started {
  output(): string;
  /** Reads until the pattern matches; returns the match. */
  says(pattern: RegExp): Promise<string>;
  /** The address of a listening service. */
  origin(): Promise<string>;
  /** Resolves when the thread is held. */
  held(): Promise<void>;
  /** Holds the thread now. */
  hold(): void;
  /** Closes the reading end. */
  leave(): void;
  /** Stops reading, so that the pipe is full from now on. */
  stopReading(): void;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  /** Resolves with its own end. */
  ended(): Promise<{ code: number | null; signal: string | null }>;
}

const running = new Set<ChildProcess>();
/** A failed test must leave no service behind. */
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

export interface StartOptions {
  held?: Held;
  /** Through test/support/guarded-service.ts, with this stop timeout. */
  stopMs?: number;
  environment?: Record<string, string>;
}

export function start(args: readonly string[], { held, stopMs, environment = {} }: StartOptions = {}): Started {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-stop-'));
  const [pipe, mark] = [join(folder, 'output'), join(folder, 'held')];
  execFileSync('mkfifo', [pipe, `${mark}.fifo`]);
  // Non-blocking, or the open would wait for a writer.
  let reader: number | null = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, 'w');
  const [file, ...rest] =
    stopMs === undefined
      ? [BIN, ...args]
      : [process.execPath, join(import.meta.dirname, 'guarded-service.ts'), String(stopMs)];
  const child = spawn(file, rest, {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      FIRMOTECA_DATA: join(folder, 'data'),
      FIRMOTECA_COMPANIES: '300',
      FIRMOTECA_WORKERS: '1',
      FIRMOTECA_LOG: 'all',
      ...environment,
      ...(held && { NODE_OPTIONS: `--import=${HOLD}`, HELD: held.thread, HELD_HOW: held.how, HELD_AT: mark }),
    },
    stdio: ['ignore', writer, writer],
  });
  closeSync(writer);
  running.add(child);
  const exit = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return { code: code as number | null, signal: signal as string | null };
  });

  let output = '';
  const chunk = Buffer.alloc(65_536);
  const read = (): void => {
    try {
      for (let n = -1; reader !== null && n !== 0; output += chunk.toString('utf8', 0, n)) n = readSync(reader, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  };
  const happens = (what: string, hasHappened: () => boolean): Promise<void> =>
    until(
      `${what}\n${output}`,
      async () => {
        read();
        if (hasHappened()) return true;
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The process ended before: ${what}\n${output}`);
        return false;
      },
      PATIENCE_MS,
    );
  const says = async (pattern: RegExp): Promise<string> => {
    await happens(`it says ${pattern}`, () => pattern.test(output));
    return pattern.exec(output)?.[0] ?? '';
  };
  return {
    output: () => output,
    says,
    origin: () => says(/http:\/\/127\.0\.0\.1:[0-9]+(?=\n)/),
    held: () => happens('the thread is held', () => existsSync(mark)),
    hold: () => closeSync(openSync(`${mark}.now`, 'w')),
    leave() {
      if (reader !== null) closeSync(reader);
      reader = null;
    },
    stopReading() {
      const filling = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        // Byte by byte at the end, until nothing fits.
        for (const piece of [Buffer.alloc(4_096, '\n'), Buffer.from('\n')]) fill(filling, piece);
      } finally {
        closeSync(filling);
      }
    },
    signal: (name) => void child.kill(name),
    async ended() {
      await until(
        `the process ends\n${output}`,
        async () => child.exitCode !== null || child.signalCode !== null,
        PATIENCE_MS,
      );
      const how = await exit;
      read();
      if (reader !== null) closeSync(reader);
      rmSync(folder, { recursive: true, force: true });
      return how;
    },
  };
}

function fill(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}
