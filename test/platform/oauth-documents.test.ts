/** Documents of apps on both engines: kept once somebody has let the app in, asked for with measure, and missed by nobody for a while. */
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
  /** What a thread of its own knows of documents, at some time. */
  const documentsClient = (later = 0) =>
    cachedDocuments({ state: service.store.state, fetchDocument: fetchAppDocument, now: () => Date.now() + later });
  /** Asked by strangers in one and the same minute, however long a busy machine takes. */
  const standing = () => {
    const at = Date.now();
    return cachedDocuments({ state: service.store.state, fetchDocument: fetchAppDocument, now: () => at });
  };
  const down = async (): Promise<Response> => {
    throw new Error('connect ECONNREFUSED');
  };

  test('of an app that nobody has let in nothing is kept, and its host is asked each time', async () => {
    const url = address();
    for (let n = 0; n < 2; n++) assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url, url]);
    answer = down;
    await assert.rejects(documentsClient()(url), /ECONNREFUSED/);
  });

  test('who has nothing to renew and nothing to give back makes us ask nobody', async () => {
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

  test('where the host of an app is away, its last good document stands in for some days; not where it says otherwise', async () => {
    const url = address();
    await connected(service, { client: url, redirect: REDIRECT });
    fetched = [];
    assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url], 'kept from now on');
    assert.equal((await documentsClient()(url)).status, 200);
    assert.deepEqual(fetched, [url], 'young: not asked for again');
    const old = 2 * DAY_MS;
    for (const away of [down, () => new Response('', { status: 503 }), () => new Response('', { status: 429 })]) {
      answer = away;
      const stale = await documentsClient(old)(url);
      assert.equal(stale.headers.get('cache-control'), 'max-age=0');
      assert.deepEqual(await stale.json(), { client_id: url, client_name: 'Editor', redirect_uris: [REDIRECT] });
    }
    assert.equal(fetched.length, 4, 'asked for each time');
    answer = down;
    await assert.rejects(documentsClient(8 * DAY_MS)(url), /ECONNREFUSED/);
  });

  test('what the host of an app says is its word: it stays refused when the host goes away, until it has a good document again', async () => {
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
      assert.equal((await documentsClient(2 * DAY_MS)(url)).status, 200, 'kept');
      answer = refusal;
      await documentsClient(2 * DAY_MS)(url);
      answer = down;
      await assert.rejects(documentsClient(2 * DAY_MS)(url), /ECONNREFUSED/, String(refusal));
    }
  });

  test('a document is young for a day at most, whatever its host says', async () => {
    const url = address();
    await connected(service, { client: url, redirect: REDIRECT });
    answer = () => described(url, { client_name: 'Alt nume' }, { 'cache-control': 'public, max-age=999999999' });
    await documentsClient(DAY_MS)(url);
    const renamed = await documentsClient(DAY_MS + 1_000)(url);
    assert.equal(((await renamed.json()) as { client_name: string }).client_name, 'Alt nume');
    assert.ok(Number(/max-age=(\d+)/.exec(renamed.headers.get('cache-control') ?? '')?.[1]) <= 86_400);
  });

  test('a host that is away costs no connected app its token, from the moment that a person let it in', async () => {
    const url = address();
    const { tokens } = await connected(service, { client: url, redirect: REDIRECT });
    // The provider has a hundred at hand: so many others, and twice, make it forget this one.
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
    assert.deepEqual(fetched, [url], 'its host was asked, in vain');
  });

  test('no host is asked often through us, nor many at once', async () => {
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
    await until('all have asked, or may not', async () => fetched.length + refused === 300);
    assert.equal(fetched.length, 100);
    silent.resolve(new Response('', { status: 404 }));
    await Promise.all(many);
    // Who waited lets others ask.
    assert.equal((await measured('https://next.example/')).status, 404);
  });

  test('strangers who ask for many documents of a host use up nothing of the apps that are let in there', async () => {
    const host = `https://assistant${++people}.example`;
    const url = `${host}/client.json`;
    await connected(service, { client: url, redirect: REDIRECT });
    const measured = standing();
    answer = () => new Response('', { status: 404 });
    const created = Array.from({ length: 70 }, (_, n) => measured(`${host}/${n}`));
    assert.equal((await Promise.allSettled(created)).filter(({ status }) => status === 'rejected').length, 10);
    // However many other hosts somebody makes up.
    for (let n = 0; n < 1_100; n++) await measured(`https://made-up${n}.example/`);
    await assert.rejects(measured(`${host}/again`), /Too many/);
    fetched = [];
    assert.equal((await measured(url)).status, 404, 'its host is heard');
    assert.deepEqual(fetched, [url]);
    answer = (requested) => described(requested);
    assert.equal((await measured(url)).status, 200, 'let in, though nothing of it is kept');
  });

  test('an app whose document cannot be had is not known, and its person is told so on a page', async () => {
    answer = down;
    const page = await new Browser(service).open(authorizePath(service, { client: address(), proof: proof() }));
    assert.equal(page.status, 400);
    assert.match(page.text, /Aplicația nu a putut fi conectată/);
  });
});
