/** Where a failure stands in the book decides whether it was to be expected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asked } from './request.ts';
import { type Kind, openBook, unexpected } from './request-log.ts';

const refused: Asked = { status: 409, headers: {}, text: '{"code":"PAYMENT_IN_PROGRESS"}' };
const windowMs = 60_000;

test('what was asked before a host is killed, and cut off by that, is expected; reads never are', async () => {
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

test('what fails while nothing happens is not, nor what is asked after it came back', async () => {
  const book = openBook();
  const fail = () => book.time('paid', async () => refused);
  book.begin('nothing happens', 0);
  await fail();
  book.begin('a service is killed', windowMs);
  await fail();
  book.begin('it comes back', 0);
  await fail();
  assert.deepEqual(
    book.chapters.map((chapter) => unexpected(chapter).length),
    [1, 0, 1],
  );
});

test('what was asked in the window and fails after it stands in it', async () => {
  const book = openBook();
  book.begin('a service is killed', windowMs);
  const answer = Promise.withResolvers<Asked>();
  const requested = book.time('paid', () => answer.promise);
  book.begin('it comes back', 0);
  answer.resolve(refused);
  await requested;
  assert.deepEqual(
    book.chapters.map((chapter) => unexpected(chapter).length),
    [0, 0],
  );
});
