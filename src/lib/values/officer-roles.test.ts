import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInCharge, isKnownTitle, isTying, roleOf } from './officer-roles.ts';

test('a title gives its role in any spelling', () => {
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

test('a plural or feminine title gives the same role', () => {
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

test('members and representatives of a family business are its owners', () => {
  for (const title of ['reprezentant', 'Reprezentantă', 'membru', null]) {
    assert.equal(roleOf(title, 'IF'), 'owner');
    assert.equal(roleOf(title, 'AF'), 'owner');
    assert.equal(roleOf(title, 'SRL'), 'representative');
  }
  assert.equal(roleOf('lichidator judiciar', 'IF'), 'insolvencyPractitioner');
  assert.equal(roleOf('împuternicit', 'IF'), 'representative');
});

test('insolvency practitioners and liquidators are in charge of a firm under any title', () => {
  for (const title of ['lichidator', 'administrator judiciar', 'administrator concordatar', 'Practician în insolvență'])
    assert.equal(isInCharge(title), true, title);
  for (const title of ['administrator', 'administrator special', 'mandatar judiciar al cenzorului', null])
    assert.equal(isInCharge(title), false, title ?? 'none');
});

test('a missing or unknown title gives the role of representative', () => {
  assert.equal(roleOf(null), 'representative');
  assert.equal(roleOf('paznic de far'), 'representative');
  assert.equal(roleOf('administratorul'), 'representative');
});

test('a title without a class is told apart from one with', () => {
  assert.deepEqual(['paznic de far', 'administrator judiciar', 'reprezentant', null].map(isKnownTitle), [
    false,
    true,
    true,
    true,
  ]);
});

test('practitioners, liquidators and auditors do not link companies, and representatives of the members do', () => {
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
