import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baniOf, keyOf } from './values.ts';

test('numbers outside of the safe range are null', () => {
  assert.deepEqual(
    [keyOf(100_234), keyOf('100234'), keyOf(1e30), keyOf(0.5), keyOf(null)],
    [100_234, 100_234, null, null, null],
  );
  assert.deepEqual([baniOf(12.345), baniOf('12.5'), baniOf(9e13), baniOf(1e30)], [1_235, 1_250, null, null]);
});
