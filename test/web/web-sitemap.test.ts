/** Documents for search engines: robots.txt and the sitemaps of the served generation; on both engines. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Database } from '#data/store/database.ts';
import { listingIndexes, listingTables } from '#domain/search/tables.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { robotsText } from '#transports/web/sitemaps/routes.ts';
import {
  COMPANIES_MAX,
  companiesIn,
  companyRanges,
  marketsWithDeals,
  RANGE,
  townsWithCompanies,
} from '#transports/web/sitemaps/sitemap-table.ts';
import { urlsetXml } from '#transports/web/sitemaps/sitemaps.ts';

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one = '']) => one);

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({
      databaseUrl: (await engine.place()).databaseUrl,
      config: { publicUrl: 'https://firme.example' },
    });
  });
  after(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
    ask(service.port, { path, headers });

  test('the index lists existing sitemaps, and these have every company in both languages', async () => {
    const index = await get('/sitemap.xml');
    assert.equal(index.status, 200);
    assert.match(String(index.headers['content-type']), /^application\/xml/);
    const list = locations(index.text);
    assert.ok(list.every((one) => one.startsWith('https://firme.example/sitemap/')));
    const result = new Set<string>();
    for (const one of list) {
      const sitemap = await get(one.slice('https://firme.example'.length));
      assert.equal(sitemap.status, 200, one);
      for (const address of locations(sitemap.text)) {
        assert.ok(!result.has(address), `${address} is listed twice`);
        result.add(address);
      }
    }
    for (let n = 0; n < 3; n++) {
      assert.ok(result.has(`https://firme.example/firma/${companyCui(n)}`));
      assert.ok(result.has(`https://firme.example/en/company/${companyCui(n)}`));
    }
    for (const path of [
      '/',
      '/en',
      '/judet/cluj',
      '/caen/4711',
      '/en/caen/4711',
      '/piata/42',
      '/piata/42122000',
      '/licitatii',
      '/preturi',
    ])
      assert.ok(result.has(`https://firme.example${path}`), path);
    assert.ok(
      [...result].every((one) => !/\/(persoana|person|api|cerere|request)\b/.test(one)),
      'no persons, API addresses or requests',
    );
  });

  test('every address of a sitemap opens a page', async () => {
    const list = locations((await get('/sitemap.xml')).text);
    const addresses: string[] = [];
    for (const one of list.filter((name) => !name.includes('activities')))
      addresses.push(...locations((await get(one.slice('https://firme.example'.length))).text));
    // The test of bulk checks covers their page.
    for (const one of addresses.filter((address) => !/\/(verificare|check)$/.test(address))) {
      const { status } = await get(one.slice('https://firme.example'.length) || '/', { accept: 'text/html' });
      assert.equal(status, 200, one);
    }
  });

  test('a sitemap answers 304 to the etag of this generation, and an unknown sitemap 404', async () => {
    const { headers } = await get('/sitemap/pages.xml');
    const again = await get('/sitemap/pages.xml', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.notEqual((await get('/sitemap/places.xml')).headers.etag, headers.etag);
    for (const name of [
      'companies-0.xml',
      'companies-99999.xml',
      'persons.xml',
      'pages',
      'pages.xml.gz',
      'x'.repeat(300),
      '%00.xml',
    ])
      assert.equal((await get(`/sitemap/${name}`)).status, 404, name);
  });

  test('ranges need no count of rows, contain only their own codes, and leave no gap', async () => {
    const db = await listing(engine, [cuiOf(1), cuiOf(19_999), cuiOf(20_000), cuiOf(20_001), cuiOf(999_999_999), null]);
    assert.deepEqual(await companyRanges(db), [0, 1, 49_999]);
    assert.deepEqual(
      await companiesIn(db, 0),
      [1, 19_999].map((body) => Number(cuiOf(body))),
    );
    assert.deepEqual(
      await companiesIn(db, 1),
      [20_000, 20_001].map((body) => Number(cuiOf(body))),
    );
    assert.deepEqual(await companiesIn(db, 2), []);
    await db.close();
  });

  test('an empty listing has no range', async () => {
    const db = await listing(engine, []);
    assert.deepEqual(await companyRanges(db), []);
    assert.deepEqual(await townsWithCompanies(db, 10), []);
    await db.close();
  });

  test('markets are codes with deals', async () => {
    const procurement = service.store.generations.current()?.partGroup('procurement');
    assert.ok(procurement);
    const markets = await marketsWithDeals(procurement, 1_000);
    assert.ok(markets.includes('42') && markets.includes('421') && markets.includes('42122000'));
    assert.ok(markets.every((prefix) => prefix.length > 1));
    assert.deepEqual(markets, markets.toSorted());
    assert.equal((await marketsWithDeals(procurement, 2)).length, 2);
  });
});

/** A listing table with these fiscal codes. */
async function listing(
  engine: Parameters<Parameters<typeof onBothEngines>[0]>[0],
  cuis: (string | null)[],
): Promise<Database> {
  const db = await (await engine.place()).database();
  await db.write(
    `${listingTables}${listingIndexes}`
      .split(';')
      .filter((sql) => sql.trim() !== '')
      .map((sql) => ({ sql })),
  );
  for (const [i, cui] of cuis.entries())
    await db.write([
      {
        sql: "insert into listing (rank, cui, name, caen_told) values ($1, $2, 'X', 0)",
        params: [i + 1, cui === null ? null : Number(cui)],
      },
    ]);
  return db;
}

test('a range holds no more codes than a sitemap has addresses, both languages counted', () => {
  assert.ok((RANGE / 10) * 2 <= 50_000 && COMPANIES_MAX * 2 <= 50_000);
  const pages = Array.from({ length: COMPANIES_MAX }, (_, i) => ({
    page: 'company' as const,
    params: { cui: String(4_000_000_000 + i) },
  }));
  const xml = Buffer.concat([...urlsetXml(pages, 'https://a-long-host-name.firme.example')]);
  assert.equal(locations(xml.toString()).length, 50_000);
  assert.ok(xml.length < 50_000_000, `${xml.length} bytes`);
});

test('addresses are escaped twice: as addresses, and as XML', () => {
  const pages = [{ page: 'town' as const, params: { county: 'a&b', town: `<"'/x>` } }];
  const xml = Buffer.concat([...urlsetXml(pages, 'https://x.example')]).toString();
  assert.ok(xml.includes('<loc>https://x.example/judet/a%26b/%3C%22&apos;%2Fx%3E</loc>'), xml);
});

test('robots.txt excludes pages with unlimited addresses and names the sitemap; a demo excludes everything', async () => {
  const real = robotsText('https://firme.example', false);
  for (const line of [
    'Disallow: /api/',
    'Disallow: /cautare',
    'Disallow: /en/search',
    'Sitemap: https://firme.example/sitemap.xml',
  ])
    assert.ok(real.split('\n').includes(line), line);
  assert.ok(
    !/persoana|person|Disallow: \/$/m.test(real),
    'a crawler that may not read a page would not see its noindex',
  );
  const demo = await smallService();
  const { status, text } = await ask(demo.port, { path: '/robots.txt' });
  const page = await ask(demo.port, { path: '/preturi' });
  const zipped = await fetch(`${demo.origin}/sitemap/activities.xml`, { headers: { 'accept-encoding': 'identity' } });
  assert.deepEqual([status, text], [200, 'User-agent: *\nDisallow: /\n']);
  assert.equal(page.headers['x-robots-tag'], 'noindex');
  assert.equal(zipped.headers.get('x-robots-tag'), 'noindex');
  await demo.close();
});

test('long sitemaps are compressed for clients that accept it', async () => {
  const demo = await smallService();
  const requested = request(`${demo.origin}/sitemap/activities.xml`, { headers: { 'accept-encoding': 'gzip' } }).end();
  const [response] = (await once(requested, 'response')) as [IncomingMessage];
  assert.equal(response.headers['content-encoding'], 'gzip');
  const raw = await buffer(response);
  const text = gunzipSync(raw).toString();
  assert.ok(locations(text).length > 1_000 && text.endsWith('</urlset>\n'));
  await demo.close();
});

test('a sitemap counts as ten pages, an answer 304 as one', async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const counted = await smallService({ limits });
  const get = (headers: Record<string, string> = {}) => ask(counted.port, { path: '/sitemap/pages.xml', headers });
  const first = await get();
  for (let i = 0; i < 5; i++) assert.equal((await get({ 'if-none-match': String(first.headers.etag) })).status, 304);
  const statuses: number[] = [];
  let refused = first;
  while (refused.status !== 429 && statuses.length < 60) {
    refused = await get();
    statuses.push(refused.status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, 28);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  await counted.close();
});
