import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { ask } from '#test/support/raw-request.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { html, prose } from '#transports/web/html.ts';
import { fieldsOf } from './fields.ts';
import { docsRoutes } from './routes.ts';

const operations = [sampleOperation(() => ({ data: null }))];
let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  docsRoutes(router, operations, {
    publicUrl: null,
    version: '1',
    demo: null,
    hidden: () => noHiddenPersons,
    session: async () => ({}),
    admit: async () => {},
  });
  server = await listening(router);
});
after(() => server.close());

test('pages and documents are served compressed, and answer 304 to a current etag', async () => {
  for (const [path, type] of [
    ['/docs', 'text/html; charset=utf-8'],
    ['/en/docs', 'text/html; charset=utf-8'],
    ['/docs/getThing', 'text/html; charset=utf-8'],
    ['/changelog', 'text/html; charset=utf-8'],
    ['/openapi.json', 'application/json; charset=utf-8'],
  ] as const) {
    const { status, headers } = await ask(server.port, { path, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(status, 200, path);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['content-encoding'], 'gzip');
    const again = await ask(server.port, { path, headers: { 'if-none-match': headers.etag ?? '' } });
    assert.equal(again.status, 304, path);
    const whole = await fetch(`${server.origin}${path}`);
    const plain = await ask(server.port, { path });
    assert.equal(await whole.text(), plain.text);
  }
});

test('the content security policy of the pages allows only files of the service', async () => {
  for (const path of ['/docs', '/en/docs/getThing', '/docs?words=thing', '/changelog']) {
    const { headers, text } = await ask(server.port, { path });
    const policy = headers['content-security-policy']?.toString() ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; .*; style-src 'self'$/);
    assert.ok(!policy.includes('unsafe'));
    assert.doesNotMatch(text, / style=| on[a-z]+=|<style|javascript:/);
    for (const [tag] of text.matchAll(/<script[^>]*>/g))
      assert.match(tag, /^<script type="module" src="\/assets\/[a-z]+-[0-9a-f]{10}\.js">$/);
    // Code samples contain addresses as text; nothing is loaded from there.
    assert.doesNotMatch(text, /(?:src|href|action)="https?:/);
  }
});

test('without a demo the page has no demo key and no banner', async () => {
  const { text } = await ask(server.port, { path: '/en/docs/getThing' });
  assert.doesNotMatch(text, /class="demo"/);
  assert.match(text, /data-demo-key="" value=""/);
});

test('an unknown operation is not found, in either language', async () => {
  for (const path of ['/docs/getNothing', '/en/docs/getNothing', '/docs/app.js', '/docs/getThing/more'])
    assert.equal((await ask(server.port, { path })).status, 404, path);
});

test('former addresses with a language redirect to the page in that language', async () => {
  for (const [path, target] of [
    ['/docs?lang=en', '/en/docs'],
    ['/en/docs/getThing?lang=ro', '/docs/getThing'],
    ['/changelog?lang=en', '/en/changelog'],
  ] as const) {
    const { status, headers } = await ask(server.port, { path });
    assert.equal(status, 303, path);
    assert.equal(headers.location, target);
  }
  assert.equal((await ask(server.port, { path: '/docs?lang=ro' })).status, 200);
  assert.equal((await ask(server.port, { path: '/docs?lang=xx' })).status, 200);
});

test('a form submitted without scripts redirects to the API path only', async () => {
  const locationFor = async (query: string): Promise<string | undefined> => {
    const { status, headers } = await ask(server.port, { path: `/docs/getThing?try=1&${query}` });
    assert.equal(status, 303);
    return headers.location;
  };
  assert.equal(await locationFor('code=6201&limit=5&exact='), '/api/caen/6201?limit=5');
  assert.equal(await locationFor('code=a%2Fb%3Fc&other=1'), '/api/caen/a%2Fb%3Fc');
  assert.equal(await locationFor('code=%2F%2Fevil.example'), '/api/caen/%2F%2Fevil.example');
  assert.equal(
    await locationFor('code=%24%26&limit=%0D%0Aset-cookie:x'),
    '/api/caen/%24%26?limit=%0D%0Aset-cookie%3Ax',
  );
});

test('values are escaped, nested HTML is not, and code is marked up', () => {
  assert.equal(
    html`<a title="${`"'<&>`}">${html`<b>`}${[1, null, false, 'x']}</a>`.markup,
    '<a title="&quot;&#39;&lt;&amp;&gt;"><b>1x</a>',
  );
  assert.equal(prose('see `a<b`.').markup, 'see <code>a&lt;b</code>.');
});

test('the fields of an answer have paths and types', () => {
  const Inner = Type.Object({ value: Type.Number({ description: 'V.' }) });
  const schema = Type.Array(
    Type.Object({
      name: Type.Union([Type.String(), Type.Null()], { description: 'N.' }),
      inner: Type.Union([Type.Array(Inner), Type.Null()], { description: 'I.' }),
      by: Type.Record(Type.String(), Inner, { description: 'B.' }),
      kind: Type.Enum(['a', 'b'], { description: 'K.' }),
    }),
  );
  assert.deepEqual(
    fieldsOf(schema, 'en').map(({ path, type }) => `${path}: ${type}`),
    [
      '[].name: string | null',
      '[].inner: list of object | null',
      '[].inner[].value: number',
      '[].by: object',
      '[].by.{key}: object',
      '[].by.{key}.value: number',
      '[].kind: a | b',
    ],
  );
});
