/**
 * The queue to one source for the whole installation: one refresh per record, waiting look-ups share requests, at the
 * source's pace, behind a circuit breaker. The result is an outcome per record; the source's own errors end here.
 */

import type { Statement } from '#data/store/database.ts';
import { type BreakerState, createBreaker } from './breaker.ts';
import { type Clock, instant } from './clock.ts';
import type { Leases } from './leases-table.ts';
import type { Pace } from './pace.ts';
import type { Observation, RefreshResult, Unavailable } from './refresh-result.ts';
import { createRequestQueue, type Lookup, type QueueLimits } from './request-queue.ts';

/** A request waits for simultaneous callers: until two checks found no new one, and no longer than about a request's slot. */
const GATHER_MS = 20;
const QUIET_LOOKS = 2;
const GATHER_MS_MAX = 1_000;
/** Concurrent requests to one source: enough for its pace when each takes a few seconds. */
const REQUESTS_MAX = 4;
/** Requests for a record before its callers get `sourceFailed`. */
const ATTEMPTS_MAX = 3;
/** How often to check whether another process has finished a refresh. */
const FOLLOW_MS = 200;
const FOLLOW_BATCH = 100;
/** An observation this little older than the request answers it; also covers small clock differences between hosts. */
const JUST_OBSERVED_MS = 5_000;

export interface UpstreamQueue<Unit, Rec> {
  /**
   * One outcome per unit, in order: each as soon as available, `pending` for the others after `waitMs`. Callers, which
   * are accounts or client networks, are served in turn.
   */
  refresh(units: readonly Unit[], waitMs: number, caller: string | null): Promise<RefreshResult<Rec>[]>;
  /** The same, behind all callers; resolves when every unit has a result. */
  refreshInBackground(units: readonly Unit[]): Promise<RefreshResult<Rec>[]>;
  /** Callers in the queue. */
  callers(): number;
  /** Gives waiting callers `stopping`, lets requests under way finish for `graceMs`, then aborts them. */
  close(graceMs: number): Promise<void>;
}

export function createUpstreamQueue<Unit, Rec>(
  source: UpstreamSource<Unit, Rec>,
  options: UpstreamQueueOptions,
): UpstreamQueue<Unit, Rec> {
  type Lookups = Lookup<Unit, Rec>[];
  const { clock, pace, leases, onError } = options;
  const breaker = createBreaker(clock.now);
  const queue = createRequestQueue<Unit, Rec>(source.waiting, clock.now);
  const followedLookups = new Map<string, Lookup<Unit, Rec>>();
  const requests = new Set<Promise<void>>();
  const stopping = new AbortController();
  const cutting = new AbortController();
  let driving: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  /** Sends requests while look-ups wait. */
  async function drive(): Promise<void> {
    let hasSlot = false;
    while (!queue.empty()) {
      if (stopping.signal.aborted) return refuse(queue.drain(), 'stopping');
      if (requests.size >= REQUESTS_MAX) await Promise.race(requests);
      await gather();
      const permission = breaker.permission();
      if (permission === 'no') return refuse(queue.drain(), 'sourceDown');
      if (permission === 'wait') {
        await Promise.race([...requests, clock.sleep(GATHER_MS, stopping.signal)]);
        continue;
      }
      if (!hasSlot) await pace.slot(stopping.signal);
      const claimed = stopping.signal.aborted ? [] : await claim();
      hasSlot = claimed.length === 0;
      if (hasSlot) breaker.abandoned();
      else launch(claimed);
    }
  }

  /** A request that is not full waits while more callers keep coming. */
  async function gather(): Promise<void> {
    const isFilling = (): boolean => queue.callers() > 0 && queue.callers() < source.unitsPerRequest;
    const over = clock.now() + GATHER_MS_MAX;
    for (let quiet = 0; quiet < QUIET_LOOKS && isFilling() && clock.now() < over && !stopping.signal.aborted; ) {
      const [before, checkedAt] = [queue.callers(), clock.now()];
      await clock.sleep(GATHER_MS, stopping.signal);
      // A late check says nothing: a busy machine delays callers as well.
      const isLate = clock.now() - checkedAt > 2 * GATHER_MS;
      if (queue.callers() > before) quiet = 0;
      else if (!isLate) quiet += 1;
    }
  }

  /** Claims records for one request. Records that another process refreshes are followed instead. */
  async function claim(): Promise<Lookups> {
    const claimed: Lookups = [];
    while (claimed.length < source.unitsPerRequest && !queue.empty()) {
      const candidates = queue.take(source.unitsPerRequest - claimed.length);
      try {
        const acquired = await leases.claim(keysOf(candidates), clock.now());
        for (const lookup of candidates) if (!acquired.has(lookup.key)) followedLookups.set(lookup.key, lookup);
        const { settled, rest } = await settleObserved(candidates.filter(({ key }) => acquired.has(key)));
        await options.write(leases.release(keysOf(settled)));
        claimed.push(...rest);
      } catch (error) {
        fail([...claimed, ...candidates], error);
        return [];
      }
    }
    watchFollowed();
    return claimed;
  }

  function launch(lookups: Lookups): void {
    const request = send(lookups)
      .catch((error) => fail(lookups, error))
      .finally(() => requests.delete(request));
    requests.add(request);
  }

  /** One request. Its answers are written before callers get them; records it omitted are requested again. */
  async function send(lookups: Lookups): Promise<void> {
    const startedAt = clock.now();
    const reply = await source.fetch(unitsOf(lookups), cutting.signal).catch((error) => {
      if (cutting.signal.aborted) return null;
      throw error;
    });
    if (!reply) {
      await options.write(leases.release(keysOf(lookups)));
      return refuse(lookups, 'stopping');
    }
    const fetchedAt = instant(clock.now());
    const restMs = reply.trouble?.retryAfterMs ?? 0;
    if (reply.trouble) breaker.failed(restMs);
    else breaker.succeeded();
    const answered = lookups.flatMap((lookup) => {
      const answer = reply.answers.get(lookup.key);
      return answer ? [{ lookup, observation: { ...answer, fetchedAt } }] : [];
    });
    await options.write([
      ...answered.flatMap(({ lookup, observation }) => source.store(lookup.unit, observation, !lookup.background)),
      ...leases.release(keysOf(lookups)),
      options.state({
        at: fetchedAt,
        trouble: reply.trouble?.reason ?? null,
        latencyMs: clock.now() - startedAt,
        breaker: breaker.state(),
      }),
    ]);
    if (answered.length > 0) await source.onObserved(answered.map(({ lookup }) => lookup.unit)).catch(onError);
    for (const { lookup, observation } of answered) lookup.settle(observation);
    if (restMs > 0) await pace.rest(restMs);
    requeue(lookups.filter(({ key }) => !reply.answers.has(key)));
  }

  function requeue(lookups: Lookups): void {
    for (const lookup of lookups) lookup.attempts += 1;
    refuse(
      lookups.filter(({ attempts }) => attempts >= ATTEMPTS_MAX),
      'sourceFailed',
    );
    queue.putBack(lookups.filter(({ attempts }) => attempts < ATTEMPTS_MAX));
    wake();
  }

  /** Waits for refreshes of other processes, and takes over those whose holder died or failed. */
  async function follow(): Promise<void> {
    while (followedLookups.size > 0) {
      await clock.sleep(FOLLOW_MS, stopping.signal);
      const all = [...followedLookups.values()];
      followedLookups.clear();
      if (stopping.signal.aborted) return refuse(all, 'stopping');
      for (let i = 0; i < all.length; i += FOLLOW_BATCH) await checkFollowed(all.slice(i, i + FOLLOW_BATCH));
      wake();
    }
  }

  function watchFollowed(): void {
    if (following || followedLookups.size === 0) return;
    following = follow().finally(() => {
      following = null;
      watchFollowed();
    });
  }

  async function checkFollowed(lookups: Lookups): Promise<void> {
    try {
      // Leases first: a lease released between the two reads means that its observation is already written.
      const leased = await leases.held(keysOf(lookups), clock.now());
      const { rest } = await settleObserved(lookups);
      for (const lookup of rest) if (leased.has(lookup.key)) followedLookups.set(lookup.key, lookup);
      queue.putBack(rest.filter(({ key }) => !leased.has(key)));
    } catch (error) {
      fail(lookups, error);
    }
  }

  /** Settles look-ups with a stored observation from just before or after their request. */
  async function settleObserved(lookups: Lookups): Promise<{ settled: Lookups; rest: Lookups }> {
    const stored = lookups.length > 0 ? await source.stored(unitsOf(lookups)) : new Map<string, Observation<Rec>>();
    const settled: Lookups = [];
    const rest: Lookups = [];
    for (const lookup of lookups) {
      const observation = stored.get(lookup.key);
      const recent = observation && Date.parse(observation.fetchedAt) >= lookup.requestedAt - JUST_OBSERVED_MS;
      if (recent) lookup.settle(observation);
      (recent ? settled : rest).push(lookup);
    }
    return { settled, rest };
  }

  function refuse(lookups: Lookups, reason: Unavailable): void {
    for (const lookup of lookups) lookup.settle({ outcome: 'unavailable', reason });
  }

  /** The store failed. Acquired leases expire by themselves, and a due trial is due again. */
  function fail(lookups: Lookups, error: unknown): void {
    onError(error);
    breaker.abandoned();
    refuse(lookups, 'storeFailed');
  }

  const keysOf = (lookups: Lookups): string[] => lookups.map(({ key }) => key);
  const unitsOf = (lookups: Lookups): Unit[] => lookups.map(({ unit }) => unit);

  function wake(): void {
    if (driving || queue.empty()) return;
    driving = drive()
      .catch((error) => fail(queue.drain(), error))
      .finally(() => {
        driving = null;
        wake();
      });
  }

  /** `caller` null: the background. */
  function join(units: readonly Unit[], caller: string | null): Promise<RefreshResult<Rec>>[] {
    const lookups = units.map((unit) => (stopping.signal.aborted ? null : queue.join(source.key(unit), unit, caller)));
    wake();
    const refused: RefreshResult<Rec> = {
      outcome: 'unavailable',
      reason: stopping.signal.aborted ? 'stopping' : 'overloaded',
    };
    return lookups.map((lookup) => lookup?.result ?? Promise.resolve(refused));
  }

  return {
    async refresh(units, waitMs, caller) {
      const done = new AbortController();
      const late = clock.sleep(waitMs, done.signal).then((): RefreshResult<Rec> => ({ outcome: 'pending' }));
      const outcomes = await Promise.all(join(units, caller).map((settled) => Promise.race([settled, late])));
      done.abort();
      return outcomes;
    },
    refreshInBackground: (units) => Promise.all(join(units, null)),
    callers: queue.callers,
    async close(graceMs) {
      stopping.abort();
      const over = new AbortController();
      const grace = clock.sleep(graceMs, over.signal).then(() => cutting.abort());
      while (driving || following || requests.size > 0) await Promise.all([driving, following, ...requests]);
      over.abort();
      await grace;
    },
  };
}

/** A source's reply. Omitted units count as unanswered. */
export interface SourceReply<Rec> {
  /** By key. `raw`: the source's original text, where receipts may need it. */
  answers: Map<string, ({ outcome: 'found'; record: Rec } | { outcome: 'notFound' }) & { raw?: string }>;
  /** Null when the source behaved; `retryAfterMs` when it requested a pause. */
  trouble: { reason: string; retryAfterMs: number | null } | null;
}

export interface UpstreamSource<Unit, Rec> {
  key(unit: Unit): string;
  unitsPerRequest: number;
  /** Limits of waiting records; further callers get `overloaded` at once. */
  waiting: QueueLimits;
  fetch(units: readonly Unit[], signal: AbortSignal): Promise<SourceReply<Rec>>;
  /** Stored observations of these units, by key. */
  stored(units: readonly Unit[]): Promise<Map<string, Observation<Rec>>>;
  /** `isRequested`: on a caller's request, not the background's. */
  store(unit: Unit, observation: Observation<Rec>, isRequested: boolean): Statement | Statement[];
  /** After the observations are stored and before callers get them. */
  onObserved(units: readonly Unit[]): Promise<void>;
}

export interface UpstreamQueueOptions {
  clock: Clock;
  pace: Pace;
  leases: Leases;
  write(statements: readonly Statement[]): Promise<unknown>;
  /** Records the source's state for /api/health. */
  state(report: SourceReport): Statement;
  onError(error: unknown): void;
}

export interface SourceReport {
  at: string;
  /** Null after a correct answer. */
  trouble: string | null;
  latencyMs: number;
  breaker: BreakerState;
}
