import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from '#data/ingest/report.ts';
import { Books } from './books.ts';

test('every amount read is stored or reported as skipped, exact beyond the range of a number', () => {
  const [books, tally] = [new Books(), new Tally()];
  const most = Number.MAX_SAFE_INTEGER;
  for (const bani of [most, most, 1, null, -3]) books.read('a.csv', 'contracts', bani);
  for (const bani of [most, 1]) books.stored('a.csv', 'contracts', bani);
  books.exclude('a.csv', 'contracts', 'repeated', most);
  books.exclude('a.csv', 'contracts', 'skipped', -3, 2);
  books.close(tally, new Map([['contracts', BigInt(most) + 1n]]));
  assert.deepEqual(tally.books, [
    {
      file: 'a.csv',
      list: 'contracts',
      read: '180143985094819.80',
      stored: '90071992547409.92',
      aside: [
        { reason: 'repeated', rows: 1, lei: '90071992547409.91' },
        { reason: 'skipped', rows: 2, lei: '-0.03' },
      ],
    },
  ]);
});

test('amounts that do not balance stop the ingest with the difference', () => {
  const lost = new Books();
  lost.read('a.csv', 'contracts', 100_00);
  lost.stored('a.csv', 'contracts', 99_99);
  assert.throws(() => lost.close(new Tally(), new Map()), /a\.csv: contracts worth 100\.00 .* not 99\.99/);
  const elsewhere = new Books();
  elsewhere.read('a.csv', 'purchases', 5);
  elsewhere.stored('a.csv', 'purchases', 5);
  assert.throws(() => elsewhere.close(new Tally(), new Map([['purchases', 4n]])), /0\.05 were stored, 0\.04 are in/);
});
