/** A rush of requests: which of them wait, come first and are refused. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';
import { RUSH_LIMITS, WaitingRequests } from './waiting-requests.ts';

/** A thread whose every request takes that long, by a clock of its own. */
function thread(workMs: number) {
  let now = 0;
  const waiting = new WaitingRequests(RUSH_LIMITS, () => now);
  const done: { name: string; isRefused: boolean }[] = [];
  return {
    done,
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    begin: (name: string, hasCredential = false) =>
      waiting.begin(hasCredential, (isRefused) => {
        // A refusal takes a hundredth.
        now += isRefused ? workMs / 100 : workMs;
        done.push({ name, isRefused });
      }),
  };
}
const namesOf = (done: { name: string }[]): string => done.map(({ name }) => name).join(' ');

test('a turn begins requests for five milliseconds; the others wait, those with a credential in front', async () => {
  const { begin, done } = thread(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) begin(name);
  begin('known', true);
  assert.equal(namesOf(done), 'a b c');
  await until('all are begun', () => done.length === 6);
  assert.equal(namesOf(done), 'a b c known d e');
});

test('a stall refuses nobody: what waited meanwhile is served', async () => {
  const { begin, done, pass } = thread(10);
  for (let i = 0; i < 50; i++) begin(`${i}`);
  pass(300);
  await until('all are begun', () => done.length === 50);
  assert.ok(done.every(({ isRefused }) => !isRefused));
});

test('a rush that lasts is refused after a wait; callers with a credential are served for all the time that there is', async () => {
  const { begin, done, now } = thread(10);
  // Five times of what the thread serves comes without a credential, and half of that with one.
  for (
    const arrived = { stranger: 0, known: 0 };
    now() < 30_000;
    await new Promise((resolve) => setImmediate(resolve))
  ) {
    for (; arrived.stranger <= now() * 0.5; arrived.stranger++) begin('stranger');
    for (; arrived.known <= now() * 0.05; arrived.known++) begin('known', true);
  }
  const late = done.slice(done.length >> 1);
  const shareOf = (name: string): number => {
    const own = late.filter((each) => each.name === name);
    return own.filter(({ isRefused }) => !isRefused).length / own.length;
  };
  assert.equal(shareOf('known'), 1);
  assert.ok(shareOf('stranger') > 0 && shareOf('stranger') < 0.5, String(shareOf('stranger')));
});

test('after the rush everybody is served again', async () => {
  const { begin, done, pass } = thread(10);
  for (let i = 0; i < 500; i++) begin('rush');
  await until('all are answered', () => done.length === 500);
  assert.ok(done.some(({ isRefused }) => isRefused));
  pass(5_000);
  for (let i = 0; i < 30; i++) begin('later');
  await until('all are answered', () => done.length === 530);
  assert.ok(done.slice(500).every(({ isRefused }) => !isRefused));
});

test('a new connection with a key is served before a hundred requests that arrived earlier', async (t) => {
  const order: string[] = [];
  const router = new Router<Handler>();
  router.add('GET', '/work', (request) => {
    const before = process.threadCpuUsage();
    while (process.threadCpuUsage(before).user < 6_000);
    order.push(request.header('x-api-key') ?? 'stranger');
    return { status: 200, headers: {}, body: 'done' };
  });
  const service = await listening(router);
  const request = (more = ''): string => `GET /work HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await service.close();
  });
  for (let i = 0; i < 100; i++) {
    const socket = connect(service.port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
  }
  for (const socket of sockets) socket.write(request());
  const known = connect(service.port, '127.0.0.1');
  sockets.push(known);
  known.write(request('x-api-key: known\r\n'));
  await until('all are answered', () => order.length === 101);
  assert.ok(order.indexOf('known') < 50, `it was number ${order.indexOf('known') + 1}`);
});
