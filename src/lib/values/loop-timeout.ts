/** Timeouts that count event-loop ticks, not wall time: a stalled process or suspended machine does not time out its peers. */

/** A standstill of any length counts as one tick. */
const TICK_MS = 250;

/** Calls after that much loop time; returns a function that cancels. */
export function afterLoopTime(ms: number, call: () => void): () => void {
  let ticksRemaining = Math.ceil(ms / TICK_MS);
  let final: NodeJS.Immediate | undefined;
  const ticks = setInterval(() => {
    if (--ticksRemaining > 0) return;
    clearInterval(ticks);
    // Data that has already arrived is read first.
    final = setImmediate(call);
  }, TICK_MS);
  return () => {
    clearInterval(ticks);
    clearImmediate(final);
  };
}
