import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { answerCache } from './answer-cache.ts';

const generation = (): Dataset => ({}) as Dataset;

/** Builds texts of a length, and records each build. */
function counting() {
  const written = answerCache('getTexts', Type.Array(Type.String({ minLength: 1 })));
  const created: string[] = [];
  const ask = (dataset: Dataset, question: string, length = 10) =>
    written(dataset, question, async () => {
      created.push(question);
      return ['x'.repeat(length)];
    });
  return { ask, made: created };
}

test('an answer is serialized once in a generation, and again in the next', async () => {
  const { ask, made: created } = counting();
  const [old, next] = [generation(), generation()];
  const first = await ask(old, 'a');
  assert.equal(Buffer.from(first.bytes).toString(), '["xxxxxxxxxx"]');
  assert.equal(await ask(old, 'a'), first);
  assert.deepEqual(created, ['a']);
  assert.equal((await ask(next, 'a')).etag, first.etag);
  await ask(old, 'b');
  assert.deepEqual(created, ['a', 'a', 'b']);
});

test('the cache is bounded: the least recently used answer is evicted first', async () => {
  const { ask, made: created } = counting();
  const dataset = generation();
  for (const question of ['a', 'b', 'c', 'a']) await ask(dataset, question, 5_000_000);
  await ask(dataset, 'd', 5_000_000);
  await ask(dataset, 'a', 5_000_000);
  assert.deepEqual(created, ['a', 'b', 'c', 'd']);
  await ask(dataset, 'b', 5_000_000);
  assert.deepEqual(created, ['a', 'b', 'c', 'd', 'b']);
});

test('an answer that breaks its schema or fails is not cached', async () => {
  const { ask, made: created } = counting();
  const dataset = generation();
  await assert.rejects(ask(dataset, 'a', 0), /getTexts breaks its schema/);
  await ask(dataset, 'a');
  assert.deepEqual(created, ['a', 'a']);
});
