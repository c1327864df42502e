import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionCookie, setCookie } from './cookie.ts';
import type { Request } from './request.ts';

const request = (headers: Record<string, string>): Request =>
  ({ raw: { headers }, header: (name: string) => headers[name] }) as unknown as Request;
const read = (cookie: string, more: Record<string, string> = {}, publicUrl: string | null = null): string | null =>
  sessionCookie(request({ host: 'firms.example', cookie, ...more }), publicUrl);

test('our cookie is found among others, and what only looks like it is not', () => {
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

test('it counts only for pages of our own, by the host they ask or by our public address', () => {
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

test('where readers come by https, the cookie is this host’s alone and never goes over anything else', () => {
  const https = 'https://firms.example';
  for (const plain of [null, 'http://firms.example'])
    assert.equal(
      setCookie('v', 60, plain),
      'firmoteca_session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
      String(plain),
    );
  assert.equal(
    setCookie('v', 60, https),
    '__Host-firmoteca_session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  assert.equal(read('__Host-firmoteca_session=f.1.x', {}, https), 'f.1.x');
  assert.equal(read('firmoteca_session=f.1.x', {}, https), null);
  assert.equal(read('firmoteca_session=planted; __Host-firmoteca_session=own', {}, https), 'own');
  assert.equal(read('__Host-firmoteca_session=f.1.x'), null);
  assert.throws(() => setCookie('v; Domain=evil.example', 60, https), /invalid/);
});
