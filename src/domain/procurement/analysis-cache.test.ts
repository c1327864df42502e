import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { computeOnce } from './analysis-cache.ts';

/** Pending analyses, each to be settled by the test. */
function counted() {
  const dataset = {} as Dataset;
  const begun: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const ask = (signal = new AbortController().signal): Promise<string> =>
    computeOnce({ dataset, signal }, ['analysis', '45'], (allLeft) => {
      const analysis = { ...Promise.withResolvers<string>(), signal: allLeft };
      begun.push(analysis);
      return analysis.promise;
    });
  return { begun, ask };
}

test('concurrent and later callers of the same analysis share one result', async () => {
  const { begun, ask } = counted();
  const requested = [ask(), ask()];
  begun[0]?.resolve('market');
  assert.deepEqual(await Promise.all([...requested, ask()]), ['market', 'market', 'market']);
  assert.equal(begun.length, 1);
});

test('a caller that disconnects does not cancel the analysis for others', async () => {
  const { begun, ask } = counted();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const [left, stayed] = [ask(leaving.signal), ask(staying.signal)];
  leaving.abort();
  await assert.rejects(left, /connection was closed/);
  assert.equal(begun[0]?.signal.aborted, false);
  begun[0]?.resolve('market');
  assert.equal(await stayed, 'market');
  staying.abort();
  assert.equal(await ask(), 'market', 'a disconnection after the answer keeps the cached result');
});

test('without remaining callers the analysis is aborted, and the next caller starts it again', async () => {
  const { begun, ask } = counted();
  const callers = [new AbortController(), new AbortController()];
  const requested = callers.map(({ signal }) => ask(signal));
  for (const caller of callers) caller.abort();
  for (const each of requested) await assert.rejects(each, /connection was closed/);
  assert.equal(begun[0]?.signal.aborted, true);
  begun[0]?.reject(begun[0].signal.reason);
  const again = ask();
  begun[1]?.resolve('market');
  assert.equal(await again, 'market');
});

test('a failed analysis is not cached', async () => {
  const { begun, ask } = counted();
  const requested = ask();
  begun[0]?.reject(new Error('disk full'));
  await assert.rejects(requested, /disk full/);
  const again = ask();
  begun[1]?.resolve('market');
  assert.equal(await again, 'market');
});
