import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeTurn } from './table-answer.ts';

const { signal } = new AbortController();

test('accounts have their pages in turn, however many one of them waits for, and others have a turn between two', async () => {
  const order: string[] = [];
  const read = (account: string, page: string): Promise<string> =>
    takeTurn(account, signal, async () => {
      order.push(page);
      setImmediate(() => order.push('look-up'));
      return page;
    });
  const pages = [read('a', 'a1'), read('a', 'a2'), read('a', 'a3'), read('b', 'b1'), read('c', 'c1')];
  assert.deepEqual(await Promise.all(pages), ['a1', 'a2', 'a3', 'b1', 'c1']);
  assert.deepEqual(
    order.filter((what) => what !== 'look-up'),
    ['a1', 'a2', 'b1', 'c1', 'a3'],
  );
  for (const [i, what] of order.entries()) if (what !== 'look-up' && i > 0) assert.equal(order[i - 1], 'look-up');
});

test('a page that fails is told to whoever wanted it, and the next comes all the same', async () => {
  const failing = takeTurn('a', signal, async () => {
    throw new Error('broken');
  });
  const next = takeTurn('a', signal, async () => 'next');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');
});

test('who leaves while waiting is not read for', async () => {
  const leaving = new AbortController();
  let reads = 0;
  const first = takeTurn('a', signal, async () => reads++);
  const left = takeTurn('a', leaving.signal, async () => reads++);
  leaving.abort();
  await first;
  await assert.rejects(left, { name: 'AbortError' });
  assert.equal(reads, 1);
});
