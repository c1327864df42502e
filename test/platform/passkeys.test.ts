/** Passkeys on both engines, at protocol level: a valid answer opens the account, and every invalid one is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { createAccount } from '#platform/accounts/accounts.ts';
import { DEMO_ACCOUNT, ensureDemoAccount } from '#platform/accounts/demo-account.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { isPossibleAt, type Passkeys, passkeys } from '#platform/accounts/passkeys.ts';
import { type BrowserSessions, browserSessions, type Reader } from '#platform/accounts/sessions.ts';
import type { SignInContext } from '#platform/accounts/sign-in.ts';
import { knownBrowsers, signInAttempts } from '#platform/accounts/sign-in-attempts.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { localLimits } from '#platform/limits/limits.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { emailPagePath } from '#server/compose/accounts.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { asserted, created, type SoftPasskey, softPasskey, type Twist } from '#test/support/soft-authenticator.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SITE = 'https://firmoteca.example';
const HERE = { network: '192.0.2.…', agent: 'Firefox, Linux' };
const at = (now = NOW) => ({ site: SITE, now });
/** The sign-in context of a browser with that session. */
const coming = (reader: Reader | null, now = NOW): SignInContext => ({
  address: '192.0.2.7',
  known: null,
  userAgent: undefined,
  language: 'ro',
  site: SITE,
  now,
  session: reader?.session ?? null,
});

const refused =
  (message: RegExp) =>
  (error: unknown): boolean =>
    error instanceof ApiError && message.test(error.message);
const notAccepted = refused(/was not accepted/);

onBothEngines((engine) => {
  let state: Database;
  let watch: ChangeWatch;
  let sessions: BrowserSessions;
  let client: Passkeys;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    watch = await watchChanges(
      state,
      'access',
      () => {},
      () => {},
    );
    sessions = browserSessions({ state, watch, secret: 'secret' });
    client = deskOver(state);
  });
  const deskOver = (over: Database, limits: Limits | null = null): Passkeys =>
    passkeys({
      state: over,
      sessions,
      attempts: signInAttempts(limits),
      mail: mailer({ isReady: true }),
      pagePath: emailPagePath,
      known: knownBrowsers('secret'),
      secret: 'secret',
    });
  after(async () => {
    await watch.stop();
    await state.close();
  });

  const readerIn = async (cookie: string, now = NOW): Promise<Reader | null> => {
    await watch.poll();
    return sessions.readerOf(cookie, now);
  };
  const newReader = async (): Promise<Reader> => {
    const account = await createAccount(state, { email: null, password: null }, NOW);
    const reader = await readerIn(await sessions.open(account, NOW));
    assert.ok(reader);
    return reader;
  };
  const add = async (reader: Reader, twist: Twist = {}, name = 'Telefon'): Promise<SoftPasskey> => {
    const passkey = softPasskey(reader.account);
    const requested = await client.creation(reader, 'ana@example.ro', at());
    await client.add(reader, { answer: created(passkey, requested, SITE, twist), name }, HERE, at());
    return passkey;
  };
  const enter = async (reader: Reader | null, answer: string, now = NOW): Promise<string> => {
    const entered = await client.enter(reader, answer, coming(reader, now));
    assert.ok(entered.outcome === 'in');
    return entered.cookie;
  };
  const signIn = async (passkey: SoftPasskey, twist: Twist = {}): Promise<string> =>
    enter(null, asserted(passkey, await client.request(null, at()), SITE, twist));
  const kinds = async (account: string): Promise<string[]> =>
    (await eventsOf(state, account, 50)).map(({ kind }) => kind);

  describe('adding', () => {
    test('stores the public key and device details, and records an event', async () => {
      const reader = await newReader();
      const passkey = await add(reader, { counter: 7 });
      const [row] = await client.list(reader.account);
      assert.deepEqual(
        [row?.credential_id, row?.counter, row?.transports, row?.name, row?.backed_up, row?.last_used_at],
        [passkey.id, 7, '["internal"]', 'Telefon', 0, null],
      );
      assert.deepEqual(await kinds(reader.account), ['passkeyAdded']);
    });

    test('is refused for every answer that does not match the request exactly', async () => {
      const reader = await newReader();
      const other = await newReader();
      const foreign = await client.creation(other, 'x', at());
      const signInPage = await client.request(null, at());
      const twists: Record<string, Twist> = {
        'another origin': { origin: 'https://firmoteca.example.rau.example' },
        'plain http': { origin: 'http://firmoteca.example' },
        'another site': { site: 'rau.example' },
        'the session of another reader': { challenge: foreign.challenge },
        'a challenge to sign in': { challenge: signInPage.challenge },
        'an unknown challenge': { challenge: 'A'.repeat(72) },
        'an answer of another type': { type: 'webauthn.get' },
        'user not present': { flags: 4 },
        'user not verified': { flags: 1 },
      };
      for (const [what, twist] of Object.entries(twists)) await assert.rejects(add(reader, twist), notAccepted, what);
      for (const answer of ['', '{}', 'null', '[]', '{"id":"x","response":{}}', '{"id":1,"response":null}', '\u0000'])
        await assert.rejects(client.add(reader, { answer, name: 'x' }, HERE, at()), notAccepted, answer);
      assert.deepEqual(await client.list(reader.account), []);
      assert.deepEqual(await kinds(reader.account), []);
    });

    test('fetches nothing: attestation certificates with revocation lists are refused first', async (t) => {
      const reader = await newReader();
      const fetched = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('asked')));
      await assert.rejects(add(reader, { certificates: [Buffer.from('certificate')] }), notAccepted);
      assert.equal(fetched.mock.callCount(), 0);
    });

    test('accepts an answer once and within ten minutes', async () => {
      const reader = await newReader();
      const requested = await client.creation(reader, 'x', at());
      const answer = created(softPasskey(reader.account), requested, SITE);
      await assert.rejects(client.add(reader, { answer, name: 'x' }, HERE, at(NOW + 600_000)), notAccepted);
      await client.add(reader, { answer, name: 'x' }, HERE, at());
      const [row] = await client.list(reader.account);
      await client.remove(reader.account, row?.id ?? '', HERE, at());
      await assert.rejects(client.add(reader, { answer, name: 'x' }, HERE, at()), notAccepted);
      assert.deepEqual(await client.list(reader.account), []);
    });

    test('accepts at most ten passkeys, each once; of two concurrent ones for the last slot one succeeds', async () => {
      const reader = await newReader();
      const first = await add(reader);
      const requested = await client.creation(reader, 'x', at());
      await assert.rejects(
        client.add(reader, { answer: created(first, requested, SITE), name: 'x' }, HERE, at()),
        refused(/already registered/),
      );
      for (let count = 1; count < client.most - 1; count++) await add(reader);
      const done = await Promise.allSettled([add(reader), add(reader)]);
      assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      assert.equal((await client.list(reader.account)).length, client.most);
      assert.equal((await kinds(reader.account)).length, client.most);
    });

    test('is refused for the shared demo account', async () => {
      await state.write(ensureDemoAccount(NOW));
      const reader = await readerIn(await sessions.open(DEMO_ACCOUNT, NOW));
      assert.ok(reader);
      await assert.rejects(add(reader), refused(/All visitors share the demo account/));
    });
  });

  describe('signing in', () => {
    test('needs no address, opens a new session and records an event', async () => {
      const passkey = await add(await newReader());
      const reader = await readerIn(await signIn(passkey));
      assert.deepEqual([reader?.account, reader?.authenticatedAt], [passkey.account, NOW]);
      assert.deepEqual((await kinds(passkey.account)).toSorted(), ['passkeyAdded', 'signedIn']);
      assert.equal((await client.list(passkey.account))[0]?.last_used_at, new Date(NOW).toISOString());
    });

    test('is refused for every forged or foreign answer', async () => {
      const passkey = await add(await newReader());
      const other = await add(await newReader());
      const reader = await newReader();
      const proving = await client.request(reader, at());
      const twists: Record<string, Twist> = {
        'a signature of another key': { by: other },
        'another origin': { origin: 'https://rau.example' },
        'another port': { origin: 'https://firmoteca.example:8443' },
        'another site': { site: 'rau.example' },
        'a challenge to reauthenticate': { challenge: proving.challenge },
        'an unknown challenge': { challenge: 'B'.repeat(72) },
        'an answer of another type': { type: 'webauthn.create' },
        'user not present': { flags: 4 },
        'user not verified': { flags: 1 },
        'another account': { userHandle: Buffer.from(other.account).toString('base64url') },
      };
      for (const [what, twist] of Object.entries(twists))
        await assert.rejects(signIn(passkey, twist), notAccepted, what);
      await assert.rejects(signIn(softPasskey(passkey.account)), notAccepted, 'an unknown passkey');
      assert.deepEqual(await kinds(passkey.account), ['passkeyAdded']);
    });

    test('accepts one of two concurrent uses of an answer, and none after ten minutes', async () => {
      const passkey = await add(await newReader());
      const requested = await client.request(null, at());
      const answer = asserted(passkey, requested, SITE);
      await assert.rejects(enter(null, answer, NOW + 600_000), notAccepted);
      const done = await Promise.allSettled([1, 2].map(() => enter(null, answer)));
      assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      await assert.rejects(enter(null, answer), notAccepted);
    });

    test('is refused when the authenticator’s counter goes back, as it may be a clone', async () => {
      const passkey = await add(await newReader(), { counter: 5 });
      await signIn(passkey, { counter: 6 });
      for (const counter of [6, 5, 0]) await assert.rejects(signIn(passkey, { counter }), notAccepted, String(counter));
      await signIn(passkey, { counter: 7 });
      const twice = await Promise.allSettled([1, 2].map(() => signIn(passkey, { counter: 8 })));
      assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    test('is refused for a blocked account and a removed passkey', async () => {
      const reader = await newReader();
      const passkey = await add(reader);
      await state.write([{ sql: 'update account set blocked_at = $2 where id = $1', params: [reader.account, 'now'] }]);
      await assert.rejects(signIn(passkey), notAccepted);
      await state.write([{ sql: 'update account set blocked_at = null where id = $1', params: [reader.account] }]);
      await signIn(passkey);
      const [row] = await client.list(reader.account);
      const stranger = await newReader();
      await assert.rejects(client.remove(stranger.account, row?.id ?? '', HERE, at()), refused(/no such passkey/));
      await client.remove(reader.account, row?.id ?? '', HERE, at(NOW + 1));
      await assert.rejects(signIn(passkey), notAccepted);
      assert.deepEqual((await kinds(reader.account)).toSorted(), ['passkeyAdded', 'passkeyRemoved', 'signedIn']);
    });
  });

  describe('changes while an answer is verified', () => {
    /** Writes a change between the reads and the writes of the sign-in. */
    const meanwhile = (statement: Statement): Passkeys =>
      deskOver({
        ...state,
        write: async (statements) => {
          await state.write([statement]);
          return state.write(statements);
        },
      });
    const counted = async (): Promise<unknown> =>
      state.one(`select (select count(*) from browser_session) as sessions, (select count(*) from account_event) as events,
                   (select count(*) from passkey_challenge) as challenges`);

    for (const [what, sql] of [
      ['a block', `update account set blocked_at = 'now' where id = $1`],
      ['the removal of the passkey', 'delete from passkey where account_id = $1'],
    ] as const)
      test(`${what}: no session is opened, and nothing else is written`, async () => {
        const reader = await newReader();
        const answer = asserted(await add(reader), await client.request(null, at()), SITE);
        const before = await counted();
        const late = meanwhile({ sql, params: [reader.account] });
        await assert.rejects(late.enter(null, answer, coming(null)), notAccepted);
        assert.deepEqual(await counted(), before);
      });
  });

  test('passkey answers share the attempt limits of passwords, per client network and per session', async () => {
    const limited = deskOver(state, localLimits(allocateCounters()));
    const reader = await newReader();
    const tries = async (who: Reader | null, times: number): Promise<string[]> => {
      const outcomes: string[] = [];
      for (let i = 0; i < times; i++)
        outcomes.push(
          await limited.enter(who, '{}', coming(who)).then(
            ({ outcome }) => outcome,
            () => 'refused',
          ),
        );
      return outcomes;
    };
    assert.deepEqual(await tries(null, 21), [...Array(20).fill('refused'), 'throttled']);
    assert.deepEqual(await tries(reader, 11), [...Array(10).fill('refused'), 'throttled']);
  });

  describe('reauthentication', () => {
    test('replaces the old session by a new one', async () => {
      const reader = await newReader();
      const passkey = await add(reader);
      const requested = await client.request(reader, at());
      assert.deepEqual(
        requested.allowCredentials?.map(({ id }) => id),
        [passkey.id],
      );
      const later = NOW + 300_000;
      const cookie = await enter(reader, asserted(passkey, requested, SITE), later);
      const renewed = await readerIn(cookie, later);
      assert.deepEqual([renewed?.account, renewed?.authenticatedAt], [reader.account, later]);
      assert.notEqual(renewed?.session, reader.session);
      const open = await state.all('select digest from browser_session where account_id = $1', [reader.account]);
      assert.equal(open.length, 1);
      assert.ok((await kinds(reader.account)).includes('provedAgain'));
    });

    test('is refused with a passkey of another account, and in another session', async () => {
      const [reader, other] = [await newReader(), await newReader()];
      const [own, foreign] = [await add(reader), await add(other)];
      const requested = await client.request(reader, at());
      await assert.rejects(enter(reader, asserted(foreign, requested, SITE)), notAccepted);
      await assert.rejects(enter(other, asserted(own, requested, SITE)), notAccepted);
      await assert.rejects(enter(null, asserted(own, requested, SITE)), notAccepted);
    });
  });
});

test('passkeys are offered on https host names and on localhost', () => {
  for (const site of ['https://firmoteca.example', 'http://localhost:8080', 'https://a.b:8443'])
    assert.equal(isPossibleAt(site), true, site);
  for (const site of ['http://firmoteca.example', 'http://127.0.0.1:80', 'https://[::1]', 'https://192.0.2.1'])
    assert.equal(isPossibleAt(site), false, site);
});
