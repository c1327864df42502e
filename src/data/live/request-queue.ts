/** A bounded queue of look-ups: each record once, callers in turn, the background last. */
import { FairQueue, type QueueItem } from '#lib/workers/fair-queue.ts';
import type { RefreshResult } from './refresh-result.ts';

/** One record's look-up, shared by all callers who requested it meanwhile. */
export interface Lookup<Unit, Rec> extends QueueItem {
  key: string;
  unit: Unit;
  requestedAt: number;
  /** No caller waits for it: it fills slots that callers leave free. */
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
   * The look-up of this record: the existing one, or a new one in the caller's queue; null when the queue is full.
   * `caller` null: the background.
   */
  join(key: string, unit: Unit, caller: string | null): Lookup<Unit, Rec> | null;
  /** Callers first, in turn; the background fills the remaining slots. */
  take(count: number): Lookup<Unit, Rec>[];
  /** Puts look-ups back at the head of the queue. */
  putBack(lookups: readonly Lookup<Unit, Rec>[]): void;
  /** Removes everything that waits. */
  drain(): Lookup<Unit, Rec>[];
  /** Records in the queue that callers wait for. */
  callers(): number;
  empty(): boolean;
}

export function createRequestQueue<Unit, Rec>(limits: QueueLimits, now: () => number): RequestQueue<Unit, Rec> {
  type Lookups = Map<string, Lookup<Unit, Rec>>;
  const active: Lookups = new Map();
  const callers = new FairQueue<Lookup<Unit, Rec>>(limits, (lookup) =>
    lookup.settle({ outcome: 'unavailable', reason: 'overloaded' }),
  );
  let background: Lookups = new Map();

  function createLookup(key: string, unit: Unit, inBackground: boolean): Lookup<Unit, Rec> {
    const { promise, resolve } = Promise.withResolvers<RefreshResult<Rec>>();
    const settle = (refreshed: RefreshResult<Rec>): void => {
      if (active.get(key) === lookup) active.delete(key);
      resolve(refreshed);
    };
    const lookupCallers = new Set<string>();
    const lookup = {
      key,
      unit,
      callers: lookupCallers,
      requestedAt: now(),
      background: inBackground,
      attempts: 0,
      result: promise,
      settle,
    };
    return lookup;
  }

  function take(count: number): Lookup<Unit, Rec>[] {
    const batch: Lookup<Unit, Rec>[] = [];
    while (batch.length < count) {
      const [waiting] = background.values();
      const next = callers.take() ?? waiting;
      if (next === undefined) break;
      background.delete(next.key);
      batch.push(next);
    }
    return batch;
  }

  /** Another caller requests a record under way: it also counts in that caller's queue, or would if it were put back. */
  function share(lookup: Lookup<Unit, Rec>, caller: string): void {
    if (background.has(lookup.key)) {
      if (!callers.add(lookup, caller)) return;
      background.delete(lookup.key);
    } else if (callers.has(lookup)) callers.add(lookup, caller);
    else lookup.callers.add(caller);
    lookup.background = false;
  }

  return {
    join(key, unit, caller) {
      const existing = active.get(key);
      if (existing && caller !== null) share(existing, caller);
      if (existing) return existing;
      const lookup = createLookup(key, unit, caller === null);
      if (caller === null) background.set(key, lookup);
      else if (!callers.add(lookup, caller)) return null;
      active.set(key, lookup);
      return lookup;
    },
    take,
    putBack(lookups) {
      callers.putBack(lookups.filter((lookup) => !lookup.background));
      const first = lookups.filter((lookup) => lookup.background).map((lookup) => [lookup.key, lookup] as const);
      background = new Map([...first, ...background]);
    },
    drain: () => take(Number.POSITIVE_INFINITY),
    callers: () => callers.size,
    empty: () => callers.size + background.size === 0,
  };
}
