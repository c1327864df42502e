/** Builds the demo country while the service runs: company data first, then everything else. */

import { systemClock } from '#data/live/clock.ts';
import { isLeaderLeaseLost } from '#data/store/leader-table.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type SeedingStatus, seedingSteps } from '#domain/status/seeding-status.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromSeeding, SeedingStart } from '#server/messages.ts';
import { type BuildOutcome, buildInThread, retryMs } from './build-thread.ts';
import { type Job, type JobContext, startJob } from './job.ts';

export type SeedingContext = JobContext & {
  /** The progress of the build, for all threads. */
  seedingState: SharedArrayBuffer;
  /** Serving threads look for the new generation. */
  refreshWorkers(): Promise<void>;
  /** A generation is served, which lacks these parts. */
  onServed(awaits: readonly string[]): void;
};

export interface Seeding extends Job {
  /** Rejects when nothing is served and nothing will be. */
  failed: Promise<never>;
}

/** Whether nothing is served, or a first build was interrupted. */
export function isSeedingDue({ generations }: Pick<Store, 'generations'>): boolean {
  const current = generations.current();
  return current === null || !isComplete(current.manifest);
}

export function startSeeding(context: SeedingContext): Seeding {
  const { store, clock = systemClock, onError } = context;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const job = startJob(async (signal) => {
    while (isSeedingDue(store) && !signal.aborted) {
      const outcome = await buildOnce(context, signal);
      await store.generations.refresh().catch(onError);
      // After a lost lease the next leader goes on with the build.
      if (!isSeedingDue(store) || signal.aborted || isLeaderLeaseLost(outcome)) return;
      if (outcome instanceof Error && !isStoreUnavailable(outcome)) {
        if (store.generations.current() === null) return failed.reject(outcome);
        onError(outcome);
      }
      await clock.sleep(retryMs(outcome), signal);
    }
  });
  return { ...job, failed: failed.promise };
}

async function buildOnce(
  { store, seedingState, lease = null, refreshWorkers, onServed, onError }: SeedingContext,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  let served: Promise<void> = Promise.resolve();
  const announce = async (awaits: readonly string[]): Promise<void> => {
    await store.generations.refresh();
    await refreshWorkers();
    if (!signal.aborted) onServed(awaits);
  };
  const outcome = await buildInThread<SeedingStart, FromSeeding>(
    store,
    {
      thread: threadModule('demo-country/installation/seeding-thread'),
      start: { seedingState, lease },
      onMessage({ awaits }) {
        served = served.then(() => announce(awaits)).catch(onError);
      },
    },
    signal,
  );
  await served;
  return outcome;
}

/** Number of the step (0: no build runs), seconds to the first generation, seconds to the complete one. */
const FIELDS = 3;

export const allocateSeedingState = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);

export function writeSeedingState(seedingState: SharedArrayBuffer, status: SeedingStatus | null): void {
  const fields = new Int32Array(seedingState);
  Atomics.store(fields, 1, status?.secondsToFirst ?? 0);
  Atomics.store(fields, 2, status?.secondsToWhole ?? 0);
  Atomics.store(fields, 0, status === null ? 0 : seedingSteps.indexOf(status.step) + 1);
}

export function readSeedingState(seedingState: SharedArrayBuffer): SeedingStatus | null {
  const fields = new Int32Array(seedingState);
  const step = seedingSteps[Atomics.load(fields, 0) - 1];
  if (step === undefined) return null;
  return { step, secondsToFirst: Atomics.load(fields, 1), secondsToWhole: Atomics.load(fields, 2) };
}
