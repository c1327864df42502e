/** Account management: password, address, sessions, export, deletion and blocks; and the read-only demo account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
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
import { ask } from '#test/support/raw-request.ts';
import type { SmallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await entranceService();
});
after(() => service.close());

const noticed = (): Promise<void> => accessSeen(service);
const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/cont/siguranta')).status === 200;

/** Moves the last sign-in of the owner one hour back. */
async function anHourAgo(email: string): Promise<void> {
  await service.store.state.write([
    {
      sql: `update browser_session set authenticated_at = $1 where account_id = (select id from account where email = $2)`,
      params: [new Date(Date.now() - 3_600_000).toISOString(), email],
    },
    { sql: `update change_count set changes = changes + 1 where topic = 'access'` },
  ]);
  await noticed();
}

async function anotherBrowser(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(service, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
  assert.equal((await visitor.send('/cont/intrare', { email, password })).status, 303);
  return visitor;
}

test('a new password ends all other sessions, renews this one and notifies the owner by email', async () => {
  const email = 'parola@example.ro';
  const [owner, other] = [await signedUp(service, email), await anotherBrowser(email)];
  const before = owner.session;
  const short = await owner.send('/cont/siguranta', { do: 'password', password: 'scurt' });
  assert.equal(short.status, 400);
  const common = await owner.send('/cont/siguranta', { do: 'password', password: 'Parola1234' });
  assert.equal(common.status, 400);
  assert.match(common.text, /primele pe care le încearcă un atacator/);
  const done = await owner.send('/cont/siguranta', { do: 'password', password: 'cealaltă parolă' });
  assert.deepEqual([done.status, done.headers.location], [303, '/cont/siguranta?done=password']);
  await noticed();
  assert.ok(await isIn(owner));
  assert.equal(await isIn(other), false);
  const old = new Visitor(service);
  old.cookies.set('firmoteca_session', before);
  assert.equal(await isIn(old), false, 'the old cookie of this browser is invalid, too');
  assert.match((await lettersTo(service, email)).at(-1)?.subject ?? '', /Parola .* s-a schimbat/);
  await anotherBrowser(email, 'cealaltă parolă');
});

test('an owner with an old sign-in reauthenticates before a sensitive change and returns to the page', async () => {
  const email = 'vechi@example.ro';
  const owner = await signedUp(service, email);
  await anHourAgo(email);
  const grave = [
    ['/cont/siguranta', { do: 'password', password: 'parola hoțului' }],
    ['/cont/siguranta', { do: 'email', email: 'hot2@example.ro' }],
    ['/cont/date', { word: 'sterge' }],
  ] as const;
  for (const [path, fields] of grave) {
    const { status, headers } = await owner.send(path, fields);
    assert.deepEqual([status, headers.location], [303, `/cont/confirmare?next=${encodeURIComponent(path)}`]);
  }
  const file = await owner.open('/cont/date?file=json');
  assert.equal(file.headers.location, '/cont/confirmare?next=%2Fcont%2Fdate');
  const wrong = await owner.send('/cont/confirmare', { password: 'nu știu parola', next: '/cont/date' });
  assert.equal(wrong.status, 403);
  const before = owner.session;
  const proved = await owner.send('/cont/confirmare', { password: PASSWORD, next: '/cont/date' });
  assert.deepEqual([proved.status, proved.headers.location], [303, '/cont/date']);
  assert.notEqual(owner.session, before, 'with a new cookie');
  assert.match((await owner.open('/cont/date')).text, /name="word"/);
  const events = await eventsOf(service, await accountIdOf(service, email));
  assert.deepEqual(events, ['created', 'passwordWrong', 'provedAgain']);
});

test('the signed-in owner confirms a new address by its link, and the old address gets two notices', async () => {
  const [from, to] = ['veche@example.ro', 'noua@example.ro'];
  const owner = await signedUp(service, from);
  await owner.send('/cont/parola', { email: from });
  const reset = await linkTo(service, from);
  for (const [email, status] of [
    ['nu e adresă', 400],
    [from, 400],
  ] as const)
    assert.equal((await owner.send('/cont/siguranta', { do: 'email', email })).status, status);
  const requested = await owner.send('/cont/siguranta', { do: 'email', email: to });
  assert.equal(requested.headers.location, '/cont/siguranta?done=emailAsked');
  const path = await linkTo(service, to);
  const code = codeIn(path);
  assert.match((await lettersTo(service, from)).at(-1)?.subject ?? '', /S-a cerut altă adresă/);
  const stranger = await new Visitor(service).open(path);
  assert.match(String(stranger.headers.location), /^\/cont\/intrare\?next=/);
  const other = await signedUp(service, 'strain@example.ro');
  assert.equal((await other.open(path)).status, 409);
  assert.equal((await other.send('/cont/legatura', { code })).status, 409, 'another account cannot confirm it');
  assert.match((await owner.open(path)).text, /noua@example\.ro/);
  const done = await owner.send('/cont/legatura', { code });
  assert.equal(done.headers.location, '/cont/siguranta?done=email');
  assert.notEqual(await accountIdOf(service, to), '');
  assert.equal(await accountIdOf(service, from), '');
  assert.match((await lettersTo(service, from)).at(-1)?.subject ?? '', /s-a schimbat/);
  assert.equal((await owner.open(reset)).status, 404, 'links sent to the old address are invalid');
  assert.equal((await owner.send('/cont/legatura', { code })).status, 404, 'the link works once');
});

test('an address with an account cannot be reused, and only its owner learns of the attempt', async () => {
  await signedUp(service, 'ocupata@example.ro');
  const owner = await signedUp(service, 'curios@example.ro');
  const [taken, free] = [
    await owner.send('/cont/siguranta', { do: 'email', email: 'ocupata@example.ro' }),
    await owner.send('/cont/siguranta', { do: 'email', email: 'libera@example.ro' }),
  ];
  assert.deepEqual([taken.status, taken.headers.location], [free.status, free.headers.location]);
  assert.match((await lettersTo(service, 'ocupata@example.ro')).at(-1)?.subject ?? '', /are deja un cont/);
  const code = codeIn(await linkTo(service, 'libera@example.ro'));
  await signedUp(service, 'libera@example.ro');
  assert.equal((await owner.send('/cont/legatura', { code })).status, 409, 'the address was registered meanwhile');
});

test('the owner lists the browsers, ends one or all others, and reads the log of events', async () => {
  const email = 'sesiuni@example.ro';
  const owner = await signedUp(service, email);
  const [one, two] = [await anotherBrowser(email), await anotherBrowser(email)];
  const { text } = await owner.open('/cont/siguranta');
  const digests = [...text.matchAll(/name="session" value="([^"]+)"/g)].map(([, digest = '']) => digest);
  assert.equal(digests.length, 2, 'the current browser is not listed');
  assert.match(text, /Firefox, Linux/);
  await owner.send('/cont/siguranta', { do: 'session', session: digests[0] ?? '' });
  await noticed();
  assert.deepEqual([await isIn(one), await isIn(two)].toSorted(), [false, true]);
  const stranger = await signedUp(service, 'strain2@example.ro');
  await stranger.send('/cont/siguranta', { do: 'session', session: digests[1] ?? '' });
  await noticed();
  assert.deepEqual([await isIn(one), await isIn(two)].toSorted(), [false, true], 'another account cannot end it');
  await owner.send('/cont/siguranta', { do: 'others' });
  await noticed();
  assert.deepEqual([await isIn(one), await isIn(two), await isIn(owner)], [false, false, true]);
  await owner.send('/cont/siguranta', { do: 'others' });
  await owner.send('/cont/siguranta', { do: 'session', session: digests[1] ?? '' });
  const ends = (events: string[]): number => events.filter((kind) => kind === 'signedOutElsewhere').length;
  assert.equal(
    ends(await eventsOf(service, await accountIdOf(service, email))),
    2,
    'a change without an effect logs no event',
  );
  assert.equal(ends(await eventsOf(service, await accountIdOf(service, 'strain2@example.ro'))), 0);
  const result = (await owner.open('/en/account/security')).text;
  for (const words of ['Other sessions were ended', 'Signed in', 'The account was opened', '127.0.0.*'])
    assert.ok(result.includes(words), words);
  assert.ok(!result.includes('127.0.0.1'), 'the full address is never displayed');
});

test('a block ends the sessions and keys of an account and disables its password and links', async () => {
  const email = 'blocat@example.ro';
  const owner = await signedUp(service, email);
  const id = await accountIdOf(service, email);
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(service.store.state, id, to, Date.now());
  const intent = { account: id, name: null, expiresAt: null };
  const { key } = await issueKey(service.store.state, service.secrets.keyPepper, intent, Date.now());
  const call = () => ask(service.port, { path: '/api/caen/6210', headers: { 'x-api-key': key } });
  assert.equal((await call()).status, 200);
  await owner.send('/cont/parola', { email });
  const code = codeIn(await linkTo(service, email));
  await service.store.state.write([
    {
      sql: `update account set blocked_at = $1, block_reason = 'abuz' where id = $2`,
      params: [new Date().toISOString(), id],
    },
    { sql: `update change_count set changes = changes + 1 where topic = 'access'` },
  ]);
  await noticed();
  const refused = await call();
  assert.equal(refused.status, 401);
  assert.match(refused.text, /blocked/);
  assert.equal(await isIn(owner), false);
  const right = await new Visitor(service).send('/cont/intrare', { email, password: PASSWORD });
  assert.equal(right.status, 403);
  assert.match(right.text, /Contul este blocat/);
  const wrong = await new Visitor(service).send('/cont/intrare', { email, password: 'nu știu parola' });
  assert.doesNotMatch(wrong.text, /Contul este blocat/, 'only the owner learns of the block');
  const link = await new Visitor(service).send('/cont/legatura', { code, password: 'parola cea nouă' });
  assert.equal(link.status, 403);
});

test('one click signs in to the demo account, which cannot be changed, exported or deleted', async () => {
  const visitor = new Visitor(service);
  assert.match((await visitor.open('/cont/intrare')).text, /name="demo"/);
  const entered = await visitor.send('/cont/intrare', { demo: '1', next: '/cont/siguranta' });
  assert.deepEqual([entered.status, entered.headers.location], [303, '/cont/siguranta']);
  const rows = () =>
    Promise.all(
      ['select * from account where id = $1', 'select * from subscription where account_id = $1'].map((sql) =>
        service.store.state.all(sql, ['demo']),
      ),
    );
  const before = await rows();
  assert.match(JSON.stringify(before[1]), /"state":"active"/);
  for (const path of [
    '/cont/siguranta',
    '/cont/date',
    '/en/account/security',
    '/en/account/data',
    '/cont/chei-de-acces',
  ]) {
    const { status, text } = await visitor.open(path);
    assert.equal(status, 200, path);
    assert.match(text, /Contul demonstrativ este comun tuturor|All visitors share the demo account/, path);
    assert.ok(!/name="(?:password|word|email|answer)"/.test(text), path);
  }
  const first = (await visitor.open('/cont')).text;
  assert.match(first, /href="\/cont\/chei">Vedeți cheia/);
  assert.doesNotMatch(first, /Faceți o cheie/, 'the demo account creates no keys');
  const other = new Visitor(service);
  await other.send('/cont/intrare', { demo: '1' });
  const changes = [
    ['/cont/siguranta', { do: 'password', password: 'parola tuturor' }],
    ['/cont/siguranta', { do: 'email', email: 'tot@example.ro' }],
    ['/cont/siguranta', { do: 'others' }],
    ['/cont/date', { word: 'șterge' }],
  ] as const;
  for (const [path, fields] of changes) {
    const { status, text } = await visitor.send(path, fields);
    assert.equal(status, 403, JSON.stringify(fields));
    assert.match(text, /Contul demonstrativ este comun tuturor/);
  }
  const file = await visitor.open('/cont/date?file=json');
  assert.match(String(file.headers['content-type']), /^text\/html/, 'the shared data is not exported');
  await noticed();
  assert.ok(await isIn(other));
  assert.deepEqual(await rows(), before);
  assert.deepEqual(await eventsOf(service, 'demo'), []);
  const proved = await visitor.send('/cont/confirmare', { next: '/cont/date' });
  assert.deepEqual([proved.status, proved.headers.location], [303, '/cont/date']);
});

test('the one-click sign-in exists in a demo only', async (t) => {
  const real = await entranceService({ config: { country: 'romania', publicUrl: 'https://firme.example' } });
  t.after(() => real.close());
  const visitor = new Visitor(real, { host: 'firme.example', origin: 'https://firme.example' });
  assert.ok(!(await visitor.open('/cont/intrare')).text.includes('name="demo"'));
  const attempts = await visitor.send('/cont/intrare', { demo: '1' }, { origin: 'https://firme.example' });
  assert.equal(attempts.status, 403);
  assert.deepEqual(await real.store.state.all(`select id from account where id = 'demo'`), []);
});

test('deleting an account needs a typed word, ends its keys and sessions, and frees the address', async () => {
  const email = 'sters@example.ro';
  const owner = await signedUp(service, email);
  const id = await accountIdOf(service, email);
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(service.store.state, id, to, Date.now());
  const intent = { account: id, name: null, expiresAt: null };
  const { key } = await issueKey(service.store.state, service.secrets.keyPepper, intent, Date.now());
  const call = () => ask(service.port, { path: '/api/caen/6210', headers: { 'x-api-key': key } });
  assert.equal((await call()).status, 200);
  const file = await owner.open('/cont/date?file=json');
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="firmoteca-account-[0-9-]+\.json"$/);
  assert.equal(JSON.parse(file.text).account.email, email);
  assert.match((await owner.open('/cont/date')).text, /facturile deja emise/);
  for (const word of ['', 'da', 'delete']) assert.equal((await owner.send('/cont/date', { word })).status, 400, word);
  assert.notEqual(await accountIdOf(service, email), '');
  const done = await owner.send('/cont/date', { word: ' Sterge ' });
  assert.deepEqual([done.status, done.headers.location], [303, '/cont/date?gone=1']);
  const { text } = await owner.open('/cont/date?gone=1');
  assert.match(text, /Contul este șters.*facturile deja emise/s);
  await noticed();
  assert.equal((await call()).status, 401);
  assert.equal(await isIn(owner), false);
  assert.equal(await accountIdOf(service, email), '');
  await signedUp(service, email);
});
