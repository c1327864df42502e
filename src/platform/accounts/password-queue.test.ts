import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordQueue } from './password-queue.ts';

/** Work that ends when it is told to. */
function works() {
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    work: async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => waiting.push(resolve));
      running--;
      return 'done' as const;
    },
    /** One after the other, as long as there are any. */
    async all(): Promise<void> {
      for (let idle = 0; idle < 20; ) {
        const next = waiting.shift();
        idle = next ? 0 : idle + 1;
        next?.();
        await new Promise(setImmediate);
      }
    },
    most: () => most,
  };
}

test('one password is digested at a time, and a line that is full says so at once', async () => {
  const line = passwordQueue();
  const { work, all, most } = works();
  const answers = Array.from({ length: 1_000 }, (_, i) => line.run(`household ${i}`, work));
  await all();
  const told = await Promise.all(answers);
  assert.equal(most(), 1);
  assert.equal(told.filter((answer) => answer === 'done').length, 61);
  assert.equal(told.filter((answer) => answer === null).length, 939);
});

test('who sends many waits behind who sends one', async () => {
  const line = passwordQueue();
  const { work, all } = works();
  const order: string[] = [];
  const run = (who: string): Promise<unknown> =>
    line.run(who, () => {
      order.push(who);
      return work();
    });
  const many = Array.from({ length: 100 }, () => run('many'));
  const one = run('one');
  await all();
  const told = await Promise.all(many);
  await one;
  assert.deepEqual(order, ['many', 'many', 'one', 'many', 'many']);
  assert.equal(told.filter((answer) => answer === null).length, 96);
});

test('work that fails leaves the line to the next', async () => {
  const line = passwordQueue();
  await assert.rejects(
    line.run('a', async () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await line.run('b', async () => 'done'), 'done');
});
