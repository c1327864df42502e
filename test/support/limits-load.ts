/** What several processes together let in of one account, which asks more than its limit: hosts that count in one Redis. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Hammered, Hammering } from './limits-load-process.ts';

const HAMMER = new URL('./limits-load-process.ts', import.meta.url);
const REQUESTS = 2_000;
/** A machine that keeps Redis from answering within half a second so often has no time for anything. */
const TRIES = 5;
/** Of the account, in a minute. */
const LIMIT = 1_200;

/**
 * In a run in which none of them was left alone. Only what a host says itself, that Redis did not answer in time, has it run again, and
 * never what was counted; what is promised then, its limit once on each host beside what was counted together, is held against it.
 */
export async function hammered(hosts: number, ...where: string[]): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const output = await oneRun(hosts, where);
    const total = output.reduce((sum, { admitted }) => sum + admitted, 0);
    if (output.every(({ isShared }) => isShared)) return total;
    assert.ok(total <= LIMIT * (hosts + 1), `${total} by hosts of which some counted alone`);
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
