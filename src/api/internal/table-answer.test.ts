import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInRotation } from './table-answer.ts';

const { signal } = new AbortController();

test('pages are read round robin over accounts, and the event loop runs between two pages', async () => {
  const order: string[] = [];
  const read = (account: string, page: string): Promise<string> =>
    readInRotation(account, signal, async () => {
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

test('a failing page rejects its own read, and the next page is read', async () => {
  const failing = readInRotation('a', signal, async () => {
    throw new Error('broken');
  });
  const next = readInRotation('a', signal, async () => 'next');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');
});

test('an aborted read is skipped', async () => {
  const leaving = new AbortController();
  let reads = 0;
  const first = readInRotation('a', signal, async () => reads++);
  const aborted = readInRotation('a', leaving.signal, async () => reads++);
  leaving.abort();
  await first;
  await assert.rejects(aborted, { name: 'AbortError' });
  assert.equal(reads, 1);
});
