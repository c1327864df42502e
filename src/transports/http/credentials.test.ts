import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnForm, pageCookie, sessionCookie, setSessionCookie } from './credentials.ts';
import type { Request } from './request.ts';

const request = (headers: Record<string, string>, method = 'GET'): Request =>
  ({ method, raw: { headers }, header: (name: string) => headers[name] }) as unknown as Request;
const read = (cookie: string, more: Record<string, string> = {}, publicUrl: string | null = null): string | null =>
  sessionCookie(request({ host: 'firms.example', cookie, ...more }), publicUrl);

test('the session cookie is found among others, and similar names are ignored', () => {
  assert.equal(read('firmoteca_session=f.1.x'), 'f.1.x');
  assert.equal(read('a=1; firmoteca_session=f.1.x; b=2'), 'f.1.x');
  assert.equal(read('firmoteca_session=one; firmoteca_session=two'), 'one');
  for (const cookie of [
    '',
    'a=1',
    'xfirmoteca_session=f',
    'firmoteca_sessions=f',
    'a=firmoteca_session=f',
    'firmoteca_session',
  ])
    assert.equal(read(cookie), null, cookie);
  assert.equal(sessionCookie(request({ host: 'x' }), null), null);
  assert.equal(read(`firmoteca_session=${'x'.repeat(201)}`), null);
});

test('the session cookie is accepted from own pages only, by Host or public address', () => {
  const cookie = 'firmoteca_session=f.1.x';
  assert.equal(read(cookie, { origin: 'https://firms.example' }), 'f.1.x');
  assert.equal(
    read(`__Host-${cookie}`, { origin: 'https://www.example', host: 'internal:8080' }, 'https://www.example/x'),
    'f.1.x',
  );
  assert.equal(read(cookie, { origin: 'https://www.example', host: 'internal:8080' }), null);
  for (const origin of ['null', '', 'https://firms.example.evil', 'https://evil.example'])
    assert.equal(read(cookie, { origin }), null, origin);
  for (const site of ['same-origin', 'same-site', 'none'])
    assert.equal(read(cookie, { 'sec-fetch-site': site }), 'f.1.x');
  assert.equal(read(cookie, { 'sec-fetch-site': 'cross-site' }), null);
});

test('over HTTPS the session cookie has the __Host- prefix and the Secure attribute', () => {
  const https = 'https://firms.example';
  for (const plain of [null, 'http://firms.example'])
    assert.equal(
      setSessionCookie('v', 60, plain),
      'firmoteca_session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
      String(plain),
    );
  assert.equal(
    setSessionCookie('v', 60, https),
    '__Host-firmoteca_session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  assert.equal(read('__Host-firmoteca_session=f.1.x', {}, https), 'f.1.x');
  assert.equal(read('firmoteca_session=f.1.x', {}, https), null);
  assert.equal(read('firmoteca_session=planted; __Host-firmoteca_session=own', {}, https), 'own');
  assert.equal(read('__Host-firmoteca_session=f.1.x'), null);
  assert.throws(() => setSessionCookie('v; Domain=evil.example', 60, https), /invalid/);
});

test('the origin check includes the scheme and port of the public address, else of the Host header', () => {
  const isOwn = (origin: string, host: string, publicUrl: string | null): boolean =>
    isOwnForm(request({ host, origin }), publicUrl);
  const secure = 'https://firms.example';
  for (const publicUrl of [secure, `${secure}/`]) {
    assert.ok(isOwn(secure, 'firms.example', publicUrl));
    assert.ok(isOwn(secure, 'internal:8080', publicUrl), 'a proxy that forwards its own host name');
    assert.ok(!isOwn('http://firms.example', 'firms.example', publicUrl), 'a page injected by a network attacker');
    assert.ok(!isOwn('https://firms.example:8443', 'firms.example', publicUrl));
    assert.ok(isOwn('http://127.0.0.1:8080', '127.0.0.1:8080', publicUrl), 'direct access past the proxy');
    assert.ok(!isOwn('http://127.0.0.1:8080', 'firms.example', publicUrl), 'a program on the user’s machine');
    assert.ok(!isOwn('null', 'firms.example', publicUrl));
  }
  assert.ok(isOwn('http://firms.example', 'firms.example', 'http://firms.example'));
  assert.ok(!isOwn('https://firms.example', 'firms.example', 'http://firms.example'));
  for (const origin of ['http://firms.example', 'https://firms.example'])
    assert.ok(isOwn(origin, 'firms.example', null));
  assert.ok(!isOwn('https://firms.example', 'firms.example:8080', null));
});

test('pages accept the session cookie on cross-site navigation, never in frames, subresources or forms', () => {
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const cookie = 'firmoteca_session=s.1';
  const visible = (headers: Record<string, string>, method = 'GET'): string | null =>
    pageCookie(request({ host: 'firms.example', cookie, ...headers }, method), null);
  assert.equal(visible(followed), 's.1');
  assert.equal(visible({ 'sec-fetch-site': 'same-origin' }, 'POST'), 's.1');
  assert.equal(read(cookie, followed), null, 'the API does not accept the cookie cross-site');
  assert.equal(visible({ 'sec-fetch-site': 'cross-site' }), null);
  for (const other of [
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    assert.equal(visible({ ...followed, ...other }), null, JSON.stringify(other));
  assert.equal(visible(followed, 'POST'), null);
});
