import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, bucharestDay, daysBetween, isDay, parseRomanianDay } from './date.ts';

test('a day is the one in Bucharest', () => {
  assert.equal(bucharestDay(Date.parse('2026-11-15T21:59:59Z')), '2026-11-15');
  assert.equal(bucharestDay(Date.parse('2026-11-15T22:00:00Z')), '2026-11-16');
  assert.equal(bucharestDay(Date.parse('2026-07-15T21:00:00Z')), '2026-07-16');
});

test('days that do not exist are no days', () => {
  assert.ok(isDay('2024-02-29'));
  for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '']) assert.equal(isDay(text), false, text);
});

test('both shapes of the registry are read, with and without a time', () => {
  assert.equal(parseRomanianDay('11/03/1998'), '1998-03-11');
  assert.equal(parseRomanianDay('03/09/2024 00:00:00'), '2024-09-03');
  assert.equal(parseRomanianDay('13.06.2008'), '2008-06-13');
  assert.equal(parseRomanianDay('2008-06-13'), '2008-06-13');
  assert.equal(parseRomanianDay('31/02/2008'), null);
  assert.equal(parseRomanianDay(''), null);
});

test('days are added over months and years', () => {
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(daysBetween('2026-03-01', '2026-11-15'), 259);
});
