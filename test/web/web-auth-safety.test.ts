/** Sign-in under attack: forms of other sites, planted cookies, guessed addresses and hostile input. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { domainToASCII } from 'node:url';
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
import { type Answered, ask } from '#test/support/raw-request.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { sendForm } from '#test/support/web-form.ts';

let service: SmallService;
before(async () => {
  service = await entranceService();
});
after(() => service.close());

/** Every form of sign-in and account pages, as the owner would send it. */
const FORMS: Record<string, Record<string, string>> = {
  '/cont/nou': { email: 'csrf@example.ro' },
  '/cont/intrare': { email: 'victima@example.ro', password: PASSWORD },
  '/cont/iesire': {},
  '/cont/parola': { email: 'victima@example.ro' },
  '/cont/legatura': { code: 'x', password: PASSWORD },
  '/cont/confirmare': { password: PASSWORD },
  '/cont/siguranta': { do: 'password', password: 'parola hoțului de cont' },
  '/cont/date': { word: 'șterge' },
};

test('a form that another site makes a browser send is refused, even with a session', async () => {
  const victim = await signedUp(service, 'victima@example.ro');
  const id = await accountIdOf(service, 'victima@example.ro');
  const before = await eventsOf(service, id);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://neighbour.example' },
  ];
  for (const [path, fields] of Object.entries(FORMS)) {
    for (const headers of foreign)
      assert.equal((await victim.send(path, fields, headers)).status, 400, `${path} ${JSON.stringify(headers)}`);
    const cookie = `firmoteca_session=${victim.session}`;
    const bare = await ask(service.port, {
      method: 'POST',
      path,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    });
    assert.equal(bare.status, 400, `${path} without origin headers`);
    const opened = await ask(service.port, { path: `${path}?${new URLSearchParams(fields)}`, headers: { cookie } });
    assert.ok(opened.status < 500, path);
  }
  assert.deepEqual(await eventsOf(service, id), before, 'the account is unchanged');
  assert.deepEqual(await lettersTo(service, 'csrf@example.ro'), []);
  assert.equal((await victim.open('/cont/siguranta')).status, 200, 'still signed in');
});

test('sign-in replaces a planted session cookie with a new one', async () => {
  await signedUp(service, 'plantat@example.ro');
  const thief = await signedUp(service, 'hot@example.ro');
  const free = new Visitor(service);
  await free.open('/cont/intrare');
  for (const planted of [thief.session, free.session, `s.${'A'.repeat(43)}`, 'f.1.x', '']) {
    const victim = new Visitor(service);
    victim.cookies.set('firmoteca_session', planted);
    await victim.send('/cont/intrare', { email: 'plantat@example.ro', password: PASSWORD });
    assert.match(victim.session, /^s\.[A-Za-z0-9_-]{43}$/);
    assert.notEqual(victim.session, planted);
    assert.match((await victim.open('/cont/siguranta')).text, /plantat@example\.ro/);
    const owner = new Visitor(service);
    owner.cookies.set('firmoteca_session', planted);
    assert.ok(!(await owner.open('/cont/siguranta')).text.includes('plantat@example.ro'), planted);
  }
});

/** The parts of an answer that a stranger can compare, without times, client limits and random cookies. */
const seen = ({ status, headers, text }: Answered, email: string) => {
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookies, etag: _etag, ...rest } = headers;
  const names = Object.keys(rest).filter((name) => !/^(?:server-timing|ratelimit|x-ratelimit)/.test(name));
  const visible = Object.fromEntries(names.map((name) => [name, rest[name]]));
  return {
    status,
    headers: { ...visible, 'content-length': undefined },
    cookies: cookies?.map((cookie) => cookie.split('=')[0]),
    text: text.replaceAll(email, '…'),
  };
};

test('answers for addresses with and without an account have the same text, status and headers', async () => {
  await signedUp(service, 'exista1@example.ro');
  const pairs = [
    ['/cont/nou', {}],
    ['/cont/parola', {}],
    ['/en/account/new', {}],
    ['/cont/intrare', { password: 'o parolă greșită' }],
  ] as const;
  for (const [path, more] of pairs) {
    const [known, unknown] = await Promise.all(
      ['exista1@example.ro', 'nuexist@example.ro'].map(async (email) =>
        seen(await sendForm(service.port, path, { email, ...more }), email),
      ),
    );
    assert.deepEqual(known, unknown, path);
  }
  const [known] = (await lettersTo(service, 'exista1@example.ro')).filter(({ kind }) => kind === 'signUp').slice(1);
  assert.match(known?.subject ?? '', /Aveți deja un cont/);
  assert.match(known?.text ?? '', /\/cont\/intrare/, 'a link to sign-in');
  assert.match(known?.text ?? '', /\/cont\/legatura\?code=/, 'and a link to a new password');
  const [unknown] = (await lettersTo(service, 'nuexist@example.ro')).filter(({ kind }) => kind === 'reset');
  assert.match(unknown?.subject ?? '', /Nu există un cont/);
});

test('a stranger cannot set the password of an address before its owner signs up', async () => {
  const email = 'viitor@example.ro';
  const stranger = new Visitor(service);
  await stranger.send('/cont/nou', { email, password: 'parola străinului' });
  assert.equal(await accountIdOf(service, email), '');
  await signedUp(service, email);
  const attempts = await stranger.send('/cont/intrare', { email, password: 'parola străinului' });
  assert.equal(attempts.status, 403);
});

test('hostile addresses are refused, escaped on pages, and get no email', async () => {
  const hostile = [
    'ana@example.ro\r\nBcc: all@example.ro',
    'ana@example.ro\nSubject: x',
    '"ana b"@example.ro',
    'ana@[127.0.0.1]',
    'ana@localhost',
    'ana@@example.ro',
    'ana@example.ro, ion@example.ro',
    '<script>alert(1)</script>@example.ro',
    'аna@example.ro', // The first letter is Cyrillic.
    'ana\u202e@example.ro',
    'ana@exa mple.ro',
    `${'a'.repeat(10_000)}@example.ro`,
    '\u0000@example.ro',
    '',
  ];
  const count = async () => (await service.store.state.one<{ n: number }>('select count(*) as n from letter'))?.n;
  const before = await count();
  for (const email of hostile)
    for (const path of ['/cont/nou', '/cont/parola', '/cont/intrare']) {
      const { status, text } = await new Visitor(service).send(path, { email, password: 'o parolă oarecare' });
      assert.equal(status, path === '/cont/intrare' ? 403 : 400, `${path} ${email.slice(0, 40)}`);
      assert.ok(!text.includes('<script>alert'), path);
    }
  assert.equal(await count(), before);
});

test('an internationalized domain is one address in every spelling; look-alikes differ', async () => {
  const ascii = `ana@${domainToASCII('țară.example')}`;
  assert.match(ascii, /^ana@xn--/);
  const visitor = new Visitor(service);
  await visitor.send('/cont/nou', { email: 'Ana@Țară.example' });
  await visitor.send('/cont/legatura', { code: codeIn(await linkTo(service, ascii)), password: PASSWORD });
  for (const email of [ascii, 'ana@țară.example', 'ANA@ȚARĂ.EXAMPLE'])
    assert.equal((await visitor.send('/cont/intrare', { email, password: PASSWORD })).status, 303, email);
  assert.equal((await visitor.send('/cont/intrare', { email: 'ana@tara.example', password: PASSWORD })).status, 403);
});

test('passwords work in any script, count in characters and are Unicode-normalized', async () => {
  const visitor = new Visitor(service);
  for (const [i, password] of [
    'пароль длинный',
    '密码密码密码密码密码密',
    '🔑'.repeat(10),
    '          ',
    'a\u0306'.repeat(200),
  ].entries())
    await signedUp(service, `unicode${i}@example.ro`, password);
  const open = await visitor.send('/cont/intrare', { email: 'unicode4@example.ro', password: 'ă'.repeat(200) });
  assert.equal(open.status, 303, 'the same letters as precomposed characters');
  await visitor.send('/cont/nou', { email: 'lung@example.ro' });
  const code = codeIn(await linkTo(service, 'lung@example.ro'));
  for (const password of ['🔑'.repeat(9), 'ă'.repeat(201), 'x'.repeat(20_000), ''])
    assert.equal((await visitor.send('/cont/legatura', { code, password })).status, 400, password.slice(0, 20));
});

test('the `next` parameter never redirects to another host', async () => {
  await signedUp(service, 'next@example.ro');
  const elsewhere = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '\\\\evil',
    '/%2f/..//evil.example/..',
  ];
  for (const next of elsewhere)
    for (const path of ['/cont/intrare', '/cont/confirmare']) {
      const visitor = new Visitor(service);
      await visitor.send('/cont/intrare', { email: 'next@example.ro', password: PASSWORD });
      const { headers } = await visitor.send(path, { email: 'next@example.ro', password: PASSWORD, next });
      const target = String(headers.location);
      assert.equal(new URL(target, 'http://own.example').host, 'own.example', `${path} ${next} ${target}`);
      assert.ok(target.startsWith('/') && !/^\/[/\\]/.test(target), target);
    }
  const { text } = await new Visitor(service).open(
    `/cont/intrare?next=${encodeURIComponent('"><script>alert(1)</script>')}`,
  );
  assert.ok(!text.includes('<script>alert'));
});

test('an account page redirects a signed-out visitor to sign-in with the way back', async () => {
  for (const path of ['/cont/siguranta', '/cont/date', '/cont/confirmare?next=%2Fcont%2Fdate']) {
    const { status, headers } = await new Visitor(service).open(path);
    assert.equal(status, 303);
    assert.equal(headers.location, `/cont/intrare?next=${encodeURIComponent(path).replaceAll('%20', '+')}`);
  }
});
