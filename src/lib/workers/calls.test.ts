import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import type { Answering } from '#test/support/echo-thread.ts';
import { connect } from './calls.ts';

const threads: Worker[] = [];
after(() => Promise.all(threads.map((thread) => thread.terminate())));

/** A worker thread and a client of its methods. */
async function thread(): Promise<{ worker: Worker; other: Answering; port: MessagePort }> {
  const { port1: port, port2 } = new MessageChannel();
  const file = new URL('../../../test/support/echo-thread.ts', import.meta.url);
  const worker = new Worker(file, { workerData: port2, transferList: [port2] });
  threads.push(worker);
  const other = connect<Answering>(port, { noticed: 20 });
  await other.sum(1, 2);
  return { worker, other, port };
}

const failure = async (requested: Promise<unknown>): Promise<Error & { code?: unknown; errcode?: unknown }> => {
  const error = await requested.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  return error;
};

test('answers match their calls, and a method works when detached from its client', async () => {
  const { sum, later } = (await thread()).other;
  assert.deepEqual(await Promise.all([later('slow', 20), later('quick', 0), sum(2, 3)]), ['slow', 'quick', 5]);
});

test('an ApiError arrives with its code, status, details and headers, in either language', async () => {
  const error = await failure((await thread()).other.refuse());
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.code, error.status, error.message], ['RATE_LIMITED', 429, 'The parameter q is sent twice.']);
  assert.deepEqual(error.details, [{ in: 'query', name: 'q', problem: 'is sent twice' }]);
  assert.deepEqual(error.in('ro'), {
    title: 'Prea multe cereri; reveniți după intervalul din Retry-After.',
    message: 'Parametrul q apare de două ori.',
    details: [{ in: 'query', name: 'q', problem: 'apare de două ori' }],
  });
  assert.deepEqual(error.headers, { 'retry-after': '7' });
  assert.match(error.stack ?? '', /echo-thread/);
});

test('other errors keep their name, message, code, stack and cause', async () => {
  const error = await failure((await thread()).other.fail());
  assert.deepEqual([error.name, error.message, error.code], ['TypeError', 'It broke.', 'E_BROKEN']);
  assert.match(error.stack ?? '', /TypeError: It broke\.[\s\S]*echo-thread/);
  assert.ok(error.cause instanceof Error);
  assert.equal(error.cause.message, 'disk full');
  assert.match(error.cause.stack ?? '', /echo-thread/);
});

test('an error with circular causes and a thrown text both arrive', async () => {
  const { other } = await thread();
  assert.equal((await failure(other.failInCircles())).message, 'round');
  assert.equal((await failure(other.failWithText())).message, 'just text');
});

test('a value that cannot be cloned rejects the call, in both directions', async () => {
  const { other } = await thread();
  assert.match((await failure(other.later(() => {}, 0))).message, /could not be cloned/);
  assert.match((await failure(other.giveFunction())).message, /could not be cloned/);
  assert.equal(await other.sum(1, 1), 2);
});

test('a missing method is reported by name', async () => {
  const { port } = await thread();
  await assert.rejects(connect<{ sumUp(): Promise<void> }>(port).sumUp(), /knows no sumUp/);
});

test('an aborted call is rejected at once with its reason, and the other thread aborts too', async () => {
  const { other } = await thread();
  const caller = new AbortController();
  const requested = other.untilAborted('first', caller.signal);
  await other.sum(0, 0);
  const reason = new Error('the browser was closed');
  caller.abort(reason);
  assert.equal(await failure(requested), reason);
  assert.equal(await other.abortedWith('first'), 'the browser was closed');
});

test('a call with an aborted signal is not sent', async () => {
  const { other } = await thread();
  const reason = new Error('too late');
  assert.equal(await failure(other.untilAborted('never', AbortSignal.abort(reason))), reason);
  assert.deepEqual(await other.begun(), []);
});

test('a signal can be used again after a call has ended', async () => {
  const { other } = await thread();
  const caller = new AbortController();
  for (const name of ['a', 'b']) assert.equal(await other.withSignal(name, caller.signal), name);
  caller.abort();
  assert.equal(await other.sum(1, 1), 2);
});

test('when the other thread dies, open and later calls are rejected', async () => {
  const { worker, other, port } = await thread();
  const requested = failure(other.untilAborted('open', new AbortController().signal));
  const closed = once(port, 'close');
  await worker.terminate();
  assert.match((await requested).message, /other thread is gone/);
  await closed;
  assert.match((await failure(other.sum(1, 1))).message, /other thread is gone/);
});

test('calls of a closed port are aborted', async () => {
  const { worker, other, port } = await thread();
  const aborted = once(worker, 'message');
  void failure(other.untilAborted('left alone', new AbortController().signal));
  await other.sum(0, 0);
  port.close();
  assert.deepEqual(await aborted, [['left alone', 'The other thread is gone.']]);
});

test('notices are batched without duplicates, and a failing one does not affect the others', async () => {
  const { other } = await thread();
  for (const what of ['a', 'bad', 'b', 'a']) other.noticed(what);
  for (;;) {
    const noticed = await other.allNoticed();
    if (noticed.length === 0) continue;
    assert.deepEqual(noticed, ['a', 'failed: bad', 'b']);
    break;
  }
});
