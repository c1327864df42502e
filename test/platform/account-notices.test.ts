/** Account notices on both engines: each change of keys and passkeys sends an email to the owner. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { type OwnerKeys, ownerKeys } from '#platform/accounts/owner-keys.ts';
import { type Passkeys, passkeys } from '#platform/accounts/passkeys.ts';
import { type BrowserSessions, browserSessions, type Reader } from '#platform/accounts/sessions.ts';
import { knownBrowsers, signInAttempts } from '#platform/accounts/sign-in-attempts.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { emailPagePath } from '#server/compose/accounts.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { created, softPasskey } from '#test/support/soft-authenticator.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const HOUR_MS = 3_600_000;
const SITE = 'https://firmoteca.example';
const HERE = { network: '192.0.2.*', agent: 'Firefox, Linux' };
const at = (now = NOW) => ({ site: SITE, now });

interface Sent {
  kind: string;
  recipient: string;
  language: string;
  subject: string;
  text: string;
  html: string;
}

onBothEngines((engine) => {
  let state: Database;
  let watch: ChangeWatch;
  let sessions: BrowserSessions;
  let keys: OwnerKeys;
  let client: Passkeys;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    const ignore = (): void => {};
    watch = await watchChanges(state, 'access', ignore, ignore);
    sessions = browserSessions({ state, watch, secret: 'secret' });
    const notices = { mail: mailer({ isReady: true }), pagePath: emailPagePath };
    keys = ownerKeys({ state, pepper: 'pepper', ...notices });
    client = passkeys({
      state,
      sessions,
      attempts: signInAttempts(null),
      ...notices,
      known: knownBrowsers('secret'),
      secret: 'secret',
    });
  });
  after(async () => {
    await watch.stop();
    await state.close();
  });

  let people = 0;
  const owner = async (language = 'ro'): Promise<{ id: string; email: string }> => {
    const email = `owner${++people}@example.ro`;
    const id = await createAccount(state, { email, password: null }, NOW);
    await state.write([{ sql: 'update account set language = $2 where id = $1', params: [id, language] }]);
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, id, to, NOW);
    return { id, email };
  };
  const emails = (email: string): Promise<Sent[]> =>
    state.all<Sent>(
      'select kind, recipient, language, subject, text, html from letter where recipient = $1 order by queued_at, kind',
      [email],
    );
  const make = (account: string, now = NOW, form = keys.newForm()) =>
    keys.issue(account, { form, name: 'ERP', expires: '' }, HERE, at(now));
  const readerOf = async (account: string): Promise<Reader> => {
    const cookie = await sessions.open(account, NOW);
    await watch.poll();
    const reader = await sessions.readerOf(cookie, NOW);
    assert.ok(reader);
    return reader;
  };
  const tally = async (event: string): Promise<number> =>
    (await state.one<{ letters: number }>('select letters from letter_tally where event = $1', [event]))?.letters ?? 0;

  test('a new key is announced in the account’s language with its hint, never with the key itself', async () => {
    for (const [language, subject, address] of [
      ['ro', /cheie API nouă/, `${SITE}/cont/chei`],
      ['en', /new API key/, `${SITE}/en/account/keys`],
    ] as const) {
      const { id, email } = await owner(language);
      const { key, hint } = await make(id);
      const [letter, ...more] = await emails(email);
      assert.ok(letter);
      assert.deepEqual([letter.kind, letter.language, more], ['keyMade', language, []]);
      assert.match(letter.subject, subject);
      for (const words of [letter.text, letter.html]) {
        assert.ok(words.includes(hint) && words.includes(address), words);
        assert.ok(!words.includes(key.slice(9, 30)));
      }
    }
  });

  test('a revoked key is announced once, in the account’s language with its hint', async () => {
    const { id, email } = await owner('en');
    const { id: key, hint } = await make(id);
    await Promise.all([1, 2].map(() => keys.revoke(id, key, HERE, at(NOW + 1_000))));
    const [, letter, ...more] = await emails(email);
    assert.deepEqual([letter?.kind, letter?.language, more], ['keyRevoked', 'en', []]);
    for (const words of [letter?.text ?? '', letter?.html ?? ''])
      assert.ok(words.includes(hint) && words.includes(`${SITE}/en/account/keys`), words);
  });

  test('a form sent twice creates one key and sends one email', async () => {
    const { id, email } = await owner();
    const requested = await tally('asked');
    const form = keys.newForm();
    await make(id, NOW, form);
    await assert.rejects(make(id, NOW, form));
    assert.equal((await emails(email)).length, 1);
    assert.equal((await tally('asked')) - requested, 1);
  });

  test('an added or removed passkey is announced, a rejected one is not', async () => {
    const { id, email } = await owner('en');
    const reader = await readerOf(id);
    await assert.rejects(client.add(reader, { answer: '{}', name: 'x' }, HERE, at()));
    assert.deepEqual(await emails(email), []);
    const requested = await client.creation(reader, email, at());
    await client.add(reader, { answer: created(softPasskey(id), requested, SITE), name: 'Phone' }, HERE, at());
    const [row] = await client.list(id);
    await Promise.allSettled([1, 2].map(() => client.remove(id, row?.id ?? '', HERE, at(NOW + 1_000))));
    const result = await emails(email);
    assert.deepEqual(
      result.map(({ kind, subject }) => [kind, subject]),
      [
        ['passkeyAdded', 'A new passkey in your Firmoteca account'],
        ['passkeyRemoved', 'A passkey was removed from your Firmoteca account'],
      ],
    );
    for (const { text, html } of result)
      for (const words of [text, html]) assert.ok(words.includes(`${SITE}/en/account/security`), words);
  });

  test('above the hourly limit of key emails one summary email is sent each hour', async () => {
    const { id, email } = await owner();
    const [requested, refused] = [await tally('asked'), await tally('refused')];
    const cycle = async (now: number): Promise<void> => {
      const { id: key } = await make(id, now);
      await keys.revoke(id, key, HERE, at(now));
    };
    for (let built = 0; built < 14; built++) await cycle(NOW + built);
    const kinds = async (): Promise<string> =>
      Object.entries(Object.groupBy(await emails(email), ({ kind }) => kind))
        .map(([kind, those]) => `${kind} ${those?.length}`)
        .sort()
        .join(', ');
    assert.equal(await kinds(), 'keyMade 10, keyRevoked 10, manyNotices 1');
    assert.deepEqual([(await tally('asked')) - requested, (await tally('refused')) - refused], [29, 8]);
    const many = (await emails(email)).find(({ kind }) => kind === 'manyNotices');
    assert.match(many?.text ?? '', /mai multe schimbări decât vă putem scrie pe rând/);
    assert.ok(many?.html.includes(`${SITE}/cont/siguranta`));
    const later = NOW + HOUR_MS + 1_000;
    for (let built = 0; built < 11; built++) await cycle(later + built);
    assert.equal(await kinds(), 'keyMade 20, keyRevoked 20, manyNotices 2');
  });

  test('an account without an address gets its key, and no email is queued', async () => {
    const id = await createAccount(state, { email: null, password: null }, NOW);
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, id, to, NOW);
    const requested = await tally('asked');
    await make(id);
    assert.equal((await keys.list(id, NOW)).length, 1);
    assert.equal(await tally('asked'), requested);
  });
});
