/** Opens a new generation on this thread as soon as the watcher reports it. */
import { type Poller, startPolling } from './changes/poller.ts';
import type { Store } from './open.ts';

/**
 * Poll interval while the current generation is not the reported one, or no watcher runs; also the retry interval after
 * a failure.
 */
const POLL_MS = 1_000;

export function followGenerations(
  { generations, changes }: Pick<Store, 'generations' | 'changes'>,
  onError: (error: unknown) => void,
): Poller {
  const isServed = (): boolean => changes.isServed(generations.current()?.manifest.id ?? null);
  const refresh = async (): Promise<void> => {
    if (!changes.isUnwatched() && isServed()) return;
    await generations.refresh();
  };
  const poller = startPolling(refresh, POLL_MS, onError);
  let wasServed = isServed();
  const subscription = changes.subscribe(() => {
    const served = isServed();
    // Only on the change; the poller retries one that does not open.
    if (wasServed && !served) poller.pollNow();
    wasServed = served;
  });
  return {
    stop() {
      subscription.stop();
      return poller.stop();
    },
  };
}
