/**
 * Loaded before every thread of a service (`--import`): holds the thread whose file is named in HELD for ever, and reports it in the file
 * HELD_AT. With HELD_HOW:
 *   waits    its event loop runs, its own code never does
 *   blocks   its event loop is blocked, as by an endless loop
 *   stuck    it hangs in a system call, where not even `terminate` ends it
 *   later    stuck as soon as the file `${HELD_AT}.now` exists, whatever it does then
 *   stopping stuck as soon as a stop is requested
 *   lingers  runs as usual, and never ends
 */
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';

const { HELD = '', HELD_AT = '', HELD_HOW = '' } = process.env;
/** The poll interval. */
const LOOK_MS = 20;

const say = (): void => writeFileSync(HELD_AT, '');
/** A named pipe without a writer: opening it blocks for ever. */
const stuck = (): void => {
  say();
  openSync(`${HELD_AT}.fifo`, 'r');
};

const ways: Record<string, () => Promise<void> | void> = {
  waits() {
    say();
    setInterval(() => {}, 1_000_000);
    return new Promise(() => {});
  },
  blocks() {
    say();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  stuck,
  later() {
    setInterval(() => {
      if (existsSync(`${HELD_AT}.now`)) stuck();
    }, LOOK_MS);
  },
  stopping() {
    parentPort?.on('message', (message) => {
      if (message === 'stop') stuck();
    });
    say();
  },
  lingers() {
    setInterval(() => {}, 1_000_000);
    say();
  },
};

// In a build the same file is named .js.
if (!isMainThread && parse(process.argv[1] ?? '').name === parse(HELD).name) await ways[HELD_HOW]?.();
