/** The start page and the visitor session that pages set, over real sockets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const trustedProxies = [parseSubnet('127.0.0.1') ?? { base: 0n, bits: 0 }];
  service = await smallService({ limits, config: { trustedProxies } });
});
after(() => service.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(service.port, { path, headers });

const setCookie = ({ headers }: Answered): string => String(headers['set-cookie'] ?? '');
const cookieOf = (answered: Answered): string => setCookie(answered).split(';')[0] ?? '';

const context = async (): Promise<Record<string, string>> => ({ cookie: cookieOf(await get('/')) });

test('the start page is in the language of its address, regardless of the language header', async () => {
  for (const [path, language] of [
    ['/', 'ro'],
    ['/en', 'en'],
  ] as const)
    for (const intent of ['de-DE,de;q=0.9', 'en-GB,en;q=0.9', 'ro']) {
      const { status, headers, text } = await get(path, { 'accept-language': intent });
      assert.equal(status, 200);
      assert.equal(headers['content-language'], language, `${path} ${intent}`);
      assert.ok(text.includes(`<html lang="${language}"`));
      assert.ok(text.includes(`href="${language === 'ro' ? '' : '/en'}/docs"`));
      assert.match(headers['content-type'] ?? '', /^text\/html/);
    }
});

test('the documentation sets the session, too, which opens previews to visitors without a key', async () => {
  const page = await get('/docs');
  assert.match(setCookie(page), /HttpOnly/);
  assert.match(String(page.headers['cache-control']), /private/);
  const again = await get('/docs', { 'if-none-match': String(page.headers.etag) });
  assert.equal(again.status, 304);
  assert.match(setCookie(again), /HttpOnly/);
  const preview = await get(`/api/company/${companyCui(0)}/health`, { cookie: cookieOf(page) });
  assert.equal(preview.status, 200);
  assert.equal(JSON.parse(preview.text).meta.preview, true);
});

test('the message of a daily limit gives the hours until midnight', async () => {
  const counters = allocateCounters(1_024, 1_024);
  const limits = await openLimits({ counters, redis: null, browserDayMax: 1, onChange: () => {} });
  const capped = await smallService({ limits });
  // Opening the documentation does not count towards the limit of the day.
  const headers = { cookie: cookieOf(await ask(capped.port, { path: '/docs' })) };
  const answers = [];
  for (let i = 0; i < 2; i++) answers.push(await ask(capped.port, { path: '/api/caen/4711', headers }));
  await capped.close();
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 429],
  );
  assert.match(
    JSON.parse(answers[1]?.text ?? '').error.message,
    /^More than 1 request from your network today\. The next day begins at midnight UTC, in (about [0-9]+ hours|less than an hour)\.$/,
  );
});

test('the start page loads only files of its own host', async () => {
  const { headers, text } = await get('/');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|https?:/);
  const loaded = [...text.matchAll(/<(?:script|link|img|use)\b[^>]*?(?:src|href)="([^"#]+)/g)].map(
    ([, url = '']) => url,
  );
  const own = loaded.filter((url) => url.startsWith('/assets/') || url === '/icon.svg');
  assert.ok(own.length >= 4);
  for (const url of new Set(own)) assert.equal((await get(url)).status, 200, url);
  const style = await get(own.find((url) => url.endsWith('.css')) ?? assert.fail());
  assert.doesNotMatch(style.text, /url\("?https?:|@import/);
  assert.match((await get('/icon.svg')).text, /^<svg/);
});

test('style and script addresses of the former layout are 404', async () => {
  for (const path of ['/theme.css', '/start.css', '/docs/app.js', '/docs/style.css'])
    assert.equal((await get(path)).status, 404, path);
});

test('the session cookie is HttpOnly and SameSite=Lax for one day', async () => {
  assert.match(
    setCookie(await get('/')),
    /^firmoteca_session=f\.[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('visitors are limited by address, regardless of their cookie', async () => {
  const remaining = async (headers: Record<string, string>): Promise<number> => {
    const answered = await get(`/api/company/${companyCui(0)}`, { ...headers, 'x-forwarded-for': '203.0.113.50' });
    assert.equal(answered.status, 200);
    assert.match(String(answered.headers['ratelimit-policy']), /^"browser";q=300;w=60/);
    return Number(answered.headers['x-ratelimit-remaining']);
  };
  const first = await remaining(await context());
  assert.equal(await remaining(await context()), first - 1);
});

test('visitors get partial answers of Pro operations, marked as previews', async () => {
  const headers = await context();
  const data = async (path: string) => {
    const { status, text } = await get(path, headers);
    assert.equal(status, 200, text);
    const { data: visible, meta } = JSON.parse(text);
    assert.equal(meta.preview, true);
    return { shown: visible, meta };
  };
  const health = await data(`/api/company/${companyCui(0)}/health`);
  assert.deepEqual(Object.keys(health.shown), ['year', 'ageMonths', 'altman', 'verdict', 'flags']);
  assert.ok(health.shown.verdict.code && Array.isArray(health.shown.verdict.reasons));
  const network = await data(`/api/company/${companyCui(0)}/network`);
  assert.ok(network.shown.nodes.length <= 10);
  const people = await data('/api/search/people?q=a&limit=50');
  assert.ok(people.shown.length <= 5);
  assert.equal(people.meta.page.nextCursor, null);
});
