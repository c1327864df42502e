/** Rebuilds parts of an older format while the service runs. Operations that need none of them are answered meanwhile. */

import { systemClock } from '#data/live/clock.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromRebuild, RebuildStart } from '#server/messages.ts';
import { buildInThread, retryMs } from './build-thread.ts';
import { type Job, type JobContext, startJob } from './job.ts';

type RebuildContext = JobContext & {
  /** Set while parts are being rebuilt: serving threads answer their callers accordingly. */
  rebuildState: SharedArrayBuffer;
  /**
   * Beside the leader. A leader of an older release builds nothing that this host reads, and may lead until the last host is updated.
   * A leader of this release rebuilds the parts itself and has begun after `patienceMs`. Both may download then, but a part that one
   * host has published is not rebuilt by the other.
   */
  beside?: { patienceMs: number; isLeader(): boolean };
};

export const allocateRebuildState = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
export const isRebuildRunning = (rebuildState: SharedArrayBuffer): boolean =>
  Atomics.load(new Int32Array(rebuildState), 0) === 1;

/** Ends at once when there is nothing to rebuild. */
export function startRebuild({
  store,
  rebuildState,
  lease = null,
  beside,
  clock = systemClock,
  onError,
}: RebuildContext): Job {
  const setState = (value: 0 | 1): void => void Atomics.store(new Int32Array(rebuildState), 0, value);
  const isDue = (): boolean => (store.generations.current()?.unreadable.length ?? 0) > 0;

  return startJob(async (signal) => {
    while (isDue() && !signal.aborted) {
      if (beside) {
        await clock.sleep(beside.patienceMs, signal);
        if (beside.isLeader() || !isDue() || signal.aborted) continue;
      }
      setState(1);
      const thread = threadModule('server/jobs/rebuild-thread');
      const outcome = await buildInThread<RebuildStart, FromRebuild>(store, { thread, start: { lease } }, signal);
      await store.generations.refresh().catch(onError);
      // The serving threads look for the new generation once a second: until then the state stays set.
      if (!isDue() || signal.aborted) return;
      if (outcome !== 'busy') {
        setState(0);
        onError(outcome instanceof Error ? outcome : new Error('Parts of an older format were not rebuilt.'));
      }
      await clock.sleep(retryMs(outcome), signal);
    }
  });
}
