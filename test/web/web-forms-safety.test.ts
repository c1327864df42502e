/** Public forms under attack: forms of other sites, oversized bodies, open redirects, framing and caching. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requestRows } from '#platform/privacy/requests-table.ts';
import { proReader } from '#test/support/pro-browser.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { sendForm } from '#test/support/web-form.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const RECORD = `company:${companyCui(0)}`;
/** Every form that stores data, as a reader would send it. */
const FORMS: Record<string, Record<string, string>> = {
  '/date-personale': { name: 'A', concerned: 'B', reason: 'C' },
  '/en/privacy': { name: 'A', concerned: 'B', reason: 'C' },
  '/semnaleaza': { record: RECORD, what: 'x' },
  '/en/report-error': { record: RECORD, what: 'x' },
  '/cerere': { token: 'x' },
  '/en/request': { token: 'x' },
};
const PAGES = ['/preturi', '/en/pricing', '/date-personale', `/semnaleaza?record=${RECORD}`, '/cerere', '/sitemap.xml'];

const stored = async (): Promise<number> => (await requestRows(service.store.state, { all: true })).length;

test('a form from another site or without origin headers is refused', async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://neighbour.127.0.0.1.example' },
  ];
  for (const [path, fields] of Object.entries(FORMS)) {
    for (const headers of foreign) {
      const { status } = await sendForm(service.port, path, fields, headers);
      assert.equal(status, 400, `${path} ${JSON.stringify(headers)}`);
    }
    const bare = await ask(service.port, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    assert.equal(bare.status, 400, `${path} without origin headers`);
  }
  assert.equal(await stored(), 0);
});

test('a link of another site opens a page with the session, but neither the API nor a frame', async () => {
  const { cookie } = await proReader(service);
  const see = async (path: string, headers: Record<string, string>) =>
    ask(service.port, { path, headers: { accept: 'text/html', cookie, ...headers } });
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const known = /numai din contul dumneavoastră/;
  const page = await see('/verificare', followed);
  assert.match(page.text, known);
  assert.equal(page.headers['set-cookie'], undefined, 'the session cookie stays');
  assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin', 'the opener has no access to the page');
  for (const other of [{ 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-mode': 'no-cors' }] as Record<string, string>[]) {
    const { text, headers } = await see('/verificare', { ...followed, ...other });
    assert.doesNotMatch(text, known);
    assert.equal(headers['set-cookie'], undefined);
  }
  const program = { ...followed, accept: 'application/json' };
  assert.equal((await see(`/api/company/${companyCui(0)}`, program)).status, 401);
  assert.equal(
    (await sendForm(service.port, '/verificare', {}, { ...followed, cookie, origin: 'https://evil.example' })).status,
    400,
  );
});

test('bodies of another type, too long or with too many fields are refused, and no request is stored', async () => {
  for (const [path, fields] of Object.entries(FORMS)) {
    const json = await sendForm(service.port, path, fields, { 'content-type': 'application/json' });
    assert.equal(json.status, 415, path);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, 'x']));
    assert.equal((await sendForm(service.port, path, { ...fields, ...many })).status, 400, path);
    const long = await sendForm(service.port, path, { ...fields, reason: 'x'.repeat(70_000) });
    assert.equal(long.status, 413, path);
  }
  assert.equal(await stored(), 0);
});

test('fields in the address of a GET request store nothing', async () => {
  for (const [path, fields] of Object.entries(FORMS))
    await ask(service.port, { path: `${path}?${new URLSearchParams(fields)}`, headers: { accept: 'text/html' } });
  assert.equal(await stored(), 0);
});

test('a form redirects to a page of this host, regardless of its input', async () => {
  for (const path of ['/date-personale', '/semnaleaza']) {
    const fields = { ...FORMS[path], next: '//evil.example', return: 'https://evil.example', language: '//evil' };
    const { status, headers } = await sendForm(service.port, path, fields, { 'x-forwarded-host': 'evil.example' });
    assert.equal(status, 303);
    assert.match(String(headers.location), /^\/cerere\?token=/);
  }
});

test('form pages forbid framing and inline scripts, and their cookie is HttpOnly', async () => {
  const secured = await smallService({ config: { publicUrl: 'https://firme.example' } });
  for (const path of PAGES.filter((one) => !one.endsWith('.xml'))) {
    const { headers } = await ask(service.port, { path, headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    for (const rule of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "default-src 'none'"])
      assert.ok(policy.includes(rule), `${path}: ${rule}`);
    assert.ok(!policy.includes('unsafe'), path);
    assert.match(cookieOf(await ask(service.port, { path })), /; HttpOnly; SameSite=Lax$/);
    assert.match(
      cookieOf(await ask(secured.port, { path })),
      /^__Host-firmoteca_session=[^;]+; Max-Age=[0-9]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  }
  await secured.close();
});

const cookieOf = ({ headers }: Answered): string => String(headers['set-cookie'] ?? '');

test('form pages and the sitemap have no inline scripts or styles', async () => {
  for (const path of PAGES) {
    const { text } = await ask(service.port, { path, headers: { accept: 'text/html' } });
    assert.ok(!/<script>|<script [^>]*>[^<]|<style| style=| on[a-z]+="/.test(text), path);
  }
});

test('the page of a request and a form with errors are never cached', async () => {
  for (const path of ['/cerere', '/cerere?token=x', '/en/request'])
    assert.equal((await ask(service.port, { path })).headers['cache-control'], 'no-store', path);
  const again = await sendForm(service.port, '/date-personale', { name: '', concerned: '', reason: 'C' });
  assert.equal(again.status, 400);
  assert.equal(again.headers['cache-control'], 'no-store');
});
