import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractRecord } from '#test/support/procurement-records.ts';
import { contractKey, DIGESTS_FROM, publishedKey, SeenKeys } from './row-numbers.ts';

test('the key of a published number is the number without its prefix', () => {
  assert.equal(publishedKey('DA22780457', 'DA'), 22_780_457);
  assert.equal(publishedKey('DAN1000002', 'DAN'), 1_000_002);
});

test('other prefixes and notations never share a key', () => {
  const codes = [
    'DA5',
    '5',
    'CN5',
    'SCN5',
    'RFQ5',
    'ZZZZ5',
    'A5',
    'DA05',
    'DA 5',
    'DA5/2024',
    'ABCDE5',
    'DA1234567890',
    '',
  ];
  const keys = codes.map((code) => publishedKey(code, 'DA'));
  assert.equal(new Set(keys).size, codes.length - 1, 'DA5 and 5 have the same key');
  assert.ok(keys.every((key) => Number.isSafeInteger(key) && key > 0));
  assert.ok(publishedKey('ZZZZ999999999') < DIGESTS_FROM);
  assert.ok(publishedKey('DA05', 'DA') >= DIGESTS_FROM);
});

test('the key of a contract ignores the notation of its number and depends on notice, date and authority', () => {
  const key = contractKey(contractRecord({ number: 'C 12 / 2026' }));
  assert.equal(contractKey(contractRecord({ number: 'c12/2026', title: 'Another title', lots: ['3'] })), key);
  for (const other of [
    { awardNotice: 'CAN2' },
    { date: '2026-02-02' },
    { number: '13/2026' },
    { authority: { ...contractRecord().authority, code: '90000014' } },
  ])
    assert.notEqual(contractKey(contractRecord({ number: 'c12/2026', ...other })), key);
});

test('without a number, the key of a contract depends on lots, else on the title', () => {
  const of = (rest: object): number => contractKey(contractRecord({ number: null, ...rest }));
  assert.notEqual(of({ lots: ['1'] }), of({ lots: ['2'] }));
  assert.equal(of({ lots: ['1'], title: 'a' }), of({ lots: ['1'], title: 'b' }));
});

test('seen keys of any size are remembered', () => {
  const seen = new SeenKeys();
  const keys = [0, 1, 7, 8, 524_287, 524_288, 22_780_457, 95_001_096_282, DIGESTS_FROM, DIGESTS_FROM + 2 ** 47];
  for (const key of keys) assert.equal(seen.has(key), false, `${key}`);
  for (const key of keys) assert.equal(seen.see(key), false, `${key}`);
  for (const key of keys) assert.equal(seen.see(key) && seen.has(key), true, `${key}`);
  for (const key of [2, 9, 524_289, DIGESTS_FROM + 1]) assert.equal(seen.has(key), false, `${key}`);
});

test('a key is in a set from the first time that it is seen until it is removed', () => {
  for (const key of [7, 524_295, DIGESTS_FROM + 7]) {
    const keys = new SeenKeys();
    keys.remove(key);
    assert.deepEqual([keys.see(key), keys.see(key), keys.has(key), keys.has(key + 8)], [false, true, true, false]);
    keys.remove(key);
    assert.deepEqual([keys.has(key), keys.see(key)], [false, false]);
  }
});
