import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPath, redirect } from './redirect.ts';

const OWN = 'https://firms.example';
const sentTo = (to: string, origins: string[] = []): string => String(redirect(303, to, { origins }).headers.location);

test('a path of ours is followed, written so that every browser reads the same', () => {
  for (const [to, place] of [
    ['/', '/'],
    ['/cont?x=1#jos', '/cont?x=1#jos'],
    ['/firmă/șură', '/firm%C4%83/%C8%99ur%C4%83'],
    ['/a/../b', '/b'],
    ['/x\r\nset-cookie: a=1', '/xset-cookie:%20a=1'],
  ] as const)
    assert.equal(sentTo(to), place);
});

test('nothing that only looks like a path of ours is followed', () => {
  for (const to of [
    '',
    'cont',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'http:evil.example',
    'https://own.invalid/',
    'http://own.invalid/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//firms.example@evil.example/',
  ]) {
    // Whatever is let through must stay here when a browser reads it.
    let place: string;
    try {
      place = sentTo(to, [OWN]);
    } catch (error) {
      assert.match(String(error), /leads to another site/, to);
      continue;
    }
    assert.fail(`${to} was followed to ${place}`);
  }
});

test('origins that are named are followed, without a name or a password before them', () => {
  assert.equal(sentTo('https://pay.example/x?y=1', ['https://pay.example']), 'https://pay.example/x?y=1');
  for (const to of [
    'http://pay.example/',
    'https://pay.example:8443/',
    'https://pay.example.evil.example/',
    'https://user@pay.example/',
    'https://evil.example\\@pay.example/',
  ])
    assert.throws(() => sentTo(to, ['https://pay.example']), /leads to another site/, to);
});

test('nobody keeps it, and it may set cookies', () => {
  const { status, headers } = redirect(303, '/cont', { headers: { 'set-cookie': ['a=1', 'b=2'] } });
  assert.deepEqual(
    [status, headers],
    [303, { 'cache-control': 'no-store', 'set-cookie': ['a=1', 'b=2'], location: '/cont' }],
  );
});

/** Where a reader goes on to: never to another host. */
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
