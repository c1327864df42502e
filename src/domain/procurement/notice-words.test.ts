import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeStateOf, procedureTypeOf } from './notice-words.ts';

test('a procedure type has one code in all spellings of twenty years of exports', () => {
  for (const [published, code] of [
    ['Licitatie deschisa', 'open'],
    ['LICITAŢIE DESCHISĂ', 'open'],
    ['Licitatie deschisa accelerata', 'open'],
    ['Licitatie deschisa (concesiuni)', 'open'],
    ['Licitatie restransa accelerata', 'restricted'],
    ['Procedura simplificata', 'simplified'],
    ['Procedura simplificata proprie', 'ownSimplified'],
    ['Negociere fara publicare prealabila', 'negotiationWithoutNotice'],
    ['Negociere fara anunt de participare', 'negotiationWithoutNotice'],
    ['Negociere', 'negotiationWithNotice'],
    ['Negociere accelerata', 'negotiationWithNotice'],
    ['Negociere cu publicare prealabila', 'negotiationWithNotice'],
    ['Procedura competitiva cu negociere', 'competitiveNegotiation'],
    ['Cerere de oferta', 'requestForQuotations'],
    ['Cerere de oferte', 'requestForQuotations'],
    ['Norme proprii (Anexa 2)', 'ownRules'],
    ['Sistem de achizitie dinamic', 'dynamicPurchasing'],
    ['Cumparare directa', 'directPurchase'],
    ['Concurs de soluții', 'designContest'],
  ] as const)
    assert.equal(procedureTypeOf(published), code, published);
});

test('a notice state has one code in either gender', () => {
  for (const [published, code] of [
    ['Publicat', 'published'],
    ['In desfasurare', 'ongoing'],
    ['În desfășurare', 'ongoing'],
    ['Atribuita', 'awarded'],
    ['Atribuit', 'awarded'],
    ['Anulata', 'cancelled'],
    ['Suspendata', 'suspended'],
  ] as const)
    assert.equal(noticeStateOf(published), code, published);
});

test('unknown values give the code other, and empty values give none', () => {
  for (const unknown of [
    'Procedura din viitor',
    'Negociere in trepte',
    'Licitatie deschisa restransa',
    'constructor',
    '(Anexa 2)',
  ])
    assert.equal(procedureTypeOf(unknown), 'other', unknown);
  for (const unknown of ['Altceva', 'In evaluare', 'Publicat partial', 'In', 'toString'])
    assert.equal(noticeStateOf(unknown), 'other', unknown);
  for (const none of [null, '', ' - ']) assert.deepEqual([procedureTypeOf(none), noticeStateOf(none)], [null, null]);
});
