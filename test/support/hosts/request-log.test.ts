/** Expected failures: which chapter of the request log a failure belongs to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asked } from './request.ts';
import { type Kind, openBook, unexpected } from './request-log.ts';

const refused: Asked = { status: 409, headers: {}, text: '{"code":"PAYMENT_IN_PROGRESS"}' };
const windowMs = 60_000;

test('a request cut off by the kill of a host is expected to fail, unless it is a read', async () => {
  for (const [kind, count] of [
    ['paid', 0],
    ['lookup', 1],
  ] satisfies [Kind, number][]) {
    const book = openBook();
    book.begin('nothing happens', 0);
    const answer = Promise.withResolvers<Asked>();
    const requested = book.time(kind, () => answer.promise);
    book.begin('a service is killed', windowMs);
    answer.resolve(refused);
    await requested;
    assert.deepEqual(
      book.chapters.map(({ failures }) => failures.length),
      [0, 1],
    );
    assert.equal(book.chapters.flatMap(unexpected).length, count);
  }
});

test('a failure without a fault, or after the recovery, is unexpected', async () => {
  const book = openBook();
  const fail = () => book.time('paid', async () => refused);
  book.begin('nothing happens', 0);
  await fail();
  book.begin('a service is killed', windowMs);
  await fail();
  book.begin('the service is started again', 0);
  await fail();
  assert.deepEqual(
    book.chapters.map((chapter) => unexpected(chapter).length),
    [1, 0, 1],
  );
});

test('a request sent in the fault window that fails later is counted in that window', async () => {
  const book = openBook();
  book.begin('a service is killed', windowMs);
  const answer = Promise.withResolvers<Asked>();
  const requested = book.time('paid', () => answer.promise);
  book.begin('the service is started again', 0);
  answer.resolve(refused);
  await requested;
  assert.deepEqual(
    book.chapters.map((chapter) => unexpected(chapter).length),
    [0, 0],
  );
});
