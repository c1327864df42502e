/** Serves a new generation soon after it was published: this thread opens it as soon as the watcher has seen it. */
import { type Poller, startPolling } from './changes/poller.ts';
import type { Store } from './open.ts';

/** While what is served is not what the watcher saw, or it sees nothing: one that cannot be opened is tried again as often. */
const LOOK_MS = 1_000;

export function followGenerations(
  { generations, changes }: Pick<Store, 'generations' | 'changes'>,
  onError: (error: unknown) => void,
): Poller {
  const isServed = (): boolean => changes.isServed(generations.current()?.manifest.id ?? null);
  const refresh = async (): Promise<void> => {
    if (!changes.isUnwatched() && isServed()) return;
    await generations.refresh();
  };
  const looking = startPolling(refresh, LOOK_MS, onError);
  let wasServed = isServed();
  const following = changes.subscribe(() => {
    const served = isServed();
    // One that has just come; what does not open has the other looks.
    if (wasServed && !served) looking.pollNow();
    wasServed = served;
  });
  return {
    stop() {
      following.stop();
      return looking.stop();
    },
  };
}
