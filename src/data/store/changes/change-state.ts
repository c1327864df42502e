/** What the watcher of a process tells its threads, in shared memory: how often things changed, who is called, and when it looked last. */
import { sha256 } from '#lib/values/hash.ts';

/** Counted in the state. `access`: accounts, subscriptions, keys, sessions. `blocks`: blocked addresses. `hidden`: persons who are not shown. */
export const TOPICS = ['access', 'blocks', 'hidden'] as const;
export type Topic = (typeof TOPICS)[number];

/** Whom PostgreSQL calls when there is something to do. `letters`: to send. `documents`, `checks`, `billing`: somebody asked. */
export const WORK_SIGNALS = ['letters', 'documents', 'checks', 'billing'] as const;
export type WorkSignal = (typeof WORK_SIGNALS)[number];

/** What was seen at one look. */
export interface PolledChanges {
  counts: Readonly<Record<Topic, number>>;
  /** Of the generation that is to be served; null where there is none, left out by whoever does not know. */
  generation?: string | null;
}

export interface ChangeState {
  readonly memory: SharedArrayBuffer;
  /** Whether nobody watches: whoever needs to know looks by himself then, and tells the others. */
  isUnwatched(): boolean;
  /** When the look began whose outcome it is, as `now` counts. */
  polledAt(): number;
  count(topic: Topic): number;
  /** Whether this is the generation that the watcher saw last; false, too, where it does not know. */
  isServed(generation: string | null): boolean;
  /** Another number after every call. */
  signalCount(signal: WorkSignal): number;
  /** Whether calls come through. While nobody says so, whoever waits for one looks by himself. */
  isListening(): boolean;
  /** Runs the function whenever something was told, until it is stopped. */
  subscribe(onTold: () => void): { stop(): void };

  /** What was seen at a look that began at that time. */
  publish(seen: PolledChanges, lookedAt: number): void;
  /** For the threads of a process that nobody watches for: whether it is this one's turn to look, which comes once in so long. */
  mayPoll(everyMs: number): boolean;

  /** For the watcher: with every look, when it began. */
  noteWatch(since: number): void;
  call(call: WorkSignal): void;
  setListening(isListening: boolean): void;
}

/** A watcher whose last look began so long ago watches no more: there is time for a look of our own before a second is over. */
const SILENT_MS = 800;

const CELLS = ['lookedAt', 'watchedAt', 'turnAt', 'telling', 'listening', 'generation', ...TOPICS, ...WORK_SIGNALS] as const;
type Cell = (typeof CELLS)[number];

const CELL_BYTES = 8;
/** Behind the cells: counts what was told, so that threads can wait for more of it. */
const TOLD_BYTES = 4;

/** Milliseconds, the same in all threads, unlike `performance.now()`. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

const allocateChanges = (): SharedArrayBuffer => new SharedArrayBuffer(CELLS.length * CELL_BYTES + TOLD_BYTES);

/** Without memory of somebody else's it is a board of its own: until something is told there, whoever reads it looks by himself. */
export function changeState(memory: SharedArrayBuffer = allocateChanges()): ChangeState {
  const cells = new BigInt64Array(memory, 0, CELLS.length);
  const told = new Int32Array(memory, CELLS.length * CELL_BYTES, 1);
  const at = (cell: Cell): number => CELLS.indexOf(cell);
  const read = (cell: Cell): bigint => Atomics.load(cells, at(cell));
  const put = (cell: Cell, value: bigint): void => void Atomics.store(cells, at(cell), value);
  const wake = (): void => {
    Atomics.add(told, 0, 1);
    Atomics.notify(told, 0);
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
    subscribe(onTold) {
      let isStopped = false;
      const wait = async (): Promise<void> => {
        for (let seen = Atomics.load(told, 0); ; ) {
          const { async: isWaiting, value } = Atomics.waitAsync(told, 0, seen);
          if (isWaiting) await value;
          if (isStopped) return;
          // Before the function runs: what is told meanwhile is not missed.
          seen = Atomics.load(told, 0);
          onTold();
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
      // One at a time, or an older count could stand beside a newer time. A thread that was ended in between holds up nobody.
      for (let tries = 0; Atomics.compareExchange(cells, at('telling'), 0n, 1n) === 1n && tries < TRIES_MAX; tries++);
      if (began > timeIn('lookedAt')) {
        for (const topic of TOPICS) put(topic, BigInt(counts[topic]));
        if (generation !== undefined) put('generation', nameNumber(generation));
        // Last: whoever finds it recent finds the others so, too.
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

/** Telling takes a microsecond. */
const TRIES_MAX = 100_000;

const cellOf = (ms: number): bigint => BigInt(Math.round(ms * 1_000));

/** A name of sixty bits: two generations of one installation that share it are not to be met. */
const nameNumber = (generation: string | null): bigint =>
  generation === null ? 1n : BigInt(`0x${sha256(generation).slice(0, 15)}`);
