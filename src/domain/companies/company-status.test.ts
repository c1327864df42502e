import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { activeByTaxAuthority, joinedStatus, statusFacts } from './company-status.ts';

const none = () => null;

test('struck off takes precedence over everything, then bankruptcy, then other codes that end operation', () => {
  assert.equal(statusFacts(['1048', '1070', '1084'], none).code, '1084');
  assert.equal(statusFacts(['1048', '1049', '1070'], none).code, '1070');
  assert.equal(statusFacts(['1048', '1049'], none).code, '1049');
  assert.equal(statusFacts(['1048', '1053'], none).code, '1048');
});

test('a firm is active with 1048 alone or beside codes that do not cancel it', () => {
  assert.equal(statusFacts(['1048'], none).active, true);
  assert.equal(statusFacts(['1048', '1053'], none).active, true);
  assert.equal(statusFacts(['1048', '1107'], none).active, false);
  assert.equal(statusFacts(['1084'], none).active, false);
});

test('a firm without a status code has an unknown status', () => {
  assert.equal(statusFacts([], none).active, null);
  assert.equal(statusFacts([], none).struckOff, null);
});

test('an unknown code is classified by its label in the registry', () => {
  const label = (code: string) =>
    ({ '1999': 'dizolvare cu lichidare', '1998': 'întrerupere temporară de activitate' })[code] ?? null;
  assert.equal(statusFacts(['1999'], label).dissolution, true);
  assert.equal(statusFacts(['1998'], label).suspended, true);
  assert.equal(statusFacts(['1048'], label).dissolution, false);
});

const registry = (...codes: string[]) => statusFacts(codes, () => null);
const result = (state: string | null, inactive: boolean | null = false): FiscalRecord =>
  ({ registrationState: state, inactive }) as FiscalRecord;
const REGISTERED = 'INREGISTRAT din data 13.06.2008';

test('the more severe status of registry and tax authority applies', () => {
  assert.equal(joinedStatus(registry('1048'), result(REGISTERED)), 'operating');
  assert.equal(joinedStatus(registry('1048'), result(REGISTERED, true)), 'inactive');
  assert.equal(joinedStatus(registry('1048'), result('SUSPENDARE ACTIVITATE din data 02.01.2024', true)), 'suspended');
  assert.equal(joinedStatus(registry('1048'), result('RADIERE din data 02.01.2024')), 'struckOff');
  assert.equal(joinedStatus(registry('1048'), result('DIZOLVARE din data 02.01.2024')), 'dissolution');
  assert.equal(joinedStatus(registry('1048'), result('LICHIDARE din data 02.01.2024', true)), 'dissolution');
  assert.equal(joinedStatus(registry('1048', '1107'), result('DIZOLVARE din data 02.01.2024')), 'insolvency');
  assert.equal(joinedStatus(registry('1048', '1107'), result(REGISTERED, true)), 'insolvency');
  assert.equal(joinedStatus(registry('1049'), result(REGISTERED)), 'dissolution');
  assert.equal(joinedStatus(registry('1117'), result(REGISTERED)), 'suspended');
  assert.equal(joinedStatus(registry('1084'), result(REGISTERED)), 'struckOff');
  assert.equal(joinedStatus(registry('1055'), result(REGISTERED)), 'notOperating');
});

test('one source alone gives the status, and without any source it is null', () => {
  assert.equal(joinedStatus(registry('1048'), null), 'operating');
  assert.equal(joinedStatus(null, result(REGISTERED)), 'operating');
  assert.equal(joinedStatus(null, result('RADIAT din data 02.01.2024')), 'struckOff');
  assert.equal(joinedStatus(null, result('DIZOLVARE din data 02.01.2024')), 'dissolution');
  assert.equal(joinedStatus(null, null), null);
  assert.equal(joinedStatus(null, result(null, null)), null);
  assert.equal(joinedStatus(registry(), null), null);
});

test('by the tax authority a firm is active unless deregistered, in dissolution or suspended', () => {
  assert.equal(activeByTaxAuthority(result(REGISTERED)), true);
  assert.equal(activeByTaxAuthority(result('TRANSFER(SOSIRE) din data 02.01.2024')), true);
  assert.equal(activeByTaxAuthority(result('RADIERE din data 02.01.2024')), false);
  assert.equal(activeByTaxAuthority(result('DIZOLVARE din data 02.01.2024')), false);
  assert.equal(activeByTaxAuthority(result(null)), null);
});
