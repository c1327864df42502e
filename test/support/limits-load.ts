/** The number of requests that several processes with one Redis admit for an account over its limit. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Hammered, Hammering } from './limits-load-process.ts';

const HAMMER = new URL('./limits-load-process.ts', import.meta.url);
const REQUESTS = 2_000;
/** More late answers of Redis than this mean that the machine is too busy. */
const TRIES = 5;
/** Of the account, in a minute. */
const LIMIT = 1_200;

/**
 * Counts a run in which no process counted alone. A run is repeated only if a host reports late answers of Redis, never for its counts;
 * a run with such a report must still keep its bound: the shared limit plus one limit for each host.
 */
export async function hammered(hosts: number, ...where: string[]): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const output = await oneRun(hosts, where);
    const total = output.reduce((sum, { admitted }) => sum + admitted, 0);
    if (output.every(({ isShared }) => isShared)) return total;
    assert.ok(total <= LIMIT * (hosts + 1), `${total} admitted, although some hosts counted alone`);
  }
  return assert.fail(`Redis did not answer in time in any of ${TRIES} runs.`);
}

async function oneRun(hosts: number, where: string[]): Promise<Hammered[]> {
  const processes = Array.from({ length: hosts }, () => fork(HAMMER, where));
  await Promise.all(processes.map((one) => once(one, 'message')));
  const done = processes.map((one) => once(one, 'message') as Promise<[Hammered]>);
  const order: Hammering = { requests: REQUESTS, counted: { policy: 'pro', who: randomUUID() } };
  for (const one of processes) one.send(order);
  const output = (await Promise.all(done)).map(([each]) => each);
  for (const one of processes) one.disconnect();
  return output;
}
