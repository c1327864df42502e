import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTying, roleOf } from './roles.ts';

test('a title is one of a few roles, whatever its spelling', () => {
  for (const [title, role] of [
    ['administrator', 'administrator'],
    ['ADMINISTRATOR ȘI REPREZENTANT', 'administrator'],
    ['director general unic', 'administrator'],
    ['preşedinte consiliu de administraţie', 'administrator'],
    ['membru în consiliul de supraveghere', 'administrator'],
    ['persoană fizică autorizată', 'owner'],
    ['titular al întreprinderii individuale', 'owner'],
    ['administrator judiciar', 'insolvencyPractitioner'],
    ['Administrator judiciar provizoriu', 'insolvencyPractitioner'],
    ['LICHIDATOR JUDICIAR', 'insolvencyPractitioner'],
    ['lichidator', 'representative'],
    ['Administrator  special', 'representative'],
    ['lichidator provizoriu', 'insolvencyPractitioner'],
    ['reprezentant legal', 'representative'],
    ['membru', 'representative'],
    ['asociat unic', 'shareholder'],
    ['asociat administrator', 'administrator'],
  ] as const)
    assert.equal(roleOf(title), role, title);
});

test('whoever has no title, or one that nobody knows, is what the file says: a representative', () => {
  assert.equal(roleOf(null), 'representative');
  assert.equal(roleOf('paznic de far'), 'representative');
  assert.equal(roleOf('administratorul'), 'representative');
});

test('a court’s practitioners, auditors and the like tie no companies; who is chosen by the members does', () => {
  for (const title of [
    'lichidator judiciar',
    'Administrator Judiciar',
    'cenzor',
    'auditor financiar',
    'curator special',
  ])
    assert.equal(isTying(title), false, title);
  for (const title of ['lichidator', 'administrator special', 'administrator', 'titular', 'paznic de far', null])
    assert.equal(isTying(title), true, title ?? 'none');
});
