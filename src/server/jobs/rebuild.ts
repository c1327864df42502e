/** Rebuilds parts of an older format while the service runs. Operations that need none of them are answered meanwhile. */

import { type Clock, systemClock } from '#data/live/clock.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromRebuild, RebuildStart } from '#server/messages.ts';
import { buildInThread, restAfter } from './build-thread.ts';

export interface RebuildOptions {
  store: Store;
  /** Set while parts are being rebuilt: serving threads answer their callers accordingly. */
  rebuildState: SharedArrayBuffer;
  /** Null: runs without the lease of the leader, as a command does. */
  lead: LeaderLease | null;
  /**
   * Beside the leader. A leader of an older release builds nothing that this host reads, and may lead until the last host is updated.
   * A leader of this release rebuilds the parts itself and has begun after `patienceMs`. Both may download then, but a part that one
   * host has published is not rebuilt by the other.
   */
  beside?: { patienceMs: number; isLed(): boolean };
  clock?: Clock;
  onError(error: unknown): void;
}

export interface Rebuild {
  stop(): Promise<void>;
}

export const allocateRebuildState = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
export const isRebuildRunning = (rebuildState: SharedArrayBuffer): boolean =>
  Atomics.load(new Int32Array(rebuildState), 0) === 1;

/** Ends at once when there is nothing to rebuild. */
export function startRebuild({
  store,
  rebuildState,
  lead,
  beside,
  clock = systemClock,
  onError,
}: RebuildOptions): Rebuild {
  const stopping = new AbortController();
  const tell = (value: 0 | 1): void => void Atomics.store(new Int32Array(rebuildState), 0, value);
  const isDue = (): boolean => (store.generations.current()?.unreadable.length ?? 0) > 0;

  const rebuild = async (): Promise<void> => {
    while (isDue() && !stopping.signal.aborted) {
      if (beside) {
        await clock.sleep(beside.patienceMs, stopping.signal);
        if (beside.isLed() || !isDue() || stopping.signal.aborted) continue;
      }
      tell(1);
      const outcome = await buildInThread<RebuildStart, FromRebuild>(
        store,
        { thread: threadModule('server/jobs/rebuild-thread'), start: { lead } },
        stopping.signal,
      );
      await store.generations.refresh().catch(onError);
      // The serving threads look for the new generation once a second: until then it is still under way.
      if (!isDue() || stopping.signal.aborted) return;
      if (outcome !== 'busy') {
        tell(0);
        onError(outcome instanceof Error ? outcome : new Error('Parts of an older format were not made again.'));
      }
      await clock.sleep(restAfter(outcome), stopping.signal);
    }
  };
  const running = rebuild();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
