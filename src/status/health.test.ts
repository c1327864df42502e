import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest, Part } from '#store/dataset.ts';
import { healthOf, type UpstreamState } from './health.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const part = (name: string, asOf: string | null, stale: string | null = null): Part => ({
  name,
  id: `${name}_1`,
  area: 'companies',
  source: 'onrc',
  asOf,
  loadedAt: '2026-11-01T00:00:00Z',
  licence: null,
  fingerprint: '',
  rows: { a: 2, b: 3 },
  stale,
});
const manifest = (...parts: Part[]): Manifest => ({
  format: 1,
  id: 'g1',
  country: 'demo',
  createdAt: '2026-11-01T00:00:00Z',
  parts,
  lineage: [],
});
const state = (source: string, more: Partial<UpstreamState> = {}): UpstreamState => ({
  source,
  breaker: 'closed',
  lastSuccess: '2026-11-15T09:59:00Z',
  lastFailure: null,
  failureReason: null,
  latencyMs: 80,
  ...more,
});
const all = ['anaf', 'bilant', 'bnr'];
const failing = { lastFailure: '2026-11-15T09:59:30Z', failureReason: 'timeout' };

test('a service whose sources answer is well, and says how long ago they did', () => {
  const health = healthOf(
    manifest(part('registry', '2026-11-01')),
    all.map((name) => state(name)),
    '1',
    NOW,
  );
  assert.equal(health.status, 'ok');
  assert.deepEqual(
    health.upstreams?.map(({ name, state, lagSeconds }) => [name, state, lagSeconds]),
    [
      ['anaf', 'ok', 60],
      ['bilant', 'ok', 60],
      ['bnr', 'ok', 60],
    ],
  );
  assert.deepEqual([health.sources[0]?.rows, health.sources[0]?.freshness], [5, 'current']);
});

test('a source that was never asked is unknown and harms nobody', () => {
  const health = healthOf(manifest(part('registry', '2026-11-01')), [], '1', NOW);
  assert.deepEqual(
    [health.status, health.upstreams?.[0]?.state, health.upstreams?.[0]?.lagSeconds],
    ['ok', 'unknown', null],
  );
});

test('a further source that was asked is told, too', () => {
  const health = healthOf(manifest(), [state('press')], '1', NOW);
  assert.deepEqual(
    health.upstreams?.map(({ name, state }) => [name, state]),
    [...all.map((name) => [name, 'unknown']), ['press', 'ok']],
  );
});

test('one failing source degrades, all of them down is down', () => {
  const one = healthOf(manifest(), [state('anaf', failing), state('bnr')], '1', NOW);
  assert.deepEqual([one.status, one.upstreams?.[0]?.state], ['degraded', 'degraded']);
  const open = healthOf(
    manifest(),
    all.map((name) => state(name, { ...failing, breaker: 'open' })),
    '1',
    NOW,
  );
  assert.deepEqual([open.status, open.upstreams?.[2]?.state], ['down', 'down']);
});

test('a publication that could not be read degrades; one that is overdue is told', () => {
  const stale = healthOf(manifest(part('registry', '2026-11-01', 'wrong header')), [], '1', NOW);
  assert.deepEqual([stale.status, stale.sources[0]?.freshness], ['degraded', 'stale']);
  const old = healthOf(manifest(part('registry', '2026-01-01'), part('ranks', null)), [], '1', NOW);
  assert.deepEqual([old.status, ...old.sources.map(({ freshness }) => freshness)], ['ok', 'old', 'current']);
});

test('a live store that cannot be read is told, not guessed', () => {
  const health = healthOf(manifest(), null, '1', NOW);
  assert.deepEqual([health.status, health.upstreams], ['degraded', null]);
});
