/** One thread in a race: takes from the shared counters as fast as it can. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LimitKey } from '#api/allowance.ts';
import { localLimits } from '#platform/limits/limits.ts';

export interface Race {
  counters: SharedArrayBuffer;
  /** Set to 1 when all threads are ready. */
  start: SharedArrayBuffer;
  counted: LimitKey;
  requests: number;
}

const { counters, start, counted, requests } = workerData as Race;
const limits = localLimits(counters);
parentPort?.postMessage('ready');
Atomics.wait(new Int32Array(start), 0, 0);
let admitted = 0;
for (let i = 0; i < requests; i++) if (limits.take(counted, Date.now()).allowed) admitted++;
parentPort?.postMessage(admitted);
