import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagBehind } from './lag.ts';

test('an idle primary causes no lag', () => {
  const lag = lagBehind();
  lag.wrote(500, 0);
  assert.deepEqual(lag.behind(500, 0), { bytes: 0, ms: 0 });
  lag.wrote(500, 3_600_000);
  assert.deepEqual(lag.behind(500, 3_600_000), { bytes: 0, ms: 0 });
  lag.wrote(560, 3_601_000);
  assert.deepEqual(lag.behind(500, 3_601_000), { bytes: 60, ms: 0 });
});

test('the lag is the age of the oldest position that is not replayed, and ends with its replay', () => {
  const lag = lagBehind();
  for (const second of [1, 2, 3, 4]) lag.wrote(second * 100, second * 1_000);
  assert.deepEqual(lag.behind(150, 5_000), { bytes: 250, ms: 3_000 });
  assert.deepEqual(lag.behind(300, 6_000), { bytes: 100, ms: 2_000 });
  assert.deepEqual(lag.behind(400, 7_000), { bytes: 0, ms: 0 });
});

test('a permanent lag takes bounded memory', () => {
  const lag = lagBehind();
  for (let second = 1; second <= 10_000; second++) lag.wrote(second, second * 1_000);
  assert.deepEqual(lag.behind(0, 10_001_000), { bytes: 10_000, ms: 10_000_000 });
});

test('after a failover to a primary with an earlier position there is no lag', () => {
  const lag = lagBehind();
  lag.wrote(900, 0);
  lag.wrote(700, 1_000);
  assert.deepEqual(lag.behind(700, 60_000), { bytes: 0, ms: 0 });
});
