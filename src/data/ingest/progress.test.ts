import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOn } from './progress.ts';

function screen(isTTY: boolean) {
  const written: string[] = [];
  let ms = 0;
  const progress = progressOn({ isTTY, write: (text) => written.push(text) }, () => ms);
  return { written, progress, later: (by: number) => (ms += by) };
}

test('on a terminal one line is redrawn with rate and remaining time', () => {
  const { written, progress, later } = screen(true);
  const step = progress.step('OD_FIRME.CSV', 4000);
  later(10_000);
  step.at(50_000, 1000);
  step.at(50_001, 1001);
  later(1000);
  step.at(60_000, 2000);
  step.end('60,000 rows');
  assert.equal(written.length, 3);
  assert.match(written[0] ?? '', /^\r.*OD_FIRME\.CSV.* 25 % {2}50,000 rows {2}5,000 rows\/s {2}0:30 left$/);
  assert.ok(written[2]?.endsWith('60,000 rows\n'));
});

test('without a terminal a line is printed every ten seconds and at the end, without control characters', () => {
  const { written, progress, later } = screen(false);
  const step = progress.step('balances 2024', null);
  later(9000);
  step.at(1, 1);
  later(2000);
  step.at(22, 1);
  step.end('done');
  assert.deepEqual(
    written.map((text) => text.trim().replace(/ +/g, ' ')),
    ['balances 2024 22 rows 2 rows/s', 'balances 2024 done'],
  );
});
