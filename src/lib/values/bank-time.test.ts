import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesFreshUntil } from './bank-time.ts';
import { bucharestInstant } from './date.ts';

const until = (lookedAt: string, newest: string): string =>
  new Date(ratesFreshUntil(Date.parse(lookedAt), newest)).toISOString();

test('the time in Bucharest is UTC+2 in winter and UTC+3 in summer', () => {
  assert.equal(bucharestInstant('2026-11-13', 13), Date.parse('2026-11-13T11:00:00Z'));
  assert.equal(bucharestInstant('2026-07-10', 13), Date.parse('2026-07-10T10:00:00Z'));
  // The clocks were set back in the morning of that day.
  assert.equal(bucharestInstant('2026-10-25', 13), Date.parse('2026-10-25T11:00:00Z'));
});

test('in the morning of a working day rates are fresh until one o’clock', () => {
  assert.equal(until('2026-11-13T07:00:00Z', '2026-11-12'), '2026-11-13T11:00:00.000Z');
  assert.equal(until('2026-07-10T07:00:00Z', '2026-07-09'), '2026-07-10T10:00:00.000Z');
});

test('while the rates of the day are due, the bank is queried every five minutes', () => {
  assert.equal(until('2026-11-13T11:00:00Z', '2026-11-12'), '2026-11-13T11:05:00.000Z');
  assert.equal(until('2026-11-13T13:59:00Z', '2026-11-12'), '2026-11-13T14:04:00.000Z');
});

test('the rates of the day are fresh for twelve hours', () => {
  assert.equal(until('2026-11-12T11:02:00Z', '2026-11-12'), '2026-11-12T23:02:00.000Z');
  // Rates fetched at night are fresh until the next publication.
  assert.equal(until('2026-11-12T23:02:00Z', '2026-11-12'), '2026-11-13T11:00:00.000Z');
});

test('a working day without rates by four o’clock counts as a holiday', () => {
  assert.equal(until('2026-11-30T14:00:00Z', '2026-11-27'), '2026-12-01T02:00:00.000Z');
});

test('no rates are due on a weekend', () => {
  assert.equal(until('2026-11-14T11:30:00Z', '2026-11-13'), '2026-11-14T23:30:00.000Z');
  assert.equal(until('2026-11-15T23:30:00Z', '2026-11-13'), '2026-11-16T11:00:00.000Z');
});
