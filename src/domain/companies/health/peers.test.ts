import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { translator } from '#lib/i18n/message.ts';
import { type PeerGroup, peerKeys, peerPosition, percentileOf } from './peers.ts';

const evenly = Array.from({ length: 101 }, (_, i) => i * 2);
const group = (level: PeerGroup['level'], value: string): PeerGroup => ({ level, value, firms: 31, quantiles: evenly });

test('the peer groups of a company are its class in the county, its class, its CAEN group and the nation', () => {
  assert.deepEqual(peerKeys({ caen: '4711', caenRevision: 'rev2', countySlug: 'cluj' }), [
    { level: 'caenCounty', value: 'rev2:4711:cluj' },
    { level: 'class', value: 'rev2:4711' },
    { level: 'group', value: 'rev2:471' },
    { level: 'nation', value: 'RO' },
  ]);
  assert.deepEqual(peerKeys({ caen: '4711', caenRevision: null, countySlug: 'cluj' }), [
    { level: 'nation', value: 'RO' },
  ]);
});

test('the narrowest existing group is used, with its label', () => {
  const location = (...groups: PeerGroup[]) => peerPosition(50, groups, translator('ro')).peers?.label;
  const nation = group('nation', 'RO');
  assert.equal(
    location(group('caenCounty', 'rev2:4711:bistrita-nasaud'), nation),
    'clasa CAEN 4711 (Rev.2), Bistrița-Năsăud',
  );
  assert.equal(location(group('class', 'rev3:4711'), nation), 'clasa CAEN 4711 (Rev.3)');
  assert.equal(location(group('group', 'rev2:471'), nation), 'grupa CAEN 471 (Rev.2)');
  assert.equal(location(nation), 'România');
  assert.deepEqual(peerPosition(50, [nation], translator('ro')), {
    percentile: 25,
    peers: { level: 'nation', value: 'RO', label: 'România', firms: 31 },
  });
});

test('without a value or a group there is no percentile', () => {
  assert.deepEqual(peerPosition(null, [group('nation', 'RO')], translator('ro')), { percentile: null, peers: null });
  assert.deepEqual(peerPosition(1, [], translator('ro')), { percentile: null, peers: null });
});

test('the percentile is interpolated, clamped to the scale, or in the middle of equal values', () => {
  assert.equal(percentileOf(25, evenly), 12.5);
  assert.deepEqual([percentileOf(-1, evenly), percentileOf(0, evenly)], [0, 0]);
  assert.deepEqual([percentileOf(200, evenly), percentileOf(201, evenly)], [100, 100]);
  // Forty percent of the peers have the value zero: their percentile is 20.
  const manyZeros = evenly.map((_, i) => Math.max(0, i - 40));
  assert.equal(percentileOf(0, manyZeros), 20);
});

test('a higher value never has a lower percentile', () => {
  const quantiles = fc
    .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 101, maxLength: 101 })
    .map((values) => values.toSorted((a, b) => a - b));
  const value = fc.double({ min: -2e6, max: 2e6, noNaN: true });
  fc.assert(
    fc.property(quantiles, value, value, (spread, a, b) => {
      const [low, high] = [percentileOf(Math.min(a, b), spread), percentileOf(Math.max(a, b), spread)];
      assert.ok(low <= high && low >= 0 && high <= 100);
    }),
  );
});
