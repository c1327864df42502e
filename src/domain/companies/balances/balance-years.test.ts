import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage, expectedYears, isRecent, lastEight, publicYears, whyMissing } from './balance-years.ts';

test('a year is expected from 15 June of the next year, eight years back', () => {
  assert.deepEqual(expectedYears('2026-06-15', null, null), [2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018]);
  assert.deepEqual(expectedYears('2026-06-14', null, null), [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017]);
});

test('a company files from the year of its registration to the last full year before it is struck off', () => {
  assert.deepEqual(expectedYears('2026-11-15', '2023-12-30', null), [2025, 2024, 2023]);
  assert.deepEqual(expectedYears('2026-11-15', '2001-02-03', '2021-05-06'), [2020, 2019, 2018]);
  assert.deepEqual(expectedYears('2026-11-15', '2026-03-01', null), []);
});

test('a year before the last eight is available back to the first published one', () => {
  assert.equal(publicYears('2026-11-15', null, null).at(-1), 2014);
  assert.deepEqual(publicYears('2026-11-15', '2015-03-01', '2018-05-06'), [2017, 2016, 2015]);
  assert.deepEqual(
    [2017, 2018, 2026].map((year) => isRecent(year, '2026-11-15')),
    [false, true, true],
  );
});

test('the last eight years of a company end with its newest known year', () => {
  const years = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => ({ year: from - i }));
  assert.deepEqual(lastEight(years(2025, 2014)), years(2025, 2018));
  assert.deepEqual(lastEight(years(2017, 2008)), years(2017, 2010));
  assert.deepEqual(lastEight([{ year: 2019 }, { year: 2011 }]), [{ year: 2019 }]);
  assert.deepEqual(lastEight([]), []);
});

test('coverage lists expected, covered and missing years, newest first', () => {
  assert.deepEqual(coverage([2025, 2024, 2023], [{ year: 2023 }, { year: 2025 }]), {
    financialsExpectedYears: [2025, 2024, 2023],
    financialsCoveredYears: [2025, 2023],
    financialsMissingYears: [2024],
  });
});

test('a missing balance sheet is not filed, not yet published or unknown', () => {
  const nothing = { registeredOn: null, struckOffOn: null, fileLoaded: false, serviceHadNone: false };
  assert.equal(whyMissing(2025, '2026-06-14', { ...nothing, serviceHadNone: true }), 'notYetPublished');
  assert.equal(whyMissing(2025, '2026-07-01', nothing), 'unknown');
  assert.equal(whyMissing(2025, '2026-07-01', { ...nothing, serviceHadNone: true }), 'notYetPublished');
  assert.equal(whyMissing(2025, '2026-09-01', { ...nothing, serviceHadNone: true }), 'notFiled');
  assert.equal(whyMissing(2020, '2026-09-01', { ...nothing, fileLoaded: true }), 'notFiled');
  assert.equal(whyMissing(2020, '2026-09-01', { ...nothing, registeredOn: '2021-01-01' }), 'notFiled');
  assert.equal(whyMissing(2022, '2026-09-01', { ...nothing, struckOffOn: '2022-03-01' }), 'notFiled');
});
