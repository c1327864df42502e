/** Accounts of an installation under https: attributes of cookies, origins of forms and transport security. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeIn, entranceService, linkTo, PASSWORD, Visitor } from '#test/support/auth-kit.ts';
import type { SmallService } from '#test/support/small-service.ts';

const SITE = 'https://firmoteca.example';
const OURS = { host: 'firmoteca.example', origin: SITE };
const SESSION = '__Host-firmoteca_session';

let service: SmallService;
before(async () => {
  service = await entranceService({ config: { country: 'romania', publicUrl: SITE } });
});
after(() => service.close());

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/cont/siguranta')).status === 200;

async function signedUp(email: string): Promise<{ visitor: Visitor; cookies: string[] }> {
  const visitor = new Visitor(service, OURS);
  assert.equal((await visitor.send('/cont/nou', { email })).status, 303);
  const code = codeIn(await linkTo(service, email));
  const { status, headers } = await visitor.send('/cont/legatura', { code, password: PASSWORD });
  assert.equal(status, 303);
  return { visitor, cookies: headers['set-cookie'] ?? [] };
}

test('cookies have the __Host- prefix and are Secure, HttpOnly and SameSite=Lax', async () => {
  const { visitor, cookies } = await signedUp('cookie@example.ro');
  assert.equal(cookies.length, 2);
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-firmoteca_(?:session|known)=/);
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      assert.ok(cookie.split('; ').includes(flag), `${flag}: ${cookie}`);
    assert.doesNotMatch(cookie, /domain/i);
  }
  assert.ok(await isIn(visitor));
});

test('a session cookie without the __Host- prefix, which another subdomain could set, is ignored', async () => {
  const { visitor } = await signedUp('vecin@example.ro');
  const planted = new Visitor(service, OURS, new Map([['firmoteca_session', visitor.cookies.get(SESSION) ?? '']]));
  assert.equal(await isIn(planted), false);
});

test('a form from the same host without TLS, from another origin or from the origin null is refused', async () => {
  const { visitor } = await signedUp('forma@example.ro');
  const fields = { do: 'others' };
  const output = async (headers: Record<string, string>): Promise<number> =>
    (await visitor.send('/cont/siguranta', fields, headers)).status;
  assert.equal(await output({}), 303);
  for (const origin of [
    'http://firmoteca.example',
    'https://rau.firmoteca.example',
    'https://firmoteca.example:8443',
    'https://firmoteca.example.rau.example',
    'null',
  ])
    assert.equal(await output({ origin }), 400, origin);
  assert.equal(await output({ 'sec-fetch-site': 'cross-site' }), 400);
});

test('pages and error pages send Strict-Transport-Security', async () => {
  const visitor = new Visitor(service, OURS);
  for (const path of ['/cont/intrare', '/en/account/sign-in', '/', '/nu-exista'])
    assert.equal((await visitor.open(path)).headers['strict-transport-security'], 'max-age=31536000', path);
});

test('the one-click sign-in of the demo does not exist on a real installation', async () => {
  const visitor = new Visitor(service, OURS);
  assert.equal((await visitor.send('/cont/intrare', { demo: '1' })).status, 403);
  assert.equal(await isIn(visitor), false);
});
