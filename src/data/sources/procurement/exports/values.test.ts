import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { foldedName, PAST_THE_END, positionsOf } from './columns.ts';
import { kindOf } from './contracts.ts';
import { cpvOf, dayOf, instantOf, noticeNumber, partiesOf, partyOf } from './values.ts';

test('days are read in the notation of every year', () => {
  const days: [Cell, boolean, string | null][] = [
    ['2016-02-11 00:00:00.000', false, '2016-02-11'],
    ['2024-02-05T13:45:00', false, '2024-02-05'],
    ['03.07.2023', false, '2023-07-03'],
    ['3/7/2023 10:20', false, '2023-07-03'],
    ['09/30/2022', true, '2022-09-30'],
    ['05/06/2022 12:00:00 AM', true, '2022-05-06'],
    ['05/06/2022', false, '2022-06-05'],
    ['05.06.2022', true, '2022-06-05'],
    ['09/30/2022', false, '2022-09-30'],
    ['30/09/2022', true, '2022-09-30'],
    [45327, false, '2024-02-05'],
    [45327.99, false, '2024-02-05'],
    ['45327', false, '2024-02-05'],
    ['2023-02-30', false, null],
    ['31/31/2023', false, null],
    [12, false, null],
    ['', false, null],
    [null, false, null],
    ['nedefinit', false, null],
  ];
  for (const [cell, monthFirst, day] of days) assert.equal(dayOf(cell, monthFirst), day, String(cell));
});

test('an instant needs an hour in the cell, and summer time is applied', () => {
  assert.equal(instantOf('2017-07-02 10:15:00.000'), '2017-07-02T07:15:00.000Z');
  assert.equal(instantOf('2017-01-02T10:15:30'), '2017-01-02T08:15:30.000Z');
  assert.equal(instantOf('2017-01-02 00:00:00.000'), null);
  assert.equal(instantOf('02.01.2017'), null);
  assert.equal(instantOf(45327.5), null);
});

test('CPV codes are read with check digit and title, or as a number without the leading zero', () => {
  assert.deepEqual(cpvOf('34351100-3 - Anvelope (Rev.2)', null), { code: '34351100', title: 'Anvelope' });
  assert.deepEqual(cpvOf('34351100-3', 'Anvelope'), { code: '34351100', title: 'Anvelope' });
  assert.deepEqual(cpvOf('34351100', null), { code: '34351100', title: null });
  // An internal id in the column of titles.
  for (const id of [12_345, '12345']) assert.deepEqual(cpvOf('34351100-3', id), { code: '34351100', title: null });
  assert.deepEqual(cpvOf(3_200_000, 'Cereale'), { code: '03200000', title: 'Cereale' });
  assert.equal(cpvOf('15113', null), null);
  assert.equal(cpvOf('', null), null);
});

test('notice numbers are letters and digits, and old ones digits only', () => {
  assert.equal(noticeNumber('cn 1096282/2024'), 'CN1096282');
  assert.equal(noticeNumber(145_023), '145023');
  for (const none of ['fara numar', '12']) assert.equal(noticeNumber(none), null);
});

test('a party keeps its code as reported, a dash means no code, and a code can replace a missing name', () => {
  const party = { city: null, county: null, country: null };
  assert.deepEqual(partyOf({ code: 'RO 123', name: ' ALFA  SRL ' }), { code: 'RO 123', name: 'ALFA SRL', ...party });
  assert.deepEqual(partyOf({ code: '-', name: 'ALFA' }), { code: null, name: 'ALFA', ...party });
  assert.deepEqual(partyOf({ code: 'J40/1/2004', name: null }), { code: 'J40/1/2004', name: 'J40/1/2004', ...party });
  assert.deepEqual(partyOf({ code: '1840211123456', name: 'POPESCU ION PFA' })?.code, null);
  assert.equal(partyOf({ code: '1003600012345', name: 'BARZA ALBA' })?.code, '1003600012345');
  assert.equal(partyOf({ code: 'n/a', name: '' }), null);
  assert.deepEqual(
    partiesOf({ code: 'RO 1; -; BG2', name: 'A; B; C' }).map(({ code, name }) => [code, name]),
    [
      ['RO 1', 'A'],
      [null, 'B'],
      ['BG2', 'C'],
    ],
  );
  assert.deepEqual(
    partiesOf({ code: '1;1', name: 'A' }).map(({ code, name }) => [code, name]),
    [['1;1', 'A']],
  );
});

test('a framework, a call-off and an ordinary contract are distinguished by both columns', () => {
  const FRAMEWORK = 'Incheierea unui acord-cadru';
  assert.equal(kindOf('Un contract de achizitii publice', null, null), 'contract');
  assert.equal(kindOf('Un contract de achizitii publice', 'Contract', null), 'contract');
  assert.equal(kindOf(FRAMEWORK, null, null), 'framework');
  assert.equal(kindOf(FRAMEWORK, 'Acord cadru', null), 'framework');
  assert.equal(kindOf(FRAMEWORK, 'Contract subsecvent', null), 'callOff');
  assert.equal(kindOf(FRAMEWORK, 'Contract', null), 'callOff');
  assert.equal(kindOf('Contract subsecvent', null, null), 'callOff');
  assert.equal(kindOf(null, null, 'Acordul-cadru nr. 5'), 'framework');
  assert.equal(kindOf(null, null, 'Contract subsecvent nr. 2'), 'callOff');
  assert.equal(kindOf(null, null, null), 'contract');
});

test('columns are matched in every spelling, misspelt ones by similarity, never under the name of another', () => {
  const header = ['AUTORITATE_CONTRACTANTA', 'Dtaa contract', 'CPVCodeID', 'Tip contract', 'Valoare contract (RON)'];
  const names = { authority: 'autoritatecontractanta', date: 'datacontract', cpv: 'cpvcode', kind: 'tipincheiere' };
  assert.deepEqual(positionsOf(header.map(foldedName), names), {
    authority: 0,
    date: 1,
    cpv: PAST_THE_END,
    kind: PAST_THE_END,
  });
});
