/** The subscription page over real sockets: checkout, Pro, portal and cancellation, all confirmed by webhooks of the provider. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { WEBHOOK_PATH } from '#server/compose/billing.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import { plainReader as reader } from '#test/support/pro-browser.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

let own: StandIn;
let service: SmallService;
let poor: SmallService;
before(async () => {
  own = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
  service = await smallService({
    billing: {
      site: 'http://127.0.0.1',
      settings: {
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        priceId: null,
        hasTax: false,
        apiUrl: own.address,
        price: { amount: 49, currency: 'RON', per: 'month' },
      },
    },
  });
  own.webhooks.deliverTo(`${service.origin}${WEBHOOK_PATH}`);
  poor = await smallService({ config: { contact: 'pro@operator.example' } });
});
after(async () => {
  await own.close();
  await service.close();
  await poor.close();
});

const get = (of: SmallService, path: string, cookie = ''): Promise<Answered> =>
  ask(of.port, { path, headers: { accept: 'text/html', ...(cookie && { cookie }) } });
const post = (
  of: SmallService,
  path: string,
  cookie: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answered> =>
  ask(of.port, {
    method: 'POST',
    path,
    body,
    headers: {
      accept: 'text/html',
      cookie,
      origin: of.origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });
const isPlan = (account: string, state: string): Promise<void> =>
  until(`the plan is ${state}`, async () => (await planOf(service.store.state, account))?.state === state);
const RO = '/cont/abonament';
const EN = '/en/account/subscription';

test('a signed-out visitor is redirected to sign-in with the way back', async () => {
  const { status, headers } = await get(service, RO);
  assert.equal(status, 303);
  assert.equal(headers.location, '/cont/intrare?next=%2Fcont%2Fabonament');
  assert.equal((await post(service, RO, '', 'do=subscribe')).status, 303);
});

test('the return from checkout grants nothing until the provider confirms the payment', async () => {
  const { account, cookie } = await reader(service);
  const before = await get(service, RO, cookie);
  assert.equal(before.status, 200);
  assert.match(before.text, /Nu aveți abonament Pro/);
  assert.match(before.text, /49.lei/);
  assert.match(before.text, /href="\/preturi">Ce cuprinde Pro/);
  assert.match(String(before.headers['content-security-policy']), new RegExp(`form-action 'self' ${own.address}`));
  assert.equal(before.headers['cache-control'], 'no-store');
  own.webhookFaults.paused = true;
  const sent = await post(service, RO, cookie, 'do=subscribe');
  assert.equal(sent.status, 303);
  const checkout = String(sent.headers.location);
  assert.match(checkout, new RegExp(`^${own.address}/c/pay/cs_test_`));
  const forged = await get(service, `${RO}?back=paid`, cookie);
  assert.match(forged.text, /Așteptăm confirmarea furnizorului/);
  assert.equal((await planOf(service.store.state, account))?.state, 'none');
  const declined = await fetch(checkout, { method: 'POST', body: new URLSearchParams({ card: 'declined' }) });
  assert.match(await declined.text(), /Cardul a fost refuzat/);
  const paid = await fetch(checkout, {
    method: 'POST',
    body: new URLSearchParams({ card: 'pays' }),
    redirect: 'manual',
  });
  assert.equal(paid.headers.get('location'), `${service.origin}${RO}?back=paid`);
  assert.match((await get(service, `${RO}?back=paid`, cookie)).text, /http-equiv="refresh"/);
  own.webhookFaults.paused = false;
  own.webhooks.release();
  await isPlan(account, 'active');
  const done = await get(service, `${RO}?back=paid`, cookie);
  assert.match(done.text, /class="alert good".*Furnizorul a confirmat plata/, 'the confirmation is styled as success');
  assert.match(done.text, /href="\/cont\/chei">Faceți o cheie API/, 'the next step is offered');
  assert.match(done.text, /Abonamentul Pro este activ/);
  assert.doesNotMatch(done.text, /http-equiv="refresh"/);
});

test('an abandoned checkout costs nothing, and a subscriber gets the portal instead of a checkout', async () => {
  const { account, cookie } = await reader(service);
  const sent = await post(service, EN, cookie, 'do=subscribe');
  const left = await fetch(String(sent.headers.location), {
    method: 'POST',
    body: new URLSearchParams({ card: 'closes' }),
    redirect: 'manual',
  });
  assert.equal(left.headers.get('location'), `${service.origin}${EN}?back=left`);
  assert.match((await get(service, `${EN}?back=left`, cookie)).text, /You paid nothing/);
  own.ledger.complete(String(sent.headers.location).split('/').at(-1) ?? '', true);
  await isPlan(account, 'active');
  assert.equal((await post(service, EN, cookie, 'do=subscribe')).headers.location, EN);
  const page = await get(service, EN, cookie);
  assert.doesNotMatch(page.text, /value="subscribe"/);
  const portal = String((await post(service, EN, cookie, 'do=manage')).headers.location);
  assert.match(portal, /\/p\/session\/bps_/);
  await fetch(portal, { method: 'POST', body: new URLSearchParams({ card: 'cancel' }) });
  await isPlan(account, 'canceling');
  const canceling = (await get(service, EN, cookie)).text;
  assert.match(canceling, /You canceled the subscription. Pro works until/);
  assert.match(canceling, /value="manage">Go on with the subscription/);
  assert.match(await (await fetch(portal)).text(), /Ends with the period/);
  await fetch(portal, { method: 'POST', body: new URLSearchParams({ card: 'resume' }) });
  await isPlan(account, 'active');
  await fetch(portal, { method: 'POST', body: new URLSearchParams({ card: 'fails' }) });
  await isPlan(account, 'past_due');
  assert.match((await get(service, EN, cookie)).text, /The last payment failed. Keys work until/);
  assert.match((await get(service, '/en/account', cookie)).text, /href="\/en\/account\/subscription">Change the card/);
  const result = (await get(service, '/cont/siguranta', cookie)).text;
  assert.match(result, /Abonamentul s-a schimbat<\/b> <span class="quiet">plată restantă/);
  assert.doesNotMatch(result, /past_due|canceling/, 'states are translated');
  assert.match(await (await fetch(portal)).text(), /Payment overdue/);
  await fetch(portal, { method: 'POST', body: new URLSearchParams({ card: 'works' }) });
  await isPlan(account, 'active');
});

test('an account with a plan granted by the operator is not asked to pay', async () => {
  const { account, cookie } = await reader(service);
  for (const to of ['incomplete', 'active'] as const)
    await changeSubscription(service.store.state, account, to, Date.now());
  const { text } = await get(service, EN, cookie);
  assert.match(text, /The operator granted you Pro, without an end/);
  assert.doesNotMatch(text, /payment provider/);
});

test('a form of another site, an unknown action and an unreachable provider have defined outcomes', async () => {
  const { cookie } = await reader(service);
  assert.equal((await post(service, RO, cookie, 'do=subscribe', { origin: 'https://evil.example' })).status, 400);
  assert.equal((await post(service, RO, cookie, 'do=%3Cscript%3E')).headers.location, RO);
  assert.equal((await post(service, RO, cookie, 'do=manage')).status, 404);
  own.faults.down = 1_000;
  const away = await post(service, RO, cookie, 'do=subscribe');
  own.faults.down = 0;
  assert.equal(away.status, 503);
  assert.match(away.text, /Nu s-a încasat nimic/);
});

test('the page of an installation that sells nothing names the operator, and granted plans show their end', async () => {
  const { account, cookie } = await reader(poor);
  const page = await get(poor, RO, cookie);
  assert.match(page.text, /Această instalare nu vinde nimic/);
  assert.match(page.text, /mailto:pro@operator.example/);
  assert.doesNotMatch(page.text, /value="subscribe"/);
  assert.equal((await post(poor, RO, cookie, 'do=subscribe')).headers.location, RO);
  const { state } = poor.store;
  const now = Date.now();
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, now);
  assert.match((await get(poor, EN, cookie)).text, /The operator granted you Pro, without an end/);
  await changeSubscription(state, account, 'canceling', now, '2099-01-31T23:59:59.999Z');
  assert.match((await get(poor, EN, cookie)).text, /The operator granted you Pro until/);
  assert.equal((await ask(poor.port, { method: 'POST', path: WEBHOOK_PATH, body: '{}' })).status, 404);
});

test('the pricing page offers the subscription only where a provider is configured', async () => {
  const sold = await get(service, '/preturi');
  assert.match(sold.text, /href="\/cont\/abonament">Abonați-vă la Pro/);
  assert.match(sold.text, /49.lei/);
  const unsold = await get(poor, '/preturi');
  assert.doesNotMatch(unsold.text, /href="\/cont\/abonament"/);
});
