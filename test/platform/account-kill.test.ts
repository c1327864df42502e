/** The service killed before each of its writes, by forms and events over real sockets: everything of a step is done, or nothing of it. */
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

/** More writes than any step has. */
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

  /** A second service over the same state; it dies when it has written so often from now on. */
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
    /** Everything before it, on a service that lives. */
    begin(email: string): Promise<Visitor>;
    act(visitor: Visitor, email: string): Promise<Answered>;
    /** What there is of it. */
    look(email: string): Promise<object>;
    /** All that there may be, from nothing to all of it. */
    stages: readonly object[];
  }

  /** The step again and again, on services that are killed one write later each time, until one lives to answer. */
  async function killedAt({ begin, act, look, stages }: Step): Promise<void> {
    for (let writes = 0; writes < WRITES_MAX; writes++) {
      const email = `${engine.name}-${++people}@example.ro`;
      const visitor = await begin(email);
      assert.deepEqual(await look(email), stages[0], 'before');
      const { port, dead } = await doomed(writes);
      const answer = await act(visitor.at(port), email).catch(() => null);
      if (answer) {
        assert.ok(answer.status < 400, `${answer.status}: ${answer.text}`);
        assert.deepEqual(await look(email), stages.at(-1), 'in the end');
        assert.ok(writes > 0, 'nothing was ever killed');
        return;
      }
      await dead;
      const seen = JSON.stringify(await look(email));
      assert.ok(
        stages.some((stage) => JSON.stringify(stage) === seen),
        `half done after ${writes} writes: ${seen}`,
      );
      // What the dead one asked the provider nobody else asks for two minutes: they are over.
      await state.write([{ sql: 'update billing_customer set held_until = created_at' }]);
      // Whoever tries again finds it possible, or done.
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

  test('asking for an account: a link and its letter', () =>
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

  test('following it: the account, its plan, its first session and the line in its list', () =>
    killedAt({
      begin: asking,
      act: async (visitor, email) =>
        visitor.send('/cont/legatura', { code: await secretOf(email), password: PASSWORD }),
      look: async (email) => ({
        accounts: await count('account where email = $1', email),
        plans: await count('subscription s join account a on a.id = s.account_id where a.email = $1', email),
        sessions: await count('browser_session b join account a on a.id = b.account_id where a.email = $1', email),
        told: await events(email, 'created'),
        used: await count('one_time_link where email = $1 and used_at is not null', email),
      }),
      stages: [
        { accounts: 0, plans: 0, sessions: 0, told: 0, used: 0 },
        { accounts: 1, plans: 1, sessions: 1, told: 1, used: 1 },
      ],
    }));

  test('a new password by letter: the password, the end of sessions, the line in the list, and the letter that tells it', () =>
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
        told: [
          await events(email, 'passwordSet'),
          await events(email, 'signedIn'),
          await lettersTo(email, 'passwordSet'),
        ],
        open: await count('one_time_link where email = $1 and used_at is null', email),
        sessions: await count('browser_session b join account a on a.id = b.account_id where a.email = $1', email),
      }),
      stages: [
        { isNew: false, told: [0, 0, 0], open: 1, sessions: 1 },
        { isNew: true, told: [1, 1, 1], open: 0, sessions: 1 },
      ],
    }));

  test('another address: the address, the line in the list, and the letter to the old one', () =>
    killedAt({
      async begin(email) {
        const visitor = await member(email);
        assert.equal((await visitor.send('/cont/siguranta', { do: 'email', email: `nou-${email}` })).status, 303);
        return visitor;
      },
      act: async (visitor, email) => visitor.send('/cont/legatura', { code: await secretOf(`nou-${email}`) }),
      look: async (email) => ({
        changed: await count('account where email = $1', `nou-${email}`),
        told: [await events(`nou-${email}`, 'emailChanged'), await lettersTo(email, 'emailChanged')],
      }),
      stages: [
        { changed: 0, told: [0, 0] },
        { changed: 1, told: [1, 1] },
      ],
    }));

  test('a key: made and told once, however often its form is sent', async () => {
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
        told: await events(email, 'keyMade'),
      }),
      stages: [
        { keys: 0, told: 0 },
        { keys: 1, told: 1 },
      ],
    });
  });

  test('a checkout: one customer and one checkout at the provider, whoever was killed on the way', () =>
    killedAt({
      begin: member,
      act: subscribe,
      look: async (email) => {
        const customers = await customersOf(email);
        const sessions = Object.values(provider.ledger.data.sessions).filter(({ session }) =>
          customers.includes(String(session.customer)),
        );
        return { customers: customers.length, sessions: sessions.length, told: await events(email, 'checkoutOpened') };
      },
      stages: [
        { customers: 0, sessions: 0, told: 0 },
        { customers: 1, sessions: 0, told: 0 },
        { customers: 1, sessions: 1, told: 0 },
        { customers: 1, sessions: 1, told: 1 },
      ],
    }));

  test('an event of the provider: kept once, and worked off by whoever lives', async () => {
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
    // The one that lived to answer asks the provider still, and would die with the answer in its hand.
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

  test('the end of an account: all of it is there and that it was asked for is told, or nothing is left', async () => {
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
        // That it was asked for is told before anything ends.
        { accounts: 1, rows: [1, 1, 3, 1, 1], customers: 1 },
        { accounts: 1, rows: [1, 1, 3, 1, 1], customers: 0 },
        { accounts: 0, rows: [0, 0, 0, 0, 0], customers: 0 },
      ],
    });
  });

  const lettersTo = (email: string, kind: string): Promise<number> =>
    count('letter where recipient = $1 and kind = $2', email, kind);
});
