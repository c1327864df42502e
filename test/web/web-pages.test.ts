/** Every page of the web app over real sockets: languages, access, headers, inline code, hostile names and links. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Language } from '#lib/i18n/message.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { isOwners, type Sample, samples } from '#test/support/web-samples.ts';

let service: DemoService;
let all: Sample[];
let pro: string;
before(async () => {
  service = await demoService();
  await collectDemoDocuments(service);
  all = samples(service);
  pro = await proCookie(service);
});
after(() => service.close());

const LANGUAGES: readonly Language[] = ['ro', 'en'];
const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(service.port, { path, headers: { accept: 'text/html', ...headers } });

/** Pages of records that answer visitors with 403, because they need Pro. */
const PRO_ONLY = ['/document-constatator/{id}', '/contract/{number}'];

test('every page renders in both languages, for visitors and for Pro', async () => {
  for (const { page, at } of all)
    for (const language of LANGUAGES)
      for (const headers of [{}, { cookie: pro }]) {
        const { status, text, headers: sent } = await get(at[language], headers);
        if (isOwners(page) && !('cookie' in headers)) {
          assert.match(String(sent.location), /^\/(?:cont\/intrare|en\/account\/sign-in)\?next=/, at[language]);
          continue;
        }
        const expected = 'cookie' in headers || !PRO_ONLY.includes(page) ? 200 : 403;
        assert.equal(status, expected, `${at[language]} ${text.slice(0, 300)}`);
        assert.equal(sent['content-language'], language);
        assert.ok(text.includes(`<html lang="${language}"`), at[language]);
        assert.equal([...text.matchAll(/<h1[ >]/g)].length, 1, `one heading: ${at[language]}`);
      }
  assert.deepEqual(service.errors, []);
});

test('every page links its version in the other language', async () => {
  for (const { page, at } of all) {
    const headers = isOwners(page) ? { cookie: pro } : {};
    const [ro, en] = await Promise.all([get(at.ro, headers), get(at.en, headers)]);
    assert.ok(hrefsIn(ro.text).includes(at.en), `${at.ro} links ${at.en}`);
    assert.ok(hrefsIn(en.text).includes(at.ro), `${at.en} links ${at.ro}`);
  }
});

test('no page has inline styles or scripts, or resources of other hosts', async () => {
  for (const { at } of all) {
    const { text } = await get(at.ro, { cookie: pro });
    assert.doesNotMatch(text, /<style|<[a-z][^<>]* style=|<[a-z][^<>]* on[a-z]+=/i, at.ro);
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
    for (const attributes of scripts)
      assert.match(attributes, /^ type="(?:module" src="\/assets\/|application\/ld\+json")/, at.ro);
    for (const [, address = ''] of text.matchAll(/<(?:link|script|img|use|form)[^>]* (?:href|src|action)="([^"]+)"/g))
      assert.ok(address.startsWith('/') || address.startsWith(service.origin), `${at.ro}: ${address}`);
  }
});

test('every page forbids framing, and scripts and resources of other hosts', async () => {
  for (const { at } of [...all, ...[{ at: { ro: '/nimic' } }]]) {
    const { headers } = await get(at.ro, { cookie: pro });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /form-action 'self'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('pages of a demo are noindex', async () => {
  for (const { at } of all) assert.equal((await get(at.ro, { cookie: pro })).headers['x-robots-tag'], 'noindex', at.ro);
});

test('names with markup are escaped on every page', async () => {
  const hostile = cuiOf('hostileName');
  const written = 'O&#39;RELI &amp; &quot;FIII&quot; &lt;script&gt;alert(1)&lt;/script&gt;';
  const shows = [
    `/firma/${hostile}`,
    `/compara?cui=${hostile},${cuiOf('giant')}`,
    '/cautare?q=oreli+fiii',
    '/judet/timis',
    '/judet/timis/timisoara',
    '/caen/6310',
    '/clasamente?caen=6310',
  ];
  for (const path of shows) {
    const { text } = await get(path);
    assert.ok(text.includes(written), path);
  }
  for (const path of [...shows, ...all.map(({ at }) => at.ro), '/cautare?q=%3Cscript%3Ealert(1)%3C/script%3E'])
    assert.doesNotMatch((await get(path)).text, /<script>alert|"><script/, path);
});

test('a hostile name cannot close the script element of the structured data', async () => {
  const { text } = await get(`/firma/${cuiOf('hostileName')}`);
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  assert.ok(JSON.parse(data).legalName.includes('<script>alert(1)</script>'));
});

test('links between pages are not broken', async () => {
  const requested = new Set<string>();
  for (const { at } of samples(service, { first: true })) {
    const { text } = await get(at.ro);
    for (const href of hrefsIn(text))
      if (href.startsWith('/') && !/^\/(?:api|assets|docs|changelog|icon)/.test(href)) requested.add(href);
  }
  // There are hundreds of links: one of each kind is enough.
  const kinds = Map.groupBy(requested, (href) => href.replace(/[0-9].*|\?.*/, '').replace(/\/[a-z0-9-]+$/, ''));
  for (const [href = ''] of kinds.values()) {
    const { status } = await get(href, { cookie: pro });
    assert.ok(status === 200 || status === 303, `${href} ${status}`);
  }
});

/** Link targets, unescaped. */
const hrefsIn = (text: string): string[] =>
  [...text.matchAll(/<a[^>]* href="([^"#][^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
