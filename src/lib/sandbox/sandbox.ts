/**
 * Reads untrusted files in a process without network, environment, child processes and other files, with limits of memory, time and
 * output. The process may open the file itself, the files of its reader and those of `access`. A file that crashes the process affects
 * only its own reading.
 *
 * Node's permissions stop a confused reader, not one that exploits a fault in V8. The limits, which the system and the parent process
 * enforce, apply even then.
 */
import { stat } from 'node:fs/promises';
import { createSemaphore } from '#lib/workers/semaphore.ts';
import { type Child, startChild } from './sandbox-process.ts';
import {
  type Caps,
  type ExtraAccess,
  type Input,
  type Outcome,
  ReadFailure,
  type SandboxSettings,
} from './sandbox-protocol.ts';

export interface ReadOptions {
  /** Passed to the reader. */
  argument?: string;
  /** For a file with a path: further files that its process may open. */
  access?: ExtraAccess;
  /** An abort throws its reason. */
  signal?: AbortSignal | undefined;
}

export interface Sandbox<Kind extends Input, Chunk> {
  /** The result of a reader that yields one chunk. */
  read(input: Kind, options?: ReadOptions): Promise<Outcome<Chunk>>;
  /** Back-pressure: the process waits until chunks are consumed. Throws `ReadFailure`. */
  messages(input: Kind, options?: ReadOptions): AsyncGenerator<Chunk, void, undefined>;
  /** Aborts all readings. */
  close(): void;
}

/** An idle process ends after this time. */
const IDLE_MS = 5_000;

export function createSandbox<Kind extends Input, Chunk>(settings: SandboxSettings): Sandbox<Kind, Chunk> {
  const semaphore = createSemaphore(settings.atOnce);
  const closing = new AbortController();
  const idle = createIdlePool<Chunk>(closing.signal);

  async function* chunks(
    input: Kind,
    { argument = '', access: opened, signal }: ReadOptions = {},
  ): AsyncGenerator<Chunk, void, undefined> {
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    await assertSize(input, settings.caps.inputBytes);
    const end = await semaphore.acquire(stop);
    let child: Child<Chunk> | null = null;
    let isDone = false;
    try {
      child = idle.take(argument) ?? startChild<Chunk>(settings, input, argument, opened);
      child.filesRemaining--;
      child.send(input);
      yield* receive(child, settings.caps, stop);
      isDone = true;
    } finally {
      if (child && isDone && child.filesRemaining > 0) idle.add(argument, child);
      else child?.kill();
      end();
    }
  }

  return {
    messages: chunks,
    async read(input, options) {
      try {
        const [value] = await Array.fromAsync(chunks(input, options));
        return value === undefined
          ? { outcome: 'broken', reason: 'its reader gave nothing' }
          : { outcome: 'read', value };
      } catch (error) {
        if (error instanceof ReadFailure) return { outcome: error.outcome, reason: error.message };
        throw error;
      }
    },
    close() {
      closing.abort(new Error('The sandbox is closed.'));
    },
  };
}

/** Idle processes that may read another file with the same argument. */
function createIdlePool<Chunk>(closing: AbortSignal) {
  const children = new Map<Child<Chunk>, { argument: string; timer: NodeJS.Timeout }>();
  closing.addEventListener('abort', () => {
    for (const child of children.keys()) child.kill();
  });
  return {
    add(argument: string, child: Child<Chunk>): void {
      const timer = setTimeout(() => {
        children.delete(child);
        child.kill();
      }, IDLE_MS).unref();
      children.set(child, { argument, timer });
      if (closing.aborted) child.kill();
    },
    take(argument: string): Child<Chunk> | null {
      for (const [child, entry] of children) {
        if (entry.argument !== argument) continue;
        children.delete(child);
        clearTimeout(entry.timer);
        if (child.isAlive()) return child;
      }
      return null;
    },
  };
}

async function assertSize(input: Input, inputBytes: number): Promise<void> {
  const bytes = 'bytes' in input ? input.bytes.length : (await stat(input.path)).size;
  if (bytes > inputBytes) throw new ReadFailure('tooLarge', `a file of ${bytes} bytes, more than ${inputBytes}`);
}

async function* receive<Chunk>(child: Child<Chunk>, caps: Caps, signal: AbortSignal): AsyncGenerator<Chunk> {
  let remainingMs = caps.timeoutMs;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  const startTimer = (): void => {
    since = performance.now();
    timer = setTimeout(() => {
      isLate = true;
      child.kill();
    }, remainingMs);
  };
  const stopTimer = (): void => {
    clearTimeout(timer);
    remainingMs -= performance.now() - since;
  };
  signal.addEventListener('abort', child.kill);
  if (signal.aborted) child.kill();
  try {
    startTimer();
    for (;;) {
      const { done, value: message } = await child.messages.next();
      if (done) break;
      stopTimer();
      if ('chunk' in message) yield message.chunk;
      else if ('started' in message) child.isStarted = true;
      else if ('failed' in message) throw new ReadFailure(message.failed, message.reason);
      else return;
      startTimer();
    }
    // The process ended without a result or a reason.
    const { signal: endSignal, stderr } = await child.ended;
    signal.throwIfAborted();
    if (isLate) throw new ReadFailure('tooLong', `more than ${caps.timeoutMs / 1_000} seconds to read`);
    if (endSignal === 'SIGXCPU')
      throw new ReadFailure('tooLong', `more than ${caps.cpuSeconds} seconds of work to read`);
    // The kernel's out-of-memory killer sends SIGKILL.
    if (endSignal === 'SIGKILL' || OUT_OF_MEMORY.test(stderr)) throw new ReadFailure('tooLarge', 'more memory to read');
    if (!child.isStarted) throw new Error(`The process that reads files does not start: ${endSignal ?? ''} ${stderr}`);
    throw new ReadFailure('broken', `its reader ended (${endSignal ?? 'by itself'})`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', child.kill);
  }
}

/** Messages of node, V8 and the C++ library. */
const OUT_OF_MEMORY = /out of memory|bad_alloc|allocation failed/i;
