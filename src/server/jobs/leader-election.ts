/**
 * Elects the one host that runs the leader jobs, by a lease in the state. The leader renews the lease, and stops its jobs before the
 * lease ends when it cannot renew. The other hosts stand by; one of them takes over when the lease is over.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import {
  acquireLeaderLease,
  isLeaderLeaseFree,
  type LeaderLease,
  releaseLeaderLease,
  renewLeaderLease,
} from '#data/store/leader-table.ts';

export interface LeaseTimes {
  /** A leader that has not renewed the lease for so long has lost it. */
  leaseMs: number;
  /** Interval of renewals. */
  renewMs: number;
  /** The leader stops its jobs after this long without a renewal: running work has the rest of the lease to end. */
  stopMs: number;
  /** Interval at which standby hosts look at the lease. */
  lookMs: number;
}

/** Lease and look together: another has taken over within 24 seconds; half a minute is what is promised. */
export const LEASE_TIMES: LeaseTimes = { leaseMs: 20_000, renewMs: 5_000, stopMs: 14_000, lookMs: 4_000 };

/** Interval of renewals after a failure: the lease would allow only one more failure of five seconds. */
const AGAIN_MS = 1_000;

/** One term of this host as the leader. */
export interface LeaderTerm {
  lead: LeaderLease;
  /** By the time that has really passed, so that it is right at once after the process was paused. */
  isHeld(): boolean;
}

export interface LeaderElectionNeeds {
  state: Database;
  /** Starts the leader jobs; returns how they are stopped. */
  begin(led: LeaderTerm): { stop(): Promise<void> };
  note(text: string): void;
  onError(error: unknown): void;
  times?: LeaseTimes;
  clock?: Clock;
}

export interface LeaderElection {
  /** Whether this host leads at this moment. */
  isHeld(): boolean;
  stop(): Promise<void>;
}

/** By both clocks of this machine. */
interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** Resolves after the first attempt to get the lease. */
export async function startLeaderElection(needs: LeaderElectionNeeds): Promise<LeaderElection> {
  const { state, begin, note, onError, times = LEASE_TIMES, clock = systemClock } = needs;
  // One machine may have several.
  const [holder, host] = [randomUUID(), `${hostname()}/${process.pid}`];
  const isForGood = state.engine === 'sqlite';
  const moment = (): Moment => ({ steadyMs: performance.now(), wallMs: clock.now() });
  /** The longer of both: the steady clock stands still while a machine sleeps, the other is put right now and then. */
  const passedMs = ({ steadyMs, wallMs }: Moment): number =>
    Math.max(performance.now() - steadyMs, clock.now() - wallMs);
  const stopping = new AbortController();
  let led: LeaderTerm | null = null;
  let isFailing = false;

  /** Null where it failed, which is reported once while it goes on failing. */
  const attempt = async <Done>(work: () => Promise<Done>): Promise<Done | null> => {
    try {
      const done = await work();
      isFailing = false;
      return done;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
      return null;
    }
  };

  /** From taking it until it is lost or given back. */
  const lead = async (lease: LeaderLease, since: Moment): Promise<void> => {
    const lost = new AbortController();
    const either = AbortSignal.any([stopping.signal, lost.signal]);
    let asked: Moment | null = null;
    let late: NodeJS.Timeout | undefined;
    const leftMs = (): number => (asked === null ? Number.POSITIVE_INFINITY : times.stopMs - passedMs(asked));
    // Counted from before it was asked for: the database counts from later.
    const hold = (at: Moment): void => {
      if (isForGood) return;
      clearTimeout(late);
      asked = at;
      late = setTimeout(() => lost.abort(), Math.max(0, leftMs()));
    };
    hold(since);
    led = { lead: lease, isHeld: () => !either.aborted && leftMs() > 0 };
    note(`This host leads the duties (term ${lease.term}).`);
    const ended = Promise.withResolvers<void>();
    // Told below, when a renewal that is under way is over.
    ended.promise.catch(() => {});
    try {
      const duties = begin(led);
      // At once, whatever the state is being asked meanwhile.
      either.addEventListener('abort', () => duties.stop().then(ended.resolve, ended.reject), { once: true });
    } catch (error) {
      // Another may be able to, or we the next time.
      ended.reject(error);
      lost.abort();
    }
    while (!either.aborted) {
      await clock.sleep(isFailing ? Math.min(AGAIN_MS, times.renewMs) : times.renewMs, either);
      if (either.aborted || isForGood) continue;
      const at = moment();
      const isOurs = await attempt(() => renewLeaderLease(state, lease, times.leaseMs));
      if (isOurs === true) hold(at);
      else if (isOurs === false) lost.abort();
    }
    clearTimeout(late);
    led = null;
    await ended.promise.catch(onError);
    if (!stopping.signal.aborted) note(`This host does not lead the duties any more (term ${lease.term}).`);
  };

  const take = async (): Promise<{ lease: LeaderLease; since: Moment } | null> => {
    const since = moment();
    const lease = await attempt(async () =>
      isForGood || (await isLeaderLeaseFree(state))
        ? acquireLeaderLease(state, { holder, host, leaseMs: times.leaseMs })
        : null,
    );
    return lease && { lease, since };
  };

  const keep = async (first: Awaited<ReturnType<typeof take>>): Promise<void> => {
    for (let taken = first; ; taken = await take()) {
      if (taken && !stopping.signal.aborted) await lead(taken.lease, taken.since);
      // Also a lease whose renewals got no answer: a renewal may have been stored, and no host could lead until its end.
      if (taken) await attempt(() => releaseLeaderLease(state, taken.lease));
      await clock.sleep(times.lookMs, stopping.signal);
      if (stopping.signal.aborted) return;
    }
  };
  const keeping = keep(await take());
  return {
    isHeld: () => led?.isHeld() ?? false,
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}
