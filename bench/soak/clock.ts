/**
 * Loaded before the service, by `NODE_OPTIONS`: the clock of its process, which `setClock` moves ahead. Dates follow it, and so do the
 * pauses of jobs; shorter pauses and deadlines take real time.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

/** The longest wait for a caller or a source takes 20 s, the shortest pause of a job that has nothing to do 30 s. */
const JOB_MS = 25_000;
const LOOK_MS = 20;
const SHARED = 'firmoteca.bench.clock';

/** The file with the milliseconds that the clock is ahead. */
export const FILE_SETTING = 'BENCH_CLOCK';

export function setClock(file: string, aheadMs: number): void {
  writeFileSync(`${file}.new`, String(aheadMs));
  renameSync(`${file}.new`, file);
}

const file = process.env[FILE_SETTING];
if (file !== undefined) follow(file);

interface Wait {
  dueAt: number;
  everyMs: number | null;
  /** Keeps its thread alive. */
  isHeld: boolean;
  run(): void;
}

function follow(from: string): void {
  const ahead = isMainThread
    ? new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
    : (getEnvironmentData(SHARED) as Float64Array);
  const real = { Date, setInterval, clearInterval, sleep: timersPromises.setTimeout };
  const now = (): number => real.Date.now() + Number(ahead[0]);
  if (isMainThread) {
    const read = (): void => {
      ahead[0] = Number(readFileSync(from, 'utf8'));
    };
    read();
    setEnvironmentData(SHARED, ahead);
    real.setInterval(read, LOOK_MS).unref();
  }
  globalThis.Date = new Proxy(real.Date, {
    construct: (_, given, target) => Reflect.construct(real.Date, given.length === 0 ? [now()] : given, target),
    get: (_, name) => (name === 'now' ? now : Reflect.get(real.Date, name)),
  });

  const waits = new Set<Wait>();
  const looks = real.setInterval(() => {
    for (const wait of [...waits]) {
      if (now() < wait.dueAt || !waits.has(wait)) continue;
      if (wait.everyMs === null) waits.delete(wait);
      // A leap of many periods runs it once.
      else wait.dueAt = now() + wait.everyMs;
      wait.run();
    }
    hold();
  }, LOOK_MS);
  const hold = (): void => {
    if (waits.values().some(({ isHeld }) => isHeld)) looks.ref();
    else looks.unref();
  };
  hold();
  const begin = (run: () => void, ms: number, isRepeated: boolean): JobTimer => {
    const wait = { dueAt: now() + ms, everyMs: isRepeated ? ms : null, isHeld: true, run };
    waits.add(wait);
    hold();
    return new JobTimer(wait, waits, hold);
  };
  const every = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown =>
    ms < JOB_MS ? real.setInterval(run, ms, ...args) : begin(() => run(...args), ms, true);
  const clear = (timer: unknown): void =>
    timer instanceof JobTimer ? timer.close() : real.clearInterval(timer as NodeJS.Timeout);
  const sleep = (ms = 0, value?: unknown, options: { signal?: AbortSignal; ref?: boolean } = {}): Promise<unknown> => {
    if (ms < JOB_MS) return real.sleep(ms, value, options);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { signal } = options;
    const stop = (): void => {
      timer.close();
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    const timer = begin(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve(value);
      },
      ms,
      false,
    );
    if (options.ref === false) timer.unref();
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    return promise;
  };
  const replaced = { setInterval: every, clearInterval: clear, clearTimeout: clear };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
}

/** What a caller may do with a timer of node. */
class JobTimer {
  readonly #wait: Wait;
  readonly #waits: Set<Wait>;
  readonly #hold: () => void;

  constructor(wait: Wait, waits: Set<Wait>, hold: () => void) {
    this.#wait = wait;
    this.#waits = waits;
    this.#hold = hold;
  }

  close(): void {
    this.#waits.delete(this.#wait);
    this.#hold();
  }

  ref(): this {
    this.#wait.isHeld = true;
    this.#hold();
    return this;
  }

  unref(): this {
    this.#wait.isHeld = false;
    this.#hold();
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
