/** The pages of an account and its keys over real sockets: access, the one display of a key, expiry and revocation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bucharestDay } from '#lib/values/date.ts';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { type AccountBrowser, accountBrowser, openPage, send } from '#test/support/account-browser.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';
import { sendForm } from '#test/support/web-form.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const open = (path: string, browser: AccountBrowser | null): Promise<Answered> => openPage(service.port, path, browser);
const KEY = /fmt_live_[0-9A-Za-z]{36}/;
const formOf = ({ text }: Answered): string => / name="form" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';

async function created(browser: AccountBrowser, fields: Record<string, string> = {}): Promise<Answered> {
  const form = formOf(await open('/cont/chei', browser));
  return send(service.port, '/cont/chei', { form, name: '', expires: '', ...fields }, browser);
}
const called = async (key: string): Promise<number> =>
  (await ask(service.port, { path: '/api/company/90000014', headers: { 'x-api-key': key } })).status;

test('a signed-out visitor is redirected to sign-in with the way back, in both languages', async () => {
  const pages = ['/cont', '/cont/chei', '/cont/consum', '/cont/aplicatii', '/cont/consum/tabel', '/cont/chei/x'];
  for (const path of pages) {
    const { status, headers } = await open(path, null);
    assert.deepEqual([status, headers.location], [303, `/cont/intrare?next=${encodeURIComponent(path)}`], path);
  }
  const { headers } = await open('/en/account/keys', null);
  assert.equal(headers.location, '/en/account/sign-in?next=%2Fen%2Faccount%2Fkeys');
  const { status } = await send(service.port, '/cont/chei', { name: 'x' }, null);
  assert.equal(status, 303);
});

test('a key is displayed once, in the answer to its creation, and works at once', async () => {
  const browser = await accountBrowser(service, { email: 'chei@example.ro' });
  const answer = await created(browser, { name: 'ERP contabilitate' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const [key = ''] = KEY.exec(answer.text) ?? [];
  assert.match(answer.text, /Cheia „ERP contabilitate” e gata/);
  const command = `curl -H &#39;X-API-Key: ${key}&#39; ${service.origin}/api/company/90000014`;
  assert.ok(answer.text.includes(command), 'the command is complete');
  assert.equal(await called(key), 200);
  for (const path of ['/cont/chei', '/en/account/keys', '/cont'])
    assert.doesNotMatch((await open(path, browser)).text, KEY, path);
  assert.match(
    (await open('/cont/chei', browser)).text,
    /ERP contabilitate.*chei@example|chei@example.*ERP contabilitate/s,
  );
});

test('the owner chooses the last day of a key in Romanian time, and the list shows the last characters of the key', async () => {
  const browser = await accountBrowser(service);
  const { text } = await open('/cont/chei', browser);
  const today = bucharestDay(Date.now());
  assert.match(
    text,
    new RegExp(`<input class="field" type="date" value="" id="expires" name="expires" min="${today}"`),
  );
  assert.match(text, /până la sfârșitul acestei zile, ora României/);
  const last = `${Number(today.slice(0, 4)) + 1}-01-31`;
  const [key = ''] = KEY.exec((await created(browser, { name: 'scurtă', expires: last })).text) ?? [];
  const list = await open('/cont/chei', browser);
  assert.match(list.text, new RegExp(`<code>fmt_live_…${key.slice(-4)}</code>`));
  assert.match(list.text, new RegExp(`merge până la sfârșitul zilei 31\\.01\\.${last.slice(0, 4)}`));
  const english = await open('/en/account/keys', browser);
  assert.match(english.text, new RegExp(`works to the end of 31 Jan ${last.slice(0, 4)}`));
  // Browsers without a date field send the typed text.
  assert.equal((await created(browser, { name: 'scrisă', expires: `31.01.${last.slice(0, 4)}` })).status, 200);
});

test('a repeated form, as after a reload, creates no second key and displays none', async () => {
  const browser = await accountBrowser(service);
  const form = formOf(await open('/cont/chei', browser));
  const fields = { form, name: 'o dată', expires: '' };
  assert.match((await send(service.port, '/cont/chei', fields, browser)).text, KEY);
  const again = await send(service.port, '/cont/chei', fields, browser);
  assert.equal(again.status, 400);
  assert.doesNotMatch(again.text, KEY);
  assert.match(again.text, /Nu mai poate fi arătată/);
  const visible = await open('/cont/chei', browser);
  assert.equal([...visible.text.matchAll(/<b>o dată<\/b>/g)].length, 1);
});

test('an owner with an old sign-in reauthenticates before creating a key', async () => {
  const browser = await accountBrowser(service, { agoMs: 11 * 60_000 });
  const { text } = await open('/cont/chei', browser);
  assert.match(text, /href="\/cont\/confirmare\?next=%2Fcont%2Fchei"/);
  assert.doesNotMatch(text, /name="expires"/);
  const { status, headers } = await send(service.port, '/en/account/keys', { name: 'x' }, browser);
  assert.deepEqual([status, headers.location], [303, '/en/account/confirm?next=%2Fen%2Faccount%2Fkeys']);
  assert.deepEqual(await eventsOf(service.store.state, browser.account, 9), []);
});

test('without Pro the page describes Pro, and no key can be created', async () => {
  const browser = await accountBrowser(service, { pro: false });
  const { text } = await open('/cont/chei', browser);
  assert.match(text, /Cheile API fac parte din Pro/);
  assert.match(text, /href="\/cont\/abonament"/);
  const { status, text: answer } = await send(service.port, '/cont/chei', { name: 'x' }, browser);
  assert.equal(status, 403);
  assert.match(answer, /numai pentru conturi cu abonament Pro activ/);
});

test('forms from another site neither create nor revoke keys', async () => {
  const browser = await accountBrowser(service);
  await created(browser, { name: 'a mea' });
  const id = /href="\/cont\/chei\/([0-9a-f-]{36})"/.exec((await open('/cont/chei', browser)).text)?.[1];
  const foreign = { cookie: browser.cookie, origin: 'https://rau.example', 'sec-fetch-site': 'cross-site' };
  for (const path of ['/cont/chei', `/cont/chei/${id}`])
    assert.notEqual((await sendForm(service.port, path, { name: 'x' }, foreign)).status, 200, path);
  assert.equal([...(await open('/cont/chei', browser)).text.matchAll(/\/cont\/chei\/[0-9a-f-]{36}"/g)].length, 1);
});

test('markup in a key name is escaped, and an invalid form returns with its input', async () => {
  const browser = await accountBrowser(service);
  const hostile = '<script>alert(1)</script>"\'&';
  const answer = await created(browser, { name: hostile });
  assert.doesNotMatch(answer.text, /<script>alert/);
  assert.match(answer.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;/);
  const wrong = await created(browser, { name: 'a doua', expires: '2020-01-01' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /nu „2020-01-01”/);
  assert.match(wrong.text, /value="a doua"/);
});

test('a key is revoked after a confirmation and stops working; the key of another account is 404', async () => {
  const browser = await accountBrowser(service);
  const other = await accountBrowser(service);
  const [key = ''] = KEY.exec((await created(browser, { name: 'veche' })).text) ?? [];
  const [, path = ''] = /href="(\/cont\/chei\/[0-9a-f-]{36})"/.exec((await open('/cont/chei', browser)).text) ?? [];
  assert.equal((await open(path, other)).status, 404);
  assert.equal((await send(service.port, path, {}, other)).status, 404);
  assert.equal((await open('/cont/chei/nimic', browser)).status, 404);
  assert.match((await open(path, browser)).text, /Revocați cheia „veche”\?/);
  const { status, headers } = await send(service.port, path, {}, browser);
  assert.deepEqual([status, headers.location], [303, '/cont/chei?revoked=1']);
  await until('the key stops', async () => (await called(key)) === 401);
  assert.match((await open('/cont/chei?revoked=1', browser)).text, /Cheia a fost revocată/);
  assert.match((await open(path, browser)).text, /Această cheie a fost revocată/);
});

test('the account page states the plan and the next step', async () => {
  const free = await accountBrowser(service, { pro: false, email: 'gratis@example.ro' });
  const first = await open('/cont', free);
  assert.match(first.text, /gratis@example\.ro/);
  assert.match(first.text, /Cont gratuit: tot ce se vede în browser/);
  assert.match(first.text, /Vedeți abonamentul Pro/);
  const pro = await accountBrowser(service);
  assert.match((await open('/cont', pro)).text, /Faceți o cheie<\/a>/);
  await created(pro);
  const ready = await open('/en/account', pro);
  assert.match(ready.text, /You have a key that was not used yet/);
  assert.ok(ready.text.includes(`${service.origin}/api/company/90000014`));
});

test('every account page states the same plan and the same last day, in Romanian time', async () => {
  const owner = await accountBrowser(service);
  const { state } = service.store;
  // Half an hour into 1 January in Romania.
  await changeSubscription(state, owner.account, 'canceling', Date.now(), '2126-12-31T22:30:00.000Z');
  const pages = ['/en/account', '/en/account/keys', '/en/account/subscription'];
  for (const page of pages) {
    const { text } = await open(page, owner);
    assert.match(text, /[Oo]perator/, page);
    assert.match(text, /until 1 January 2127/, page);
    assert.doesNotMatch(text, /canceled|December/, page);
  }
  await state.write([
    {
      sql: `update subscription set granted_by = 'provider', state = 'past_due', until = null, since = $2 where account_id = $1`,
      params: [owner.account, '2026-01-01T00:00:00.000Z'],
    },
  ]);
  assert.match((await open('/en/account', owner)).text, /payment overdue; keys do not work until it is paid/);
});

test('creation and expiry dates of keys are in Romanian time', async () => {
  const owner = await accountBrowser(service);
  await created(owner);
  const sql = 'update api_key set created_at = $2, expires_at = $3 where account_id = $1';
  await service.store.state.write([
    { sql, params: [owner.account, '2026-01-31T22:30:00.000Z', '2126-01-31T22:30:00.000Z'] },
  ]);
  const { text } = await open('/en/account/keys', owner);
  assert.match(text, /1 Feb 2026/);
  assert.match(text, /1 Feb 2126/);
});

test('the page of connected apps says when no app is connected', async () => {
  const { status, text } = await open('/en/account/apps', await accountBrowser(service, { pro: false }));
  assert.equal(status, 200);
  assert.match(text, /No app is connected/);
});
