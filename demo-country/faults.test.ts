import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults } from './faults.ts';

test('a fault with a duration starts with its first request and ends after its duration', () => {
  let now = 0;
  const faults = createFaults(() => now);
  faults.add('anaf', { kind: 'http500', forMs: 1_000 });
  now = 5_000;
  assert.equal(faults.next('anaf')?.kind, 'http500');
  now = 5_999;
  assert.equal(faults.next('anaf')?.kind, 'http500');
  now = 6_000;
  assert.equal(faults.next('anaf'), null);
});

test('a permanent fault lasts until it is cleared, and the next one stays queued', () => {
  const faults = createFaults();
  faults.add('bnr', { kind: 'down' });
  faults.add('bnr', { kind: 'empty' });
  for (let i = 0; i < 3; i++) assert.equal(faults.next('bnr')?.kind, 'down');
  assert.deepEqual(faults.list().bnr, [{ kind: 'down' }, { kind: 'empty' }]);
  faults.clear('bnr');
  assert.equal(faults.next('bnr'), null);
});

test('clearing a fault ends the delays of its own interface only', async () => {
  const faults = createFaults();
  const result: string[] = [];
  const waiting = (['anaf', 'bnr'] as const).map((on) => faults.wait(on, 3_600_000).then(() => result.push(on)));
  faults.clear('anaf');
  await waiting[0];
  assert.deepEqual(result, ['anaf']);
  faults.clear();
  await Promise.all(waiting);
  assert.deepEqual(result, ['anaf', 'bnr']);
});
