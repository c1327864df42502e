/** Awaits an expected event, with a deadline far beyond the needs of a busy machine. */
import { setTimeout as sleep } from 'node:timers/promises';

/** No awaited event takes this long, even on a busy machine. */
const PATIENCE_MS = 60_000;

export async function until(
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(20))
    if (await hasHappened()) return;
  throw new Error(`It did not happen: ${what}.`);
}
