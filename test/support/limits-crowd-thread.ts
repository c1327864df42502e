/** A serving thread's part of many meetings: callers one after another, each met by all threads at the same moment. */
import { parentPort, workerData } from 'node:worker_threads';
import { localLimits } from '#platform/limits/limits.ts';

export interface Meeting {
  counters: SharedArrayBuffer;
  /** Threads that have arrived, over all callers. */
  arrived: SharedArrayBuffer;
  threads: number;
  callers: number;
  /** 0: all of them are new. Else they are one and the same, who was away for so long each time. */
  awayMs: number;
  start: number;
  /** Of each caller, by each thread. */
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
