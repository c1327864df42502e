import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, bucharestDay, daysBetween, endOfDay, isDay, isUpcomingDay, parseRomanianDay } from './date.ts';

test('a day is a calendar day in Bucharest', () => {
  assert.equal(bucharestDay(Date.parse('2026-11-15T21:59:59Z')), '2026-11-15');
  assert.equal(bucharestDay(Date.parse('2026-11-15T22:00:00Z')), '2026-11-16');
  assert.equal(bucharestDay(Date.parse('2026-07-15T21:00:00Z')), '2026-07-16');
});

test('the day changes with the minute of midnight, whatever was asked before', () => {
  const midnight = Date.parse('2026-11-15T22:00:00Z');
  const days = [midnight, midnight - 1, midnight + 59_999, midnight - 60_000, midnight].map(bucharestDay);
  assert.deepEqual(days, ['2026-11-16', '2026-11-15', '2026-11-16', '2026-11-15', '2026-11-16']);
  assert.throws(() => bucharestDay(Number.NaN), RangeError);
});

test('invalid dates are refused', () => {
  assert.ok(isDay('2024-02-29'));
  for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '']) assert.equal(isDay(text), false, text);
});

test('dates of the registry are read in both notations, with and without a time', () => {
  assert.equal(parseRomanianDay('11/03/1998'), '1998-03-11');
  assert.equal(parseRomanianDay('03/09/2024 00:00:00'), '2024-09-03');
  assert.equal(parseRomanianDay('13.06.2008'), '2008-06-13');
  assert.equal(parseRomanianDay('2008-06-13'), '2008-06-13');
  assert.equal(parseRomanianDay('31/02/2008'), null);
  assert.equal(parseRomanianDay(''), null);
});

test('days are added across months and years', () => {
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(daysBetween('2026-03-01', '2026-11-15'), 259);
});

test('a day ends at midnight in Romania: in winter, in summer, and when clocks change', () => {
  for (const [day, end] of [
    ['2026-11-16', '2026-11-16T21:59:59.999Z'],
    ['2026-07-10', '2026-07-10T20:59:59.999Z'],
    ['2026-03-28', '2026-03-28T21:59:59.999Z'],
    ['2026-03-29', '2026-03-29T20:59:59.999Z'],
    ['2026-10-24', '2026-10-24T20:59:59.999Z'],
    ['2026-10-25', '2026-10-25T21:59:59.999Z'],
    ['2026-12-31', '2026-12-31T21:59:59.999Z'],
  ] as const) {
    assert.equal(endOfDay(day), end, day);
  }
  for (let day = '2025-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
    const end = Date.parse(endOfDay(day));
    assert.deepEqual([bucharestDay(end), bucharestDay(end + 1)], [day, addDays(day, 1)]);
  }
});

test('a day is upcoming until its end in Romania', () => {
  const lateEvening = Date.parse('2026-11-16T21:59:59Z');
  assert.ok(isUpcomingDay('2026-11-16', lateEvening));
  assert.ok(isUpcomingDay('2027-01-31', lateEvening));
  assert.ok(!isUpcomingDay('2026-11-16', lateEvening + 1_000));
  for (const text of ['', '2026-11-15', '2027-02-30', 'mâine', '31.01.2027', "2027-01-01' or 1=1"])
    assert.ok(!isUpcomingDay(text, lateEvening), text);
});
