/** Client metadata documents on both engines: stored after the first consent, fetched at a limited rate, and a fallback during outages. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { cachedDocuments } from '#platform/oauth/app-documents.ts';
import {
  authorizePath,
  Browser,
  connected,
  errorIn,
  postForm,
  proof,
  redeem,
  refresh,
  tokensIn,
} from '#test/support/app-kit.ts';
import { entranceService } from '#test/support/auth-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const REDIRECT = 'https://app.example/callback';
const DAY_MS = 86_400_000;

onBothEngines((engine) => {
  let service: SmallService;
  let answer: (url: string) => Response | Promise<Response>;
  let fetched: string[] = [];
  let people = 0;
  const described = (url: string, more: object = {}, headers = {}): Response =>
    Response.json({ client_id: url, client_name: 'Editor', redirect_uris: [REDIRECT], ...more }, { headers });
  const fetchAppDocument = async (url: string): Promise<Response> => {
    fetched.push(url);
    return answer(url);
  };
  before(async () => {
    const { databaseUrl } = await engine.place();
    service = await entranceService({ databaseUrl, fetchAppDocument });
  });
  after(() => service.close());
  beforeEach(() => {
    fetched = [];
    answer = (url) => described(url);
  });

  const address = (): string => `https://app${++people}.example/client.json`;
  /** The document cache of a separate thread, at a later time. */
  const documentsClient = (later = 0) =>
    cachedDocuments({ state: service.store.state, fetchDocument: fetchAppDocument, now: () => Date.now() + later });
  /** All requests fall into one minute, however slow the machine is. */
  const standing = () => {
    const at = Date.now();
    return cachedDocuments({ state: service.store.state, fetchDocument: fetchAppDocument, now: () => at });
  };
  const down = async (): Promise<Response> => {
    throw new Error('connect ECONNREFUSED');
  };

  test('the document of an app without consent is not stored and is fetched each time', async () => {
    const url = address();
    for (let n = 0; n < 2; n++) assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url, url]);
    answer = down;
    await assert.rejects(documentsClient()(url), /ECONNREFUSED/);
  });

  test('a request with an unknown token or code fetches no document', async () => {
    const url = address();
    const at = service;
    const attempts = [
      redeem(at, url, 'x'.repeat(43), proof().verifier),
      refresh(at, url, 'x'.repeat(43)),
      postForm(at.port, '/oauth/revoke', { client_id: url, token: 'x'.repeat(43) }),
    ];
    for (const attempt of attempts) assert.equal(errorIn(await attempt), 'invalid_client');
    assert.deepEqual(fetched, []);
  });

  test('the stored document replaces an unreachable host for some days', async () => {
    const url = address();
    await connected(service, { client: url, redirect: REDIRECT });
    fetched = [];
    assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url], 'stored from now on');
    assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url], 'fresh: not fetched again');
    const old = 2 * DAY_MS;
    for (const away of [down, () => new Response('', { status: 503 }), () => new Response('', { status: 429 })]) {
      answer = away;
      const stale = await documentsClient(old)(url);
      assert.equal(stale.headers.get('cache-control'), 'max-age=0');
      assert.deepEqual(await stale.json(), { client_id: url, client_name: 'Editor', redirect_uris: [REDIRECT] });
    }
    assert.equal(fetched.length, 4, 'fetched each time');
    answer = down;
    await assert.rejects(documentsClient(8 * DAY_MS)(url), /ECONNREFUSED/);
  });

  test('a refusal by the app’s host replaces the stored document until the host has a valid one again', async () => {
    const url = address();
    await connected(service, { client: url, redirect: REDIRECT });
    for (const refusal of [
      () => new Response('', { status: 404 }),
      () => new Response('', { status: 410 }),
      () => new Response('<html>'),
      () => described('https://evil.example/client.json'),
      () => described(url, { redirect_uris: ['http://evil.example/'] }),
      () => described(url, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://app.example/jwks' }),
      () => described(url, { client_secret: 'x' }),
      () => described(url, { client_secret_expires_at: 0 }),
      () => described(url, { logo_uri: 'http://app.example/logo.png' }),
      () => new Response(`\uFEFF${JSON.stringify({ client_id: url, redirect_uris: [REDIRECT] })}`),
      () => Response.json(null),
    ]) {
      answer = (requested) =>
        described(requested, { token_endpoint_auth_method: 'none', client_uri: 'https://app.example/' });
      await documentsClient(DAY_MS)(url);
      answer = down;
      assert.equal((await documentsClient(2 * DAY_MS)(url)).status, 200, 'stored');
      answer = refusal;
      await documentsClient(2 * DAY_MS)(url);
      answer = down;
      await assert.rejects(documentsClient(2 * DAY_MS)(url), /ECONNREFUSED/, String(refusal));
    }
  });

  test('a document is fresh for one day at most, whatever its cache headers say', async () => {
    const url = address();
    await connected(service, { client: url, redirect: REDIRECT });
    answer = () => described(url, { client_name: 'Alt nume' }, { 'cache-control': 'public, max-age=999999999' });
    await documentsClient(DAY_MS)(url);
    const renamed = await documentsClient(DAY_MS + 1_000)(url);
    assert.equal(((await renamed.json()) as { client_name: string }).client_name, 'Alt nume');
    assert.ok(Number(/max-age=(\d+)/.exec(renamed.headers.get('cache-control') ?? '')?.[1]) <= 86_400);
  });

  test('a connected app keeps its tokens while its host is down, from the first consent on', async () => {
    const url = address();
    const { tokens } = await connected(service, { client: url, redirect: REDIRECT });
    // The provider caches a hundred clients: twice that number evicts this one.
    for (let n = 0; n < 201; n++)
      await new Browser(service).open(
        authorizePath(service, { client: address(), proof: proof(), redirect: REDIRECT }),
      );
    answer = down;
    fetched = [];
    await service.store.state.write([
      {
        sql: `update oauth_record set payload = replace(payload, '"youngUntil":', '"youngUntil":-') where kind = 'Document'`,
      },
    ]);
    tokensIn(await refresh(service, url, tokens.refresh_token));
    assert.deepEqual(fetched, [url], 'one failed fetch from its host');
  });

  test('document fetches are limited per host and in total', async () => {
    const measured = standing();
    const host = `https://victim${++people}.example`;
    answer = () => new Response('', { status: 404 });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => measured(`${host}/${n}`)));
    assert.equal(fetched.length, 60);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 140);
    fetched = [];
    const silent = Promise.withResolvers<Response>();
    answer = () => silent.promise.then((one) => one.clone());
    let refused = 0;
    const many = Array.from({ length: 300 }, (_, n) =>
      measured(`https://slow${n}.example/`).catch(() => {
        refused++;
      }),
    );
    await until('every request is sent or refused', async () => fetched.length + refused === 300);
    assert.equal(fetched.length, 100);
    silent.resolve(new Response('', { status: 404 }));
    await Promise.all(many);
    // A finished fetch frees its slot.
    assert.equal((await measured('https://next.example/')).status, 404);
  });

  test('fetches for unknown documents of a host do not use up the limit of its connected apps', async () => {
    const host = `https://assistant${++people}.example`;
    const url = `${host}/client.json`;
    await connected(service, { client: url, redirect: REDIRECT });
    const measured = standing();
    answer = () => new Response('', { status: 404 });
    const created = Array.from({ length: 70 }, (_, n) => measured(`${host}/${n}`));
    assert.equal((await Promise.allSettled(created)).filter(({ status }) => status === 'rejected').length, 10);
    // Many other hosts do not reset the limit.
    for (let n = 0; n < 1_100; n++) await measured(`https://made-up${n}.example/`);
    await assert.rejects(measured(`${host}/again`), /Too many/);
    fetched = [];
    assert.equal((await measured(url)).status, 404, 'its host was fetched');
    assert.deepEqual(fetched, [url]);
    answer = (requested) => described(requested);
    assert.equal((await measured(url)).status, 200, 'the fetch succeeds, though no document is stored');
  });

  test('an app without a reachable document gets an error page for its user', async () => {
    answer = down;
    const page = await new Browser(service).open(authorizePath(service, { client: address(), proof: proof() }));
    assert.equal(page.status, 400);
    assert.match(page.text, /Aplicația nu a putut fi conectată/);
  });
});
