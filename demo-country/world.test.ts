import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import { dayNumber } from './days.ts';
import {
  firmCui,
  firmIndexEnd,
  indexOfCui,
  outsideCui,
  registrationDay,
  registrationSerial,
  worldOf,
} from './world.ts';

const settings = { seed: 'test', companies: 5_000, founded: '2026-11-15' };
const world = worldOf(settings);

test('fiscal codes start at 90000014, have valid check digits and map back to their index', () => {
  assert.equal(firmCui(0), '90000014');
  for (const index of [0, 1, 99, 4_999, 4_200_000]) {
    assert.ok(hasRightCheckDigit(firmCui(index)) && hasRightCheckDigit(outsideCui(index)));
    assert.ok(outsideCui(index).length <= 10);
    assert.deepEqual(indexOfCui(firmCui(index)), { outside: false, index });
    assert.deepEqual(indexOfCui(outsideCui(index)), { outside: true, index });
  }
});

test('a code with a wrong check digit or below the range maps to no firm', () => {
  for (const cui of ['90000015', '14399840', '1', '0']) assert.equal(indexOfCui(cui), null);
});

test('registration days rise with the index, before and after the founding day', () => {
  let before = 0;
  for (let index = 0; index < 5_500; index++) {
    const day = registrationDay(world, index);
    assert.ok(day >= before, `firm ${index} is older than the one before it`);
    assert.equal(day <= world.founded, index < 5_000);
    before = day;
  }
  assert.equal(registrationDay(world, 5_000) - world.founded, 1);
});

test('the firms of a later day are exactly those registered by then', () => {
  for (const on of [1, 2, 30, 365].map((days) => world.founded + days)) {
    const end = firmIndexEnd(world, on);
    assert.ok(registrationDay(world, end - 1) <= on);
    assert.ok(registrationDay(world, end) > on);
  }
  const grown = firmIndexEnd(world, world.founded + 365) / 5_000;
  assert.ok(grown > 1.045 && grown < 1.055, `${grown} after a year`);
});

test('registration serials are unique within a year and leave the first ones to the showcase', () => {
  const seen = new Set<string>();
  for (let index = 0; index < 5_600; index++) {
    const day = registrationDay(world, index);
    const serial = registrationSerial(world, index, day);
    assert.ok(serial >= 99 && serial <= 999_999);
    seen.add(`${new Date(day * 86_400_000).getUTCFullYear()}/${serial}`);
  }
  assert.equal(seen.size, 5_600);
});

test('a founding day before national numbers and a size below the showcase are refused', () => {
  assert.throws(() => worldOf({ ...settings, founded: '2024-01-01' }), /cannot be founded before/);
  assert.throws(() => worldOf({ ...settings, companies: 10 }), /firms; 10 were asked for/);
  assert.equal(worldOf({ ...settings, founded: '2025-01-01' }).founded, dayNumber('2025-01-01'));
});
