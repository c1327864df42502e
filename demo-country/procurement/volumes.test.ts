/** Procurement of any volume, drawn quarter by quarter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import type { Volumes } from './frame.ts';
import type { Procurement } from './system.ts';

const founded = '2026-11-15';
const today = dayNumber(founded);
const settings = { seed: 'volumes', companies: 2_000, founded };

const isAbout = (count: number, expected: number): void =>
  assert.ok(Math.abs(count - expected) < expected * 0.1, `${count} is not about ${expected}`);

const countIn = (procurement: Procurement): Volumes => {
  const quarters = [...procurement.quarters(today)];
  let purchases = 0;
  for (let day = procurement.frame.firstDay; day <= today; day++) purchases += procurement.purchasesOn(day).length;
  return {
    purchases,
    contracts: quarters.flatMap(({ awards }) => awards).reduce((sum, { contracts }) => sum + contracts.length, 0),
    notices: quarters.reduce((sum, { procedures }) => sum + procedures.length, 0),
  };
};

test('a country has the volumes that it is asked for, far above those of its size too', () => {
  const volumes = { purchases: 20_000, contracts: 40_000, notices: 5_000 };
  const counted = countIn(country(settings, volumes).procurement());
  isAbout(counted.purchases, volumes.purchases);
  isAbout(counted.contracts, volumes.contracts);
  isAbout(counted.notices, volumes.notices);
});

test('numbers and ids of rows are unique on days with thousands of rows and in awards with hundreds of contracts', () => {
  const many = country(settings, { purchases: 10_000_000, contracts: 400_000, notices: 800 }).procurement();
  const { awards } = [...many.quarters(many.frame.firstDay + 300)].at(-1) ?? assert.fail();
  const ids = awards.flatMap(({ contracts }) => contracts.map(({ id }) => id));
  assert.ok(Math.max(...awards.map(({ contracts }) => contracts.length)) > 100);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every(Number.isSafeInteger));
  // Two of the busiest days.
  const numbers = ['2025-12-16', '2025-12-17'].flatMap((day) =>
    many.purchasesOn(dayNumber(day)).map(({ number }) => number),
  );
  assert.ok(numbers.length > 15_000, String(numbers.length));
  assert.equal(new Set(numbers).size, numbers.length);
});

test('quarters have every procedure and award, in the order of their days', () => {
  const procurement = country(settings).procurement();
  const key = (row: { publishedOn: number; number: number }): string => `${row.publishedOn} ${row.number}`;
  for (const until of [today, today - 47]) {
    const quarters = [...procurement.quarters(until)];
    assert.deepEqual(
      quarters.flatMap(({ procedures }) => procedures.map(key)),
      procurement.procedures(until).map(key),
    );
    assert.deepEqual(
      quarters.flatMap(({ awards }) => awards.map(key)),
      procurement.awards(until).map(key),
    );
  }
});
