/** The service is killed before each of its writes, through forms and webhooks on real sockets: each step is atomic. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { signatureOf } from '#demo-country/billing/webhooks.ts';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { WEBHOOK_PATH } from '#server/compose/billing.ts';
import { openedBy } from '#test/support/account-login.ts';
import { accountIdOf, entranceService, PASSWORD, Visitor } from '#test/support/auth-kit.ts';
import { eventText, seconds } from '#test/support/billing-customers.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import type { SmallOptions, SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

/** More than the writes of any step. */
const WRITES_MAX = 12;
const OTHER_PASSWORD = 'o altă parolă, la fel de lungă';

onBothEngines((engine) => {
  let service: SmallService;
  let state: Database;
  let provider: StandIn;
  let options: SmallOptions;
  let settings: BillingSettings;
  let people = 0;
  before(async () => {
    provider = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
    settings = {
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      priceId: null,
      hasTax: false,
      apiUrl: provider.address,
      price: { amount: 49, currency: 'RON', per: 'month' },
    };
    const { databaseUrl } = await engine.place();
    options = { databaseUrl, billing: { settings, site: 'http://127.0.0.1' } };
    service = await entranceService(options);
    state = service.store.state;
  });
  after(async () => {
    await service.close();
    await provider.close();
  });
  const children = new Set<ReturnType<typeof fork>>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** A second service on the same state that dies after the given number of writes. */
  async function doomed(writes: number): Promise<{ port: number; dead: Promise<unknown> }> {
    const words = JSON.stringify({
      place: service.place,
      options: { ...options, config: { mail: { by: 'outbox', hourMax: 1_000 } } },
    });
    const child = fork(join(import.meta.dirname, '../support/killed-service.ts'), [words]);
    children.add(child);
    const dead = once(child, 'exit').then(() => children.delete(child));
    const [port] = (await once(child, 'message')) as [number];
    child.send(writes);
    await once(child, 'message');
    return { port, dead };
  }

  interface Step {
    /** Prepares the step on a service that stays alive. */
    begin(email: string): Promise<Visitor>;
    act(visitor: Visitor, email: string): Promise<Answered>;
    /** The stored result of the step. */
    look(email: string): Promise<object>;
    /** The allowed results, from nothing to the whole step. */
    stages: readonly object[];
  }

  /** Repeats the step on services that are killed one write later each time, until one survives. */
  async function killedAt({ begin, act, look, stages }: Step): Promise<void> {
    for (let writes = 0; writes < WRITES_MAX; writes++) {
      const email = `${engine.name}-${++people}@example.ro`;
      const visitor = await begin(email);
      assert.deepEqual(await look(email), stages[0], 'before');
      const { port, dead } = await doomed(writes);
      const answer = await act(visitor.at(port), email).catch(() => null);
      if (answer) {
        assert.ok(answer.status < 400, `${answer.status}: ${answer.text}`);
        assert.deepEqual(await look(email), stages.at(-1), 'after the step');
        assert.ok(writes > 0, 'no service was killed');
        return;
      }
      await dead;
      const seen = JSON.stringify(await look(email));
      assert.ok(
        stages.some((stage) => JSON.stringify(stage) === seen),
        `partial result after ${writes} writes: ${seen}`,
      );
      // The dead service holds its customer lock for two minutes: expire it.
      await state.write([{ sql: 'update billing_customer set held_until = created_at' }]);
      // A second attempt succeeds, or finds the step done.
      const again = await act(visitor.at(service.port), email);
      assert.ok(again.status < 500, `again: ${again.status}`);
      assert.deepEqual(await look(email), stages.at(-1), 'again');
    }
    throw new Error(`More than ${WRITES_MAX} writes.`);
  }

  const count = async (from: string, ...params: string[]): Promise<number> =>
    (await state.one<{ found: number }>(`select count(*) as found from ${from}`, params))?.found ?? 0;
  const events = (email: string, kind: string): Promise<number> =>
    count('account_event e join account a on a.id = e.account_id where a.email = $1 and e.kind = $2', email, kind);
  const secretOf = async (email: string): Promise<string> => {
    const letter = await state.one<{ text: string }>(
      `select text from letter where recipient = $1 and text like '%code=%' order by queued_at desc limit 1`,
      [email],
    );
    return /code=([A-Za-z0-9_-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
  };
  const asking = async (email: string): Promise<Visitor> => {
    const visitor = new Visitor(service);
    assert.equal((await visitor.send('/cont/nou', { email })).status, 303);
    return visitor;
  };
  const member = async (email: string): Promise<Visitor> => {
    const visitor = await asking(email);
    const sent = { code: await secretOf(email), password: PASSWORD };
    assert.equal((await visitor.send('/cont/legatura', sent)).status, 303);
    return visitor;
  };
  const customersOf = async (email: string): Promise<string[]> => {
    const account = await accountIdOf(service, email);
    return Object.values(provider.ledger.data.customers).flatMap((one) =>
      one.email === email && (account === '' || one.metadata?.account === account) ? [one.id] : [],
    );
  };
  const subscribe = (visitor: Visitor): Promise<Answered> => visitor.send('/cont/abonament', { do: 'subscribe' });
  const paying = async (email: string): Promise<Visitor> => {
    const visitor = await member(email);
    const { headers } = await subscribe(visitor);
    provider.ledger.complete(new URL(headers.location ?? '').pathname.split('/').at(-1) ?? '', true);
    return visitor;
  };

  test('a sign-up request is atomic: the link and its email', () =>
    killedAt({
      begin: async () => new Visitor(service),
      act: (visitor, email) => visitor.send('/cont/nou', { email }),
      look: async (email) => {
        const [links, mails] = [await count('one_time_link where email = $1', email), await lettersTo(email, 'signUp')];
        return { isAsked: links > 0, hasLetterForEach: links === mails };
      },
      stages: [
        { isAsked: false, hasLetterForEach: true },
        { isAsked: true, hasLetterForEach: true },
      ],
    }));

  test('following the sign-up link is atomic: account, plan, first session and account event', () =>
    killedAt({
      begin: asking,
      act: async (visitor, email) =>
        visitor.send('/cont/legatura', { code: await secretOf(email), password: PASSWORD }),
      look: async (email) => ({
        accounts: await count('account where email = $1', email),
        plans: await count('subscription s join account a on a.id = s.account_id where a.email = $1', email),
        sessions: await count('browser_session b join account a on a.id = b.account_id where a.email = $1', email),
        recorded: await events(email, 'created'),
        used: await count('one_time_link where email = $1 and used_at is not null', email),
      }),
      stages: [
        { accounts: 0, plans: 0, sessions: 0, recorded: 0, used: 0 },
        { accounts: 1, plans: 1, sessions: 1, recorded: 1, used: 1 },
      ],
    }));

  test('a password reset by email is atomic: password, end of sessions, account events and notice email', () =>
    killedAt({
      async begin(email) {
        await member(email);
        const visitor = new Visitor(service);
        assert.equal((await visitor.send('/cont/parola', { email })).status, 303);
        return visitor;
      },
      act: async (visitor, email) =>
        visitor.send('/cont/legatura', { code: await secretOf(email), password: OTHER_PASSWORD }),
      look: async (email) => ({
        isNew: (await openedBy(state, email, OTHER_PASSWORD)) !== null,
        recorded: [
          await events(email, 'passwordSet'),
          await events(email, 'signedIn'),
          await lettersTo(email, 'passwordSet'),
        ],
        open: await count('one_time_link where email = $1 and used_at is null', email),
        sessions: await count('browser_session b join account a on a.id = b.account_id where a.email = $1', email),
      }),
      stages: [
        { isNew: false, recorded: [0, 0, 0], open: 1, sessions: 1 },
        { isNew: true, recorded: [1, 1, 1], open: 0, sessions: 1 },
      ],
    }));

  test('a change of address is atomic: the address, the account event and the notice to the old address', () =>
    killedAt({
      async begin(email) {
        const visitor = await member(email);
        assert.equal((await visitor.send('/cont/siguranta', { do: 'email', email: `nou-${email}` })).status, 303);
        return visitor;
      },
      act: async (visitor, email) => visitor.send('/cont/legatura', { code: await secretOf(`nou-${email}`) }),
      look: async (email) => ({
        changed: await count('account where email = $1', `nou-${email}`),
        recorded: [await events(`nou-${email}`, 'emailChanged'), await lettersTo(email, 'emailChanged')],
      }),
      stages: [
        { changed: 0, recorded: [0, 0] },
        { changed: 1, recorded: [1, 1] },
      ],
    }));

  test('a key is created and recorded once, however often its form is sent', async () => {
    const forms = new Map<string, string>();
    await killedAt({
      async begin(email) {
        const visitor = await member(email);
        const account = await accountIdOf(service, email);
        for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, Date.now());
        forms.set(email, randomUUID());
        return visitor;
      },
      act: (visitor, email) =>
        visitor.send('/cont/chei', { form: forms.get(email) ?? '', name: 'Server', expires: '' }),
      look: async (email) => ({
        keys: await count('api_key k join account a on a.id = k.account_id where a.email = $1', email),
        recorded: await events(email, 'keyMade'),
      }),
      stages: [
        { keys: 0, recorded: 0 },
        { keys: 1, recorded: 1 },
      ],
    });
  });

  test('a checkout leaves one customer and one session at the provider, wherever the service was killed', () =>
    killedAt({
      begin: member,
      act: subscribe,
      look: async (email) => {
        const customers = await customersOf(email);
        const sessions = Object.values(provider.ledger.data.sessions).filter(({ session }) =>
          customers.includes(String(session.customer)),
        );
        return {
          customers: customers.length,
          sessions: sessions.length,
          recorded: await events(email, 'checkoutOpened'),
        };
      },
      stages: [
        { customers: 0, sessions: 0, recorded: 0 },
        { customers: 1, sessions: 0, recorded: 0 },
        { customers: 1, sessions: 1, recorded: 0 },
        { customers: 1, sessions: 1, recorded: 1 },
      ],
    }));

  test('a provider event is stored once and processed by a surviving service', async () => {
    const emails: string[] = [];
    await killedAt({
      begin: (email) => {
        emails.push(email);
        return paying(email);
      },
      async act(visitor, email) {
        const [customer = ''] = await customersOf(email);
        const body = eventText(`evt_${email}`, { data: { object: { object: 'invoice', customer } } });
        const headers = { 'stripe-signature': signatureOf(body, WEBHOOK_SECRET, seconds()) };
        return ask(visitor.port, { method: 'POST', path: WEBHOOK_PATH, body, headers });
      },
      look: async (email) => ({ events: await count('billing_event where id = $1', `evt_${email}`) }),
      stages: [{ events: 0 }, { events: 1 }],
    });
    // The surviving service still has a request to the provider under way and would die within it.
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await state.write([{ sql: 'update billing_customer set held_until = created_at, next_at = created_at' }]);
    await reconcileRound({
      state,
      provider: stripeProvider(settings),
      tally: () => {},
      planChangeStatements: async () => [],
    });
    for (const email of emails) {
      const account = await accountIdOf(service, email);
      await until(`${email} has Pro`, async () => (await planOf(state, account))?.state === 'active');
    }
  });

  test('an account deletion is atomic: the whole account with the recorded request, or nothing', async () => {
    const ids = new Map<string, string>();
    const rows = async (email: string): Promise<number[]> => {
      const tables = ['subscription', 'browser_session', 'account_event', 'billing_customer', 'billing_checkout'];
      return Promise.all(tables.map((table) => count(`${table} where account_id = $1`, ids.get(email) ?? '')));
    };
    await killedAt({
      async begin(email) {
        const visitor = await paying(email);
        ids.set(email, await accountIdOf(service, email));
        return visitor;
      },
      act: (visitor) => visitor.send('/cont/date', { word: 'șterge' }),
      look: async (email) => ({
        accounts: await count('account where id = $1', ids.get(email) ?? ''),
        rows: await rows(email),
        customers: (await customersOf(email)).length,
      }),
      stages: [
        { accounts: 1, rows: [1, 1, 2, 1, 1], customers: 1 },
        // The request is recorded before anything is deleted.
        { accounts: 1, rows: [1, 1, 3, 1, 1], customers: 1 },
        { accounts: 1, rows: [1, 1, 3, 1, 1], customers: 0 },
        { accounts: 0, rows: [0, 0, 0, 0, 0], customers: 0 },
      ],
    });
  });

  const lettersTo = (email: string, kind: string): Promise<number> =>
    count('letter where recipient = $1 and kind = $2', email, kind);
});
