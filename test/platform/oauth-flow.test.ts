/** The OAuth flow on both engines: registration, consent, tokens, refresh and revocation, with every invalid variant. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Row } from '#data/store/database.ts';
import { deleteAccount } from '#platform/accounts/account-deletion.ts';
import { blockAccount } from '#platform/accounts/accounts.ts';
import { accountDataSources } from '#server/compose/accounts.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import {
  authorizePath,
  Browser,
  connected,
  decided,
  doorStatus,
  errorIn,
  postForm,
  proof,
  REDIRECT,
  redeem,
  refresh,
  registered,
  type SignUpIntent,
  tokensIn,
  untilClosed,
} from '#test/support/app-kit.ts';
import { entranceService } from '#test/support/auth-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import type { Answered } from '#test/support/raw-request.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';

const ROUNDS = isLongTier ? 12 : 3;
const AT_ONCE = 20;

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    const { databaseUrl } = await engine.place();
    service = await entranceService({ databaseUrl });
  });
  after(() => service.close());

  /** An authorization code that is not redeemed yet. */
  async function codeFor(intent: Partial<SignUpIntent> = {}) {
    const browser = new Browser(service, await accountBrowser(service));
    const client = intent.client ?? (await registered(service));
    const own = proof();
    const back = await decided(browser, authorizePath(service, { proof: own, ...intent, client }));
    return { client, browser, back, code: back.searchParams.get('code') ?? '', verifier: own.verifier };
  }

  /** Moves every use of a code or token beyond the tolerance for repeated requests. */
  const longAgo = (): Promise<unknown> =>
    service.store.state.write([
      { sql: `update oauth_record set consumed_at = '2020-01-01T00:00:00.000Z' where consumed_at is not null` },
    ]);

  test('a registered app with consent gets a token for one resource and one account', async () => {
    const { tokens } = await connected(service);
    assert.deepEqual([tokens.expires_in, tokens.scope], [900, 'data:read']);
    assert.equal(await doorStatus(service, tokens.access_token), 200);
    assert.equal(await doorStatus(service, tokens.access_token, '/mcp/data'), 401);
    assert.equal(await doorStatus(service, tokens.refresh_token), 401);
    assert.equal(await doorStatus(service, 'x'.repeat(43)), 401);
    const data = await connected(service, { resource: `${service.origin}/mcp/data` });
    assert.equal(await doorStatus(service, data.tokens.access_token, '/mcp/data'), 200);
    assert.equal(await doorStatus(service, data.tokens.access_token), 401);
  });

  test('the authorization response names its issuer and returns the app’s state', async () => {
    const { back } = await codeFor({ state: 'a b&c' });
    assert.equal(`${back.origin}${back.pathname}`, REDIRECT);
    assert.deepEqual([back.searchParams.get('iss'), back.searchParams.get('state')], [service.origin, 'a b&c']);
    const refused = await decided(
      new Browser(service, await accountBrowser(service)),
      authorizePath(service, { client: await registered(service), proof: proof() }),
      'refuse',
    );
    assert.deepEqual(
      ['error', 'iss', 'state', 'code'].map((name) => refused.searchParams.get(name)),
      ['access_denied', service.origin, 'xyz', null],
    );
  });

  test('a request without scope and resource gets the default scopes for the full MCP endpoint', async () => {
    const { tokens } = await connected(service, { scope: null, resource: null });
    assert.equal(tokens.scope, 'data:read account:read');
    assert.equal(await doorStatus(service, tokens.access_token), 200);
  });

  test('the data-only endpoint grants no account scopes', async () => {
    const { tokens } = await connected(service, {
      scope: 'data:read billing:manage keys:manage offline_access',
      resource: `${service.origin}/mcp/data`,
    });
    assert.equal(tokens.scope, 'data:read');
  });

  test('of concurrent requests with one code at most one gets a token, which is revoked', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { client, code, verifier } = await codeFor();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => redeem(service, client, code, verifier)));
      const won = answers.filter(({ status }) => status === 200);
      assert.ok(won.length <= 1, `round ${round}`);
      for (const answer of answers)
        if (answer.status !== 200) assert.deepEqual([answer.status, errorIn(answer)], [400, 'invalid_grant']);
      for (const answer of won) await untilClosed(service, tokensIn(answer).access_token);
    }
  });

  test('of concurrent requests with one refresh token one gets a new pair, which works', async () => {
    const { client, tokens } = await connected(service);
    let { refresh_token: token } = tokens;
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => refresh(service, client, token)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1, `round ${round}`);
      for (const answer of answers)
        if (answer.status !== 200) assert.deepEqual([answer.status, errorIn(answer)], [400, 'invalid_grant']);
      const next = tokensIn(won[0] as Answered);
      assert.notEqual(next.refresh_token, token);
      assert.equal(await doorStatus(service, next.access_token), 200);
      token = next.refresh_token;
    }
  });

  test('a refresh token reused at once is refused; reused later it revokes the whole grant', async () => {
    const { client, account, tokens } = await connected(service);
    const next = tokensIn(await refresh(service, client, tokens.refresh_token));
    const again = await refresh(service, client, tokens.refresh_token);
    assert.equal(errorIn(again), 'invalid_grant');
    assert.equal(await doorStatus(service, next.access_token), 200);
    await longAgo();
    const stolen = await refresh(service, client, tokens.refresh_token);
    assert.deepEqual([stolen.status, errorIn(stolen)], [400, 'invalid_grant']);
    for (const token of [tokens.access_token, next.access_token]) await untilClosed(service, token);
    assert.equal(errorIn(await refresh(service, client, next.refresh_token)), 'invalid_grant');
    const events = await service.store.state.all<{ kind: string }>(
      'select kind from account_event where account_id = $1 order by at',
      [account],
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['appConnected', 'appRemoved'],
    );
  });

  test('a reused code is refused and its tokens are revoked', async () => {
    const { client, code, verifier } = await codeFor();
    const { access_token, refresh_token } = tokensIn(await redeem(service, client, code, verifier));
    assert.equal(await doorStatus(service, access_token), 200);
    assert.equal(errorIn(await redeem(service, client, code, verifier)), 'invalid_grant');
    await untilClosed(service, access_token);
    assert.equal(errorIn(await refresh(service, client, refresh_token)), 'invalid_grant');
  });

  test('a code is refused for another client, verifier, redirect or resource, and after it expired', async () => {
    const { client, code, verifier } = await codeFor();
    const other = await registered(service);
    for (const attempt of [
      redeem(service, other, code, verifier),
      redeem(service, client, code, proof().verifier),
      redeem(service, client, code, ''),
      redeem(service, client, code, verifier, { redirect_uri: 'https://evil.example/' }),
    ]) {
      const answer = await attempt;
      assert.deepEqual([answer.status, errorIn(answer)], [400, 'invalid_grant']);
    }
    tokensIn(await redeem(service, client, code, verifier));
    const late = await codeFor();
    await service.store.state.write([
      { sql: `update oauth_record set expires_at = '2020-01-01' where kind = 'AuthorizationCode'` },
    ]);
    assert.equal(errorIn(await redeem(service, late.client, late.code, late.verifier)), 'invalid_grant');
    const third = await codeFor();
    const elsewhere = { resource: `${service.origin}/mcp/data` };
    assert.equal(errorIn(await redeem(service, third.client, third.code, third.verifier, elsewhere)), 'invalid_target');
  });

  test('a refresh token is refused for another client and gives no wider scope or other resource', async () => {
    const { client, tokens } = await connected(service);
    const other = await registered(service);
    assert.equal(errorIn(await refresh(service, other, tokens.refresh_token)), 'invalid_grant');
    const more = await refresh(service, client, tokens.refresh_token, { scope: 'data:read billing:manage' });
    assert.equal(errorIn(more), 'invalid_scope');
    const next = tokensIn(await refresh(service, client, tokens.refresh_token));
    for (const resource of [`${service.origin}/mcp/data`, 'https://elsewhere.example/mcp']) {
      const elsewhere = await refresh(service, client, next.refresh_token, { resource });
      assert.equal(errorIn(elsewhere), 'invalid_target', resource);
    }
    // A request with a wrong resource does not use up the refresh token.
    const same = { resource: `${service.origin}/mcp` };
    tokensIn(await refresh(service, client, next.refresh_token, same));
  });

  test('an invalid authorization request gives a page with a link to the app instead of a redirect', async () => {
    const client = await registered(service);
    const own = proof();
    const wrong: [string, Partial<SignUpIntent>][] = [
      ['invalid_request', { proof: null }],
      ['invalid_request', { more: { code_challenge_method: 'plain' } }],
      ['invalid_target', { resource: 'https://elsewhere.example/mcp' }],
      ['invalid_target', { resource: `${service.origin}/mcp/` }],
      ['invalid_target', { resource: service.origin }],
      ['consent_required', { more: { prompt: 'none' } }],
      ['invalid_request', { more: { response_type: 'token' } }],
      ['invalid_request', { more: { response_type: 'code id_token' } }],
      ['unsupported_response_mode', { more: { response_mode: 'form_post' } }],
      ['unsupported_response_mode', { more: { response_mode: 'fragment' } }],
      ['request_not_supported', { more: { request: 'eyJhbGciOiJub25lIn0.e30.' } }],
      ['request_uri_not_supported', { more: { request_uri: 'https://elsewhere.example/r' } }],
    ];
    for (const [error, intent] of wrong) {
      const { status, headers, text } = await new Browser(service).open(
        authorizePath(service, { client, proof: own, ...intent }),
      );
      assert.equal(headers.location, undefined);
      const [, href = ''] =
        /<a href="(https:\/\/app\.example[^"]*)" rel="noreferrer">Înapoi la aplicație: app\.example</.exec(text) ?? [];
      const back = new URL(href.replaceAll('&amp;', '&'));
      const result = new URLSearchParams(back.search || back.hash.slice(1));
      assert.equal(`${back.origin}${back.pathname}`, REDIRECT, JSON.stringify(intent));
      assert.deepEqual(
        [status, result.get('error'), result.get('iss'), result.get('code')],
        [400, error, service.origin, null],
        JSON.stringify(intent),
      );
    }
  });

  test('an unregistered redirect address gives an error page in both languages, never a redirect', async () => {
    const client = await registered(service);
    const own = proof();
    const intents: SignUpIntent[] = [
      ...['https://evil.example/callback', `${REDIRECT}/more`, `${REDIRECT}?x=1`, 'http://app.example/callback'],
      ...['javascript:alert(1)', `${REDIRECT}#x`, 'https://app.example@evil.example/callback', '//evil.example'],
    ].map((redirect) => ({ client, proof: own, redirect }));
    for (const intent of [...intents, { client: 'nobody', proof: own }]) {
      const answer = await new Browser(service).open(authorizePath(service, intent));
      assert.equal(answer.status, 400, String(intent.redirect));
      assert.equal(answer.headers.location, undefined);
      assert.match(answer.text, /Aplicația nu a putut fi conectată/);
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
      assert.doesNotMatch(answer.text, /oops|oidc/i);
    }
    const english = await new Browser(service).open(
      authorizePath(service, { client: 'nobody', proof: own, more: { ui_locales: 'en' } }),
    );
    assert.match(english.text, /The app could not be connected/);
  });

  test('malformed ids are refused as unknown clients and tokens, without a server fault', async () => {
    const client = await registered(service);
    for (const id of ['\0', `${client}\0`, 'é', ' ', 'x'.repeat(501), 'https://a\0.example/c.json']) {
      const token = await refresh(service, id, 'x'.repeat(43));
      assert.ok(token.status === 400 || token.status === 401, `${token.status} ${token.text}`);
      const given = await postForm(service.port, '/oauth/revoke', { client_id: id, token: id });
      assert.ok(given.status === 400 || given.status === 401, `${given.status} ${given.text}`);
      const page = await new Browser(service).open(authorizePath(service, { client: id, proof: proof() }));
      assert.equal(page.status, 400);
      for (const answer of [refresh(service, client, id), redeem(service, client, id, proof().verifier)])
        assert.equal(errorIn(await answer), 'invalid_grant');
    }
  });

  test('the connection evicted by the hundred-and-first one ends at once for all its tokens', async () => {
    const { state } = service.store;
    const first = await connected(service);
    const { account } = first;
    assert.equal(await doorStatus(service, first.tokens.access_token), 200);
    // The copies are used later than the first, whose use is recorded some seconds after its response.
    await state.write(
      Array.from({ length: 99 }, (_, n) => ({
        sql: `insert into oauth_record (kind, digest, payload, account_id, client_id, created_at, expires_at, used_at)
              select kind, $2, payload, account_id, client_id, created_at, expires_at, $3 from oauth_record
              where kind = 'Grant' and account_id = $1 and used_at < $3`,
        params: [account, `${account}-${n}`, '2099-01-01T00:00:00.000Z'],
      })),
    );
    const next = await connected(service, { account });
    await untilClosed(service, first.tokens.access_token);
    assert.equal(await doorStatus(service, next.tokens.access_token), 200);
    assert.equal(errorIn(await refresh(service, first.client, first.tokens.refresh_token)), 'invalid_grant');
    const left = await state.all(`select kind from oauth_record where account_id = $1 and client_id = $2`, [
      account,
      first.client,
    ]);
    assert.equal(left.length, 99, 'its tokens are removed with it');
  });

  test('an app revokes its own tokens, and another app cannot', async () => {
    const { client, tokens } = await connected(service);
    const other = await registered(service);
    const revoke = (who: string, token: string): Promise<Answered> =>
      postForm(service.port, '/oauth/revoke', { client_id: who, token });
    assert.equal((await revoke(other, tokens.refresh_token)).status, 200);
    assert.equal(await doorStatus(service, tokens.access_token), 200);
    assert.equal((await revoke(client, tokens.refresh_token)).status, 200);
    await untilClosed(service, tokens.access_token);
    assert.equal(errorIn(await refresh(service, client, tokens.refresh_token)), 'invalid_grant');
  });

  test('the tokens of a blocked or deleted account stop working at once', async () => {
    const blocked = await connected(service);
    await blockAccount(service.store.state, blocked.account, 'test', Date.now());
    await untilClosed(service, blocked.tokens.access_token);
    assert.equal(errorIn(await refresh(service, blocked.client, blocked.tokens.refresh_token)), 'invalid_grant');
    const gone = await connected(service);
    const { state } = service.store;
    const leaving = { state, sources: accountDataSources, endBilling: async () => 'ended' as const };
    await deleteAccount(leaving, gone.account, null, Date.now());
    await untilClosed(service, gone.tokens.access_token);
    assert.equal(errorIn(await refresh(service, gone.client, gone.tokens.refresh_token)), 'invalid_grant');
  });

  test('no code, token or request id appears in a table or in the log', async () => {
    const { client, tokens, browser } = await connected(service);
    const begun = await browser.open(authorizePath(service, { client, proof: proof() }));
    const request = begun.headers.location?.split('/').at(-1) ?? '';
    const { code } = await codeFor();
    const secrets = [tokens.access_token, tokens.refresh_token, request, code];
    for (const secret of secrets) assert.ok(secret.length >= 20, secret);
    const tables =
      engine.name === 'sqlite'
        ? `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : `select table_name as name from information_schema.tables where table_schema = current_schema()`;
    const { state } = service.store;
    for (const { name } of await state.all<{ name: string }>(tables)) {
      const rows = JSON.stringify(await state.all<Row>(`select * from ${name}`));
      for (const secret of secrets) assert.ok(!rows.includes(secret), `${name} holds ${secret}`);
    }
    assert.deepEqual(service.faults, []);
  });
});
