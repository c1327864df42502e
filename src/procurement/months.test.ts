import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#base/date.ts';
import type { DayRange } from './filters.ts';
import { spansOf, splitRange } from './months.ts';

const FIRST = '2020-12-25';
const DAYS = 800;

/** How often a day is counted by the pieces of a range. */
function counted(day: string, range: DayRange): number {
  const { months, edges } = splitRange(range);
  const spans = (months === null ? [] : spansOf(months)).filter(({ span, from = '', to = '9999' }) => {
    const period = day.slice(0, { all: 0, year: 4, month: 7 }[span]);
    return span === 'all' || (period >= from && period <= to);
  });
  return spans.length + edges.filter(({ dateFrom = '', dateTo = '9999' }) => day >= dateFrom && day <= dateTo).length;
}

test('years, months and the days at either end are the range, each day once', () => {
  const days = Array.from({ length: DAYS }, (_, i) => addDays(FIRST, i));
  for (let from = 0; from < DAYS; from += 13)
    for (let to = from; to < DAYS; to += 17)
      for (const range of [{ dateFrom: days[from], dateTo: days[to] }, { dateFrom: days[from] }, { dateTo: days[to] }])
        for (let i = 0; i < DAYS; i += 11) {
          const day = days[i] as string;
          const isInside = day >= (range.dateFrom ?? '') && day <= (range.dateTo ?? '9999');
          assert.equal(counted(day, range), isInside ? 1 : 0, `${day} of ${JSON.stringify(range)}`);
        }
});

test('a whole year is one span, and an open range is everything', () => {
  assert.deepEqual(splitRange({ dateFrom: '2024-01-01', dateTo: '2024-12-31' }).edges, []);
  assert.deepEqual(spansOf({ from: '2024-01', to: '2024-12' }), [{ span: 'year', from: '2024', to: '2024' }]);
  assert.deepEqual(spansOf({ from: '2023-11', to: '2025-02' }), [
    { span: 'year', from: '2024', to: '2024' },
    { span: 'month', from: '2023-11', to: '2023-12' },
    { span: 'month', from: '2025-01', to: '2025-02' },
  ]);
  assert.deepEqual(spansOf({}), [{ span: 'all' }]);
});
