/** The payment provider of the demo: its pages on the service’s port, Pro through the webhook, and state across restarts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { paymentPages, playPayments } from '#demo-country/installation/payments.ts';
import { threadModule } from '#lib/paths.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { DEMO_ACCOUNT, ensureDemoAccount } from '#platform/accounts/demo-account.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { readConfig } from '#server/config/config.ts';
import { type DemoPaymentProvider, provideDemoCountry } from '#server/demo-port.ts';
import { startBilling } from '#server/jobs/billing.ts';
import { knownSecrets } from '#test/support/known-secrets.ts';
import { plainReader } from '#test/support/pro-browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-demo-payments-'));
const config = readConfig({ FIRMOTECA_DATA: folder });
let own: DemoPaymentProvider;
provideDemoCountry(threadModule('demo-country/port'));

let service: SmallService;
before(async () => {
  own = await playPayments(config, knownSecrets.sessionKey);
  const settings = standInSettings(own.address, knownSecrets.sessionKey, config.proPrice);
  service = await smallService({
    bare: true,
    billing: { settings, site: 'http://127.0.0.1', pages: paymentPages(own.address) },
  });
  own.deliverTo(service.port);
});
after(async () => {
  await own.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

test('the subscription page of the demo activates Pro on the service’s own port', async () => {
  const { account, cookie } = await plainReader(service);
  const headers = { cookie, origin: service.origin, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await ask(service.port, { method: 'POST', path: '/cont/abonament', headers, body: 'do=subscribe' });
  const checkout = String(sent.headers.location);
  assert.ok(checkout.startsWith(`${service.origin}/demo/payments/c/pay/cs_test_`), checkout);
  const page = await fetch(checkout);
  assert.match(await page.text(), /49,00.RON/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal((await fetch(new URL('../../style.css', checkout))).status, 200);
  const paid = await fetch(checkout, {
    method: 'POST',
    body: new URLSearchParams({ card: 'pays' }),
    redirect: 'manual',
  });
  assert.equal(paid.headers.get('location'), `${service.origin}/cont/abonament?back=paid`);
  await until('it is active', async () => (await planOf(service.store.state, account))?.state === 'active');
});

test('the provider’s API and unknown pages are not reachable through the service', async () => {
  for (const path of ['/v1/customers', '/c/pay/../../v1/customers', '/c/pay/cs_test_none', '/x', ''])
    assert.equal((await fetch(`${service.origin}/demo/payments${path}`)).status, 404, path);
  assert.equal((await ask(service.port, { path: '/demo/payments//[' })).status, 404, 'an invalid address');
  assert.equal((await fetch(`${own.address}/v1/customers`)).status, 401);
});

test('the shared demo account cannot buy or manage a plan, and has no customer at the provider', async () => {
  const { state } = service.store;
  const { account, cookie } = await plainReader(service);
  const given = 'update browser_session set account_id = $1 where account_id = $2';
  await state.write([...ensureDemoAccount(Date.now()), { sql: given, params: [DEMO_ACCOUNT, account] }]);
  const headers = { cookie, origin: service.origin, 'content-type': 'application/x-www-form-urlencoded' };
  for (const body of ['do=subscribe', 'do=manage']) {
    const sent = await ask(service.port, { method: 'POST', path: '/cont/abonament', headers, body });
    assert.deepEqual([sent.status, sent.headers.location], [303, '/cont/abonament'], body);
  }
  assert.equal(await customerOf(state, DEMO_ACCOUNT), null);
});

test('a checkout survives a restart of the provider, and its page answers 502 while the provider is down', async () => {
  const { cookie } = await plainReader(service);
  const sent = await ask(service.port, {
    method: 'POST',
    path: '/cont/abonament',
    body: 'do=subscribe',
    headers: {
      cookie,
      origin: service.origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  await own.close();
  const path = new URL(String(sent.headers.location)).pathname;
  assert.equal((await fetch(`${service.origin}${path}`)).status, 502);
  own = await playPayments(config, knownSecrets.sessionKey);
  assert.equal((await fetch(`${own.address}${path.replace('/demo/payments', '')}`)).status, 200);
});

test('an email of the demo links to the address on which the service listens', async () => {
  const { state } = service.store;
  const now = Date.now();
  const account = await createAccount(state, { email: 'adresa@example.ro', password: null }, now);
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, now);
  await changeSubscription(state, account, 'canceling', now, new Date(now + 1).toISOString());
  const side = await startBilling(config, service.store, (error) => assert.fail(String(error)));
  side.listening(service.port);
  const duty = side.startPlanReconciliation(state);
  const mail = (): Promise<{ text: string; html: string } | null> =>
    state.one(`select text, html from letter where account_id = $1 and kind = 'plan-ended'`, [account]);
  await until('the email about its end is queued', async () => (await mail()) !== null);
  await duty.stop();
  await side.stop();
  const result = await mail();
  for (const words of [result?.text, result?.html]) assert.ok(words?.includes(`${service.origin}/cont/abonament`));
});

test('the billing part of the service starts and stops with a provider and without', async () => {
  const fail = (error: unknown): void => assert.fail(String(error));
  const played = await startBilling(config, service.store, fail);
  assert.match(played.standIn ?? '', /^http:\/\/127\.0\.0\.1:/);
  played.listening(service.port);
  await played.startPlanReconciliation(service.store.state).stop();
  await played.stop();
  const none = await startBilling({ ...config, billing: null }, service.store, fail);
  assert.equal(none.standIn, null);
  await none.startPlanReconciliation(service.store.state).stop();
  await none.stop();
});
