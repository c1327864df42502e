/**
 * Files of strangers, read by a process that can do nothing else: no network, no environment, no other process, no files but the
 * one it reads, its reader's own and those that are opened to it with the one; capped memory, time and output. A file that breaks it breaks nothing but its own reading: the
 * next one has another process.
 *
 * Node's permissions hold off a reader that was led astray, not one that has taken over the engine itself: that would take a fault
 * in V8, and the caps on memory, time and output, which are the system's and ours, hold even then.
 */
import { stat } from 'node:fs/promises';
import { createSemaphore } from '#lib/workers/semaphore.ts';
import { type Child, startChild } from './sandbox-process.ts';
import { type Caps, type Input, type Opened, type Outcome, type SandboxSettings, Unread } from './sandbox-terms.ts';

export interface ReadOptions {
  /** For the reader. */
  argument?: string;
  /** For a file at a place: what else its process may open. */
  opened?: Opened;
  /** A reading that is called off throws its reason, which says nothing of the file. */
  signal?: AbortSignal | undefined;
}

export interface Sandbox<Kind extends Input, Piece> {
  /** The whole of a file that its reader gives in one piece. */
  read(input: Kind, asked?: ReadOptions): Promise<Outcome<Piece>>;
  /** The process waits for who takes the pieces. Throws `Unread`. */
  messages(input: Kind, asked?: ReadOptions): AsyncGenerator<Piece, void, undefined>;
  /** Ends what is being read. */
  close(): void;
}

/** A process that nobody needs is not kept. */
const IDLE_MS = 5_000;

export function createSandbox<Kind extends Input, Piece>(settings: SandboxSettings): Sandbox<Kind, Piece> {
  const semaphore = createSemaphore(settings.atOnce);
  const closing = new AbortController();
  const resting = createRest<Piece>(closing.signal);

  async function* pieces(
    input: Kind,
    { argument = '', opened, signal }: ReadOptions = {},
  ): AsyncGenerator<Piece, void, undefined> {
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    await assertSize(input, settings.caps.inputBytes);
    const end = await semaphore.take(stop);
    let child: Child<Piece> | null = null;
    let isThrough = false;
    try {
      child = resting.take(argument) ?? startChild<Piece>(settings, input, argument, opened);
      child.filesLeft--;
      child.give(input);
      yield* piecesOf(child, settings.caps, stop);
      isThrough = true;
    } finally {
      if (child && isThrough && child.filesLeft > 0) resting.keep(argument, child);
      else child?.kill();
      end();
    }
  }

  return {
    messages: pieces,
    async read(input, asked) {
      try {
        const [value] = await Array.fromAsync(pieces(input, asked));
        return value === undefined
          ? { outcome: 'broken', reason: 'its reader gave nothing' }
          : { outcome: 'read', value };
      } catch (error) {
        if (error instanceof Unread) return { outcome: error.outcome, reason: error.message };
        throw error;
      }
    },
    close() {
      closing.abort(new Error('The sandbox is closed.'));
    },
  };
}

/** Processes that are through with a file and may read another with the same argument. */
function createRest<Piece>(closing: AbortSignal) {
  const children = new Map<Child<Piece>, { argument: string; timer: NodeJS.Timeout }>();
  closing.addEventListener('abort', () => {
    for (const child of children.keys()) child.kill();
  });
  return {
    keep(argument: string, child: Child<Piece>): void {
      const timer = setTimeout(() => {
        children.delete(child);
        child.kill();
      }, IDLE_MS).unref();
      children.set(child, { argument, timer });
      if (closing.aborted) child.kill();
    },
    take(argument: string): Child<Piece> | null {
      for (const [child, kept] of children) {
        if (kept.argument !== argument) continue;
        children.delete(child);
        clearTimeout(kept.timer);
        if (child.isAlive()) return child;
      }
      return null;
    },
  };
}

async function assertSize(input: Input, inputBytes: number): Promise<void> {
  const bytes = 'bytes' in input ? input.bytes.length : (await stat(input.path)).size;
  if (bytes > inputBytes) throw new Unread('tooLarge', `a file of ${bytes} bytes, more than ${inputBytes}`);
}

async function* piecesOf<Piece>(child: Child<Piece>, caps: Caps, signal: AbortSignal): AsyncGenerator<Piece> {
  let leftMs = caps.timeoutMs;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  const wait = (): void => {
    since = performance.now();
    timer = setTimeout(() => {
      isLate = true;
      child.kill();
    }, leftMs);
  };
  const stopWaiting = (): void => {
    clearTimeout(timer);
    leftMs -= performance.now() - since;
  };
  signal.addEventListener('abort', child.kill);
  if (signal.aborted) child.kill();
  try {
    wait();
    for (;;) {
      const { done, value: message } = await child.messages.next();
      if (done) break;
      stopWaiting();
      if ('piece' in message) yield message.piece;
      else if ('begun' in message) child.hasBegun = true;
      else if ('failed' in message) throw new Unread(message.failed, message.reason);
      else return;
      wait();
    }
    // It said neither that it is through nor why it is not.
    const { signalled, complaint } = await child.ended;
    signal.throwIfAborted();
    if (isLate) throw new Unread('tooLong', `more than ${caps.timeoutMs / 1_000} seconds to read`);
    if (signalled === 'SIGXCPU') throw new Unread('tooLong', `more than ${caps.cpuSeconds} seconds of work to read`);
    // The system kills who takes the last memory of the machine.
    if (signalled === 'SIGKILL' || OUT_OF_MEMORY.test(complaint)) throw new Unread('tooLarge', 'more memory to read');
    if (!child.hasBegun)
      throw new Error(`The process that reads files does not start: ${signalled ?? ''} ${complaint}`);
    throw new Unread('broken', `its reader ended (${signalled ?? 'by itself'})`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', child.kill);
  }
}

/** As node, V8 and the C++ library put it. */
const OUT_OF_MEMORY = /out of memory|bad_alloc|allocation failed/i;
