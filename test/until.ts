/** Waits for what is bound to happen, and no longer: a busy machine takes its time, a quick one loses none. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing that is bound to happen takes as long as this. */
const PATIENCE_MS = 60_000;

export async function until(
  what: string,
  hasHappened: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(20))
    if (await hasHappened()) return;
  throw new Error(`It did not happen: ${what}.`);
}
