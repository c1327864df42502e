/** One thread in a series of concurrent requests: for each caller all threads send a request at the same moment. */
import { parentPort, workerData } from 'node:worker_threads';
import { localLimits } from '#platform/limits/limits.ts';

export interface Meeting {
  counters: SharedArrayBuffer;
  /** Threads that have arrived, over all callers. */
  arrived: SharedArrayBuffer;
  threads: number;
  callers: number;
  /** 0: every caller is new. Otherwise all are the same caller, idle for this long each time. */
  awayMs: number;
  start: number;
  /** For each caller, in each thread. */
  requests: number;
}

const { counters, arrived, threads, callers, awayMs, start, requests } = workerData as Meeting;
const limits = localLimits(counters);
const meeting = new Int32Array(arrived);
const admitted = new Int32Array(callers);
for (let caller = 0; caller < callers; caller++) {
  Atomics.add(meeting, 0, 1);
  while (Atomics.load(meeting, 0) < threads * (caller + 1));
  const counted = { policy: 'agent', who: awayMs === 0 ? `caller ${caller}` : 'caller' } as const;
  const now = () => (awayMs === 0 ? Date.now() : start + caller * awayMs);
  for (let i = 0; i < requests; i++)
    if (limits.take(counted, now()).allowed) admitted[caller] = Number(admitted[caller]) + 1;
}
parentPort?.postMessage(admitted);
