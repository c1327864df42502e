/** Look-ups that wait for their turn: each record once, callers in turn and before the background, bounded. */
import { FairQueue, type Wanted } from '#lib/workers/fair-queue.ts';
import type { RefreshResult } from './refreshed.ts';

/** One record on its way, shared by everybody who asked for it meanwhile. */
export interface Lookup<Unit, Rec> extends Wanted {
  key: string;
  unit: Unit;
  requestedAt: number;
  /** Nobody waits for it: it fills places that callers leave free. */
  background: boolean;
  attempts: number;
  result: Promise<RefreshResult<Rec>>;
  settle(refreshed: RefreshResult<Rec>): void;
}

/** Records that may wait, of all callers and of each. */
export interface QueueLimits {
  all: number;
  each: number;
}

export interface RequestQueue<Unit, Rec> {
  /**
   * The flight of this record: the one that is under way, or a new one in the asker's queue; null when there is no place for it.
   * `asker` null: the background.
   */
  join(key: string, unit: Unit, asker: string | null): Lookup<Unit, Rec> | null;
  /** Callers first, in turn; the background fills what places are left. */
  take(places: number): Lookup<Unit, Rec>[];
  /** Once more, before the others. */
  putBack(flights: readonly Lookup<Unit, Rec>[]): void;
  /** Everything that waits, leaving the line empty. */
  drain(): Lookup<Unit, Rec>[];
  /** Records that callers wait for and whose turn has not come. */
  callers(): number;
  empty(): boolean;
}

export function createRequestQueue<Unit, Rec>(limits: QueueLimits, now: () => number): RequestQueue<Unit, Rec> {
  type Flights = Map<string, Lookup<Unit, Rec>>;
  const underWay: Flights = new Map();
  const callers = new FairQueue<Lookup<Unit, Rec>>(limits, (flight) =>
    flight.settle({ outcome: 'unavailable', reason: 'overloaded' }),
  );
  let background: Flights = new Map();

  function begin(key: string, unit: Unit, inBackground: boolean): Lookup<Unit, Rec> {
    const { promise, resolve } = Promise.withResolvers<RefreshResult<Rec>>();
    const settle = (refreshed: RefreshResult<Rec>): void => {
      if (underWay.get(key) === flight) underWay.delete(key);
      resolve(refreshed);
    };
    const askers = new Set<string>();
    const flight = {
      key,
      unit,
      askers,
      requestedAt: now(),
      background: inBackground,
      attempts: 0,
      result: promise,
      settle,
    };
    return flight;
  }

  function take(places: number): Lookup<Unit, Rec>[] {
    const taken: Lookup<Unit, Rec>[] = [];
    while (taken.length < places) {
      const [waiting] = background.values();
      const next = callers.take() ?? waiting;
      if (next === undefined) break;
      background.delete(next.key);
      taken.push(next);
    }
    return taken;
  }

  /** Another caller asks for what is under way: it stands in his queue too, or would if it were put back. */
  function share(flight: Lookup<Unit, Rec>, asker: string): void {
    if (background.has(flight.key)) {
      if (!callers.join(flight, asker)) return;
      background.delete(flight.key);
    } else if (callers.has(flight)) callers.join(flight, asker);
    else flight.askers.add(asker);
    flight.background = false;
  }

  return {
    join(key, unit, asker) {
      const known = underWay.get(key);
      if (known && asker !== null) share(known, asker);
      if (known) return known;
      const flight = begin(key, unit, asker === null);
      if (asker === null) background.set(key, flight);
      else if (!callers.join(flight, asker)) return null;
      underWay.set(key, flight);
      return flight;
    },
    take,
    putBack(flights) {
      callers.putBack(flights.filter((flight) => !flight.background));
      const again = flights.filter((flight) => flight.background).map((flight) => [flight.key, flight] as const);
      background = new Map([...again, ...background]);
    },
    drain: () => take(Number.POSITIVE_INFINITY),
    callers: () => callers.size,
    empty: () => callers.size + background.size === 0,
  };
}
