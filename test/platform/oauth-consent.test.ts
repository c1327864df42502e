/** Consent for an app: bound to the browser and the account, given once, and revoked by the owner. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchChanges } from '#data/store/changes/counter.ts';
import { DEMO_ACCOUNT } from '#platform/accounts/demo-account.ts';
import { cachedGrants, grants } from '#platform/oauth/grants.ts';
import { cleanUpApps } from '#platform/oauth/provider.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import {
  authorizePath,
  Browser,
  connected,
  doorStatus,
  errorIn,
  pressed,
  proof,
  redeem,
  refresh,
  registered,
  shownIn,
  untilClosed,
} from '#test/support/app-kit.ts';
import {
  accountIdOf,
  codeIn,
  entranceService,
  lettersTo,
  linkTo,
  PASSWORD,
  signedUp,
  Visitor,
} from '#test/support/auth-kit.ts';
import type { SmallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await entranceService();
});
after(() => service.close());

test('consent needs the requesting browser and the account on the page, and works once', async () => {
  const client = await registered(service);
  const own = proof();
  const mine = new Browser(service, await accountBrowser(service));
  const begun = await mine.open(authorizePath(service, { client, proof: own }));
  const page = begun.headers.location ?? '';
  // A victim who was sent the link of the page.
  const victim = new Browser(service, await accountBrowser(service));
  const lured = await victim.open(page);
  assert.equal(lured.status, 404);
  assert.doesNotMatch(lured.text, /name="shown"/);
  const visible = shownIn(await mine.open(page));
  assert.equal((await victim.send(page, { shown: visible, verdict: 'allow' })).status, 404);
  // Without a decision the resume address leads back to the consent page.
  const early = await mine.open(`/oauth/authorize/${page.split('/').at(-1)}`);
  assert.match(early.headers.location ?? '', /^\/cont\/aplicatii\/cerere\//);
  const second = early.headers.location ?? '';
  assert.equal((await mine.send(page, { shown: visible, verdict: 'allow' })).status, 404);
  // A form rendered for another page has no effect.
  const forged = await mine.send(second, { shown: visible, verdict: 'allow' });
  assert.deepEqual([forged.status, shownIn(forged) !== ''], [200, true]);
  const right = shownIn(forged);
  const twice = await Promise.all([1, 2].map(() => mine.send(second, { shown: right, verdict: 'allow' })));
  assert.deepEqual(
    twice.map(({ status }) => status),
    [303, 303],
  );
  const back = await mine.open(twice[0]?.headers.location ?? '');
  assert.ok(new URL(back.headers.location ?? '').searchParams.get('code'));
  const rows = await service.store.state.all(
    `select digest from oauth_record where kind = 'Grant' and client_id = $1`,
    [client],
  );
  assert.equal(rows.length, 1);
  assert.equal((await mine.open(second)).status, 404);
});

test('a consent form from another site has no effect', async () => {
  const client = await registered(service);
  const browser = new Browser(service, await accountBrowser(service));
  const page = (await browser.open(authorizePath(service, { client, proof: proof() }))).headers.location ?? '';
  const visible = shownIn(await browser.open(page));
  const answer = await browser.send(
    page,
    { shown: visible, verdict: 'allow' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  );
  assert.ok(answer.status >= 400, String(answer.status));
  assert.equal(await grantsFor(client), 0);
});

const grantsFor = async (client: string): Promise<number> =>
  (await service.store.state.all(`select 1 as n from oauth_record where kind = 'Grant' and client_id = $1`, [client]))
    .length;

test('a visitor without a session signs in first, by password or to the demo, and returns to the consent page', async () => {
  await signedUp(service, 'vine@example.ro');
  const client = await registered(service, { client_name: '<b>Rău</b>' });
  for (const fields of [{ email: 'vine@example.ro', password: PASSWORD }, { demo: '1' }]) {
    const browser = new Browser(service);
    const page = (await browser.open(authorizePath(service, { client, proof: proof() }))).headers.location ?? '';
    const sent = await browser.open(page);
    assert.equal(sent.status, 303);
    const signIn = new URL(sent.headers.location ?? '', service.origin);
    assert.equal(signIn.searchParams.get('next'), page);
    const form = await browser.open(`${signIn.pathname}${signIn.search}`);
    assert.equal(form.headers['cross-origin-opener-policy'], 'unsafe-none');
    const entered = await browser.send('/cont/intrare', { next: page, ...fields } as Record<string, string>);
    assert.deepEqual([entered.status, entered.headers.location], [303, page]);
    const visible = await browser.open(page);
    assert.match(visible.text, /neverificată/);
    assert.match(visible.text, /&lt;b&gt;Rău&lt;\/b&gt;/);
    assert.match(visible.text, 'demo' in fields ? /Contul demonstrativ/ : /vine@example\.ro/);
    assert.match(String(visible.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example/);
    const english = await browser.open(`/en/account/apps/request/${page.split('/').at(-1)}`);
    assert.match(english.text, /unverified: the name is its own word/);
    assert.ok((await pressed(browser, page)).searchParams.get('code'));
  }
});

test('an app that requests more scopes shows the new ones and receives all', async () => {
  const { browser, client } = await connected(service);
  const own = proof();
  const page =
    (await browser.open(authorizePath(service, { client, proof: own, scope: 'data:read billing:manage' }))).headers
      .location ?? '';
  const { text } = await browser.open(page);
  assert.match(text, /cere mai mult/);
  assert.equal(text.match(/<span class="tag">nou<\/span>/g)?.length, 1);
  const code = (await pressed(browser, page)).searchParams.get('code') ?? '';
  const { scope } = JSON.parse((await redeem(service, client, code, own.verifier)).text) as { scope: string };
  assert.equal(scope, 'data:read billing:manage');
});

test('scopes that spend or revoke are allowed after a fresh sign-in only, and the owner gets an email about the app', async () => {
  await signedUp(service, 'proaspat@example.ro');
  const account = await accountIdOf(service, 'proaspat@example.ro');
  const client = await registered(service, { client_name: 'Ajutor <b>' });
  const begin = async (browser: Browser, scope: string): Promise<string> =>
    (await browser.open(authorizePath(service, { client, proof: proof(), scope }))).headers.location ?? '';
  const notices = async () =>
    (await lettersTo(service, 'proaspat@example.ro')).filter(({ kind }) => kind === 'appConnected');
  const old = new Browser(service, await accountBrowser(service, { account, agoMs: 11 * 60_000 }));
  assert.ok((await pressed(old, await begin(old, 'data:read account:read'))).searchParams.get('code'));
  assert.equal((await notices()).length, 1);
  for (const scope of ['data:read billing:manage', 'keys:manage']) {
    const page = await begin(old, scope);
    const asked = await old.open(page);
    const address = new URL(asked.headers.location ?? '', service.origin);
    assert.deepEqual([asked.status, address.searchParams.get('next')], [303, page], scope);
    assert.equal(
      (await old.open(`${address.pathname}${address.search}`)).headers['cross-origin-opener-policy'],
      'unsafe-none',
    );
    // The sign-in became old while the page was open.
    const sent = await old.send(page, { shown: '', verdict: 'allow' });
    assert.match(sent.headers.location ?? '', /^\/cont\/confirmare\?next=/);
  }
  assert.equal((await notices()).length, 1);
  const page = await begin(old, 'data:read keys:manage');
  const proved = await old.send('/cont/confirmare', { next: page, password: PASSWORD });
  assert.equal(proved.headers.location, page);
  assert.ok((await pressed(old, page)).searchParams.get('code'));
  const letters = await notices();
  assert.equal(letters.length, 2);
  assert.match(letters[1]?.text ?? '', /app\.example \(Ajutor <b>\)/);
  assert.match(letters[1]?.text ?? '', /chei/);
  assert.match(letters[1]?.text ?? '', /\/cont\/aplicatii/);
});

test('the owner lists connected apps and disconnects one with all its tokens; another account cannot', async () => {
  const { browser, client, account, tokens } = await connected(service);
  const again = await connected(service, { client, account });
  const list = await browser.open('/cont/aplicatii');
  for (const part of ['Asistent', 'neverificată', 'app.example', 'de 2 ori', 'Să întrebe datele'])
    assert.ok(list.text.includes(part), part);
  assert.match((await browser.open('/en/account/apps')).text, /receives at app\.example/);
  const [, path = ''] = /href="(\/cont\/aplicatii\/[A-Za-z0-9_-]{43})"/.exec(list.text) ?? [];
  const other = new Browser(service, await accountBrowser(service));
  assert.equal((await other.open(path)).status, 404);
  assert.equal((await other.send(path, {})).status, 404);
  assert.equal((await browser.open(path)).status, 200);
  assert.equal((await browser.send(path, {})).headers.location, '/cont/aplicatii?removed=1');
  for (const { access_token } of [tokens, again.tokens]) await untilClosed(service, access_token);
  assert.equal(errorIn(await refresh(service, client, tokens.refresh_token)), 'invalid_grant');
  assert.match((await browser.open('/cont/aplicatii')).text, /Nicio aplicație/);
  assert.match((await browser.open('/cont/siguranta')).text, /Aplicație deconectată/);
});

test('each browser of the shared demo account lists only the apps connected in it', async () => {
  const { browser } = await connected(service, { account: DEMO_ACCOUNT });
  const other = new Browser(service, await accountBrowser(service, { account: DEMO_ACCOUNT }));
  assert.match((await browser.open('/cont/aplicatii')).text, /Asistent/);
  assert.doesNotMatch((await other.open('/cont/aplicatii')).text, /Asistent/);
});

test('after a new password the owner sees the apps that stay connected', async () => {
  const visitor = await signedUp(service, 'parola@example.ro');
  const account = await accountIdOf(service, 'parola@example.ro');
  const change = (password: string) => visitor.send('/cont/siguranta', { do: 'password', password });
  assert.equal((await change('o altă parolă lungă')).headers.location, '/cont/siguranta?done=password');
  await connected(service, { account });
  const moved = await change('încă o parolă lungă');
  assert.equal(moved.headers.location, '/cont/aplicatii?after=password');
  const { text } = await visitor.open('/cont/aplicatii?after=password');
  assert.match(text, /rămân conectate/);
  const [mail] = (await lettersTo(service, 'parola@example.ro')).filter(({ kind }) => kind === 'passwordSet');
  assert.match(mail?.text ?? '', /Aplicațiile\s+conectate/);
  const forgetful = new Visitor(service);
  await forgetful.send('/cont/parola', { email: 'parola@example.ro' });
  const code = codeIn(await linkTo(service, 'parola@example.ro'));
  const reset = await forgetful.send('/cont/legatura', { code, password: PASSWORD });
  assert.equal(reset.headers.location, '/cont/aplicatii?after=password');
});

test('cleanup removes expired requests and tokens, and apps that are unused for long', async () => {
  const { state } = service.store;
  const stored = await connected(service);
  const never = await registered(service);
  const idle = await connected(service);
  await state.write([
    {
      sql: `update oauth_record set created_at = '2026-01-01T00:00:00.000Z' where kind = 'Client' and digest = $1`,
      params: [never],
    },
    {
      sql: `update oauth_record set used_at = '2026-01-01T00:00:00.000Z' where digest = $1 or client_id = $1 and kind = 'Grant'`,
      params: [idle.client],
    },
    {
      sql: `update oauth_record set expires_at = '2026-01-01T00:00:00.000Z' where kind = 'AccessToken' and client_id = $1`,
      params: [idle.client],
    },
  ]);
  await cleanUpApps(state, Date.now());
  assert.equal(await doorStatus(service, stored.tokens.access_token), 200);
  assert.equal((await refresh(service, stored.client, stored.tokens.refresh_token)).status, 200);
  const gone = await refresh(service, idle.client, idle.tokens.refresh_token);
  assert.deepEqual([gone.status, errorIn(gone)], [401, 'invalid_client']);
  const left = await state.all<{ digest: string }>(
    `select digest from oauth_record where client_id = $1 and kind in ('Grant', 'AccessToken')`,
    [idle.client],
  );
  assert.deepEqual(left, []);
  const answer = await new Browser(service).open(authorizePath(service, { client: never, proof: proof() }));
  assert.equal(answer.status, 400);
});

test('the last use of an app is recorded for its owner, at most once a minute', async () => {
  const { account, tokens, browser } = await connected(service);
  const { state } = service.store;
  const usedAt = async (): Promise<unknown> =>
    (
      await state.one<{ used_at: unknown }>(
        `select used_at from oauth_record where kind = 'Grant' and account_id = $1`,
        [account],
      )
    )?.used_at;
  await state.write([{ sql: `update oauth_record set used_at = null where account_id = $1`, params: [account] }]);
  assert.match((await browser.open('/cont/aplicatii')).text, /nefolosită încă/);
  const fail = (error: unknown): never => {
    throw error;
  };
  const watch = await watchChanges(state, 'access', () => {}, fail);
  const own = cachedGrants(grants({ state, secret: service.secrets.sessionKey, report: fail }), watch);
  const now = Date.now();
  const at = (ms: number): string => new Date(ms).toISOString();
  assert.equal((await own.grantOf(tokens.access_token, now))?.account, account);
  await own.flush();
  assert.equal(await usedAt(), at(now));
  await own.grantOf(tokens.access_token, now + 59_000);
  await own.flush();
  assert.equal(await usedAt(), at(now));
  await own.grantOf(tokens.access_token, now + 61_000);
  await own.close();
  await watch.stop();
  assert.equal(await usedAt(), at(now + 61_000));
});
