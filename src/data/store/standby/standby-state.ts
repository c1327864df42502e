/**
 * What is known of the standby that the dataset is read from, in memory that all threads of a process see: one of them looks at it
 * (standby/watch.ts), the others read there or leave it (standby/way.ts), and whoever asks is told.
 */

/** As a number in memory: its place here. */
export const STANDBY_STATES = ['unknown', 'reading', 'behind', 'away', 'promoted', 'foreign'] as const;
/**
 * `unknown`: nobody has looked yet. `behind`: further than the setting allows, or not yet up to this version. `promoted`: it is a
 * primary now. `foreign`: a copy of another database than ours, or on another timeline than our primary.
 */
export type StandbyState = (typeof STANDBY_STATES)[number];

export interface StandbyLook {
  state: StandbyState;
  /** When it began, by `standbyNow`. */
  at: number;
  /** How often the pointer of generations was set, as far as it has come. */
  pointings: number;
  /** Null where it cannot be told. */
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

/** A standby for the threads that read there. */
export interface StandbyLocation {
  url: string;
  /** The memory of the board. */
  memory: SharedArrayBuffer;
}

const FIELDS = 5;
const COUNTS: Record<ReadServer, number> = { standby: 0, primary: 1 };

export const allocateStandby = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIELDS * 8 + Object.keys(COUNTS).length * 8);

export function sharedStandbyState(memory: SharedArrayBuffer): SharedStandbyState {
  const fields = new Float64Array(memory, 0, FIELDS);
  const counts = new BigInt64Array(memory, FIELDS * 8);
  const field = (place: number): number => Number(fields[place]);
  return {
    write({ state, at, pointings, lagMs, lagBytes }) {
      fields.set([STANDBY_STATES.indexOf(state), at, pointings, lagMs ?? Number.NaN, lagBytes ?? Number.NaN]);
    },
    read: () => ({
      state: STANDBY_STATES[field(0)] ?? 'unknown',
      at: field(1),
      pointings: field(2),
      lagMs: knownOf(field(3)),
      lagBytes: knownOf(field(4)),
    }),
    count: (server) => void Atomics.add(counts, COUNTS[server], 1n),
    reads: (server) => Number(Atomics.load(counts, COUNTS[server])),
  };
}

/** Milliseconds by a clock that all threads of the process share and nobody sets. */
export const standbyNow = (): number => Number(process.hrtime.bigint() / 1_000_000n);

const knownOf = (value: number): number | null => (Number.isNaN(value) ? null : value);
