import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowanceHeaders } from './allowance-headers.ts';

test('nobody is told to wait longer than the window, but who was refused for as long as it takes', () => {
  // Half seconds are counted whole: the one that has just begun leaves the window after sixty seconds and itself.
  const allowance = { policy: 'agent', limit: 30, windowSeconds: 60, remaining: 0, resetSeconds: 61 };
  const admitted = allowanceHeaders({ ...allowance, allowed: true });
  assert.equal(admitted.ratelimit, '"agent";r=0;t=60');
  assert.equal(admitted['x-ratelimit-reset'], '60');
  const refused = allowanceHeaders({ ...allowance, allowed: false });
  assert.equal(refused.ratelimit, '"agent";r=0;t=60');
  assert.equal(refused['retry-after'], '61');
});
