/** Sessions that must end: copied cookies, sign-out, a new password, a block and expiry; and expired email links. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { blockAccount } from '#platform/accounts/accounts.ts';
import { addPasskey, passkeyRows } from '#platform/accounts/passkeys-table.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import {
  accessSeen,
  accountIdOf,
  codeIn,
  entranceService,
  eventsOf,
  lettersTo,
  linkTo,
  PASSWORD,
  signedUp,
  Visitor,
} from '#test/support/auth-kit.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import type { SmallService } from '#test/support/small-service.ts';

let service: SmallService;
let provider: StandIn;
before(async () => {
  provider = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
  const settings: BillingSettings = {
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: null,
    hasTax: false,
    apiUrl: provider.address,
    price: { amount: 49, currency: 'RON', per: 'month' },
  };
  service = await entranceService({ billing: { settings, site: 'http://127.0.0.1' } });
});
after(async () => {
  await service.close();
  await provider.close();
});

const noticed = (): Promise<void> => accessSeen(service);
const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/cont/siguranta')).status === 200;
/** Another browser with the same cookies. */
const copyOf = ({ cookies }: Visitor): Visitor =>
  new Visitor(service, { 'user-agent': 'Mozilla/5.0 (thief)' }, new Map(cookies));
const sessionsOf = async (email: string): Promise<number> =>
  (
    await service.store.state.all('select 1 as found from browser_session where account_id = $1', [
      await accountIdOf(service, email),
    ])
  ).length;

test('a copied session ends with sign-out, reauthentication and a new password of the owner', async () => {
  const email = 'copie@example.ro';
  const owner = await signedUp(service, email);
  let thief = copyOf(owner);
  assert.ok(await isIn(thief));
  assert.equal((await owner.send('/cont/iesire', {})).status, 303);
  await noticed();
  assert.equal(await isIn(thief), false);

  assert.equal((await owner.send('/cont/intrare', { email, password: PASSWORD })).status, 303);
  thief = copyOf(owner);
  assert.equal((await owner.send('/cont/confirmare', { password: PASSWORD })).status, 303);
  await noticed();
  assert.deepEqual([await isIn(owner), await isIn(thief)], [true, false]);

  thief = copyOf(owner);
  assert.equal((await owner.send('/cont/siguranta', { do: 'password', password: 'cealaltă parolă' })).status, 303);
  await noticed();
  assert.deepEqual([await isIn(owner), await isIn(thief)], [true, false]);
});

test('a session expires after thirty days, and the next sign-in deletes its row', async () => {
  const email = 'zile@example.ro';
  const visitor = await signedUp(service, email);
  const rows = await service.store.state.all<{ created_at: string; expires_at: string }>(
    'select created_at, expires_at from browser_session where account_id = $1',
    [await accountIdOf(service, email)],
  );
  const [{ created_at = '', expires_at = '' } = {}] = rows;
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 30 * 86_400_000);
  const past = new Date(Date.now() - 1_000).toISOString();
  await service.store.state.write([
    { sql: 'update browser_session set expires_at = $1 where expires_at = $2', params: [past, expires_at] },
    { sql: `update change_count set changes = changes + 1 where topic = 'access'` },
  ]);
  await noticed();
  assert.equal(await isIn(visitor), false);
  await visitor.send('/cont/intrare', { email, password: PASSWORD });
  assert.equal(await sessionsOf(email), 1);
});

test('a block ends the sessions of an account and disables its links and password', async () => {
  const email = 'blocat@example.ro';
  const visitor = await signedUp(service, email);
  await visitor.send('/cont/parola', { email });
  const code = codeIn(await linkTo(service, email));
  await blockAccount(service.store.state, await accountIdOf(service, email), 'test', Date.now());
  await noticed();
  assert.equal(await isIn(visitor), false);
  assert.equal((await visitor.send('/cont/legatura', { code, password: PASSWORD })).status, 404);
  assert.equal((await visitor.send('/cont/intrare', { email, password: PASSWORD })).status, 403);
  assert.equal(await sessionsOf(email), 0);
});

test('an expired link is refused, and a new link works', async () => {
  const email = 'tarziu@example.ro';
  const visitor = new Visitor(service);
  await visitor.send('/cont/nou', { email });
  const code = codeIn(await linkTo(service, email));
  const past = new Date(Date.now() - 1).toISOString();
  await service.store.state.write([{ sql: 'update one_time_link set expires_at = $1', params: [past] }]);
  assert.equal((await visitor.open(`/cont/legatura?code=${code}`)).status, 404);
  assert.equal((await visitor.send('/cont/legatura', { code, password: PASSWORD })).status, 404);
  assert.equal(await accountIdOf(service, email), '');
  await visitor.send('/cont/nou', { email });
  const sent = { code: codeIn(await linkTo(service, email)), password: PASSWORD };
  assert.equal((await visitor.send('/cont/legatura', sent)).status, 303);
});

test('an account is not deleted while the provider cannot end its payments; a later attempt succeeds', async () => {
  const email = 'plata@example.ro';
  const visitor = await signedUp(service, email);
  assert.equal((await visitor.send('/cont/abonament', { do: 'subscribe' })).status, 303);
  const account = await accountIdOf(service, email);
  provider.faults.down = 1_000;
  const stuck = await visitor.send('/cont/date', { word: 'șterge' });
  provider.faults.down = 0;
  assert.equal(stuck.status, 503);
  assert.match(stuck.text, /Contul nu a fost șters/);
  assert.equal(await accountIdOf(service, email), account);
  assert.ok(await customerOf(service.store.state, account));
  assert.ok(await isIn(visitor));
  assert.equal((await visitor.send('/cont/date', { word: 'șterge' })).status, 303);
  assert.equal(await accountIdOf(service, email), '');
  assert.deepEqual(
    Object.values(provider.ledger.data.customers).filter((one) => one.email === email),
    [],
  );
});

for (const isKept of [false, true])
  test(`a password reset by email ${isKept ? 'keeps passkeys that the account confirms' : 'takes passkeys away'}: the page and the email name them`, async () => {
    const { state } = service.store;
    const email = `${isKept ? 'pastrate' : 'eliminate'}@example.ro`;
    await signedUp(service, email);
    const account = await accountIdOf(service, email);
    const row = { id: email, account_id: account, credential_id: email, public_key: 'x', counter: 0, transports: '[]' };
    await addPasskey(
      state,
      { ...row, name: 'Telefon <b>', backed_up: 0, created_at: new Date().toISOString(), last_used_at: null },
      [],
    );
    const visitor = new Visitor(service);
    await visitor.send('/cont/parola', { email });
    const path = await linkTo(service, email);
    assert.match((await visitor.open(path)).text, /Telefon &lt;b/);
    const sent = { code: codeIn(path), password: 'o parolă cu totul nouă', ...(isKept && { keep: '1' }) };
    assert.equal((await visitor.send('/cont/legatura', sent)).status, 303);
    assert.equal((await passkeyRows(state, account)).length, isKept ? 1 : 0);
    assert.equal((await eventsOf(service, account)).includes('passkeyRemoved'), !isKept);
    const mail = (await lettersTo(service, email)).find(({ kind }) => kind === 'passwordSet');
    assert.match(mail?.text ?? '', isKept ? /au rămas.*Telefon/ : /au fost eliminate.*Telefon/);
  });
