/** Deadlines by time that was watched: whoever was busy with himself, or stood still with the machine, takes nobody for late. */

/** A standstill, however long, counts as one look. */
const LOOK_MS = 250;

/** Calls once so much time was watched; what it gives ends that. */
export function afterLoopTime(ms: number, call: () => void): () => void {
  let left = Math.ceil(ms / LOOK_MS);
  let last: NodeJS.Immediate | undefined;
  const looks = setInterval(() => {
    if (--left > 0) return;
    clearInterval(looks);
    // What has arrived by now is read first.
    last = setImmediate(call);
  }, LOOK_MS);
  return () => {
    clearInterval(looks);
    clearImmediate(last);
  };
}
