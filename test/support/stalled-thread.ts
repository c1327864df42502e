/**
 * Loaded before every thread of a service (`--import`): holds the thread whose file is named in HELD, says so in the file HELD_AT, and
 * never goes on. With HELD_HOW:
 *   waits    its event loop turns, its own code never runs
 *   blocks   its event loop stands still, as in an endless loop
 *   stuck    it does not come back from the system, where not even `terminate` ends it
 *   later    stuck as soon as the file `${HELD_AT}.now` is there, whatever it does by then
 *   stopping stuck as soon as it is asked to stop
 *   lingers  runs as usual, and never ends
 */
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';

const { HELD = '', HELD_AT = '', HELD_HOW = '' } = process.env;
/** How often it looks whether it is time. */
const LOOK_MS = 20;

const say = (): void => writeFileSync(HELD_AT, '');
/** A named pipe that nobody writes to: opening it takes for ever. */
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

// A build names the same file .js.
if (!isMainThread && parse(process.argv[1] ?? '').name === parse(HELD).name) await ways[HELD_HOW]?.();
