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

test('steps at the same time share the line of a terminal', () => {
  const { written, progress, later } = screen(true);
  const [firms, sheets] = [progress.step('registry', 4000), progress.step('search', null)];
  firms.at(50_000, 1000);
  sheets.at(2_000, 2_000);
  later(1000);
  firms.at(60_000, 2000);
  firms.end('60,000 rows');
  later(1000);
  sheets.at(4_000, 4_000);
  assert.deepEqual(
    written.map((text) =>
      text
        .slice(text.indexOf('K') + 1)
        .replace(/ +/g, ' ')
        .trim(),
    ),
    [
      'registry 25 % 50,000 rows 0:00 left',
      'registry 25 %, search 2,000',
      'registry 50 %, search 2,000',
      'registry 60,000 rows',
      'search 4,000 rows 2,000 rows/s',
    ],
  );
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
