/** Examples of an installation with real data: its own records, and none of the demo country. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { offline } from '#data/live/ports.ts';
import { showcase } from '#demo-country/installation/profile.ts';
import { networksOf } from '#platform/payments/networks.ts';
import { usualPrices } from '#platform/payments/prices.ts';
import { app } from '#server/app.ts';
import { installedExamples } from '#server/compose/profile.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { listening } from '#test/support/test-server.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

test('examples are records of the newest generation: the largest companies, a person with an id, the newest notice', async () => {
  const examples = await installedExamples(service.store);
  assert.equal(examples.company.cui, companyCui(2));
  assert.deepEqual(examples.others, [companyCui(1), companyCui(0)]);
  for (const path of [`/api/person/${examples.people[0]?.id}`, `/api/sicap/tender/${examples.procurement.notice}`])
    assert.equal((await ask(service.port, { path, headers: { 'x-api-key': DEMO_KEY } })).status, 200, path);
});

test('an installation without data shows placeholders without real names', async () => {
  const empty = { current: () => null } as unknown as SmallService['store']['generations'];
  const { company, people } = await installedExamples({ ...service.store, generations: empty });
  assert.deepEqual([company.name, people.map(({ name }) => name)], ['', ['popescu ion']]);
});

test('on real data no page, example, offer or discovery document names a demo firm without a mark', async () => {
  const { store, secrets } = service;
  const [network] = networksOf(['base-sepolia']) ?? [];
  assert.ok(network);
  const created = await app({
    config: {
      country: 'romania',
      today: () => '2026-11-15',
      publicUrl: null,
      trustedProxies: [],
      dataFolder: '/nowhere',
      seller: {
        payee: `0x${'1'.repeat(40)}`,
        networks: [network],
        prices: usualPrices,
        facilitator: { url: 'http://127.0.0.1:9', token: null },
      },
    },
    secrets,
    store,
    live: offline,
    profile: { examples: await installedExamples(store), demo: null },
    log: { access: null, error: () => {} },
  });
  const own = await listening(created.router);
  try {
    // Firms of the small country are its own records.
    const held = new Set([0, 1, 2].map(companyCui));
    const parties = ['cityHall', 'stateSupplier', 'giant'];
    const invented = showcase.filter(({ id, cui }) => !held.has(cui) && !parties.includes(id));
    const assertNobodyInvented = (location: string, text: string): void => {
      for (const { cui, name } of invented)
        assert.ok(!text.includes(name) && !RegExp(`\\b${cui}\\b`).test(text), `${location} names ${name}`);
      assert.doesNotMatch(text, /zimbrul|demo country|fmt_live_Demo/i, location);
    };
    const docs = created.operations.flatMap(({ id }) => [`/docs/${id}`, `/en/docs/${id}`]);
    for (const path of ['/', '/docs', '/en/docs', '/docs?words=firma', ...docs, '/openapi.json', '/.well-known/x402']) {
      const { status, text } = await ask(own.port, { path });
      assert.equal(status, 200, path);
      assertNobodyInvented(path, path === '/openapi.json' ? withoutMarked(text) : withoutSamples(text));
    }
    const document = (await ask(own.port, { path: '/openapi.json' })).text;
    assert.ok(document.split('"x-demo":true').length > 50, 'sample answers come from the demo');
    for (const { id, declaration } of created.operations) {
      const { method = 'GET', path, price, examples } = declaration;
      if (price === undefined) continue;
      const { params = {}, query, body } = examples[0] ?? {};
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const response = await fetch(`${own.origin}${filled}?${new URLSearchParams(query)}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      assert.equal(response.status, 402, id);
      assertNobodyInvented(id, withoutMarked(await response.text()));
      const header = Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString();
      assert.match(header, /"x-demo":true/, id);
      assertNobodyInvented(id, withoutMarked(header));
    }
  } finally {
    await own.close();
    await created.close();
  }
});

/** The document without the parts that are marked as demo. */
const withoutMarked = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_, value) =>
    typeof value === 'object' && value !== null && value['x-demo'] === true ? null : value,
  );

/** The page without sample answers, each of which must say that its firms and people are invented. */
const withoutSamples = (page: string): string =>
  page.replace(
    /<figure class="sample" data-demo><figcaption>(.*?)<\/figcaption>.*?<\/figure>/gs,
    (_, output: string) => {
      assert.match(output, /firme și persoane inventate|invented firms and people/);
      return '';
    },
  );
