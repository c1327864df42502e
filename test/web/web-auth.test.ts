/** Sign-up, sign-in, sign-out and password reset over real sockets: emails, links and passwords, in both languages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
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
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

let service: SmallService;
before(async () => {
  service = await entranceService();
});
after(() => service.close());

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/cont/siguranta')).status === 200;

test('sign-up asks for an address, and the emailed link creates the account with its password', async () => {
  const visitor = new Visitor(service);
  const requested = await visitor.send('/cont/nou', { email: ' Ana@Example.RO ' });
  assert.deepEqual([requested.status, requested.headers.location], [303, '/cont/nou?sent=1']);
  assert.match((await visitor.open('/cont/nou?sent=1')).text, /Verificați e-mailul/);
  assert.equal(await accountIdOf(service, 'ana@example.ro'), '', 'no account yet');
  const path = await linkTo(service, 'ana@example.ro');
  assert.match(path, /^\/cont\/legatura\?code=[A-Za-z0-9_-]{43}$/);
  const opened = await visitor.open(path);
  assert.equal(opened.status, 200);
  assert.match(opened.text, /Alegeți o parolă.*ana@example\.ro/s);
  assert.equal(opened.headers['referrer-policy'], 'strict-origin');
  assert.equal(opened.headers['cache-control'], 'no-store');
  const done = await visitor.send('/cont/legatura', { code: codeIn(path), password: PASSWORD });
  assert.deepEqual([done.status, done.headers.location], [303, '/cont']);
  assert.ok(await isIn(visitor));
  assert.deepEqual(await eventsOf(service, await accountIdOf(service, 'ana@example.ro')), ['created']);
});

test('sign-up in English has English addresses, pages and emails', async () => {
  const visitor = new Visitor(service);
  await visitor.send('/en/account/new', { email: 'john@example.com' });
  const [letter] = await lettersTo(service, 'john@example.com');
  assert.deepEqual([letter?.language, letter?.subject], ['en', 'Your Firmoteca account']);
  const path = await linkTo(service, 'john@example.com');
  assert.match(path, /^\/en\/account\/link\?code=/);
  assert.match((await visitor.open(path)).text, /Choose a password/);
  const done = await visitor.send('/en/account/link', { code: codeIn(path), password: PASSWORD });
  assert.equal(done.headers.location, '/en/account');
  const { text } = await visitor.open('/en/account/security');
  assert.match(text, /The account was opened/);
});

test('opening an email link does not consume it; sending its form does, once', async () => {
  await new Visitor(service).send('/cont/nou', { email: 'scanner@example.ro' });
  const path = await linkTo(service, 'scanner@example.ro');
  for (let i = 0; i < 5; i++) assert.equal((await new Visitor(service).open(path)).status, 200);
  const short = await new Visitor(service).send('/cont/legatura', { code: codeIn(path), password: 'scurtă' });
  assert.equal(short.status, 400);
  assert.match(short.text, /între 10 și 200 de caractere/);
  const common = await new Visitor(service).send('/cont/legatura', { code: codeIn(path), password: 'Password1234' });
  assert.equal(common.status, 400);
  assert.match(common.text, /primele pe care le încearcă un atacator/);
  const all = await Promise.all(
    Array.from({ length: 4 }, () =>
      new Visitor(service).send('/cont/legatura', { code: codeIn(path), password: PASSWORD }),
    ),
  );
  assert.deepEqual(all.map(({ status }) => status).toSorted(), [303, 404, 404, 404]);
  assert.equal((await new Visitor(service).open(path)).status, 404);
});

test('sign-out ends the session, sign-in starts another, and a wrong password starts none', async () => {
  const visitor = await signedUp(service, 'maria@example.ro');
  const first = visitor.session;
  const out = await visitor.send('/cont/iesire', {});
  assert.deepEqual([out.status, out.headers.location], [303, '/cont/intrare']);
  assert.ok(visitor.session.startsWith('f.'), 'a cookie without an account');
  assert.equal(await isIn(visitor), false);
  const wrong = await visitor.send('/cont/intrare', { email: 'maria@example.ro', password: 'altă parolă lungă' });
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /Adresa sau parola nu este bună/);
  const right = await visitor.send('/cont/intrare', {
    email: 'MARIA@example.ro',
    password: PASSWORD,
    next: '/verificare?x=1',
  });
  assert.deepEqual([right.status, right.headers.location], [303, '/verificare?x=1']);
  assert.ok(await isIn(visitor));
  assert.notEqual(visitor.session, first);
  const events = await eventsOf(service, await accountIdOf(service, 'maria@example.ro'));
  assert.deepEqual(events, ['created', 'signedOut', 'passwordWrong', 'signedIn']);
});

test('a password reset ends every session and other link, and the owner gets an email', async () => {
  const owner = await signedUp(service, 'uituc@example.ro');
  const asking = new Visitor(service);
  await asking.send('/cont/parola', { email: 'uituc@example.ro' });
  const first = await linkTo(service, 'uituc@example.ro');
  await asking.send('/cont/parola', { email: 'uituc@example.ro' });
  const second = await linkTo(service, 'uituc@example.ro');
  const set = await asking.send('/cont/legatura', { code: codeIn(second), password: 'parola cea nouă' });
  assert.equal(set.headers.location, '/cont');
  assert.ok(await isIn(asking));
  await until('the session in the other browser ends', async () => !(await isIn(owner)));
  assert.equal((await asking.open(first)).status, 404, 'the older link is invalid');
  const emails = await lettersTo(service, 'uituc@example.ro');
  assert.equal(emails.at(-1)?.subject, 'Parola contului Firmoteca s-a schimbat');
  const again = new Visitor(service);
  assert.equal((await again.send('/cont/intrare', { email: 'uituc@example.ro', password: PASSWORD })).status, 403);
  const now = await again.send('/cont/intrare', { email: 'uituc@example.ro', password: 'parola cea nouă' });
  assert.equal(now.status, 303);
});

test('an expired, truncated or unknown link leads to a page that says so and sets no password', async () => {
  await signedUp(service, 'tarziu@example.ro');
  await new Visitor(service).send('/cont/parola', { email: 'tarziu@example.ro' });
  const path = await linkTo(service, 'tarziu@example.ro');
  const code = codeIn(path);
  await service.store.state.write([
    {
      sql: `update one_time_link set expires_at = $1 where email = 'tarziu@example.ro'`,
      params: [new Date(0).toISOString()],
    },
  ]);
  for (const one of [code, code.slice(1), '', 'x'.repeat(43), `${code}'--`, '\u0000']) {
    const opened = await new Visitor(service).open(`/cont/legatura?code=${encodeURIComponent(one)}`);
    assert.equal(opened.status, 404, one);
    assert.match(opened.text, /Legătura nu mai este bună/);
    const sent = await new Visitor(service).send('/cont/legatura', { code: one, password: PASSWORD });
    assert.equal(sent.status, 404, one);
  }
});

test('sign-up links expire after a day, password links after an hour', async () => {
  const hours = async (email: string): Promise<number> => {
    const row = await service.store.state.one<{ created_at: string; expires_at: string }>(
      'select created_at, expires_at from one_time_link where email = $1 and used_at is null',
      [email],
    );
    return (Date.parse(row?.expires_at ?? '') - Date.parse(row?.created_at ?? '')) / 3_600_000;
  };
  await new Visitor(service).send('/cont/nou', { email: 'zi@example.ro' });
  assert.equal(await hours('zi@example.ro'), 24);
  await signedUp(service, 'ora@example.ro');
  await new Visitor(service).send('/cont/parola', { email: 'ora@example.ro' });
  assert.equal(await hours('ora@example.ro'), 1);
});

test('the database contains no link code, password or session cookie in clear text', async () => {
  const visitor = await signedUp(service, 'secret@example.ro');
  const code = codeIn(await linkTo(service, 'secret@example.ro'));
  const { state } = service.store;
  const rows = JSON.stringify(
    await Promise.all(
      ['account', 'one_time_link', 'browser_session', 'account_event'].map((table) =>
        state.all(`select * from ${table}`),
      ),
    ),
  );
  for (const secret of [code, PASSWORD, visitor.session.slice(2)]) assert.ok(!rows.includes(secret));
});

test('without mail, sign-up names the operator, no link is created, and sign-in still works', async (t) => {
  const silent = await entranceService({ config: { contact: 'ajutor@example.ro', mail: { by: null, hourMax: 0 } } });
  t.after(() => silent.close());
  const { text } = await new Visitor(silent).open('/cont/nou');
  assert.match(text, /conturile le deschide administratorul serviciului/);
  assert.match(text, /mailto:ajutor@example\.ro/);
  assert.ok(!text.includes('name="email"'));
  await new Visitor(silent).send('/cont/nou', { email: 'ana@example.ro' });
  assert.deepEqual(await silent.store.state.all('select * from one_time_link'), []);
  assert.match((await new Visitor(silent).open('/cont/parola')).text, /nu trimite mesaje/);
  assert.equal((await new Visitor(silent).open('/cont/intrare')).status, 200);
});
