import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { nobodyHidden } from '#base/hidden-persons.ts';
import { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { ask } from '#test/ask.ts';
import { type Listening, listening } from '#test/listening.ts';
import { sampleOperation } from '#test/sample-operation.ts';
import { html, prose } from '#web/html.ts';
import { fieldsOf } from './fields.ts';
import { docsPage } from './page.ts';
import { docsRoutes } from './routes.ts';

const operations = [sampleOperation(() => ({ data: null }))];
let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  docsRoutes(router, operations, {
    publicUrl: null,
    version: '1',
    demo: null,
    hidden: () => nobodyHidden,
    session: async () => ({}),
  });
  server = await listening(router);
});
after(() => server.close());

test('page, script, styles and document are served, compressed, and 304 when known', async () => {
  for (const [path, type] of [
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/app.js', 'text/javascript; charset=utf-8'],
    ['/docs/style.css', 'text/css; charset=utf-8'],
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

test('the page allows nothing that is not in a file of ours', async () => {
  const { headers, text } = await ask(server.port, { path: '/docs' });
  assert.match(
    headers['content-security-policy']?.toString() ?? '',
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  assert.doesNotMatch(text, / style=| on[a-z]+=|<style|javascript:/);
  // Samples of code are texts that name an address; nothing is loaded from there.
  const loaded = text
    .replace(/<pre class="sample".*?<\/pre>/gs, '')
    .replace(/ data-origin="[^"]*"/, '')
    .replaceAll('http://www.w3.org/2000/svg', '');
  assert.doesNotMatch(loaded, /https?:\/\//);
});

test('without a demo there is no key to give away and no banner', () => {
  const page = docsPage(operations, { version: '1', demo: null });
  assert.ok(!page.includes('invented'));
  assert.match(page, /data-demo-key="" value=""/);
});

test('values are escaped, made HTML is not, and code is marked', () => {
  assert.equal(
    html`<a title="${`"'<&>`}">${html`<b>`}${[1, null, false, 'x']}</a>`.markup,
    '<a title="&quot;&#39;&lt;&amp;&gt;"><b>1x</a>',
  );
  assert.equal(prose('see `a<b`.').markup, 'see <code>a&lt;b</code>.');
});

test('the fields of an answer are listed with their paths and types', () => {
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
    fieldsOf(schema).map(({ path, type }) => `${path}: ${type}`),
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
