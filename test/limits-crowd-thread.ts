/** A serving thread's part of many first meetings: new callers one after another, each met by all threads at the same moment. */
import { parentPort, workerData } from 'node:worker_threads';
import { localLimits } from '#limits/local.ts';

export interface Meeting {
  counters: SharedArrayBuffer;
  /** Threads that have arrived, over all callers. */
  arrived: SharedArrayBuffer;
  threads: number;
  callers: number;
  /** Of each caller, by each thread. */
  requests: number;
}

const { counters, arrived, threads, callers, requests } = workerData as Meeting;
const limits = localLimits(counters);
const meeting = new Int32Array(arrived);
const admitted = new Int32Array(callers);
for (let caller = 0; caller < callers; caller++) {
  Atomics.add(meeting, 0, 1);
  while (Atomics.load(meeting, 0) < threads * (caller + 1));
  const counted = { policy: 'agent', who: `caller ${caller}` } as const;
  for (let i = 0; i < requests; i++)
    if (limits.take(counted, Date.now()).allowed) admitted[caller] = Number(admitted[caller]) + 1;
}
parentPort?.postMessage(admitted);
