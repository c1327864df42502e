/** Billing commands of an operator, beside a running service and the stand-in of the provider. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '#data/store/open.ts';
import { priceOf } from '#demo-country/billing/objects.ts';
import { readConfig, WrongSetting } from '#server/config/config.ts';
import { type BillingKit, billingKit, SECRET_KEY, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import { type Ended, firmoteca } from '#test/support/cli.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-billing-'));
let kit: BillingKit;
let store: Store;
before(async () => {
  store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  kit = await billingKit({
    folder,
    databaseUrl: null,
    database: async () => store.state,
    generations: async () => store.generations,
  });
});
after(async () => {
  await kit.close();
  await store.close().catch(() => {});
  rmSync(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  FIRMOTECA_DATA: folder,
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  FIRMOTECA_PRO_PRICE: '49 RON/month',
  STRIPE_API_URL: kit.standIn.address,
  ...more,
});
const run = (...words: string[]): Promise<Ended> => firmoteca(words, environment());

interface Listed {
  accounts: {
    account: string;
    plan: string;
    grantedBy: string;
    subscription: string;
    waiting: number;
    fault: string | null;
  }[];
  surplus: { subscription: string; surplus: string }[];
}
const list = async (): Promise<Listed> => (await run('billing', 'list', '--json')).json() as Listed;
const waitingEvents = async (): Promise<{ account_id: string }[]> =>
  (await run('billing', 'events', '--state', 'waiting', '--json')).json() as { account_id: string }[];
const paying = async (): Promise<string> => {
  const account = await kit.account();
  kit.standIn.ledger.complete(await kit.checkout(account), true);
  await until('it is active', async () => (await kit.billing.paidBy(account))?.status === 'active');
  await kit.standIn.webhooks.settled();
  // The response to an event precedes its processing, which locks the account.
  await until('all events are processed', async () => (await waitingEvents()).length === 0);
  return account;
};

test('a paying account is listed, and reconcile catches up with missed events', async () => {
  const account = await paying();
  const [own] = (await list()).accounts;
  assert.deepEqual([own?.account, own?.plan, own?.grantedBy], [account, 'active', 'provider']);
  kit.standIn.webhookFaults.wrongSecret = true;
  kit.standIn.ledger.cancel(own?.subscription ?? '');
  await kit.standIn.webhooks.settled();
  kit.standIn.webhookFaults.wrongSecret = false;
  const { code, json } = await run('billing', 'reconcile', '--json');
  assert.equal(code, 0);
  assert.deepEqual(json(), { asked: 1, waiting: 0 });
  assert.equal((await list()).accounts[0]?.plan, 'canceled');
});

test('a paid plan cannot be changed by set-plan or set-state; billing cancel ends it at the provider', async () => {
  const account = await paying();
  for (const words of [
    ['set-plan', account, 'none'],
    ['set-plan', account, 'pro', '--until', '2126-01-31'],
    ['set-state', account, 'canceled'],
  ]) {
    const { code, stderr } = await run('accounts', ...words);
    assert.equal(code, 2);
    assert.match(stderr, /billing cancel/);
  }
  assert.equal((await run('billing', 'cancel', account)).code, 0);
  const plan = async (): Promise<string | undefined> =>
    (await list()).accounts.find((each) => each.account === account)?.plan;
  assert.equal(await plan(), 'canceling');
  assert.equal((await run('billing', 'cancel', account, '--now')).code, 0);
  assert.equal(await plan(), 'canceled');
  assert.match((await run('billing', 'cancel', account)).stderr, /pays for nothing/);
  assert.equal((await run('accounts', 'set-plan', account, 'none')).code, 0);
});

test('a plan granted until a day shows the operator as its grantor', async () => {
  const account = await kit.account();
  const { json } = await run('accounts', 'set-plan', account, 'pro', '--until', '2126-01-31', '--json');
  const { subscription } = json() as { subscription: { state: string; until: string; grantedBy: string } };
  assert.deepEqual(
    [subscription.state, subscription.until, subscription.grantedBy],
    ['canceling', '2126-01-31T21:59:59.999Z', 'operator'],
  );
  for (const day of ['2026-02-30', '2020-01-01', 'tomorrow'])
    assert.match(
      (await run('accounts', 'set-plan', account, 'pro', '--until', day)).stderr,
      /--until takes a future day/,
    );
  assert.match((await run('accounts', 'set-plan', account, 'none', '--until', '2126-01-31')).stderr, /--until is for/);
});

test('retry exits with 1 while the provider is down and the event waits', async () => {
  const account = await kit.account();
  const session = await kit.checkout(account);
  kit.standIn.faults.broken = 1_000;
  kit.standIn.ledger.complete(session, true);
  await kit.standIn.webhooks.settled();
  const away = await run('billing', 'retry', '--json');
  assert.equal(away.code, 1);
  const rows = await waitingEvents();
  assert.ok(rows.length > 0 && rows.every(({ account_id }) => account_id === account));
  // The service synchronizes at the same time and may hold the lock of the account.
  await until('the fault is listed', async () =>
    /did not answer/.test(String((await list()).accounts.find((each) => each.account === account)?.fault)),
  );
  kit.standIn.faults.broken = 0;
  assert.equal((await run('billing', 'retry', '--json')).code, 0);
  assert.match((await run('billing', 'events', '--state', 'x')).stderr, /--state is one of/);
  assert.equal((await run('billing')).code, 2);
});

test('a refund that the provider refuses is listed until the operator records it as paid back', async () => {
  const account = await paying();
  const [customer = ''] = Object.values(kit.standIn.ledger.data.customers).flatMap(({ id, metadata }) =>
    metadata.account === account ? id : [],
  );
  const second = kit.standIn.ledger.subscribe(customer, priceOf({ amount: 4_900, currency: 'ron', per: 'month' }, 1));
  // The payment can no longer be refunded through the provider.
  for (const [id, { invoice }] of Object.entries(kit.standIn.ledger.data.payments))
    if (invoice === second.latest_invoice) {
      const stored = kit.standIn.ledger.data.payments[id];
      if (stored) stored.payment = { type: 'charge', charge: 'ch_1' } as never;
    }
  await until('the refund is refused', async () =>
    (await list()).surplus.some(({ subscription, surplus }) => subscription === second.id && surplus === 'refused'),
  );
  const { findings } = (await run('doctor', '--json')).json() as {
    findings: { check: string; state: string; found: string }[];
  };
  assert.match(findings.find(({ check }) => check === 'payments of plans')?.found ?? '', /1 to pay back/);
  assert.equal((await run('billing', 'paid-back', second.id)).code, 0);
  assert.equal((await run('billing', 'paid-back', second.id)).code, 1);
});

test('doctor reports whether the provider accepts the key and whether prices agree', async () => {
  const result = async (more: Record<string, string>): Promise<string> => {
    const { json } = await firmoteca(['doctor', '--json'], environment(more));
    const { findings } = json() as { findings: { check: string; state: string; found: string }[] };
    const found = findings.find(({ check }) => check === 'payment provider');
    return `${found?.state}: ${found?.found}`;
  };
  assert.match(await result({}), /^ok: Stripe lets us in, test mode, 49 RON\/month/);
  kit.standIn.ledger.data.prices.price_pro = priceOf({ amount: 5_900, currency: 'ron', per: 'month' }, 1, 'price_pro');
  assert.match(await result({ STRIPE_PRICE_ID: 'price_pro' }), /^wrong: price_pro is 59 RON\/month; pages show 49/);
  assert.match(await result({ STRIPE_PRICE_ID: 'price_none' }), /^wrong: it does not know the price/);
  assert.match(await result({ FIRMOTECA_PRO_PRICE: '59 RON/month', STRIPE_PRICE_ID: 'price_pro' }), /^ok/);
  const locked = await result({ STRIPE_SECRET_KEY: 'sk_test_another' });
  assert.match(locked, /^wrong: The payment provider did not answer: StripeAuthenticationError/);
  assert.doesNotMatch(locked, /sk_test/);
});

test('inconsistent billing settings are refused with a message that quotes no secret', () => {
  const whole = {
    STRIPE_SECRET_KEY: 'sk_test_abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
    FIRMOTECA_PRO_PRICE: '49 RON/month',
  };
  const real = { ...whole, FIRMOTECA_COUNTRY: 'romania', PUBLIC_URL: 'https://firme.example' };
  assert.equal(readConfig({}).billing, 'standIn');
  assert.equal(readConfig({ FIRMOTECA_COUNTRY: 'romania' }).billing, null);
  assert.equal(typeof readConfig(real).billing, 'object');
  const wrong: Record<string, string>[] = [
    { ...real, STRIPE_SECRET_KEY: 'pk_live_secretText' },
    { ...real, STRIPE_SECRET_KEY: '' },
    { ...real, STRIPE_WEBHOOK_SECRET: '' },
    { ...real, STRIPE_WEBHOOK_SECRET: 'secretText' },
    { ...real, FIRMOTECA_PRO_PRICE: '' },
    { ...real, PUBLIC_URL: '' },
    { ...real, STRIPE_API_URL: 'http://198.51.100.1' },
    { ...real, STRIPE_PRICE_ID: 'price 1' },
    { ...real, STRIPE_TAX: 'maybe' },
    { ...real, STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: '/nowhere/secretText' },
    { ...whole, STRIPE_SECRET_KEY: 'sk_live_secretText' },
  ];
  for (const each of wrong)
    assert.throws(
      () => readConfig(each),
      (error) => error instanceof WrongSetting && !error.message.includes('secretText'),
      JSON.stringify(each),
    );
  const file = join(folder, 'key');
  writeFileSync(file, 'sk_test_fromAFile\n');
  const { billing } = readConfig({ ...real, STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: file });
  assert.equal(typeof billing === 'object' && billing?.secretKey, 'sk_test_fromAFile');
});
