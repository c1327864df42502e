/** Where a reader goes on to: never to another host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPath } from './own-path.ts';

test('a path of ours stays as it is, with its question', () => {
  assert.equal(ownPath('/cont/chei'), '/cont/chei');
  assert.equal(ownPath('/cautare?q=a%20b'), '/cautare?q=a%20b');
});

test('what leads to another host, or nowhere, is none', () => {
  const others = [
    null,
    '',
    'cont',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '\\/evil.example',
    ' //evil.example',
    `/${'a'.repeat(2_000)}`,
  ];
  for (const text of others) assert.equal(ownPath(text), null, JSON.stringify(text));
});
