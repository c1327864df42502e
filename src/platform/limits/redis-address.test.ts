import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRedisAddress } from './redis-address.ts';

const plain = { isTls: false, master: null, user: null, password: null, database: 0 };

test('one server, with and without optional parts', () => {
  const nodes = [{ host: '127.0.0.1', port: 6379 }];
  assert.deepEqual(readRedisAddress('redis://127.0.0.1'), { ...plain, nodes });
  assert.deepEqual(readRedisAddress('redis://127.0.0.1:6379/'), { ...plain, nodes });
  assert.deepEqual(readRedisAddress('rediss://ion:a%40b:c@cache.example.ro:6380/3'), {
    isTls: true,
    nodes: [{ host: 'cache.example.ro', port: 6380 }],
    master: null,
    user: 'ion',
    password: 'a@b:c',
    database: 3,
  });
  assert.deepEqual(readRedisAddress('redis://:secret@[2001:db8::1]:7000'), {
    ...plain,
    nodes: [{ host: '2001:db8::1', port: 7000 }],
    password: 'secret',
  });
});

test('Sentinels, and the name of the master', () => {
  assert.deepEqual(readRedisAddress('rediss+sentinel://:secret@a,b:26380,[::1]:26381/limits/2'), {
    isTls: true,
    nodes: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 26_380 },
      { host: '::1', port: 26_381 },
    ],
    master: 'limits',
    user: null,
    password: 'secret',
    database: 2,
  });
  assert.equal(readRedisAddress('redis+sentinel://a/limits')?.database, 0);
});

test('other text is refused', () => {
  for (const text of [
    '127.0.0.1:6379',
    'http://127.0.0.1',
    'redis://',
    'redis://a,b',
    'redis://a/first',
    'redis://a:port',
    'redis://a?database=1',
    'redis://us%er@a',
    'redis+sentinel://a',
    'redis+sentinel://a/',
    'redis+sentinel://a,/limits',
    'redis+sentinel://a/limits/1/2',
    `redis+sentinel://${'a,'.repeat(20)}a/limits`,
  ])
    assert.equal(readRedisAddress(text), null, text);
});
