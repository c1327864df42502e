import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest, Part } from '#data/store/dataset.ts';
import { healthOf, type LeaderState, type LimitsState, type StandbyLag, type UpstreamState } from './health.ts';

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

const LED: LeaderState = { isHeld: true, since: '2026-11-15T09:00:00Z', term: 3 };

const look = (
  loaded: Manifest,
  upstreams: UpstreamState[] | null,
  limits: LimitsState = 'host',
  unreadable: Part[] = [],
  standby: StandbyLag | null = null,
  duties: LeaderState | null = LED,
) => healthOf({ manifest: loaded, unreadable }, { upstreams, limits, standby, leader: duties, version: '1' }, NOW);

test('a service with answering sources is ok and has the age of their last answers', () => {
  const health = look(
    manifest(part('registry', '2026-11-01')),
    all.map((name) => state(name)),
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

test('a source without any request yet is unknown and does not degrade the status', () => {
  const health = look(manifest(part('registry', '2026-11-01')), []);
  assert.deepEqual(
    [health.status, health.upstreams?.[0]?.state, health.upstreams?.[0]?.lagSeconds],
    ['ok', 'unknown', null],
  );
});

test('an additional source is listed once it was requested', () => {
  const health = look(manifest(), [state('press')]);
  assert.deepEqual(
    health.upstreams?.map(({ name, state }) => [name, state]),
    [...all.map((name) => [name, 'unknown']), ['press', 'ok']],
  );
});

test('one failing source degrades the status, and all sources down give down', () => {
  const one = look(manifest(), [state('anaf', failing), state('bnr')]);
  assert.deepEqual([one.status, one.upstreams?.[0]?.state], ['degraded', 'degraded']);
  const open = look(
    manifest(),
    all.map((name) => state(name, { ...failing, breaker: 'open' })),
  );
  assert.deepEqual([open.status, open.upstreams?.[2]?.state], ['down', 'down']);
});

test('a rejected publication degrades the status, and an overdue one is marked as old', () => {
  const stale = look(manifest(part('registry', '2026-11-01', 'wrong header')), []);
  assert.deepEqual([stale.status, stale.sources[0]?.freshness], ['degraded', 'stale']);
  const old = look(manifest(part('registry', '2026-01-01'), { ...part('ranks', null), source: 'computed' }), []);
  assert.deepEqual([old.status, ...old.sources.map(({ freshness }) => freshness)], ['ok', 'old', 'current']);
});

test('every source has its own age limit for old data', () => {
  const ages = (days: number) => {
    const asOf = new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
    const names = ['registry', 'finances', 'rates', 'shareholders', 'debts', 'gazette', 'procurement', 'recent'];
    const { sources } = look(manifest(...names.map((name) => part(name, asOf))), []);
    return sources.filter(({ freshness }) => freshness === 'old').map(({ name }) => name);
  };
  assert.deepEqual(ages(7), []);
  assert.deepEqual(ages(8), ['recent']);
  assert.deepEqual(ages(32), ['gazette', 'recent']);
  assert.deepEqual(ages(61), ['rates', 'gazette', 'recent']);
  assert.deepEqual(ages(121), ['registry', 'rates', 'shareholders', 'debts', 'gazette', 'recent']);
  assert.deepEqual(ages(551).length, 8);
});

test('a missing newest year or quarter is listed and makes its source old; an unknown day is never current', () => {
  const result = (name: string, asOf: string | null) => {
    const [source] = look(manifest(part(name, asOf)), []).sources;
    return [source?.freshness, source?.missing];
  };
  assert.deepEqual(result('finances', '2025-12-31'), ['current', []]);
  assert.deepEqual(result('finances', '2024-12-31'), ['old', ['2025']]);
  assert.deepEqual(result('finances', '2022-12-31'), ['old', ['2023', '2024', '2025']]);
  assert.deepEqual(result('procurement', '2026-06-30'), ['current', []]);
  assert.deepEqual(result('procurement', '2026-04-02'), ['current', []]);
  assert.deepEqual(result('procurement', '2026-03-31'), ['old', ['2026-Q2']]);
  assert.deepEqual(result('procurement', '2025-11-30'), ['old', ['2026-Q1', '2026-Q2']]);
  assert.deepEqual(result('registry', null), ['unknown', []]);
});

test('an unreadable live store degrades the status, without upstream states', () => {
  const health = look(manifest(), null);
  assert.deepEqual([health.status, health.upstreams], ['degraded', null]);
});

test('hosts that lose their shared limits are degraded, and a host with own limits is not', () => {
  const loaded = manifest(part('registry', '2026-11-01'));
  const states = all.map((name) => state(name));
  assert.deepEqual(
    (['host', 'shared', 'off', 'alone'] as const).map((limits) => look(loaded, states, limits).status),
    ['ok', 'ok', 'ok', 'degraded'],
  );
});

test('a standby is listed with its lag, and a lost standby does not degrade the status of the primary', () => {
  const well = all.map((name) => state(name));
  const at = (standby: StandbyLag | null) => look(manifest(part('registry', '2026-11-01')), well, 'host', [], standby);
  assert.deepEqual([at(null).status, at(null).standby], ['ok', null]);
  const near = at({ state: 'reading', lagMs: 1_500, lagBytes: 12_000 });
  assert.deepEqual([near.status, near.standby], ['ok', { state: 'reading', lagSeconds: 1.5, lagBytes: 12_000 }]);
  const gone = at({ state: 'away', lagMs: null, lagBytes: null });
  assert.deepEqual([gone.status, gone.standby], ['ok', { state: 'away', lagSeconds: null, lagBytes: null }]);
});

test('a part of an older format and a lost part are unreadable and degrade the status', () => {
  const [registry, debts] = [part('registry', '2026-11-01'), part('debts', '2026-10-01', 'it was not kept')];
  const well = all.map((name) => state(name));
  const older = look(manifest(registry), well, 'host', [registry]);
  assert.deepEqual([older.status, older.sources[0]?.freshness], ['degraded', 'unreadable']);
  const lost = look({ ...manifest(registry), lost: [debts] }, well);
  assert.deepEqual(
    [lost.status, ...lost.sources.map(({ name, freshness }) => [name, freshness])],
    ['degraded', ['registry', 'current'], ['debts', 'unreadable']],
  );
});

test('the leader state of the host jobs is listed, and a missing leader degrades the status', () => {
  const result = (duties: LeaderState | null) => {
    const health = look(
      manifest(part('registry', '2026-11-01')),
      all.map((name) => state(name)),
      'host',
      [],
      null,
      duties,
    );
    return [health.status, health.duties];
  };
  assert.deepEqual(result(LED), ['ok', { state: 'led', ledSince: '2026-11-15T09:00:00Z', term: 3 }]);
  assert.deepEqual(result({ ...LED, isHeld: false }), ['degraded', { state: 'unled', ledSince: null, term: 3 }]);
  assert.deepEqual(result({ isHeld: false, since: null, term: null }), [
    'degraded',
    { state: 'unled', ledSince: null, term: null },
  ]);
  assert.deepEqual(result(null), ['ok', { state: 'unknown', ledSince: null, term: null }]);
});
