import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInCharge, isTying, roleOf } from './officer-roles.ts';

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

test('a title in the plural or the feminine is the same role', () => {
  for (const [title, role, ties] of [
    ['lichidatori judiciari', 'insolvencyPractitioner', false],
    ['Administratori judiciari', 'insolvencyPractitioner', false],
    ['practicieni în insolvență', 'insolvencyPractitioner', false],
    ['cenzori', 'representative', false],
    ['auditoare', 'representative', false],
    ['lichidatoare', 'representative', false],
    ['administratoare', 'administrator', true],
    ['administratori', 'administrator', true],
    ['președintă', 'administrator', true],
    ['membri în consiliul de administrație', 'administrator', true],
    ['titulară', 'owner', true],
    ['asociată unică', 'shareholder', true],
  ] as const)
    assert.deepEqual([roleOf(title), isTying(title)], [role, ties], title);
});

test('in a family business its members and its representative are the owners', () => {
  for (const title of ['reprezentant', 'Reprezentantă', 'membru', null]) {
    assert.equal(roleOf(title, 'IF'), 'owner');
    assert.equal(roleOf(title, 'AF'), 'owner');
    assert.equal(roleOf(title, 'SRL'), 'representative');
  }
  assert.equal(roleOf('lichidator judiciar', 'IF'), 'insolvencyPractitioner');
  assert.equal(roleOf('împuternicit', 'IF'), 'representative');
});

test('practitioners and liquidators are in charge of a firm, however they are named', () => {
  for (const title of ['lichidator', 'administrator judiciar', 'administrator concordatar', 'Practician în insolvență'])
    assert.equal(isInCharge(title), true, title);
  for (const title of ['administrator', 'administrator special', 'mandatar judiciar al cenzorului', null])
    assert.equal(isInCharge(title), false, title ?? 'none');
});

test('whoever has no title, or one that nobody knows, is what the file says: a representative', () => {
  assert.equal(roleOf(null), 'representative');
  assert.equal(roleOf('paznic de far'), 'representative');
  assert.equal(roleOf('administratorul'), 'representative');
});

test('practitioners, liquidators, auditors and the like tie no companies; who speaks for the members does', () => {
  for (const title of [
    'lichidator judiciar',
    'Administrator Judiciar',
    'lichidator',
    'cenzor',
    'auditor financiar',
    'curator special',
  ])
    assert.equal(isTying(title), false, title);
  for (const title of ['administrator special', 'administrator', 'titular', 'paznic de far', null])
    assert.equal(isTying(title), true, title ?? 'none');
});
