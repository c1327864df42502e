import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { bareName } from '#lib/values/company-name.ts';
import { country } from './country.ts';
import { dayNumber, entryOn } from './days.ts';
import type { Entity } from './entity.ts';
import { filing } from './finances.ts';
import { firmAt } from './firms.ts';
import { busiestOfficer } from './people.ts';
import { crowdedAddress } from './places.ts';
import { firmCases, showcase } from './showcase.ts';
import { worldOf } from './world.ts';

const founded = '2026-11-15';
const on = dayNumber(founded);
const settings = { seed: 'showcase test', companies: 500, founded };
const demo = country(settings);
const entity = (id: (typeof firmCases)[number]): Entity => firmAt(worldOf(settings), firmCases.indexOf(id));
const fiscal = (id: string): FiscalRecord => {
  const record = demo.fiscalRecord(showcase.find((each) => each.id === id)?.cui ?? '', founded);
  assert.ok(record, id);
  return record;
};
const codes = (id: (typeof firmCases)[number]): string => entryOn(entity(id).statuses, on).value.join(' ');
const figures = (id: (typeof firmCases)[number], year = 2025) => filing(entity(id), year)?.figures;

test('the records are the same for every seed, size and founding day', () => {
  const countries = [
    country({ seed: 'x', companies: 100, founded: '2025-03-01' }),
    country({ seed: 'y', companies: 4_200_000, founded: '2027-02-01' }),
  ];
  for (const { cui, name } of showcase)
    for (const each of countries) assert.equal(each.fiscalRecord(cui, each.settings.founded)?.name, name);
});

test('ids and fiscal codes are unique, and names are unique except for the namesakes', () => {
  assert.ok(showcase.length >= 30 && showcase.length <= 45);
  assert.equal(new Set(showcase.map(({ id }) => id)).size, showcase.length);
  assert.equal(new Set(showcase.map(({ cui }) => cui)).size, showcase.length);
  assert.equal(new Set(showcase.map(({ name }) => name)).size, showcase.length - 2);
});

test('figures and officers are the same for every seed and size', () => {
  const other = worldOf({ ...settings, seed: 'other', companies: 50_000 });
  for (const [index, id] of firmCases.entries()) {
    const { world: _, ...here } = entity(id);
    const { world: __, ...there } = firmAt(other, index);
    assert.deepEqual(there, here);
  }
});

test('the giant has a long history, a former name, a changed board, owners and branches', () => {
  const giant = entity('giant');
  assert.deepEqual(
    giant.names.map(({ from }) => from > on - 273 && from <= on),
    [false, true],
  );
  assert.ok(giant.officers.some(({ until }) => until !== null && until > on - 273 && until <= on));
  assert.ok(giant.activities.length > 15 && giant.branches.length === 2 && giant.shareholders.length === 2);
  assert.ok(
    [2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025].every((year) => (figures('giant', year)?.turnover ?? 0) > 2 ** 31),
  );
});

test('firms that ended or changed have the status codes of their case', () => {
  assert.equal(codes('giant'), '1048');
  assert.match(codes('insolvent'), /1107/);
  assert.match(codes('bankrupt'), /1070/);
  assert.match(codes('reorganised'), /1057/);
  assert.match(codes('dissolved'), /1049/);
  assert.match(codes('suspended'), /1048 1117/);
  assert.match(codes('struckOff'), /1084/);
  assert.match(fiscal('struckOff').registrationState ?? '', /^RADIERE din data /);
  assert.match(fiscal('suspended').registrationState ?? '', /^SUSPENDARE ACTIVITATE din data /);
  const practice = entity('bankrupt').officers.find(({ title }) => title === 'lichidator judiciar');
  assert.match(practice?.name ?? '', /I\.?P\.?U\.?R\.?L|SPRL|CABINET/);
  assert.equal(practice?.person, null);
});

test('the tax cases match their names', () => {
  assert.equal(fiscal('inactive').inactive, true);
  assert.equal(fiscal('vatCanceled').vatRegistered, false);
  assert.ok(fiscal('vatCanceled').vatPeriods[0]?.canceledAt);
  assert.deepEqual(fiscal('notVatRegistered').vatPeriods, []);
  assert.equal(fiscal('cashBasisVat').cashBasisVat, true);
  assert.equal(fiscal('splitVat').splitVatStart, '2018-03-01');
  assert.equal(fiscal('giant').vatRegistered, true);
});

test('the filing cases match their names', () => {
  const chart = (id: (typeof firmCases)[number]) => filing(entity(id), 2025)?.chart;
  assert.deepEqual([chart('bank'), chart('insurer'), chart('ifrs'), chart('giant')], ['bank', 'insurer', 'IR', 'BL']);
  assert.ok((figures('ifrs')?.netLoss ?? 0) > 0);
  assert.deepEqual([figures('dormant')?.turnover, figures('dormant')?.employees], [0, 0]);
  assert.ok((figures('negativeEquity')?.equity ?? 0) < 0);
  assert.ok((figures('noEmployees')?.turnover ?? 0) > 0 && figures('noEmployees')?.employees === 0);
  assert.deepEqual(
    [filing(entity('lateFiler'), 2025)?.inFile, filing(entity('lateFiler'), 2024)?.inFile],
    [false, true],
  );
  assert.equal(filing(entity('neverFiled'), 2025), null);
  assert.equal(filing(entity('soleTrader'), 2025), null);
  for (let year = 2019; year <= 2025; year++)
    assert.ok((figures('growing', year)?.turnover ?? 0) > (figures('growing', year - 1)?.turnover ?? 0), `${year}`);
});

test('the balance sheet of the late filer comes from the web service on any founding day', () => {
  const cui = showcase.find(({ id }) => id === 'lateFiler')?.cui ?? '';
  for (const day of ['2026-08-01', '2026-09-20', '2027-01-10'])
    assert.ok(country({ ...settings, founded: day }).balance(cui, 2025, day), day);
});

test('the cases of links, addresses and names match their names', () => {
  assert.deepEqual(
    entity('busiestOfficer').officers.map(({ person }) => person),
    [busiestOfficer],
  );
  assert.equal(entity('crowdedAddress').addresses[0]?.value, crowdedAddress);
  assert.deepEqual(
    entity('groupMember').officers.map(({ person, name }) => [person, name]),
    [[null, 'STEJARUL BATRAN HOLDING SA']],
  );
  assert.equal(entity('foreignParent').parentCountry, 'Germania');
  assert.match(entity('newNumber').registration ?? '', /^J2024[0-9]{6}00[0-9]$/);
  assert.match(entity('soleTrader').registration ?? '', /^F/);
  assert.match(entity('cooperative').registration ?? '', /^C/);
  const hostile = showcase.find(({ id }) => id === 'hostileName')?.name ?? '';
  for (const part of ['"', "'", '&', '<script>', '--']) assert.ok(hostile.includes(part), part);
  assert.ok(!hostile.includes('^'));
});

test('companies act as officers: one from the registry, one with a spelling variant, one with an ambiguous name', () => {
  const officer = (id: (typeof firmCases)[number]) => entity(id).officers[0]?.name ?? '';
  const bearers = (name: string) => showcase.filter((record) => bareName(record.name) === bareName(name)).length;
  assert.deepEqual([bearers(officer('managed')), bearers(officer('unclearManager'))], [1, 3]);
  const managers = Array.from({ length: settings.companies }, (_, index) => firmAt(worldOf(settings), index)).flatMap(
    ({ officers }) => officers,
  );
  const liquidator = showcase.find(({ id }) => id === 'liquidator')?.name ?? '';
  assert.ok(managers.filter(({ name, person }) => !person && bareName(name) === bareName(liquidator)).length > 3);
});
