/**
 * The first thread of the process of a service or a build: it takes signals and ends the process. Node delivers signals to this thread
 * only, between two turns of its event loop: the work is done in a second thread, so that it can be stopped while it is blocked.
 */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type Output, openOutput } from './output.ts';

/** The documentation promises ten seconds; connections are cut after seven (http/server.ts). */
const STOP_MS = 9_500;
/** Time for a slow reader to take the last lines. */
const LAST_LINES_MS = 500;

type ToService = 'stop';
/** From now on a stop message stops the service in order. */
type FromService = 'stoppable';

/** Runs `entry` as a thread; the exit code of the thread becomes that of the process. */
export function guard(entry: URL, args: readonly string[], stopMs = STOP_MS): void {
  const thread = new Worker(entry, { argv: [...args], stdout: true, stderr: true });
  const [stdout, stderr] = [openOutput(process.stdout), openOutput(process.stderr)];
  const forwarding = [forwardTo(thread.stdout, stdout), forwardTo(thread.stderr, stderr)];
  const log = (text: string): void => stderr.write(Buffer.from(`${text}\n`));
  let isStoppable = false;
  let isStopping = false;
  let isTerminated = false;
  const stop = (): void => {
    // npm forwards a signal that the terminal has sent already: the second one must not cut answers under way.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      log(`The service did not stop within ${stopMs / 1000} s: it is killed.`);
      // `process.exit` would wait for blocked threads.
      process.kill(process.pid, 'SIGKILL');
      // Linux delivers no signal from inside a container to its first process: `abort` ends that one.
      process.abort();
    }, stopMs);
    // A start can be interrupted at any moment: an incomplete build is not served, and the next start continues it.
    isTerminated = !isStoppable;
    if (isTerminated) void thread.terminate();
    else thread.postMessage('stop' satisfies ToService);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  thread.on('message', (_: FromService) => {
    isStoppable = true;
  });
  // After an uncaught error.
  thread.on('error', (error: unknown) => {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  thread.once('exit', async (code) => {
    const flushed = Promise.all(forwarding).then(() => Promise.all([stdout.flushed(), stderr.flushed()]));
    await Promise.race([flushed, sleep(LAST_LINES_MS)]);
    process.exit(isTerminated ? 0 : code);
  });
}

/**
 * Runs a command that builds a dataset. A signal ends it at once, even within a statement of many seconds: nothing unfinished is served,
 * and the next build removes it. `asks`: it reads an answer from a terminal; a terminal that is read stops a process in the background.
 */
export function guardBuild(entry: URL, args: readonly string[], { asks }: { asks: boolean }): void {
  const { stdin, stdout, stderr } = process;
  const terminal: Screens = {
    stdin: { isTTY: stdin.isTTY },
    stderr: { isTTY: stderr.isTTY, columns: stderr.columns },
  };
  // A reader such as `head` that closes the pipe does not end the work.
  for (const output of [stdout, stderr]) output.on('error', () => {});
  const reads = asks && stdin.isTTY;
  const thread = new Worker(entry, { argv: [...args], stdin: reads, workerData: { terminal } });
  // One line answers the question. A thread with open input does not end.
  if (reads) stdin.once('data', (line) => thread.stdin?.end(line) && stdin.destroy());
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stderr.write('Stopped. Nothing unfinished is served; run the command again to go on.\n');
      process.kill(process.pid, signal);
      // Linux delivers no signal from inside a container to its first process.
      process.abort();
    });
  thread.on('error', (error: unknown) => {
    stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  });
  thread.once('exit', (code) => {
    process.exitCode = code;
    if (reads) stdin.destroy();
  });
}

/** What a thread does not see of the terminal of its process. */
type Screens = Record<'stdin' | 'stderr', { isTTY?: boolean; columns?: number }>;

/** For the thread of a build: it asks and draws progress on the terminal of the process. */
export function adoptTerminal(): void {
  const { terminal } = (workerData ?? {}) as { terminal?: Screens };
  Object.assign(process.stdin, terminal?.stdin);
  Object.assign(process.stderr, terminal?.stderr);
}

/** For the thread: resolves when the service shall stop. Before the first call a stop terminates the thread. */
export function whenStopRequested(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  parentPort?.once('message', () => resolve());
  // The port alone does not keep the process alive.
  parentPort?.unref();
  parentPort?.postMessage('stoppable' satisfies FromService);
  return promise;
}

/** Reads all output of the thread: a thread with unread output cannot end. */
function forwardTo(from: Readable, to: Output): Promise<void> {
  from.on('data', to.write);
  return finished(from).catch(() => {});
}
