/** API addresses in a browser: new visitors are redirected to the matching page, other clients are not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const get = (path: string, headers: Record<string, string> = BROWSER, method = 'GET'): Promise<Answered> =>
  ask(service.port, { path, headers, method });
const COMPANY = `/api/company/${companyCui(0)}`;

test('a browser without a session is redirected to the page with the same parameters, in its language', async () => {
  const cases: [path: string, language: string, page: string][] = [
    [COMPANY, 'ro', `/firma/${companyCui(0)}`],
    [COMPANY, 'en-GB,en;q=0.9', `/en/company/${companyCui(0)}`],
    [`${COMPANY}?lang=en`, 'ro', `/en/company/${companyCui(0)}`],
    [`${COMPANY}/balance/2024`, 'ro', `/firma/${companyCui(0)}`],
    ['/api/search/all?q=zimbrul%20auriu&limit=5', 'ro', '/cautare?q=zimbrul+auriu&limit=5'],
    ['/api/firme/cluj/cluj-napoca?status=active', 'ro', '/judet/cluj/cluj-napoca?status=active'],
    ['/api/firme/cluj', 'en', '/en/county/cluj'],
    ['/api/caen/4711/hub', 'ro', '/caen/4711'],
    ['/api/rates', 'ro', '/curs'],
    ['/api/health', 'en', '/en/status'],
  ];
  for (const [path, language, page] of cases) {
    const { status, headers, text } = await get(path, { ...BROWSER, 'accept-language': language });
    assert.deepEqual([status, headers.location, text], [303, page, ''], path);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('every redirect of an operation leads to an HTML page', async () => {
  for (const { id, declaration } of service.operations) {
    const { path, method = 'GET', examples } = declaration;
    if (method !== 'GET') continue;
    const [{ params = {}, query = {} } = {}] = examples;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const { status, headers } = await get(`${filled}?${new URLSearchParams(query)}`);
    if (status !== 303) continue;
    const page = await get(String(headers.location));
    // The page may be an error page: the tax authority of this service does not answer.
    assert.ok(page.status !== 500 && /text\/html/.test(String(page.headers['content-type'])), `${id}: ${page.status}`);
  }
});

test('every promised GET operation has a page, except four that answer browsers like programs', async () => {
  const without: string[] = [];
  for (const { id, declaration } of service.operations) {
    const { path, method = 'GET', extra = false, examples } = declaration;
    if (method !== 'GET' || extra) continue;
    const params = examples[0]?.params ?? {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    if ((await get(filled)).status !== 303) without.push(id);
  }
  assert.deepEqual(without.toSorted(), ['downloadDocument', 'getBenchmarks', 'getDocumentText', 'getMarket']);
});

test('programs, scripts, images and frames get the API answer', async () => {
  const others: Record<string, string>[] = [
    { accept: '*/*' },
    { accept: 'application/json' },
    {},
    { ...BROWSER, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { ...BROWSER, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { ...BROWSER, 'sec-fetch-dest': 'iframe' },
  ];
  for (const headers of others) assert.equal((await get(COMPANY, headers)).status, 401, JSON.stringify(headers));
  assert.equal((await get(COMPANY, BROWSER, 'HEAD')).status, 401);
  const keyed = await get(COMPANY, { ...BROWSER, 'x-api-key': DEMO_KEY });
  assert.equal(keyed.status, 200);
  assert.equal(JSON.parse(keyed.text).data.cui, companyCui(0));
  assert.equal((await get(COMPANY, { ...BROWSER, 'x-api-key': 'fmt_live_wrong' })).status, 401);
});

test('a browser with a session gets the API answer; a link from another site is redirected to the page', async () => {
  const cookie = String((await get('/')).headers['set-cookie']).split(';')[0] ?? '';
  const visible = await get(COMPANY, { ...BROWSER, cookie, 'sec-fetch-site': 'none' });
  assert.equal(visible.status, 200);
  assert.equal(JSON.parse(visible.text).data.cui, companyCui(0));
  const foreign = await get(COMPANY, { ...BROWSER, cookie, 'sec-fetch-site': 'cross-site' });
  assert.deepEqual([foreign.status, foreign.headers.location], [303, `/firma/${companyCui(0)}`]);
});

test('no API address redirects to another host', async () => {
  for (const path of [
    '/api/caen/%2F%2Fevil.example',
    '/api/caen/..%2f..%2fevil',
    '/api/search?q=x&next=https://evil.example',
    '/api/firme/%0d%0aset-cookie:x=1',
    '/api/person/%5c%5cevil.example',
  ]) {
    const { status, headers } = await get(path);
    const location = String(headers.location ?? '/');
    assert.ok(status === 303 || status === 400 || status === 404, `${path} ${status}`);
    const led = new URL(location, service.origin);
    assert.equal(led.origin, service.origin, path);
    assert.match(location, /^\/[a-z]/, path);
    assert.ok(!('x' in headers) && !/x=1/.test(String(headers['set-cookie'] ?? '')));
  }
});
