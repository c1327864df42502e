import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleOf } from './roles.ts';

test('a title is one of three roles, whatever its spelling', () => {
  for (const [title, role] of [
    ['administrator', 'administrator'],
    ['ADMINISTRATOR ȘI REPREZENTANT', 'administrator'],
    ['director general unic', 'administrator'],
    ['preşedinte consiliu de administraţie', 'administrator'],
    ['membru în consiliul de supraveghere', 'administrator'],
    ['persoană fizică autorizată', 'administrator'],
    ['administrator judiciar', 'representative'],
    ['Administrator  special', 'representative'],
    ['lichidator provizoriu', 'representative'],
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
