/** Builds the demo country while the service runs: company data first, then everything else. */

import { type Clock, systemClock } from '#data/live/clock.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import { isLeaderLeaseLost } from '#data/store/leader-table.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type SeedingStatus, seedingSteps } from '#domain/status/seeding-status.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromSeeding, SeedingStart } from '#server/messages.ts';
import { type BuildOutcome, buildInThread, restAfter } from './build-thread.ts';

export interface SeedingNeeds {
  store: Store;
  /** Where it says how far it is. */
  board: SharedArrayBuffer;
  lead: LeaderLease;
  /** Serving threads look for what was published. */
  look(): Promise<void>;
  /** Something more is served; these parts are still to come. */
  onServed(awaits: readonly string[]): void;
  onError(error: unknown): void;
  clock?: Clock;
}

export interface Seeding {
  /** Rejects when there is nothing to serve, and never will be. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Whether there is anything to be made: nothing is served, or a first build was broken off. */
export function isSeedingDue({ generations }: Pick<Store, 'generations'>): boolean {
  const current = generations.current();
  return current === null || !isComplete(current.manifest);
}

export function startSeeding(needs: SeedingNeeds): Seeding {
  const { store, clock = systemClock, onError } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});

  const found = async (): Promise<void> => {
    while (isSeedingDue(store) && !signal.aborted) {
      const outcome = await inThread(needs, signal);
      await store.generations.refresh().catch(onError);
      // Another makes it, or this host does when it leads again.
      if (!isSeedingDue(store) || signal.aborted || isLeaderLeaseLost(outcome)) return;
      if (outcome instanceof Error && !isStoreUnavailable(outcome)) {
        if (store.generations.current() === null) return failed.reject(outcome);
        onError(outcome);
      }
      await clock.sleep(restAfter(outcome), signal);
    }
  };
  const running = found();
  return {
    failed: failed.promise,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function inThread(
  { store, board, lead, look, onServed, onError }: SeedingNeeds,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  let served: Promise<void> = Promise.resolve();
  const tell = async (awaits: readonly string[]): Promise<void> => {
    await store.generations.refresh();
    await look();
    if (!signal.aborted) onServed(awaits);
  };
  const outcome = await buildInThread<SeedingStart, FromSeeding>(
    store,
    {
      thread: threadModule('demo-country/installation/seeding-thread'),
      start: { board, lead },
      onMessage({ awaits }) {
        served = served.then(() => tell(awaits)).catch(onError);
      },
    },
    signal,
  );
  await served;
  return outcome;
}

/** Step, from 1 (0: nothing is being made), seconds to the first generation, seconds to the whole. */
const FIELDS = 3;

export const allocateSeedingState = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);

export function writeSeedingState(board: SharedArrayBuffer, made: SeedingStatus | null): void {
  const fields = new Int32Array(board);
  Atomics.store(fields, 1, made?.secondsToFirst ?? 0);
  Atomics.store(fields, 2, made?.secondsToWhole ?? 0);
  Atomics.store(fields, 0, made === null ? 0 : seedingSteps.indexOf(made.step) + 1);
}

export function readSeedingState(board: SharedArrayBuffer): SeedingStatus | null {
  const fields = new Int32Array(board);
  const step = seedingSteps[Atomics.load(fields, 0) - 1];
  if (step === undefined) return null;
  return { step, secondsToFirst: Atomics.load(fields, 1), secondsToWhole: Atomics.load(fields, 2) };
}
