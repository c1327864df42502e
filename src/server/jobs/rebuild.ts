/** Makes parts of an older format again while the service runs; operations that need none of them are answered meanwhile. */

import { type Clock, systemClock } from '#data/live/clock.ts';
import type { Lead } from '#data/store/leader/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromRebuild, RebuildStart } from '#server/messages.ts';
import { buildInThread, restAfter } from './build-thread.ts';

export interface RebuildNeeds {
  store: Store;
  /** Set while parts are being made again: serving threads tell it to their callers. */
  rebuildState: SharedArrayBuffer;
  /** Null: as by hand, whoever leads. */
  lead: Lead | null;
  /**
   * Beside whoever leads: a host of an older release makes nothing that this one reads, and may lead until the last host is updated.
   * Where it is of this release it makes them, too, and has begun by the end of our patience: it may be downloading still, and so do we
   * then, but what one has published the other does not make again.
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

/** At once when there is nothing to be made again. */
export function startRebuild({
  store,
  rebuildState,
  lead,
  beside,
  clock = systemClock,
  onError,
}: RebuildNeeds): Rebuild {
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
