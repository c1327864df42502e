import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpDateOf, instantOf, msOf } from './instant.ts';

test('instants convert between text, number and header, cached or not', () => {
  for (let i = 0; i < 2; i++) {
    assert.equal(msOf('2026-11-15T08:00:30.250Z'), 1_794_729_630_250);
    assert.equal(instantOf(1_794_729_630_250), '2026-11-15T08:00:30.250Z');
    assert.equal(httpDateOf('2026-11-15T08:00:30.250Z'), 'Sun, 15 Nov 2026 08:00:30 GMT');
  }
});

test('instants beyond the size of the cache are correct', () => {
  for (let round = 0; round < 2; round++) for (let ms = 0; ms < 12_000; ms++) assert.equal(msOf(instantOf(ms)), ms);
});

test('an invalid instant is NaN', () => {
  assert.ok(Number.isNaN(msOf('yesterday')));
});
