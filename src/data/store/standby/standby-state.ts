/**
 * State of the standby in memory shared by all threads of a process: one thread checks it (standby-watch.ts), the
 * others route reads by it (standby-router.ts) and report it.
 */

/** Stored in memory as its index here. */
export const STANDBY_STATES = ['unknown', 'reading', 'behind', 'away', 'promoted', 'foreign'] as const;
/**
 * `unknown`: not checked yet. `behind`: further than the setting allows, or not yet migrated to this version.
 * `promoted`: it is a primary now. `foreign`: a copy of another database, or on another timeline than the primary.
 */
export type StandbyState = (typeof STANDBY_STATES)[number];

export interface StandbyLook {
  state: StandbyState;
  /** Start of the check, by `standbyNow`. */
  at: number;
  /** How often the pointer of generations was set there. */
  pointings: number;
  /** Null where unknown. */
  lagMs: number | null;
  lagBytes: number | null;
}

export type ReadServer = 'standby' | 'primary';

export interface SharedStandbyState {
  write(look: StandbyLook): void;
  read(): StandbyLook;
  /** Counts a read of the dataset. */
  count(server: ReadServer): void;
  reads(server: ReadServer): number;
}

/** A standby, for the threads that read there. */
export interface StandbyLocation {
  url: string;
  /** The shared state. */
  memory: SharedArrayBuffer;
}

const FIELDS = 5;
const COUNTS: Record<ReadServer, number> = { standby: 0, primary: 1 };

export const allocateStandby = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIELDS * 8 + Object.keys(COUNTS).length * 8);

export function sharedStandbyState(memory: SharedArrayBuffer): SharedStandbyState {
  const fields = new Float64Array(memory, 0, FIELDS);
  const counts = new BigInt64Array(memory, FIELDS * 8);
  const field = (index: number): number => Number(fields[index]);
  return {
    write({ state, at, pointings, lagMs, lagBytes }) {
      fields.set([STANDBY_STATES.indexOf(state), at, pointings, lagMs ?? Number.NaN, lagBytes ?? Number.NaN]);
    },
    read: () => ({
      state: STANDBY_STATES[field(0)] ?? 'unknown',
      at: field(1),
      pointings: field(2),
      lagMs: numberOrNull(field(3)),
      lagBytes: numberOrNull(field(4)),
    }),
    count: (server) => void Atomics.add(counts, COUNTS[server], 1n),
    reads: (server) => Number(Atomics.load(counts, COUNTS[server])),
  };
}

/** Milliseconds on a monotonic clock that all threads of the process share. */
export const standbyNow = (): number => Number(process.hrtime.bigint() / 1_000_000n);

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
