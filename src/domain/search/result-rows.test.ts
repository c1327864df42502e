import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestGroup } from './result-rows.ts';

const company = (name: string, matched: 'name' | 'typo' | 'cui' = 'name') => ({ name, matched });
const nothing = { companies: [], people: [], records: [] };

test('a code or number selects the group with the exact match', () => {
  const records = [{ id: '6210' }];
  const people = [{ name: 'POPESCU ION' }];
  assert.equal(bestGroup('14399840', { companies: [company('A SRL', 'cui')], people, records }), 'companies');
  assert.equal(bestGroup('6210', { companies: [company('6210 SRL')], people, records }), 'records');
});

test('people with exactly the name come before companies that contain it', () => {
  const companies = [company('POPESCU ION PERSOANA FIZICA AUTORIZATA')];
  assert.equal(bestGroup('Ion Popescu', { ...nothing, companies, people: [{ name: 'POPESCU ION' }] }), 'people');
  assert.equal(bestGroup('Ion', { ...nothing, companies, people: [{ name: 'POPESCU ION' }] }), 'companies');
});

test('a company matched by a typo comes after word matches, and without results there is no best group', () => {
  const companies = [company('CURATENIA SRL', 'typo')];
  assert.equal(bestGroup('curatenie', { ...nothing, companies, records: [{ id: 'CN1' }] }), 'records');
  assert.equal(bestGroup('curatenie', { ...nothing, companies, people: [{ name: 'CURATENIE ANA' }] }), 'people');
  assert.equal(bestGroup('curatenie', { ...nothing, companies }), 'companies');
  assert.equal(bestGroup('curatenie', nothing), null);
});
