import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Announcement, announcedBy } from './republished.ts';

const of = (awardNotice: string | null, awardedOn: string | null, procedure: string | null = 'CN1'): Announcement => ({
  awardNotice,
  awardedOn,
  procedure,
});

test('the award notice nearest to the signing is the announcement of the contract, in any order', () => {
  const published = [of('CAN9', '2026-03-20'), of('CAN5', '2026-03-04'), of('CAN7', '2026-05-01')];
  assert.equal(announcedBy('2026-03-01', published), 'CAN5');
  assert.equal(announcedBy('2026-03-01', published.toReversed()), 'CAN5');
});

test('a notice with a day and a procedure takes precedence over one without', () => {
  assert.equal(announcedBy('2026-03-01', [of('CAN1', null), of('CAN2', '2026-06-01')]), 'CAN2');
  assert.equal(announcedBy('2026-03-01', [of('CAN1', '2026-03-02', null), of('CAN2', '2026-06-01')]), 'CAN2');
});

test('the announcement is null when two notices are equally near or name different procedures', () => {
  assert.equal(announcedBy('2026-03-01', [of('CAN1', '2026-03-04'), of('CAN2', '2026-03-04')]), null);
  assert.equal(announcedBy('2026-03-05', [of('CAN1', '2026-03-04'), of('CAN2', '2026-03-06')]), null);
  assert.equal(announcedBy('2026-03-01', [of('CAN1', null), of('CAN2', null)]), null);
  assert.equal(announcedBy('2026-03-01', [of('CAN1', '2026-03-02'), of('CAN2', '2026-03-09', 'CN2')]), null);
});
