/**
 * The first thread of a service's process: it takes signals, passes output on and ends the process, and does nothing else. Node gives
 * signals to this thread alone, and only between two turns of its event loop; so the service runs in a thread of its own, and nothing
 * that it does, or waits for, can keep a stop from being noticed.
 */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { type Output, openOutput } from './output.ts';

/** Ten seconds are promised; connections are cut after seven (http/server.ts). */
const STOP_MS = 9_500;
/** The last lines are waited for this long, where their reader takes none. */
const LAST_LINES_MS = 500;

type ToService = 'stop';
/** From now on it stops in order when it is asked to. */
type FromService = 'stoppable';

/** `entry` is run as a thread with these arguments; its exit code becomes the process's. */
export function guard(entry: URL, args: readonly string[], stopMs = STOP_MS): void {
  const thread = new Worker(entry, { argv: [...args], stdout: true, stderr: true });
  const [stdout, stderr] = [openOutput(process.stdout), openOutput(process.stderr)];
  const passed = [forwardTo(thread.stdout, stdout), forwardTo(thread.stderr, stderr)];
  const say = (text: string): void => stderr.write(Buffer.from(`${text}\n`));
  let isStoppable = false;
  let isStopping = false;
  let isBrokenOff = false;
  const stop = (): void => {
    // npm forwards a signal that the terminal has sent already: the second one must not cut answers under way.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      say(`The service did not stop within ${stopMs / 1000} s: it is killed.`);
      // Not `process.exit`: it waits for threads, and for whatever they are blocked by.
      process.kill(process.pid, 'SIGKILL');
      // Linux delivers no signal to the first process of a container that comes from inside of it; what comes after it does end it.
      process.abort();
    }, stopMs);
    // A start may be broken off at any moment: what is not complete is not served, and the next start goes on.
    isBrokenOff = !isStoppable;
    if (isBrokenOff) void thread.terminate();
    else thread.postMessage('stop' satisfies ToService);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  thread.on('message', (_: FromService) => {
    isStoppable = true;
  });
  // An uncaught error, which ends the thread.
  thread.on('error', (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  thread.once('exit', async (code) => {
    const written = Promise.all(passed).then(() => Promise.all([stdout.written(), stderr.written()]));
    await Promise.race([written, sleep(LAST_LINES_MS)]);
    process.exit(isBrokenOff ? 0 : code);
  });
}

/** In the thread: settled when the service is to stop. Called as soon as it can; until then a stop breaks the thread off. */
export function whenStopRequested(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  parentPort?.once('message', () => resolve());
  // The service is alive by what it does.
  parentPort?.unref();
  parentPort?.postMessage('stoppable' satisfies FromService);
  return promise;
}

/** Always takes what the thread says, whatever becomes of it: a thread whose output is not taken cannot end. */
function forwardTo(from: Readable, to: Output): Promise<void> {
  from.on('data', to.write);
  return finished(from).catch(() => {});
}
