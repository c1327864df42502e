import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, bucharestDay } from './date.ts';
import { endOfDay, isComing } from './day-end.ts';

test('a day ends when the next begins in Romania: in winter, in summer, and when clocks change', () => {
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

test('today is a day to come until it is over in Romania', () => {
  const lateEvening = Date.parse('2026-11-16T21:59:59Z');
  assert.ok(isComing('2026-11-16', lateEvening));
  assert.ok(isComing('2027-01-31', lateEvening));
  assert.ok(!isComing('2026-11-16', lateEvening + 1_000));
  for (const text of ['', '2026-11-15', '2027-02-30', 'mâine', '31.01.2027', "2027-01-01' or 1=1"])
    assert.ok(!isComing(text, lateEvening), text);
});
