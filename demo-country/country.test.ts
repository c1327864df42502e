import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#lib/values/date.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { country } from './country.ts';
import { dayNumber, entryOn } from './days.ts';
import { STATUS } from './statuses.ts';
import { firmCui, outsideCui } from './world.ts';

const settings = { seed: 'country', companies: 1_500, founded: '2026-11-15' };
const { founded } = settings;
const demo = country(settings);
const cuis = Array.from({ length: 1_500 }, (_, index) => firmCui(index));

test('the same settings give the same country, and another seed gives another one', () => {
  const again = country({ ...settings });
  const other = country({ ...settings, seed: 'another' });
  const result = (of: typeof demo) => cuis.slice(100, 160).map((cui) => of.fiscalRecord(cui, founded));
  assert.deepEqual(result(again), result(demo));
  assert.notDeepEqual(result(other), result(demo));
  assert.deepEqual([...again.outside()].map(({ cui }) => cui).length, 30);
});

test('a firm is unknown before its registration and listed from then on', () => {
  for (const entity of demo.firms(founded)) {
    if (!entity.cuiPublished) continue;
    const first = new Date(entity.registeredOn * 86_400_000).toISOString().slice(0, 10);
    assert.equal(demo.fiscalRecord(entity.cui, addDays(first, -1)), null);
    assert.equal(demo.fiscalRecord(entity.cui, first)?.registeredOn, first);
  }
});

test('codes with a wrong check digit or beyond the country are unknown', () => {
  for (const cui of ['90000015', '14399840', outsideCui(30), firmCui(2_000_000)])
    assert.equal(demo.fiscalRecord(cui, founded), null, cui);
  assert.equal(demo.balance(outsideCui(30), 2024, founded), null);
});

test('firms continue to be registered after the founding day', () => {
  const count = (on: string): number => [...demo.firms(on)].length;
  assert.equal(count(founded), 1_500);
  assert.equal(count(addDays(founded, 365)), 1_575);
  assert.ok(demo.fiscalRecord(firmCui(1_510), addDays(founded, 200)));
  assert.equal(demo.fiscalRecord(firmCui(1_510), founded), null);
});

test('a later day only adds data to that of an earlier day', () => {
  const [earlier, later] = ['2026-02-15', '2026-11-15'];
  for (const cui of cuis) {
    const before = demo.fiscalRecord(cui, earlier);
    const after = demo.fiscalRecord(cui, later);
    if (!before) continue;
    assert.ok(after);
    assert.equal(after.registeredOn, before.registeredOn);
    assert.equal(after.registrationNumber, before.registrationNumber);
    assert.equal(after.deregisteredOn, before.deregisteredOn ?? after.deregisteredOn);
    assert.deepEqual(
      after.vatPeriods.slice(0, before.vatPeriods.length).map(({ start }) => start),
      before.vatPeriods.map(({ start }) => start),
    );
    for (const year of [2022, 2023]) assert.deepEqual(demo.balance(cui, year, earlier), demo.balance(cui, year, later));
  }
});

test('records contain no future dates', () => {
  const days = (value: unknown): string[] => JSON.stringify(value).match(/\d{4}-\d\d-\d\d/g) ?? [];
  for (const cui of cuis.slice(0, 400)) {
    const record = demo.fiscalRecord(cui, '2020-06-30');
    if (record)
      assert.ok(
        days(record).every((day) => day <= '2020-06-30'),
        cui,
      );
  }
});

test('a struck-off firm stays struck off', () => {
  for (const entity of demo.firms(founded)) {
    if (entity.closedOn === null) continue;
    assert.ok(entryOn(entity.statuses, entity.closedOn).value.includes(STATUS.struckOff));
    assert.equal(entity.statuses.at(-1)?.from, entity.closedOn);
  }
});

test('registration numbers have the notation of their time and valid check digits', () => {
  for (const { registration, registeredOn } of demo.firms(founded)) {
    const national = /^[JFC]20[0-9]{2}[0-9]{6}00[0-9]$/.test(registration ?? '');
    assert.equal(national, registeredOn >= dayNumber('2024-07-26'), registration ?? '');
    assert.ok(parseRegistrationNumber(registration ?? ''));
  }
});

test('the web service has a balance sheet from June on, and a late one from October on', () => {
  const filers = cuis.filter((cui) => demo.balance(cui, 2025, founded));
  assert.ok(filers.length > 300);
  const known = (on: string): number => filers.filter((cui) => demo.balance(cui, 2025, on)).length;
  assert.equal(known('2026-06-14'), 0);
  assert.ok(known('2026-06-15') > 0.9 * filers.length && known('2026-06-15') < filers.length);
  assert.equal(known('2026-10-01'), filers.length);
});

test('an entity outside the registry has no registration number', () => {
  const record = demo.fiscalRecord(outsideCui(0), founded);
  assert.equal(record?.registrationNumber, null);
  assert.equal(record?.legalForm, 'UNITATE ADMINISTRATIV-TERITORIALĂ');
});
