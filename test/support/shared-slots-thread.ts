/** A thread that takes and frees slots of a few client networks as fast as it can, and reports the highest number in use by one of them. */
import { parentPort, workerData } from 'node:worker_threads';
import { SharedSlots } from '#transports/http/slots.ts';

const ROUNDS = 20_000;

const { memory, thread, each, inUse } = workerData as {
  memory: SharedArrayBuffer;
  thread: number;
  each: number;
  /** A separate count of the slots of each client network, over all threads. */
  inUse: SharedArrayBuffer;
};
const locations = new SharedSlots(memory, thread, each);
const had = new Int32Array(inUse);
let most = 0;
for (let round = 0; round < ROUNDS; round++) {
  const clientNetwork = (round * 7 + thread) % had.length;
  const owner = `network ${clientNetwork}`;
  let taken = 0;
  for (let n = 0; n < 3; n++) {
    if (!locations.take(owner)) continue;
    taken++;
    most = Math.max(most, Atomics.add(had, clientNetwork, 1) + 1);
  }
  for (; taken > 0; taken--) {
    Atomics.sub(had, clientNetwork, 1);
    locations.free(owner);
  }
}
parentPort?.postMessage(most);
