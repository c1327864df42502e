/** Look-ups that wait for their turn: each record once, callers before the background, bounded. */
import type { Refreshed } from './refreshed.ts';

/** One record on its way, shared by everybody who asked for it meanwhile. */
export interface Flight<Unit, Rec> {
  key: string;
  unit: Unit;
  askedAt: number;
  /** Nobody waits for it: it fills places that callers leave free. */
  background: boolean;
  attempts: number;
  landed: Promise<Refreshed<Rec>>;
  land(refreshed: Refreshed<Rec>): void;
}

export interface Line<Unit, Rec> {
  /** The flight of this record: the one that is under way, or a new one at the end of the line; null when the line is full. */
  join(key: string, unit: Unit, background: boolean): Flight<Unit, Rec> | null;
  /** Callers first; the background fills what places are left. */
  take(places: number): Flight<Unit, Rec>[];
  /** Once more, before the others. */
  putBack(flights: readonly Flight<Unit, Rec>[]): void;
  /** Everything that waits, leaving the line empty. */
  drain(): Flight<Unit, Rec>[];
  /** Records that callers wait for and whose turn has not come. */
  callers(): number;
  empty(): boolean;
}

export function createLine<Unit, Rec>(callersMax: number, now: () => number): Line<Unit, Rec> {
  type Flights = Map<string, Flight<Unit, Rec>>;
  const underWay: Flights = new Map();
  let callers: Flights = new Map();
  let background: Flights = new Map();

  function begin(key: string, unit: Unit, inBackground: boolean): Flight<Unit, Rec> {
    const { promise, resolve } = Promise.withResolvers<Refreshed<Rec>>();
    const land = (refreshed: Refreshed<Rec>): void => {
      if (underWay.get(key) === flight) underWay.delete(key);
      resolve(refreshed);
    };
    const flight = { key, unit, askedAt: now(), background: inBackground, attempts: 0, landed: promise, land };
    return flight;
  }

  function take(places: number): Flight<Unit, Rec>[] {
    const taken = [...callers.values(), ...background.values()].slice(0, places);
    for (const { key } of taken) callers.delete(key) || background.delete(key);
    return taken;
  }

  /** A caller asks for what the background has queued. */
  function promote(flight: Flight<Unit, Rec>): void {
    flight.background = false;
    if (background.delete(flight.key)) callers.set(flight.key, flight);
  }

  const inFront = (flights: readonly Flight<Unit, Rec>[], others: Flights): Flights =>
    new Map([...flights.map((flight) => [flight.key, flight] as const), ...others]);

  return {
    join(key, unit, inBackground) {
      const known = underWay.get(key);
      if (known && !inBackground) promote(known);
      if (known) return known;
      if (!inBackground && callers.size >= callersMax) return null;
      const flight = begin(key, unit, inBackground);
      underWay.set(key, flight);
      (inBackground ? background : callers).set(key, flight);
      return flight;
    },
    take,
    putBack(flights) {
      callers = inFront(
        flights.filter((flight) => !flight.background),
        callers,
      );
      background = inFront(
        flights.filter((flight) => flight.background),
        background,
      );
    },
    drain: () => take(Number.POSITIVE_INFINITY),
    callers: () => callers.size,
    empty: () => callers.size + background.size === 0,
  };
}
