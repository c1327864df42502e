/**
 * What the watcher of a process publishes to its threads in shared memory: change counters, work signals and the time
 * of the last poll.
 */
import { sha256 } from '#lib/values/hash.ts';

/** Counted in the state. `access`: accounts, subscriptions, keys, sessions. `blocks`: blocked addresses. `hidden`: persons who are not shown. */
export const TOPICS = ['access', 'blocks', 'hidden'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * Notifications by which PostgreSQL announces work. `letters`: an email to send. `documents`, `checks`, `billing`: a
 * caller's request.
 */
export const WORK_SIGNALS = ['letters', 'documents', 'checks', 'billing'] as const;
export type WorkSignal = (typeof WORK_SIGNALS)[number];

/** The result of one poll. */
export interface PolledChanges {
  counts: Readonly<Record<Topic, number>>;
  /** The generation to serve; null where there is none, undefined where the poll does not read it (SQLite). */
  generation?: string | null;
}

export interface ChangeState {
  readonly memory: SharedArrayBuffer;
  /** Whether no watcher is running. A thread then polls the store itself and publishes the result. */
  isUnwatched(): boolean;
  /** Start of the poll that produced the published result, on the clock of `now`. */
  polledAt(): number;
  count(topic: Topic): number;
  /** Whether this is the generation of the last poll; false where the poll did not read it. */
  isServed(generation: string | null): boolean;
  /** Changes with every notification. */
  signalCount(signal: WorkSignal): number;
  /** Whether notifications arrive. While false, threads poll. */
  isListening(): boolean;
  /** Calls the function after every publication, until stopped. */
  subscribe(callback: () => void): { stop(): void };

  /** Publishes the result of a poll that began at that time. */
  publish(seen: PolledChanges, lookedAt: number): void;
  /** For processes without a watcher: lets one thread poll per interval. */
  mayPoll(everyMs: number): boolean;

  /** The watcher reports the start of each poll. */
  noteWatch(since: number): void;
  call(call: WorkSignal): void;
  setListening(isListening: boolean): void;
}

/** A watcher whose last poll began longer ago counts as stopped; that leaves time for an own poll within a second. */
const SILENT_MS = 800;

const CELLS = [
  'lookedAt',
  'watchedAt',
  'turnAt',
  'telling',
  'listening',
  'generation',
  ...TOPICS,
  ...WORK_SIGNALS,
] as const;
type Cell = (typeof CELLS)[number];

const CELL_BYTES = 8;
/** Counter behind the cells, incremented by every publication; threads wait on it. */
const PUBLICATION_BYTES = 4;

/** Milliseconds, the same in all threads, unlike `performance.now()`. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

const allocateChanges = (): SharedArrayBuffer => new SharedArrayBuffer(CELLS.length * CELL_BYTES + PUBLICATION_BYTES);

/** Without shared memory the state is private to the thread, which polls by itself. */
export function changeState(memory: SharedArrayBuffer = allocateChanges()): ChangeState {
  const cells = new BigInt64Array(memory, 0, CELLS.length);
  const publications = new Int32Array(memory, CELLS.length * CELL_BYTES, 1);
  const at = (cell: Cell): number => CELLS.indexOf(cell);
  const read = (cell: Cell): bigint => Atomics.load(cells, at(cell));
  const put = (cell: Cell, value: bigint): void => void Atomics.store(cells, at(cell), value);
  const wake = (): void => {
    Atomics.add(publications, 0, 1);
    Atomics.notify(publications, 0);
  };
  const timeIn = (cell: Cell): number => Number(read(cell)) / 1_000;
  const isUnwatched = (): boolean => now() - timeIn('watchedAt') >= SILENT_MS;
  return {
    memory,
    isUnwatched,
    polledAt: () => timeIn('lookedAt'),
    count: (topic) => Number(read(topic)),
    isServed: (generation) => read('generation') === nameNumber(generation),
    signalCount: (call) => Number(read(call)),
    isListening: () => read('listening') === 1n && !isUnwatched(),
    subscribe(callback) {
      let isStopped = false;
      const wait = async (): Promise<void> => {
        for (let seen = Atomics.load(publications, 0); ; ) {
          const { async: isWaiting, value } = Atomics.waitAsync(publications, 0, seen);
          if (isWaiting) await value;
          if (isStopped) return;
          // Before the callback, so that a publication during it is not missed.
          seen = Atomics.load(publications, 0);
          callback();
        }
      };
      void wait();
      return {
        stop() {
          isStopped = true;
        },
      };
    },
    publish({ counts, generation }, began) {
      // One writer at a time, or an older count could stand beside a newer time. Bounded, because the thread that set
      // the flag may have been terminated.
      for (let tries = 0; Atomics.compareExchange(cells, at('telling'), 0n, 1n) === 1n && tries < TRIES_MAX; tries++);
      if (began > timeIn('lookedAt')) {
        for (const topic of TOPICS) put(topic, BigInt(counts[topic]));
        if (generation !== undefined) put('generation', nameNumber(generation));
        // Last: a reader that sees a recent time also sees the counts.
        put('lookedAt', cellOf(began));
      }
      put('telling', 0n);
      wake();
    },
    mayPoll(everyMs) {
      const before = read('turnAt');
      const time = now();
      if (time - Number(before) / 1_000 < everyMs) return false;
      return Atomics.compareExchange(cells, at('turnAt'), before, cellOf(time)) === before;
    },
    noteWatch: (since) => put('watchedAt', cellOf(since)),
    call(call) {
      Atomics.add(cells, at(call), 1n);
      wake();
    },
    setListening: (isListening) => put('listening', isListening ? 1n : 0n),
  };
}

/** Publishing takes a microsecond. */
const TRIES_MAX = 100_000;

const cellOf = (ms: number): bigint => BigInt(Math.round(ms * 1_000));

/** Sixty bits of a hash: a collision between two generations of one installation is not expected. */
const nameNumber = (generation: string | null): bigint =>
  generation === null ? 1n : BigInt(`0x${sha256(generation).slice(0, 15)}`);
