/** The pages of an account's keys over real sockets: who may see them, what they tell once, and what they never tell. */
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

test('who is not signed in is led to the entrance and back, in both languages', async () => {
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

test('a key is shown once, on the answer that made it, and works at once', async () => {
  const browser = await accountBrowser(service, { email: 'chei@example.ro' });
  const answer = await created(browser, { name: 'ERP contabilitate' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const [key = ''] = KEY.exec(answer.text) ?? [];
  assert.match(answer.text, /Cheia „ERP contabilitate” e gata/);
  const command = `curl -H &#39;X-API-Key: ${key}&#39; ${service.origin}/api/company/90000014`;
  assert.ok(answer.text.includes(command), 'the command is whole');
  assert.equal(await called(key), 200);
  for (const path of ['/cont/chei', '/en/account/keys', '/cont'])
    assert.doesNotMatch((await open(path, browser)).text, KEY, path);
  assert.match(
    (await open('/cont/chei', browser)).text,
    /ERP contabilitate.*chei@example|chei@example.*ERP contabilitate/s,
  );
});

test('a key has a last day of Romania, chosen in a field for days, and is known by its end', async () => {
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
  // Typed where a browser has no such field.
  assert.equal((await created(browser, { name: 'scrisă', expires: `31.01.${last.slice(0, 4)}` })).status, 200);
});

test('a form that is sent again, as a browser does that loads its answer anew, makes and shows nothing', async () => {
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

test('who signed in long ago proves it again before a key is made', async () => {
  const browser = await accountBrowser(service, { agoMs: 11 * 60_000 });
  const { text } = await open('/cont/chei', browser);
  assert.match(text, /href="\/cont\/confirmare\?next=%2Fcont%2Fchei"/);
  assert.doesNotMatch(text, /name="expires"/);
  const { status, headers } = await send(service.port, '/en/account/keys', { name: 'x' }, browser);
  assert.deepEqual([status, headers.location], [303, '/en/account/confirm?next=%2Fen%2Faccount%2Fkeys']);
  assert.deepEqual(await eventsOf(service.store.state, browser.account, 9), []);
});

test('without Pro the page says what Pro gives, and no form makes a key', async () => {
  const browser = await accountBrowser(service, { pro: false });
  const { text } = await open('/cont/chei', browser);
  assert.match(text, /Cheile API fac parte din Pro/);
  assert.match(text, /href="\/cont\/abonament"/);
  const { status, text: answer } = await send(service.port, '/cont/chei', { name: 'x' }, browser);
  assert.equal(status, 403);
  assert.match(answer, /numai pentru conturi cu abonament Pro activ/);
});

test('a page of another site makes no key and revokes none', async () => {
  const browser = await accountBrowser(service);
  await created(browser, { name: 'a mea' });
  const id = /href="\/cont\/chei\/([0-9a-f-]{36})"/.exec((await open('/cont/chei', browser)).text)?.[1];
  const foreign = { cookie: browser.cookie, origin: 'https://rau.example', 'sec-fetch-site': 'cross-site' };
  for (const path of ['/cont/chei', `/cont/chei/${id}`])
    assert.notEqual((await sendForm(service.port, path, { name: 'x' }, foreign)).status, 200, path);
  assert.equal([...(await open('/cont/chei', browser)).text.matchAll(/\/cont\/chei\/[0-9a-f-]{36}"/g)].length, 1);
});

test('a name that is markup is shown as it is written, and what cannot be a key is told with what was typed', async () => {
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

test('a key is revoked after a question, and stops; another account’s is not found', async () => {
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

test('the first page tells the plan in words, and the next step', async () => {
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

test('every page tells the same plan, and the same last day: the one that it is in Romania', async () => {
  const owner = await accountBrowser(service);
  const { state } = service.store;
  // Half an hour into the first of January there.
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

test('a key that was made after midnight in Romania was made on that day there', async () => {
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

test('connected apps: there are none yet, and the page says so', async () => {
  const { status, text } = await open('/en/account/apps', await accountBrowser(service, { pro: false }));
  assert.equal(status, 200);
  assert.match(text, /No app is connected/);
});
