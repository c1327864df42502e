/** The documentation pages over HTTP: their content before a request is sent, verified against the API. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { TSchema } from 'typebox';
import { exampleAnswer, examplePreview } from '#api/operation-examples.ts';
import { documentedSchema } from '#api/parameters.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { withoutKey } from '#transports/web/docs/phrases.ts';

let service: SmallService;
let cookie: string;
before(async () => {
  service = await smallService();
  cookie = cookieOf(await ask(service.port, { path: '/docs' }));
});
after(() => service.close());

const cookieOf = ({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }): string =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

const page = async (path: string): Promise<string> => {
  const { status, text } = await ask(service.port, { path });
  assert.equal(status, 200, path);
  return text;
};

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
/** The visible text of markup. */
const plain = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');

const samplesIn = (markup: string): string[] =>
  [...markup.matchAll(/<figure class="sample" data-demo>.*?<div class="json">(.*?)<\/div><\/figure>/gs)].map(
    ([, tree = '']) => plain(tree),
  );

test('the overview shows a working request with its answer and lists every operation, in both languages', async () => {
  for (const [path, lang, heading] of [
    ['/docs', 'ro', 'De la cheie la primul răspuns într-un minut'],
    ['/en/docs', 'en', 'From a key to the first answer in a minute'],
  ] as const) {
    const text = await page(path);
    assert.ok(text.includes(`<html lang="${lang}"`) && text.includes(`<h1>${heading}</h1>`));
    assert.ok(text.indexOf(heading) < text.indexOf('data-operations'), 'the overview comes first');
    assert.ok(text.includes(DEMO_KEY));
    const [, curl = ''] = /<code[^>]*>(curl .*?)<\/code>/s.exec(text) ?? [];
    const [, key = '', url = ''] = /X-API-Key: ([^']+)' \\\n {2}(\S+)/.exec(plain(curl)) ?? [];
    const answered = await fetch(url.replace(/^http:\/\/[^/]+/, service.origin), { headers: { 'x-api-key': key } });
    assert.equal(answered.status, 200, curl);
    assert.deepEqual(JSON.parse(samplesIn(text)[0] ?? ''), exampleAnswer('getCompany'));
    for (const { id, declaration } of service.operations) {
      assert.ok(text.includes(`<li id="${id}">`), id);
      assert.ok(plain(text).includes(declaration.path), id);
    }
    assert.match(text, /<link rel="alternate" hreflang="en" href="\/en\/docs">/);
  }
});

test('every operation has a page in both languages with a recorded answer', async () => {
  for (const { id, declaration } of service.operations)
    for (const path of [`/docs/${id}`, `/en/docs/${id}`]) {
      const text = await page(path);
      const samples = samplesIn(text).map((sample) => JSON.parse(sample));
      const given = [exampleAnswer(id), examplePreview(id)].filter((answer) => answer !== null);
      assert.deepEqual(samples, given, path);
      assert.ok(samples.length > 0 || declaration.file, `${path} has no sample answer`);
      assert.ok(samples.length < 1 || plain(text).includes(path.startsWith('/en') ? 'invented' : 'inventate'));
      for (const label of ['curl', 'TypeScript', 'Python'])
        assert.ok(text.includes(`data-code="${label}"`), `${path} ${label}`);
      assert.ok(text.includes('ratelimit-policy') && text.includes('"errors-title"'), path);
      // The same header and footer as on every other page.
      assert.match(text, /<header class="top">[\s\S]*<main id="content"[\s\S]*<footer class="foot">/);
    }
});

test('every page is smaller than 25 KB compressed', async () => {
  const all = service.operations.flatMap(({ id }) => [`/docs/${id}`, `/en/docs/${id}`]);
  for (const path of ['/docs', '/en/docs', ...all]) {
    const text = await page(path);
    assert.ok(gzipSync(text).length < 25_000, `${path}: ${gzipSync(text).length} bytes compressed`);
  }
});

test('the note on access without a key matches the answer of the API', async () => {
  const result = {
    all: 'Without a key you see the whole answer from here',
    part: 'Without one you see a part from here',
    page: 'Without one our page does it',
    none: 'Without one the answer is 403',
  };
  for (const { id, declaration } of service.operations) {
    const kind = withoutKey(declaration);
    assert.ok((await page(`/en/docs/${id}`)).includes(result[kind]), id);
    const { method = 'GET', path, examples } = declaration;
    const { params = {}, query, body } = examples[0] ?? {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await fetch(`${service.origin}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const refused = kind === 'none' || kind === 'page';
    assert.equal(response.status, refused ? 403 : 200, id);
    const { error, meta } = (await response.json()) as { error?: { code: string }; meta?: { preview?: boolean } };
    if (refused) assert.equal(error?.code, 'PRO_KEY_REQUIRED', id);
    else assert.equal(meta?.preview === true, kind === 'part', id);
  }
});

test('dates have date fields, booleans have selects, and every control has a label', async () => {
  let days = 0;
  for (const { id, declaration } of service.operations) {
    const text = await page(`/docs/${id}`);
    for (const [name, shape] of Object.entries(declaration.query?.properties ?? {})) {
      const [control = ''] = new RegExp(`<(?:input|select)[^>]* id="query-${name}"[^>]*>`).exec(text) ?? [];
      const isDay = (documentedSchema(shape as TSchema) as { format?: string }).format === 'date';
      if (isDay) days++;
      assert.equal(control.includes('type="date"'), isDay, `${id} ${name}`);
      if ((shape as { type?: string }).type === 'boolean') assert.match(control, /^<select/, `${id} ${name}`);
      assert.ok(text.includes(`<label for="query-${name}">`), `${id} ${name}`);
    }
  }
  assert.ok(days > 10);
});

test('the search finds operations by words of both languages without scripts', async () => {
  const ids = (text: string): string[] => [...text.matchAll(/<li id="([a-zA-Z]+)">/g)].map(([, id = '']) => id);
  for (const [words, id] of [
    ['tva', 'getCompany'],
    ['bilanț', 'getBalance'],
    ['bilant', 'getBalance'],
    ['owner', 'getPersonCompanies'],
  ] as const)
    for (const path of ['/docs', '/en/docs']) {
      const text = await page(`${path}?words=${encodeURIComponent(words)}`);
      assert.ok(ids(text).includes(id), `${path} ${words}`);
      assert.ok(ids(text).length < service.operations.length / 2, `${words} narrows the list`);
      assert.ok(text.includes(`value="${words}"`));
    }
  const none = await page('/docs?words=zzzyyy');
  assert.deepEqual(ids(none), []);
  assert.ok(none.includes('Nicio operațiune pentru „zzzyyy”'));
  assert.equal(ids(await page('/docs?words=%20')).length, service.operations.length);
  const hostile = await page(`/docs?words=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.ok(!hostile.includes('<script>alert'));
  assert.equal((await ask(service.port, { path: `/docs?words=${'a'.repeat(3_000)}` })).status, 200);
});

test('without scripts the form redirects to the API address, which the session of the page can read', async () => {
  const { status, headers } = await ask(service.port, { path: '/docs/getCompany?try=1&cui=90000014&date=' });
  assert.equal(status, 303);
  assert.equal(headers.location, '/api/company/90000014');
  const browser = { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/html,*/*;q=0.8' };
  const answer = await ask(service.port, { path: headers.location ?? '', headers: browser });
  assert.equal(answer.status, 200);
  assert.equal(JSON.parse(answer.text).data.cui, '90000014');
  // A request with a body does not fit into an address: the page explains it instead.
  const posted = await page('/docs/getCompanies?try=1');
  assert.match(posted, /<noscript><p[^>]*>Această cerere are un corp JSON/);
});

test('no form puts a key into an address', async () => {
  const text = await page('/docs/getCompany');
  const [key = ''] = /<input[^>]*id="key"[^>]*>/.exec(text) ?? [];
  assert.ok(key.includes(DEMO_KEY) && !key.includes(' name='));
});

test('the pages set a session cookie, also on a 304 answer', async () => {
  for (const path of ['/docs', '/en/docs/getHealth', '/docs?words=tva']) {
    const first = await ask(service.port, { path });
    assert.match(String(first.headers['set-cookie']), /HttpOnly; SameSite=Lax/);
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    if (first.headers.etag === undefined) continue;
    const again = await ask(service.port, { path, headers: { 'if-none-match': first.headers.etag } });
    assert.equal(again.status, 304);
    assert.match(String(again.headers['set-cookie']), /HttpOnly/);
  }
});

test('a link of another site does not replace the session cookie, so it signs no reader out', async () => {
  for (const path of ['/', '/docs', '/en/docs/getHealth']) {
    const session = async (site: string) => {
      const headers = { cookie: 'firmoteca_session=s.somebody', 'sec-fetch-site': site };
      return (await ask(service.port, { path, headers })).headers['set-cookie'];
    };
    assert.equal(await session('cross-site'), undefined, path);
    assert.match(String(await session('none')), /firmoteca_session=f\./, path);
  }
});

test('a hostile name of the showcase is rendered as text on documentation pages', async () => {
  for (const path of ['/docs/getCompany', '/en/docs/getHealth']) {
    const text = await page(path);
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    assert.ok(!text.includes('<script>'));
  }
});
