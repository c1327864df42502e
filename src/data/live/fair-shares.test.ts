/** Fair shares of an upstream queue: large requests do not delay small ones. At the real pace of a request per second. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { sources } from '#data/sources/sources.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { simulatedAuthority } from '#test/support/simulated-authority.ts';
import { companyCui, strangerCui, tinyCountry } from '#test/support/tiny-country.ts';
import type { PressOffice } from './press-office.ts';
import { startPressRefresher } from './press-refresher.ts';
import { createRefresher } from './refresher.ts';
import { taxAuthority } from './tax-authority.ts';

/** Longer than any step of the tests. */
const LONG_MS = 3_000_000;

let server: CountryServer;
let store: LiveStore;
before(async () => {
  server = await serveCountry(tinyCountry(50), {
    folder: '/nowhere',
    port: 0,
    host: '127.0.0.1',
    today: () => '2026-11-15',
  });
});
after(() => server.close());
beforeEach(async () => {
  store = await liveStore('sqlite');
});

for (const day of [null, '2024-06-30'])
  describe(`one account that sends six hundred batches of unknown companies${day ? ', with a day' : ''}`, () => {
    test('does not delay the first look-up of other callers', async () => {
      const refresher = createRefresher({
        db: await store.open(),
        paceMs: { companies: sources.anafCompany.paceMs, balances: 0 },
        taxAuthority: taxAuthority(createClient(), {
          anafCompany: `${server.address}/api/PlatitorTvaRest/v9/tva`,
          anafBalance: `${server.address}/bilant`,
        }),
        onObserved: async () => {},
        onError: (error) => assert.fail(String(error)),
      });
      assert.equal(sources.anafCompany.paceMs, 1_000);
      server.requests.anaf = 0;
      const batches = Array.from({ length: 600 }, (_, batch) =>
        refresher.refreshFiscal(
          Array.from({ length: 100 }, (_, n) => strangerCui(100 * batch + n)),
          1_000,
          'the account',
          day,
        ),
      );
      for (let other = 0; other < 3; other++) {
        const requested = server.requests.anaf;
        const [found] = await refresher.refreshFiscal(
          [companyCui(other)],
          10_000,
          `network ${other}`,
          other === 0 ? null : day,
        );
        assert.equal(found?.outcome, 'found');
        assert.ok(server.requests.anaf - requested <= 3, `${server.requests.anaf - requested} requests`);
      }
      const outcomes = (await Promise.all(batches)).flat();
      const refused = outcomes.filter((each) => each.outcome === 'unavailable' && each.reason === 'overloaded');
      assert.equal(refused.length, 58_000);
      await refresher.close(0);
      await store.drop();
    });
  });

describe('a background job', () => {
  test('uses the places that callers leave free', async () => {
    const clock = fastClock();
    const authority = simulatedAuthority(server, clock);
    const travelled: string[][] = [];
    const refresher = createRefresher({
      db: await store.open(),
      clock,
      paceMs: { companies: sources.anafCompany.paceMs, balances: 0 },
      taxAuthority: {
        ...authority,
        companies(units, signal) {
          travelled.push(units.map(({ cui }) => cui));
          return authority.companies(units, signal);
        },
      },
      onObserved: async () => {},
      onError: (error) => assert.fail(String(error)),
    });
    const codes = Array.from({ length: 500 }, (_, n) => strangerCui(n));
    const job = refresher.refreshFiscal(codes, LONG_MS, null, '2024-06-30');
    const [found] = await refresher.refreshFiscal([companyCui(0)], LONG_MS, 'a network');
    assert.equal(found?.outcome, 'found');
    const before = travelled.findIndex((cuis) => cuis.includes(companyCui(0)));
    assert.ok(before === 0 || before === 1, `${before} requests before a caller’s`);
    assert.ok((await job).every(({ outcome }) => outcome === 'notFound'));
    await refresher.close(0);
    await store.drop();
  });
});

describe('one client network that requests many unpublished files', () => {
  test('gets a few places of the queue and does not delay other callers', async () => {
    const clock = fastClock();
    const requested: string[] = [];
    const none = async (url: string) => {
      requested.push(url);
      return { answers: new Map([[url, { outcome: 'notFound' as const }]]), trouble: null };
    };
    const office: PressOffice = {
      pressReleases: async () => ({ answers: new Map(), trouble: null }),
      pressFile: none,
      pressPictures: none,
    };
    const press = startPressRefresher({
      db: await store.open(),
      office,
      paceMs: sources.press.paceMs,
      clock,
      onError: (error) => assert.fail(String(error)),
    });
    const invented = Array.from({ length: 200 }, (_, n) => press.refreshFile(`invented ${n}`, LONG_MS, 'a network'));
    assert.equal(await press.refreshFile('real', LONG_MS, 'another'), 'notFound');
    assert.ok(requested.indexOf('real') <= 2, requested.join(', '));
    const outcomes = await Promise.all(invented);
    assert.equal(outcomes.filter((outcome) => outcome === 'unavailable').length, 195);
    await press.close(LONG_MS);
    await store.drop();
  });
});
