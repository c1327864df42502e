import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupOrder } from './result-rows.ts';

const company = (name: string, matched: 'name' | 'typo' | 'partial' | 'cui' = 'name') => ({ name, matched });
const nothing = { companies: [], people: [], records: [] };

test('a code or number selects the group with the exact match', () => {
  const records = [{ id: '6210' }];
  const people = [{ name: 'POPESCU ION' }];
  assert.equal(groupOrder('14399840', { companies: [company('A SRL', 'cui')], people, records })[0], 'companies');
  assert.equal(groupOrder('6210', { companies: [company('6210 SRL')], people, records })[0], 'records');
});

test('people with exactly the name come before companies that contain it', () => {
  const companies = [company('POPESCU ION PERSOANA FIZICA AUTORIZATA')];
  assert.equal(groupOrder('Ion Popescu', { ...nothing, companies, people: [{ name: 'POPESCU ION' }] })[0], 'people');
  assert.equal(groupOrder('Ion', { ...nothing, companies, people: [{ name: 'POPESCU ION' }] })[0], 'companies');
});

test('a company matched by a typo comes after word matches, and without results there is no best group', () => {
  const companies = [company('CURATENIA SRL', 'typo')];
  assert.equal(groupOrder('curatenie', { ...nothing, companies, records: [{ id: 'CN1' }] })[0], 'records');
  assert.equal(groupOrder('curatenie', { ...nothing, companies, people: [{ name: 'CURATENIE ANA' }] })[0], 'people');
  assert.equal(groupOrder('curatenie', { ...nothing, companies })[0], 'companies');
  assert.equal(groupOrder('curatenie', nothing)[0], undefined);
});

test('groups are ordered by their best match, and those without rows are left out', () => {
  const all = { companies: [company('POPA SRL', 'partial')], people: [{ name: 'POPA ION' }], records: [{ id: 'CN1' }] };
  assert.deepEqual(groupOrder('popa ion transport', all), ['people', 'records', 'companies']);
  assert.deepEqual(groupOrder('cn1', all), ['records', 'people', 'companies']);
  assert.deepEqual(groupOrder('popa', { ...all, people: [], companies: [company('POPA SRL')] }), [
    'companies',
    'records',
  ]);
});
