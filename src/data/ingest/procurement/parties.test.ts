import assert from 'node:assert/strict';
import { test } from 'node:test';
import { party } from '#test/support/procurement-records.ts';
import { identityOf, partyId } from './parties.ts';

test('a Romanian fiscal code with a valid check digit is recognised in every notation', () => {
  for (const code of [
    '90000014',
    'RO90000014',
    'ro 90000014',
    ' RO  9000 0014 ',
    'R90000014',
    'R 90000014',
    'C.U.I. RO 90000014',
    'CIF: 90000014',
  ])
    assert.deepEqual(identityOf(party(code, 'A')), { code, cui: 90_000_014, id: 90_000_014 });
});

test('foreign and malformed codes are stored as reported and are no fiscal codes', () => {
  for (const code of ['90000015', 'HU12345678', 'J40/7502/2004', '10773381-2', 'R', 'CUI', '0', '-', '123456789012']) {
    const { cui, ...identity } = identityOf(party(code));
    assert.deepEqual([identity.code, cui], [code, null]);
  }
  const foreign = identityOf(party('90000014', 'Duna Kft', { country: 'Ungaria' }));
  assert.deepEqual([foreign.code, foreign.cui], ['90000014', null]);
  assert.equal(identityOf(party('90000014', 'A', { country: 'România' })).cui, 90_000_014);
});

test('a party without a fiscal code is identified by its other code, else by its name', () => {
  assert.equal(partyId(party('HU 12345', 'Duna Kft')), partyId(party('HU12345', 'DUNA KFT.')));
  assert.equal(partyId(party(null, 'Duna Kft.')), partyId(party(null, 'DUNA  KFT')));
  assert.notEqual(partyId(party(null, 'Duna Kft')), partyId(party(null, 'Duna Bt')));
  assert.ok(partyId(party('HU12345')) < 0);
});

test('a personal numeric code is not stored', () => {
  const { code, cui } = identityOf(party('1850412125789', 'POPESCU ION PFA'));
  assert.deepEqual([code, cui], [null, null]);
});
