/** The changelog as JSON, as a feed and as a page: the same entries in all three, each with a stable id and date. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ask } from '#test/support/raw-request.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { atom, inline } from '#transports/web/docs/changelog.ts';
import { type Entry, entriesOf, releaseNotes } from '#transports/web/docs/changelog-entries.ts';

const ATOM = 'http://www.w3.org/2005/Atom';

let service: SmallService;
let entries: Entry[];
before(async () => {
  service = await smallService({ bare: true });
  ({ entries } = (await (await fetch(`${service.origin}/changelog.json`)).json()) as { entries: Entry[] });
});
after(() => service.close());

test('every entry has a unique id and a date, newest first; unreleased changes have no date and come first', () => {
  const dated = entries.filter(({ id }) => id !== 'next');
  const days = dated.map(({ date }) => date ?? '');
  for (const day of days) assert.match(day, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(days, days.toSorted().toReversed());
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  assert.deepEqual(
    entries.slice(0, -dated.length).map(({ date }) => date),
    entries.length > dated.length ? [null] : [],
  );
});

test('the dated change is listed: free keys ended on 21 August 2026', () => {
  const one = entries.find(({ id }) => id === 'free-keys-ended');
  assert.equal(one?.date, '2026-08-21');
  assert.match(one.changes[0]?.text ?? '', /21 August 2026.*SUBSCRIPTION_INACTIVE/);
});

test('every line of CHANGELOG.md is in the JSON, in the same words', () => {
  const lines = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').match(/^- .+$/gm) ?? [];
  const result = new Set(entries.flatMap(({ changes }) => changes.map(({ text }) => text)));
  assert.ok(lines.length > 50);
  for (const line of lines)
    assert.ok(
      [...result].some((text) => text.startsWith(line.slice(2))),
      line,
    );
});

test('CHANGELOG.md has the heading that CONTRIBUTING names for new lines', () => {
  assert.match(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'), /^## Next$/m);
});

/** Every element with its text, by an independent parser that throws on malformed XML. */
function elementsOf(xml: string): { path: string; uri: string; attributes: Record<string, string>; text: string }[] {
  const found: ReturnType<typeof elementsOf> = [];
  const open: typeof found = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    const path = [...open.map((one) => one.path.split('/').at(-1)), local].join('/');
    const values = Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
    const one = { path, uri, attributes: values, text: '' };
    found.push(one);
    open.push(one);
  });
  parser.on('text', (text) => {
    const at = open.at(-1);
    if (at) at.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

test('the feed is valid Atom 1.0 with all required elements once', async () => {
  const response = await fetch(`${service.origin}/changelog.atom`);
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const elements = elementsOf(await response.text());
  assert.ok(elements.every(({ uri }) => uri === ATOM));
  const at = (path: string) => elements.filter((one) => one.path === path);
  const dated = entries.filter(({ date }) => date !== null);
  for (const name of ['id', 'title', 'updated', 'author']) assert.equal(at(`feed/${name}`).length, 1, name);
  assert.equal(at('feed/entry').length, dated.length);
  for (const name of ['id', 'title', 'updated', 'content'])
    assert.equal(at(`feed/entry/${name}`).length, dated.length, name);
  assert.deepEqual(
    at('feed/link').map(({ attributes }) => attributes.rel),
    ['self', 'alternate'],
  );
  const ids = [...at('feed/id'), ...at('feed/entry/id')].map(({ text }) => text);
  for (const id of ids) assert.match(id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    at('feed/entry/updated').map(({ text }) => text),
    dated.map(({ date }) => `${date}T00:00:00Z`),
  );
  assert.equal(at('feed/updated')[0]?.text, `${dated[0]?.date}T00:00:00Z`);
  assert.ok(
    at('feed/entry/content').every(({ attributes, text }) => attributes.type === 'html' && text.startsWith('<')),
  );
});

test('ids of the feed are the same in every installation and release', () => {
  const one: Entry = { id: 'x', date: '2027-01-01', kind: 'announcement', title: 'X', sunset: null, changes: [] };
  const [feed, entry] = elementsOf(atom([one], 'https://api.example')).filter(({ path }) => path.endsWith('/id'));
  assert.equal(feed?.text, 'urn:uuid:086b05d5-1429-8e98-8a3f-8dfcddb0348b');
  assert.equal(entry?.text, 'urn:uuid:186d6bb4-ff2c-8b84-86e8-8a7346d58852');
});

test('hostile text is escaped in the feed', () => {
  const text = 'a < b & "c" ]]> <script>alert(1)</script> `x<y` **b** [l](https://example.org/?a=1&b=2)';
  const one: Entry = {
    id: 'x',
    date: '2027-01-01',
    kind: 'release',
    title: '`<t>` & co',
    sunset: null,
    changes: [{ group: '<g>', text }],
  };
  const elements = elementsOf(atom([one], ''));
  assert.equal(elements.find(({ path }) => path === 'feed/entry/title')?.text, '<t> & co');
  const content = elements.find(({ path }) => path === 'feed/entry/content')?.text ?? '';
  assert.ok(content.includes('&lt;script&gt;') && !content.includes('<script>'));
  assert.ok(content.includes('<code>x&lt;y</code> <b>b</b> <a href="https://example.org/?a=1&amp;b=2">l</a>'));
});

test('links in changes lead to pages only, never to files or scripts', () => {
  assert.equal(inline('[a](docs/x.md) [b](javascript:1) [c](/docs)').markup, 'a b <a href="/docs">c</a>');
});

test('the page has every entry under its id in the common layout, and allows only own scripts', async () => {
  const { status, headers, text } = await ask(service.port, { path: '/changelog' });
  assert.equal(status, 200);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; .*; style-src 'self'$/,
  );
  for (const { id } of entries) assert.ok(text.includes(`<section class="card" id="${id}" lang="en"`), id);
  assert.match(text, /<header class="top">[\s\S]*<footer class="foot">/);
  assert.doesNotMatch(text, /<script(?! type="module" src="\/assets\/)| on[a-z]+=|javascript:/);
});

test('the page is Romanian or, at its own address, English; entries are marked as English in both', async () => {
  const read = (path: string) => ask(service.port, { path, headers: { 'accept-language': 'de' } });
  const plain = await read('/changelog');
  assert.match(plain.text, /<html lang="ro"[\s\S]*<h1>Noutăți<\/h1>/);
  assert.equal(plain.headers['content-language'], 'ro');
  const english = await read('/en/changelog');
  assert.match(english.text, /<html lang="en"[\s\S]*<h1>Changes<\/h1>/);
  assert.equal(english.headers['content-language'], 'en');
  assert.notEqual(english.headers.etag, plain.headers.etag);
  assert.deepEqual(sectionsIn(english.text), sectionsIn(plain.text));
  assert.equal(sectionsIn(plain.text).length, entries.length);
  assert.ok(plain.text.includes('href="/en/changelog" hreflang="en" lang="en"'));
});

/** The entries in the page. */
const sectionsIn = (page: string): string[] => page.match(/<div class="release">[\s\S]*?<\/div><\/section>/g) ?? [];

test('page, JSON and feed are compressed and revalidated, and JSON and feed are readable by any origin', async () => {
  for (const path of ['/changelog', '/en/changelog', '/changelog.json', '/changelog.atom']) {
    const { headers } = await ask(service.port, { path, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(headers['content-encoding'], 'gzip', path);
    const again = await ask(service.port, { path, headers: { 'if-none-match': headers.etag ?? '' } });
    assert.equal(again.status, 304, path);
  }
});

test('a deprecation in a declaration is an entry with the id that its headers link to', () => {
  const deprecated = { since: '2027-01-01', sunset: '2027-07-01', instead: '/api/thing' };
  const [one] = entriesOf([sampleOperation(() => ({ data: null }), { deprecated })], [], new Map());
  assert.deepEqual(one, {
    id: 'deprecated-getThing',
    date: '2027-01-01',
    kind: 'deprecation',
    title: '`GET /api/caen/{code}` is deprecated',
    sunset: '2027-07-01',
    changes: [
      {
        group: null,
        text: 'Deprecated since 2027-01-01: it may be gone from 2027-07-01 on. Use `/api/thing`.',
      },
    ],
  });
});

test('a release without a date and a date without a release are errors', () => {
  const notes = releaseNotes(
    '# Changes\n\nFor users.\n\n## Next\n\n- A\n  goes on.\n\nAside.\n\n### Of B\n\n- B\n\n## 1.0.0\n\n- C\n',
  );
  const day = { id: '1.0.0', date: '2027-01-01', title: 'Version 1.0.0', release: '1.0.0' };
  assert.deepEqual(entriesOf([], [day], notes), [
    {
      id: 'next',
      date: null,
      kind: 'release',
      title: 'Not released yet',
      sunset: null,
      changes: [
        { group: null, text: 'A goes on.' },
        { group: 'Of B', text: 'B' },
      ],
    },
    {
      id: '1.0.0',
      date: '2027-01-01',
      kind: 'release',
      title: 'Version 1.0.0',
      sunset: null,
      changes: [{ group: null, text: 'C' }],
    },
  ]);
  assert.throws(() => entriesOf([], [], notes), /no day of 1\.0\.0/);
  assert.throws(() => entriesOf([], [{ ...day, release: '2.0.0' }, day], notes), /nothing of 2\.0\.0/);
});
