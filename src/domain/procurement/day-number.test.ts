import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayNumber, dayText } from './day-number.ts';

test('day numbers are in the order of the calendar', () => {
  for (const day of ['2026-03-14', '1999-12-31', '0022-01-05', '']) assert.equal(dayText(dayNumber(day)), day);
  assert.ok(dayNumber('2026-02-28') < dayNumber('2026-03-01'));
  assert.equal(dayNumber(''), 0);
});
