import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekday } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { bankDays, dayNumber, dayText } from './days.ts';
import type { SimulatedRateDay } from './rates.ts';
import { ratesOf, ratesXml } from './rates.ts';

const today = dayNumber('2026-11-15');
const value = (day: SimulatedRateDay | undefined, currency: string): number =>
  Number(day?.rates.find((rate) => rate.currency === currency)?.value);

test('the recorded days of 2026 have their recorded rates', () => {
  const days = new Map(ratesOf(2026, today).map((day) => [day.day, day]));
  const rows = readReference<'date' | 'currency' | 'multiplier' | 'rate'>('bnr-rates-2026.tsv');
  assert.equal(new Set(rows.map((row) => row.date)).size, 157);
  for (const row of rows) {
    const rate = days.get(row.date)?.rates.find(({ currency }) => currency === row.currency);
    assert.deepEqual(rate, { currency: row.currency, multiplier: Number(row.multiplier), value: row.rate });
  }
});

test('the calculated bank days agree with the recorded ones', () => {
  const recorded = new Set(readReference<'date'>('bnr-rates-2026.tsv').map((row) => row.date));
  const ruled = bankDays(2026)
    .map(dayText)
    .filter((day) => day >= '2026-01-05' && day <= '2026-08-19');
  assert.deepEqual(
    ruled.filter((day) => !recorded.has(day)),
    [],
  );
  assert.deepEqual(
    [...recorded].filter((day) => !ruled.includes(day)),
    [],
  );
});

test('weekends, public holidays and days after the requested one have no rates', () => {
  const days = ratesOf(2025, dayNumber('2025-12-05')).map(({ day }) => day);
  assert.equal(days.at(-1), '2025-12-05');
  assert.ok(days.every((day) => weekday(day) > 0 && weekday(day) < 6));
  for (const holiday of ['2025-01-01', '2025-01-06', '2025-04-18', '2025-04-21', '2025-06-09', '2025-12-01'])
    assert.ok(!days.includes(holiday), holiday);
});

test('simulated rates join the recorded ones without a jump', () => {
  const before = ratesOf(2025, today).at(-1);
  const year = ratesOf(2026, today);
  const last = year.findIndex(({ day }) => day === '2026-08-19');
  for (const currency of ['EUR', 'USD', 'HUF', 'XAU']) {
    for (const [from, to] of [
      [before, year[0]],
      [year[last], year[last + 1]],
    ])
      assert.ok(Math.abs(value(to, currency) / value(from, currency) - 1) < 0.02, `${currency} jumps`);
  }
  assert.ok(value(ratesOf(2005, today)[0], 'EUR') > 3 && value(ratesOf(2005, today)[0], 'EUR') < 4.4);
});

test('currencies appear and disappear in their real years', () => {
  const codes = (year: number): string[] => ratesOf(year, today)[0]?.rates.map(({ currency }) => currency) ?? [];
  assert.ok(codes(2025).includes('BGN') && !codes(2026).includes('BGN'));
  assert.ok(codes(2022).includes('HRK') && !codes(2023).includes('HRK'));
  assert.ok(!codes(2024).includes('HKD') && codes(2025).includes('HKD'));
  assert.equal(codes(2026).length, 37);
});

test('a few rates are empty', () => {
  const all = [2022, 2023, 2024, 2025].flatMap((year) => ratesOf(year, today)).flatMap(({ rates }) => rates);
  const empty = all.filter((rate) => rate.value === '');
  assert.ok(empty.length > 0 && empty.length < 20);
  assert.ok(all.every((rate) => rate.value === '' || /^[0-9]+\.[0-9]{4}$/.test(rate.value)));
});

test('closed years have the old namespace and indentation, and 2026 has the new single-line format', () => {
  const old = ratesXml(ratesOf(2025, today));
  const fresh = ratesXml(ratesOf(2026, today));
  assert.match(old, /xmlns="http:\/\/www\.bnr\.ro\/xsd"/);
  assert.match(old, /\n\t\t<Cube date="2025-01-03">\n/);
  assert.match(fresh, /xmlns="https:\/\/www\.bnr\.ro\/xsd"/);
  assert.match(fresh, /<Cube date="2026-01-05"><Rate currency="AED">1\.1859<\/Rate>/);
  assert.match(fresh, /<Rate currency="HUF" multiplier="100">/);
  assert.equal(fresh.split('\n').length, 2);
});
