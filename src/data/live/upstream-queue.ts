/**
 * The way to one source for the whole installation: one refresh per record, waiting look-ups travel together, at the source's
 * pace, behind a circuit breaker. What comes back is an outcome per record; nothing of the source's own trouble gets through.
 */
import { createBreaker } from './breaker.ts';
import { instant } from './clock.ts';
import type { Observation, RefreshResult, Unavailable } from './refreshed.ts';
import { createRequestQueue, type Lookup } from './request-queue.ts';
import type { UpstreamQueueOptions, UpstreamSource } from './upstream-queue-needs.ts';

/** A caller waits for others who ask at the same moment: until nobody came in two looks, and no longer than about a request's turn. */
const GATHER_MS = 20;
const QUIET_LOOKS = 2;
const GATHER_MS_MAX = 1_000;
/** Requests to one source on their way at once: enough to keep its pace when each takes a few seconds. */
const IN_FLIGHT_MAX = 4;
/** Times that a record is asked for before its callers are told that the source does not answer. */
const ATTEMPTS_MAX = 3;
/** How often we look whether another process has finished the refresh that we wait for. */
const FOLLOW_MS = 200;
const FOLLOW_AT_ONCE = 100;
/** An observation this little older than the question answers it; also bridges clocks that differ a little among hosts. */
const JUST_OBSERVED_MS = 5_000;

export interface UpstreamQueue<Unit, Rec> {
  /**
   * One outcome per unit, in order: each as soon as it is known, `pending` for those still under way after `waitMs`. Askers, who
   * are accounts or households, are served in turn.
   */
  refresh(units: readonly Unit[], waitMs: number, asker: string | null): Promise<RefreshResult<Rec>[]>;
  /** The same, behind all callers; resolves when every unit has landed. */
  refreshInBackground(units: readonly Unit[]): Promise<RefreshResult<Rec>[]>;
  /** Callers that wait for their turn. */
  callers(): number;
  /** Tells who waits that we stop, lets requests under way finish for `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

export function createUpstreamQueue<Unit, Rec>(
  source: UpstreamSource<Unit, Rec>,
  needs: UpstreamQueueOptions,
): UpstreamQueue<Unit, Rec> {
  type Flights = Lookup<Unit, Rec>[];
  const { clock, pace, leases, onError } = needs;
  const breaker = createBreaker(clock.now);
  const line = createRequestQueue<Unit, Rec>(source.waiting, clock.now);
  const followed = new Map<string, Lookup<Unit, Rec>>();
  const inFlight = new Set<Promise<void>>();
  const stopping = new AbortController();
  const cutting = new AbortController();
  let driving: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  /** Sends requests while somebody waits. */
  async function drive(): Promise<void> {
    let hasSlot = false;
    while (!line.empty()) {
      if (stopping.signal.aborted) return refuse(line.drain(), 'stopping');
      if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight);
      await gather();
      const permission = breaker.permission();
      if (permission === 'no') return refuse(line.drain(), 'sourceDown');
      if (permission === 'wait') {
        await Promise.race([...inFlight, clock.sleep(GATHER_MS, stopping.signal)]);
        continue;
      }
      if (!hasSlot) await pace.slot(stopping.signal);
      const claimed = stopping.signal.aborted ? [] : await claim();
      hasSlot = claimed.length === 0;
      if (hasSlot) breaker.abandoned();
      else launch(claimed);
    }
  }

  /** A request that callers have not filled waits for more of them while more keep coming. */
  async function gather(): Promise<void> {
    const isFilling = (): boolean => line.callers() > 0 && line.callers() < source.unitsPerRequest;
    const over = clock.now() + GATHER_MS_MAX;
    for (let quiet = 0; quiet < QUIET_LOOKS && isFilling() && clock.now() < over && !stopping.signal.aborted; ) {
      const [before, lookedAt] = [line.callers(), clock.now()];
      await clock.sleep(GATHER_MS, stopping.signal);
      // A look that comes late says nothing: a busy machine holds up those who ask as it held up us.
      const isLate = clock.now() - lookedAt > 2 * GATHER_MS;
      if (line.callers() > before) quiet = 0;
      else if (!isLate) quiet += 1;
    }
  }

  /** Records for one request whose leases are ours. Those that another process refreshes are followed, not asked for. */
  async function claim(): Promise<Flights> {
    const claimed: Flights = [];
    while (claimed.length < source.unitsPerRequest && !line.empty()) {
      const taken = line.take(source.unitsPerRequest - claimed.length);
      try {
        const ours = await leases.claim(keysOf(taken), clock.now());
        for (const flight of taken) if (!ours.has(flight.key)) followed.set(flight.key, flight);
        const { landed, rest } = await landObserved(taken.filter(({ key }) => ours.has(key)));
        await needs.write(leases.release(keysOf(landed)));
        claimed.push(...rest);
      } catch (error) {
        fail([...claimed, ...taken], error);
        return [];
      }
    }
    watchFollowed();
    return claimed;
  }

  function launch(flights: Flights): void {
    const flying = fly(flights)
      .catch((error) => fail(flights, error))
      .finally(() => inFlight.delete(flying));
    inFlight.add(flying);
  }

  /** One request. Its answers are written before anybody is told; what it left out is asked for again. */
  async function fly(flights: Flights): Promise<void> {
    const startedAt = clock.now();
    const reply = await source.fetch(unitsOf(flights), cutting.signal).catch((error) => {
      if (cutting.signal.aborted) return null;
      throw error;
    });
    if (!reply) {
      await needs.write(leases.release(keysOf(flights)));
      return refuse(flights, 'stopping');
    }
    const fetchedAt = instant(clock.now());
    const restMs = reply.trouble?.retryAfterMs ?? 0;
    if (reply.trouble) breaker.failed(restMs);
    else breaker.succeeded();
    const answered = flights.flatMap((flight) => {
      const answer = reply.answers.get(flight.key);
      return answer ? [{ flight, observation: { ...answer, fetchedAt } }] : [];
    });
    await needs.write([
      ...answered.flatMap(({ flight, observation }) => source.store(flight.unit, observation, !flight.background)),
      ...leases.release(keysOf(flights)),
      needs.state({
        at: fetchedAt,
        trouble: reply.trouble?.reason ?? null,
        latencyMs: clock.now() - startedAt,
        breaker: breaker.state(),
      }),
    ]);
    if (answered.length > 0) await source.onObserved(answered.map(({ flight }) => flight.unit)).catch(onError);
    for (const { flight, observation } of answered) flight.settle(observation);
    if (restMs > 0) await pace.rest(restMs);
    again(flights.filter(({ key }) => !reply.answers.has(key)));
  }

  function again(flights: Flights): void {
    for (const flight of flights) flight.attempts += 1;
    refuse(
      flights.filter(({ attempts }) => attempts >= ATTEMPTS_MAX),
      'sourceFailed',
    );
    line.putBack(flights.filter(({ attempts }) => attempts < ATTEMPTS_MAX));
    wake();
  }

  /** Waits for refreshes that other processes are doing, and takes over those whose holder died or failed. */
  async function follow(): Promise<void> {
    while (followed.size > 0) {
      await clock.sleep(FOLLOW_MS, stopping.signal);
      const all = [...followed.values()];
      followed.clear();
      if (stopping.signal.aborted) return refuse(all, 'stopping');
      for (let i = 0; i < all.length; i += FOLLOW_AT_ONCE) await lookAfter(all.slice(i, i + FOLLOW_AT_ONCE));
      wake();
    }
  }

  function watchFollowed(): void {
    if (following || followed.size === 0) return;
    following = follow().finally(() => {
      following = null;
      watchFollowed();
    });
  }

  async function lookAfter(flights: Flights): Promise<void> {
    try {
      // Leases first: whoever lets go between the two reads has written its observation before.
      const held = await leases.held(keysOf(flights), clock.now());
      const { rest } = await landObserved(flights);
      for (const flight of rest) if (held.has(flight.key)) followed.set(flight.key, flight);
      line.putBack(rest.filter(({ key }) => !held.has(key)));
    } catch (error) {
      fail(flights, error);
    }
  }

  /** Lands those of whom an observation was made just before or since they were asked for. */
  async function landObserved(flights: Flights): Promise<{ landed: Flights; rest: Flights }> {
    const stored = flights.length > 0 ? await source.stored(unitsOf(flights)) : new Map<string, Observation<Rec>>();
    const landed: Flights = [];
    const rest: Flights = [];
    for (const flight of flights) {
      const observation = stored.get(flight.key);
      const recent = observation && Date.parse(observation.fetchedAt) >= flight.requestedAt - JUST_OBSERVED_MS;
      if (recent) flight.settle(observation);
      (recent ? landed : rest).push(flight);
    }
    return { landed, rest };
  }

  function refuse(flights: Flights, reason: Unavailable): void {
    for (const flight of flights) flight.settle({ outcome: 'unavailable', reason });
  }

  /** The store let us down. Leases that were taken run out by themselves, and a trial that was due is due again. */
  function fail(flights: Flights, error: unknown): void {
    onError(error);
    breaker.abandoned();
    refuse(flights, 'storeFailed');
  }

  const keysOf = (flights: Flights): string[] => flights.map(({ key }) => key);
  const unitsOf = (flights: Flights): Unit[] => flights.map(({ unit }) => unit);

  function wake(): void {
    if (driving || line.empty()) return;
    driving = drive()
      .catch((error) => fail(line.drain(), error))
      .finally(() => {
        driving = null;
        wake();
      });
  }

  /** `asker` null: the background. */
  function join(units: readonly Unit[], asker: string | null): Promise<RefreshResult<Rec>>[] {
    const flights = units.map((unit) => (stopping.signal.aborted ? null : line.join(source.key(unit), unit, asker)));
    wake();
    const refused: RefreshResult<Rec> = {
      outcome: 'unavailable',
      reason: stopping.signal.aborted ? 'stopping' : 'overloaded',
    };
    return flights.map((flight) => flight?.result ?? Promise.resolve(refused));
  }

  return {
    async refresh(units, waitMs, asker) {
      const done = new AbortController();
      const late = clock.sleep(waitMs, done.signal).then((): RefreshResult<Rec> => ({ outcome: 'pending' }));
      const outcomes = await Promise.all(join(units, asker).map((landed) => Promise.race([landed, late])));
      done.abort();
      return outcomes;
    },
    refreshInBackground: (units) => Promise.all(join(units, null)),
    callers: line.callers,
    async close(graceMs) {
      stopping.abort();
      const over = new AbortController();
      const grace = clock.sleep(graceMs, over.signal).then(() => cutting.abort());
      while (driving || following || inFlight.size > 0) await Promise.all([driving, following, ...inFlight]);
      over.abort();
      await grace;
    },
  };
}
