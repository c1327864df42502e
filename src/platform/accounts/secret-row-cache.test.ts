import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { secretRowCache } from './secret-row-cache.ts';

interface Row {
  secret: string;
  version: number;
}

/** The watch and the stored version. */
const watch = {
  changes: 1,
  good: true,
  version: () => watch.changes,
  isFresh: () => watch.good,
  poll: async () => {},
  async stop() {},
};
let stored = 1;
let reads = 0;
let whileReading: () => void = () => {};
let rowOf: ReturnType<typeof secretRowCache<Row>>;

beforeEach(() => {
  Object.assign(watch, { changes: 1, good: true });
  stored = 1;
  reads = 0;
  whileReading = () => {};
  rowOf = secretRowCache<Row>(watch, async (secret) => {
    reads++;
    const row = secret.startsWith('unknown') ? null : { secret, version: stored };
    await null;
    whileReading();
    return row;
  });
});

test('a row is read once and then returned synchronously', async () => {
  assert.deepEqual(await rowOf('a'), { secret: 'a', version: 1 });
  assert.deepEqual(rowOf('a'), { secret: 'a', version: 1 });
  await rowOf('b');
  assert.equal(reads, 2);
});

test('after a change every row is read again', async () => {
  await rowOf('a');
  stored = 2;
  watch.changes++;
  assert.equal((await rowOf('a'))?.version, 2);
  assert.equal(reads, 2);
});

test('a row read during a change is returned but not cached', async () => {
  whileReading = () => {
    stored = 2;
    watch.changes++;
    whileReading = () => {};
  };
  assert.equal((await rowOf('a'))?.version, 1);
  assert.equal((await rowOf('a'))?.version, 2);
  assert.equal((await rowOf('a'))?.version, 2);
  assert.equal(reads, 2);
});

test('while changes cannot be read, cached rows are not used', async () => {
  await rowOf('a');
  watch.good = false;
  stored = 2;
  assert.equal((await rowOf('a'))?.version, 2);
  assert.equal(reads, 2);
});

test('an unknown secret is read once until the next change', async () => {
  for (let i = 0; i < 3; i++) assert.equal(await rowOf('unknown'), null);
  assert.equal(reads, 1);
  watch.changes++;
  for (let i = 0; i < 3; i++) assert.equal(await rowOf('unknown'), null);
  assert.equal(reads, 2);
  watch.good = false;
  assert.equal(await rowOf('unknown'), null);
  assert.equal(reads, 3);
});

test('on one connection every secret gets its own row, and a change is seen at the next request', async () => {
  const connection = {};
  const version = async (secret: string) => (await rowOf(secret, undefined, connection))?.version;
  assert.equal((await rowOf('a', undefined, connection))?.secret, 'a');
  assert.equal((await rowOf('b', undefined, connection))?.secret, 'b');
  assert.deepEqual(rowOf('a', undefined, connection), { secret: 'a', version: 1 });
  assert.equal(await rowOf('unknown', undefined, connection), null);
  assert.equal(reads, 3);
  stored = 2;
  watch.changes++;
  assert.deepEqual([await version('b'), await version('a')], [2, 2]);
});

test('guessed secrets do not evict cached rows', async () => {
  await rowOf('a');
  await rowOf('unknown');
  for (let i = 0; i < 20_000; i++) await rowOf(`unknown ${i}`);
  assert.equal(reads, 20_002);
  assert.deepEqual(rowOf('a'), { secret: 'a', version: 1 });
});

test('the cache is bounded', async () => {
  for (let i = 0; i < 10_001; i++) await rowOf(`key ${i}`);
  await rowOf('key 0');
  assert.equal(reads, 10_002);
  await rowOf('key 10000');
  assert.equal(reads, 10_002);
});

test('the cache does not contain secrets', async () => {
  const cached: unknown[] = [];
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    cached.push(key);
    return set.call(this, key, value);
  };
  try {
    await secretRowCache<{ n: number }>(watch, async () => ({ n: 1 }))('fmt_live_secret');
  } finally {
    Map.prototype.set = set;
  }
  assert.equal(cached.length, 1);
  assert.ok(!inspect(cached).includes('secret'));
});
