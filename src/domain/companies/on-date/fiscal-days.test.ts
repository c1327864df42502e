import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiscalRecord, VatPeriod } from '#data/sources/anaf/records.ts';
import { country } from '#demo-country/country.ts';
import { addDays } from '#lib/values/date.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';
import { factsByPeriods, factsOfDay } from './fiscal-days.ts';
import type { DayField } from './on-date.ts';

const TODAY = '2026-11-15';
const plain = tinyCountry().fiscalRecord(companyCui(0), TODAY) as FiscalRecord;

/** The values of the field on these days; null where the record does not determine one. */
const result = (field: DayField, record: Partial<FiscalRecord>, ...days: string[]) =>
  days.map((day) => factsByPeriods({ ...plain, ...record }, day)[field]?.value ?? null);

const period = (start: string | null, end: string | null, canceledAt: string | null = null): VatPeriod => ({
  start,
  end,
  canceledAt,
  message: null,
});

test('a VAT period holds from its first day, and its last day is unknown without a query', () => {
  const record = { vatRegistered: false, vatPeriods: [period('2015-03-01', '2018-07-10')] };
  const days = ['2015-02-28', '2015-03-01', '2018-07-09', '2018-07-10', '2018-07-11', TODAY];
  assert.deepEqual(result('vatRegistered', record, ...days), [false, true, true, null, false, false]);
});

test('between the end of a canceled registration and its recording the VAT status is unknown', () => {
  const record = { vatRegistered: false, vatPeriods: [period('2015-03-01', '2018-07-10', '2018-09-01')] };
  const days = ['2018-07-09', '2018-07-10', '2018-08-01', '2018-09-01', '2018-09-02'];
  assert.deepEqual(result('vatRegistered', record, ...days), [true, null, null, null, false]);
  const endless = { vatRegistered: false, vatPeriods: [period('2015-03-01', null, '2018-09-01')] };
  assert.deepEqual(result('vatRegistered', endless, '2015-02-28', '2016-01-01', '2020-01-01'), [false, null, null]);
});

test('before a second registration the days between are days without VAT', () => {
  const record = { vatPeriods: [period('2015-03-01', '2018-07-10', '2018-07-10'), period('2019-01-15', null)] };
  const days = ['2016-01-01', '2018-12-31', '2019-01-14', '2019-01-15', TODAY];
  assert.deepEqual(result('vatRegistered', record, ...days), [true, false, false, true, true]);
});

test('a company never registered for VAT was not registered on any day', () => {
  assert.deepEqual(result('vatRegistered', { vatRegistered: false, vatPeriods: [] }, '2010-01-01', TODAY), [
    false,
    false,
  ]);
});

test('periods that contradict the record or lack a first day give no value', () => {
  assert.deepEqual(result('vatRegistered', { vatRegistered: false }, '2016-01-01'), [null]);
  assert.deepEqual(result('vatRegistered', { vatPeriods: [] }, '2016-01-01'), [null]);
  const open = { vatRegistered: false, vatPeriods: [period(null, '2018-07-10')] };
  assert.deepEqual(result('vatRegistered', open, '2016-01-01', '2018-07-11'), [null, false]);
});

test('the record lists only the last period of cash-basis VAT: the status before it is unknown', () => {
  const ended = { cashBasisVatStart: '2013-01-01', cashBasisVatEnd: '2016-05-01' };
  const days = ['2012-12-31', '2013-01-01', '2016-04-30', '2016-05-01', '2016-05-02'];
  assert.deepEqual(result('cashBasisVat', ended, ...days), [null, true, true, null, false]);
  const holds = { cashBasisVat: true, cashBasisVatStart: '2013-01-01' };
  assert.deepEqual(result('cashBasisVat', holds, '2012-12-31', '2013-01-01', TODAY), [null, true, true]);
  assert.deepEqual(result('cashBasisVat', {}, '2012-12-31', TODAY), [false, false]);
});

test('a record for a past day may hold the state of today, which applies from the day in its text', () => {
  const registered = (day: string, state: string, registeredOn = '2008-06-13', deregisteredOn: string | null = null) =>
    factsOfDay({ ...plain, day, registrationState: state, registeredOn, deregisteredOn }).registered?.value ?? null;
  const days = ['2008-06-12', '2008-06-13', '2024-03-28', '2024-03-29', TODAY];
  const struckOff = 'RADIERE din data 29.03.2024';
  assert.deepEqual(
    days.map((day) => registered(day, struckOff, '2008-06-13', '2024-03-29')),
    [false, true, true, false, false],
  );
  assert.deepEqual(
    days.map((day) => registered(day, 'INREGISTRAT din data 13.06.2008')),
    [false, true, true, true, true],
  );
  assert.equal(registered('2015-01-01', 'RADIERE'), false, 'without a day the state applies to all days');
});

test('cash-basis VAT is unknown on days without VAT', () => {
  const record = {
    vatPeriods: [period('2012-01-01', '2018-07-10'), period('2019-01-15', null)],
    cashBasisVat: true,
    cashBasisVatStart: '2013-01-01',
  };
  assert.deepEqual(result('cashBasisVat', record, '2014-01-01', '2018-12-01', '2020-01-01'), [true, null, true]);
});

test('inactivity is known from its first day to the day before reactivation, and after reactivation', () => {
  const back = { inactiveSince: '2020-02-01', reactivatedSince: '2021-02-01' };
  const days = ['2020-01-31', '2020-02-01', '2021-01-31', '2021-02-01', '2021-02-02'];
  assert.deepEqual(result('inactive', back, ...days), [null, true, true, null, false]);
  const again = { inactive: true, inactiveSince: '2022-05-01', reactivatedSince: '2021-02-01' };
  assert.deepEqual(result('inactive', again, '2021-06-01', '2022-05-01', TODAY), [null, true, true]);
  assert.deepEqual(result('inactive', {}, '2020-01-31'), [false]);
});

test('a declaration and reactivation on the same day leave that day unknown', () => {
  const record = { inactiveSince: '2020-02-01', reactivatedSince: '2020-02-01' };
  assert.deepEqual(result('inactive', record, '2020-01-31', '2020-02-01', '2020-02-02'), [null, null, false]);
});

test('a record has no values for days after its own', () => {
  assert.deepEqual(factsByPeriods({ ...plain, day: '2026-11-14' }, TODAY), {});
});

test('the values from the periods equal the authority’s answers for each day', () => {
  const simulated = country({ seed: 'test', companies: 300, founded: TODAY });
  let [agreed, canceled] = [0, 0];
  for (const { cui } of [...simulated.firms(TODAY), ...simulated.outside()]) {
    const now = simulated.fiscalRecord(cui, TODAY);
    if (!now) continue;
    if (now.vatPeriods.some(({ canceledAt }) => canceledAt !== null)) canceled++;
    const edges = [
      ...now.vatPeriods.flatMap(({ start, end, canceledAt }) => [start, end, canceledAt]),
      ...[now.cashBasisVatStart, now.cashBasisVatEnd, now.splitVatStart, now.splitVatEnd, now.inactiveSince],
      ...[now.reactivatedSince, now.deregisteredOn, now.registeredOn, '2019-12-31'],
    ].filter((day) => day !== null);
    for (const day of edges.flatMap((edge) => [addDays(edge, -1), edge, addDays(edge, 1)])) {
      if (day > TODAY) continue;
      const then = simulated.fiscalRecord(cui, day);
      const truth = then ? factsOfDay(then) : null;
      for (const [field, one] of Object.entries(factsByPeriods(now, day))) {
        assert.equal(one.value, truth === null ? false : truth[field as DayField]?.value, `${cui} ${day} ${field}`);
        agreed++;
      }
    }
  }
  assert.ok(agreed > 5_000 && canceled > 5, `${agreed} ${canceled}`);
});
