/**
 * Elects the one host that runs the leader jobs, by a lease in the state. The leader renews the lease, and stops its jobs before the
 * lease ends when it cannot renew. The other hosts stand by; one of them takes over when the lease is over.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import {
  acquireLeaderLease,
  isLeaderLeaseFree,
  type LeaderLease,
  releaseLeaderLease,
  renewLeaderLease,
} from '#data/store/leader-table.ts';
import type { Job, JobContext } from './job.ts';

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

/** Another host takes over within 24 seconds (lease and look); the documentation promises half a minute. */
export const LEASE_TIMES: LeaseTimes = { leaseMs: 20_000, renewMs: 5_000, stopMs: 14_000, lookMs: 4_000 };

/** Interval of renewals after a failure: the lease would allow only one more failure of five seconds. */
const RETRY_MS = 1_000;

/** One term of this host as the leader. */
export interface LeaderTerm {
  lease: LeaderLease;
  /** By the time that has really passed: a process that was paused learns at once that its lease is over. */
  isLeader(): boolean;
}

type ElectionOptions = Pick<JobContext, 'clock' | 'onError'> & {
  state: Database;
  /** Starts the leader jobs. */
  begin(term: LeaderTerm): Job;
  note(text: string): void;
  times?: LeaseTimes;
};

export interface LeaderElection extends Job {
  /** Whether this host leads at this moment. */
  isLeader(): boolean;
}

/** A time on both clocks of this machine. */
interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** Resolves after the first attempt to get the lease. */
export async function startLeaderElection({
  state,
  begin,
  note,
  onError,
  times = LEASE_TIMES,
  clock = systemClock,
}: ElectionOptions): Promise<LeaderElection> {
  // One machine may run several hosts.
  const [holder, host] = [randomUUID(), `${hostname()}/${process.pid}`];
  const isPermanent = state.engine === 'sqlite';
  const moment = (): Moment => ({ steadyMs: performance.now(), wallMs: clock.now() });
  /** The longer of both: the steady clock stops while a machine sleeps, and the wall clock can be set back. */
  const passedMs = ({ steadyMs, wallMs }: Moment): number =>
    Math.max(performance.now() - steadyMs, clock.now() - wallMs);
  const stopping = new AbortController();
  let current: LeaderTerm | null = null;
  let isFailing = false;

  /** Null after a failure. Of several failures in a row only the first is reported. */
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

  /** Runs the leader jobs until the lease is lost or the host stops. */
  const serveTerm = async (lease: LeaderLease, since: Moment): Promise<void> => {
    const lost = new AbortController();
    const either = AbortSignal.any([stopping.signal, lost.signal]);
    let renewed: Moment | null = null;
    let late: NodeJS.Timeout | undefined;
    const remainingMs = (): number => (renewed === null ? Number.POSITIVE_INFINITY : times.stopMs - passedMs(renewed));
    // Counted from before the query: the database counts from later.
    const extend = (at: Moment): void => {
      if (isPermanent) return;
      clearTimeout(late);
      renewed = at;
      late = setTimeout(() => lost.abort(), Math.max(0, remainingMs()));
    };
    extend(since);
    current = { lease, isLeader: () => !either.aborted && remainingMs() > 0 };
    note(`This host is now the leader (term ${lease.term}).`);
    const ended = Promise.withResolvers<void>();
    // Reported below, after a running renewal.
    ended.promise.catch(() => {});
    try {
      const jobs = begin(current);
      // At once, even during a renewal.
      either.addEventListener('abort', () => jobs.stop().then(ended.resolve, ended.reject), { once: true });
    } catch (error) {
      // Another host may succeed, or this one in its next term.
      ended.reject(error);
      lost.abort();
    }
    while (!either.aborted) {
      await clock.sleep(isFailing ? Math.min(RETRY_MS, times.renewMs) : times.renewMs, either);
      if (either.aborted || isPermanent) continue;
      const at = moment();
      const isRenewed = await attempt(() => renewLeaderLease(state, lease, times.leaseMs));
      if (isRenewed === true) extend(at);
      else if (isRenewed === false) lost.abort();
    }
    clearTimeout(late);
    current = null;
    await ended.promise.catch(onError);
    if (!stopping.signal.aborted) note(`This host is no longer the leader (term ${lease.term}).`);
  };

  const acquire = async (): Promise<{ lease: LeaderLease; since: Moment } | null> => {
    const since = moment();
    const lease = await attempt(async () =>
      isPermanent || (await isLeaderLeaseFree(state))
        ? acquireLeaderLease(state, { holder, host, leaseMs: times.leaseMs })
        : null,
    );
    return lease && { lease, since };
  };

  const run = async (first: Awaited<ReturnType<typeof acquire>>): Promise<void> => {
    for (let acquired = first; ; acquired = await acquire()) {
      if (acquired && !stopping.signal.aborted) await serveTerm(acquired.lease, acquired.since);
      // Also a lease whose renewals got no answer: a renewal may have been stored, and no host could lead until its end.
      if (acquired) await attempt(() => releaseLeaderLease(state, acquired.lease));
      await clock.sleep(times.lookMs, stopping.signal);
      if (stopping.signal.aborted) return;
    }
  };
  const running = run(await acquire());
  return {
    isLeader: () => current?.isLeader() ?? false,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
