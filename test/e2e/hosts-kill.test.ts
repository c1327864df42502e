/** Leader jobs of several hosts, as real processes: the leader is killed or paused in the middle of each job. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { incrementRequests } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { observationsTable } from '#data/live/observations-table.ts';
import { leaderOf } from '#data/store/leader-table.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { standIn } from '#demo-country/billing/stand-in.ts';
import { country } from '#demo-country/country.ts';
import { publish } from '#demo-country/publish.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { codesAfter } from '#domain/companies/facts-table.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { documentationOf, documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { billing } from '#platform/billing/billing.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { emailOf } from '#platform/mail/email.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { networksOf } from '#platform/payments/networks.ts';
import { type DocumentedCountry, documentedCountry } from '#test/support/collected-documents.ts';
import { ledHosts, PATIENCE_MS } from '#test/support/leader-hosts.ts';
import { answer, type Received, startMailServer } from '#test/support/mail-server.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { leaveUnknown, slowChain } from '#test/support/slow-chain.ts';
import { until } from '#test/support/until.ts';

const TODAY = '2026-11-15';

let folder: string;
let database: TestDatabase;
let store: Store;
let lists: CountryServer;
let documented: DocumentedCountry;
let letters: { port: number; received: Received[] };
let hosts: ReturnType<typeof ledHosts>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'firmoteca-hosts-'));
  database = await testDatabase();
  store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  hosts = ledHosts(store, folder, () => ({
    databaseUrl: database.url,
    documents: join(folder, 'documents'),
    procurement: lists.address,
    smtpPort: letters?.port ?? 1,
    today: TODAY,
  }));
  const simulated = country({ seed: 'hosts', companies: 150, founded: TODAY });
  const published = join(folder, 'published');
  await publish(simulated, published, TODAY, { only: ['onrc', 'nomenclatures', 'procurement'] });
  lists = await serveCountry(simulated, { folder: published, host: '127.0.0.1', port: 0, today: () => TODAY });
  documented = await documentedCountry();
  const publications = await findPublications(published);
  await ingest({ ...store, publications, personKey: 'k', strict: true, progress: silent });
});
after(async () => {
  await documented.close();
  await lists.close();
  await store.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => hosts.killAll());

/** Errors in the log. A database timeout on a busy machine or after a pause is no error of the host. */
const faultsIn = (output: string): string[] =>
  output.split('\n').filter((line) => /error/.test(line) && !/The database does not answer/.test(line));

test('procurement lists are fetched once although leaders are killed, and the next leader builds the fetched ones', async () => {
  await hosts.start();
  await hosts.start();
  const first = await hosts.leading();
  await until('some days are fetched', async () => (await incrementRequests(store.live)).size >= 12, PATIENCE_MS);
  await hosts.kill(first);
  const requested = await incrementRequests(store.live);
  const second = await hosts.leading(first);
  const parts = () => store.live.all<{ id: string }>(`select id from firmoteca.part where id like 'recent%'`);
  await until('a part is being built', async () => (await parts()).length > 0, PATIENCE_MS);
  await hosts.kill(second);
  const all = await incrementRequests(store.live);
  for (const [name, before] of requested) assert.equal(all.get(name)?.at, before.at, `${name} was not fetched again`);
  const requests = lists.requests.sicap;
  await hosts.start();
  await hosts.leading(second);
  const recent = async () => {
    await store.generations.refresh();
    return store.generations.current()?.manifest.parts.find(({ name }) => name === 'recent');
  };
  await until('the new part is served', async () => (await recent()) !== undefined, PATIENCE_MS);
  assert.equal(lists.requests.sicap, requests, 'nothing was fetched again');
  assert.deepEqual(await incrementRequests(store.live), all);
});

/** Queues emails to new readers and returns their addresses. */
async function queue(count: number): Promise<string[]> {
  const post = mailer({ isReady: true, hourMax: 1_000 });
  const readers = Array.from({ length: count }, () => `${randomUUID()}@example.ro`);
  for (const to of readers) {
    const site = 'https://firmoteca.example';
    const letter = emailOf({ to, language: 'en', subject: 'A letter', paragraphs: ['It says this.'], site });
    const { statements } = post.queue(letter, { kind: 'reset', account: null, now: Date.now() });
    await store.state.write(statements);
  }
  return readers;
}
/** How often the mail server received an email to each reader. */
const timesTaken = (received: readonly Received[], readers: readonly string[]): number[] =>
  readers.map(
    (reader) => received.filter(({ envelope }) => envelope.rcptTo.some(({ address }) => address === reader)).length,
  );
/** Expires the two-minute lease of a killed host on its emails. */
const holdNoLetters = () => store.state.write([{ sql: `update letter set lease_until = '' where state = 'queued'` }]);
const isSent = async () => (await store.state.one(`select id from letter where state = 'queued'`)) === null;

test('emails are sent once although their sender is killed, and a host with a fast clock does not become leader early', async (t) => {
  let under = 0;
  const isOver = Promise.withResolvers<void>();
  letters = await startMailServer(t, {
    async taken() {
      if (under++ >= 4) return;
      await isOver.promise;
      throw answer(451, 'Come again');
    },
  });
  const first = await hosts.start();
  await hosts.leading();
  const second = await hosts.start({ skewMs: 3_600_000 });
  const readers = await queue(7);
  await until('four emails are in transit', async () => under >= 4, PATIENCE_MS);
  const looks = (): number => second.output().split('looked').length;
  const before = looks();
  await until('the other host polls', async () => looks() > before + 5, PATIENCE_MS);
  assert.equal(await hosts.leader(), first);
  await hosts.kill(first);
  isOver.resolve();
  await hosts.leading(first);
  await holdNoLetters();
  await until('all emails are sent', isSent, PATIENCE_MS);
  assert.deepEqual(timesTaken(letters.received, readers), [1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual(faultsIn(second.output()), []);
});

test('a leader paused beyond its lease writes nothing when it resumes and sends no email again', async (t) => {
  let under = 0;
  const isOver = Promise.withResolvers<void>();
  letters = await startMailServer(t, {
    async taken() {
      if (under++ >= 4) return;
      await isOver.promise;
      throw answer(451, 'Come again');
    },
  });
  const first = await hosts.start();
  await hosts.leading();
  const second = await hosts.start();
  const readers = await queue(7);
  await until('four emails are in transit', async () => under >= 4, PATIENCE_MS);
  first.child.kill('SIGSTOP');
  await hosts.leading(first);
  const { term } = (await leaderOf(store.state)) ?? {};
  await holdNoLetters();
  await until('all emails are sent', isSent, PATIENCE_MS);
  const result = await store.state.all('select id, state, closed_at, tries from letter order by id');
  isOver.resolve();
  first.child.kill('SIGCONT');
  await until('the paused host has noticed', async () => /is no longer the leader/.test(first.output()), PATIENCE_MS);
  assert.deepEqual(await store.state.all('select id, state, closed_at, tries from letter order by id'), result);
  assert.deepEqual(timesTaken(letters.received, readers), [1, 1, 1, 1, 1, 1, 1]);
  assert.equal(await hosts.leader(), second);
  assert.equal((await leaderOf(store.state))?.term, term);
  assert.deepEqual(faultsIn(first.output()), []);
});

test('requested documents are collected whole, each file once, although the collector is killed', async () => {
  const requested = documented.asked(documented.documentation('slow'));
  const first = await hosts.start({ procurement: documented.address });
  await hosts.leading();
  await hosts.start({ procurement: documented.address });
  await requestDocuments(store.documents, requested, Date.now());
  const state = async () => (await documentationOf(store.documents, requested.notice))?.state;
  await until('the collection is running', async () => (await state()) === 'collecting', PATIENCE_MS);
  await hosts.kill(first);
  await hosts.leading(first);
  await until('the documents are available', async () => (await state()) === 'available', PATIENCE_MS);
  const rows = await documentsOf(store.documents, requested.notice, 1);
  assert.ok(rows.length > 0 && rows.every((row) => row.state === 'opened'));
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

/** A customer with a payment whose webhook never arrived. */
async function paidUnheard(t: TestContext) {
  const keys = { secretKey: 'sk_test_hosts', webhookSecret: 'whsec_hosts' };
  const provider = await standIn(keys);
  t.after(() => provider.close());
  const price = { amount: 49, currency: 'RON', per: 'month' } as const;
  const settings: BillingSettings = { ...keys, priceId: null, hasTax: false, apiUrl: provider.address, price };
  const documentsClient = billing({
    state: store.state,
    provider: stripeProvider(settings),
    tally: () => {},
    planChangeStatements: async () => [],
    page: () => '/',
    report: () => {},
  });
  t.after(() => documentsClient.close());
  const account = await createAccount(store.state, { email: `${randomUUID()}@example.ro`, password: null }, Date.now());
  const sent = await documentsClient.subscribe({ account, language: 'en', origin: 'https://firmoteca.example' });
  assert.ok(typeof sent === 'object');
  provider.ledger.complete(new URL(sent.to).pathname.split('/').at(-1) ?? '', true);
  await store.state.write([{ sql: 'update billing_customer set heard_at = null' }]);
  return { account, settings };
}

test('plan changes are applied and announced once, and old usage is deleted, whichever write kills a host', async (t) => {
  const now = Date.now();
  const accounts: string[] = [];
  for (let i = 0; i < 3; i++) {
    const account = await createAccount(store.state, { email: `${randomUUID()}@example.ro`, password: null }, now);
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(store.state, account, to, now);
    await changeSubscription(store.state, account, 'canceling', now, new Date(now + 1).toISOString());
    accounts.push(account);
  }
  const paid = await paidUnheard(t);
  for (const day of ['2020-01-01', '2100-01-01'])
    await store.state.write([
      {
        sql: `insert into usage_count (account_id, day, key_id, operation, requests, refused, failed) values ($1, $2, 'k', 'o', 1, 0, 0)`,
        params: [paid.account, day],
      },
    ]);
  const result = async () =>
    (await store.state.all<{ account_id: string }>(`select account_id from letter where kind like 'plan-%'`)).map(
      ({ account_id }) => account_id,
    );
  /** The recorded plan changes of the paying account. */
  const begun = () =>
    store.state.all<{ about: string }>(
      `select about from account_event where account_id = $1 and kind = 'subscriptionChanged'`,
      [paid.account],
    );
  for (const stateWrites of [2, 3, 4, 6, 9]) {
    const { child } = await hosts.start({ stateWrites, billing: paid.settings });
    await until('the host is dead', async () => child.signalCode !== null, PATIENCE_MS);
    // Expires the two-minute lease of its query to the provider.
    await store.state.write([{ sql: `update billing_customer set held_until = '' where holder is not null` }]);
  }
  await hosts.start({ billing: paid.settings });
  await until('all owners are notified', async () => (await result()).length >= accounts.length, PATIENCE_MS);
  await until('the paying account has Pro', async () => (await begun()).length > 0, PATIENCE_MS);
  const days = () => store.state.all<{ day: string }>('select day from usage_count');
  await until('old usage is deleted', async () => (await days()).length === 1, PATIENCE_MS);
  assert.deepEqual(await days(), [{ day: '2100-01-01' }]);
  assert.deepEqual((await result()).toSorted(), accounts.toSorted());
  assert.deepEqual(await begun(), [{ about: 'active' }]);
  assert.equal((await planOf(store.state, paid.account))?.state, 'active');
  for (const account of accounts) assert.equal((await planOf(store.state, account))?.state, 'canceled');
});

test('unknown payments are resolved and companies observed, each once, although the leader is killed', async (t) => {
  const chain = await slowChain(t);
  const [network] = networksOf(['base-sepolia']) ?? [];
  assert.ok(network);
  const nonces = Array.from({ length: 4 }, () => `0x${randomBytes(32).toString('hex')}`);
  for (const nonce of nonces) await leaveUnknown(store.state, network, nonce);
  await store.generations.refresh();
  const dataset = store.generations.current();
  assert.ok(dataset);
  const companies = await codesAfter(dataset, '0', 1_000);
  lists.requests.anaf = 0;
  lists.faults.add('anaf', { kind: 'slow', delayMs: 600_000, requests: 1 });
  // Both jobs run at once: a query to the chain times out after seconds, and the job continues with the next payment.
  const both = { chain: chain.url, authority: lists.address };
  await Promise.all([hosts.start(both), hosts.start(both)]);
  const first = await hosts.leading();
  await until('both jobs are running', async () => chain.asked.length > 1 && lists.requests.anaf > 0, PATIENCE_MS);
  await hosts.kill(first);
  assert.equal(lists.requests.anaf, 1, 'only the leader sends requests');
  // Expires the leases of the killed host.
  await store.live.write([{ sql: 'delete from refresh_lease' }]);
  await store.state.write([{ sql: `update payment set lease_until = '' where state = 'unknown'` }]);
  chain.goOn();
  const payments = () =>
    store.state.all<{ nonce: string; state: string; hash: string }>(
      'select nonce, state, transaction_hash as hash from payment',
    );
  await until(
    'all payments are resolved',
    async () => (await payments()).every(({ state }) => state === 'settled'),
    PATIENCE_MS,
  );
  for (const { nonce, hash } of await payments()) assert.equal(hash, nonce);
  assert.deepEqual(
    nonces.map((nonce) => chain.asked.filter((each) => each === nonce).length).toSorted(),
    [1, 1, 1, 2],
    'only the interrupted query is repeated',
  );
  const observed = async () => (await observationsTable(store.live).observedBetween('0', '99999999999')).size;
  await until('all companies are observed', async () => (await observed()) >= companies.length, PATIENCE_MS);
  assert.equal(lists.requests.anaf, 1 + Math.ceil(companies.length / 100));
});
