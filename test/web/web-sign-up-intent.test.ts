/** The intent of a visitor survives sign-up and never redirects to another host; the account link in the page header. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeIn, entranceService, linkTo, PASSWORD, signedUp, Visitor } from '#test/support/auth-kit.ts';
import type { SmallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await entranceService();
});
after(() => service.close());

const WAYS = {
  ro: { wanted: '/cont/abonament', signIn: '/cont/intrare', signUp: '/cont/nou', link: '/cont/legatura' },
  en: {
    wanted: '/en/account/subscription',
    signIn: '/en/account/sign-in',
    signUp: '/en/account/new',
    link: '/en/account/link',
  },
} as const;

for (const [language, ways] of Object.entries(WAYS))
  test(`a visitor who wants to subscribe reaches the subscription after sign-up, even in another browser: ${language}`, async () => {
    const visitor = new Visitor(service);
    const requested = await visitor.open(ways.wanted);
    const signIn = `${ways.signIn}?next=${encodeURIComponent(ways.wanted)}`;
    assert.deepEqual([requested.status, requested.headers.location], [303, signIn]);
    const signUp = `${ways.signUp}?wish=subscribe`;
    assert.ok((await visitor.open(signIn)).text.includes(`href="${signUp}"`));
    assert.match((await visitor.open(signUp)).text, /<input type="hidden" name="wish" value="subscribe">/);
    const email = `dorinta-${language}@example.ro`;
    const sent = await visitor.send(ways.signUp, { email, wish: 'subscribe' });
    assert.equal(sent.headers.location, `${ways.signUp}?sent=1&wish=subscribe`);
    const path = await linkTo(service, email);
    assert.ok(!path.includes('subscribe'), 'the email does not contain the intent');
    const elsewhere = new Visitor(service);
    const done = await elsewhere.send(ways.link, { code: codeIn(path), password: PASSWORD });
    assert.deepEqual([done.status, done.headers.location], [303, ways.wanted]);
    assert.equal((await elsewhere.open(ways.wanted)).status, 200);
  });

test('a visitor with a forgotten account reaches the subscription by the password link', async () => {
  await signedUp(service, 'uitat@example.ro');
  const visitor = new Visitor(service);
  await visitor.send('/cont/nou', { email: 'uitat@example.ro', wish: 'subscribe' });
  const path = await linkTo(service, 'uitat@example.ro');
  const done = await visitor.send('/cont/legatura', { code: codeIn(path), password: PASSWORD });
  assert.equal(done.headers.location, '/cont/abonament');
});

test('an unknown intent is dropped and never used as an address', async () => {
  const hostile = [
    'https://rau.example',
    '//rau.example',
    '/\\rau.example',
    'account',
    'javascript:alert(1)',
    'subscribe ',
  ];
  for (const [index, intent] of hostile.entries()) {
    const visitor = new Visitor(service);
    const page = await visitor.open(`/cont/nou?wish=${encodeURIComponent(intent)}`);
    assert.doesNotMatch(page.text, /name="wish"/, intent);
    const email = `rau${index}@example.ro`;
    const sent = await visitor.send('/cont/nou', { email, wish: intent });
    assert.equal(sent.headers.location, '/cont/nou?sent=1', intent);
    const done = await visitor.send('/cont/legatura', {
      code: codeIn(await linkTo(service, email)),
      password: PASSWORD,
    });
    assert.equal(done.headers.location, '/cont', intent);
  }
});

test('the header shows whether the reader is signed in, except on pages shared by all readers', async () => {
  const visitor = new Visitor(service);
  const account = (text: string): string[] =>
    [
      ...text.matchAll(/<a href="(\/(?:en\/)?(?:cont|account)[^"]*)"[^>]*>(Cont|Account|Intră în cont|Sign in)<\/a>/g),
    ].map(([, href, name]) => `${href} ${name}`);
  const twice = (one: string): string[] => [one, one];
  const home = await visitor.open('/');
  assert.deepEqual(account(home.text), twice('/cont/intrare Intră în cont'));
  assert.deepEqual(account((await visitor.open('/en')).text), twice('/en/account/sign-in Sign in'));
  const owner = await signedUp(service, 'antet@example.ro');
  for (const path of ['/', '/clasamente', '/cont']) {
    const page = await owner.open(path);
    assert.deepEqual(account(page.text), twice('/cont Cont'), path);
    assert.match(String(page.headers['cache-control']), /^(?:private, no-cache|no-store)$/, path);
    assert.match(String(page.headers.vary), /^cookie\b/, path);
  }
  assert.deepEqual(account((await owner.open('/en')).text), twice('/en/account Account'));
  const [docs, docsOfOwner] = [await visitor.open('/docs'), await owner.open('/docs')];
  assert.deepEqual(account(docs.text), twice('/cont Cont'));
  assert.equal(docs.text, docsOfOwner.text);
});
