/** Reader requests on both engines: stored until answered, removed after their period, limited, and without an address. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '#data/store/open.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { openReaderRequests, type RequestInput } from '#platform/privacy/reader-requests.ts';
import {
  addRequest,
  answerRequest,
  deleteAnswered,
  deleteRequest,
  type RequestRow,
  requestById,
  requestRows,
  waitingRequests,
} from '#platform/privacy/requests-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const HOSTILE = `Robert'); drop table reader_request;-- <script>alert(1)</script> ${'ș'.repeat(100)}`;

const asking: RequestInput = {
  kind: 'hide',
  language: 'ro',
  subject: HOSTILE,
  concerned: '90000014',
  reason: 'Nu mai sunt asociat.\nMulțumesc.',
  source: null,
  mail: 'ana@example.ro',
};

const NOW = Date.parse('2026-11-15T10:00:00.000Z');

const TWO = { share: 1, shareMax: 10, openMax: 2 };

const row = (id: string, more: Partial<RequestRow> = {}): RequestRow => ({
  ...asking,
  id,
  token_digest: `digest of ${id}`,
  state: 'open',
  answer: null,
  created_at: '2026-01-01T00:00:00.000Z',
  answered_at: null,
  ...more,
});

onBothEngines((engine) => {
  let store: Store;
  before(async () => {
    const { folder, databaseUrl } = await engine.place();
    store = await openStore({ folder, databaseUrl, country: 'demo' });
  });
  after(() => store.close());

  const deskOf = (limits: Parameters<typeof openReaderRequests>[0]['limits'] = null) =>
    openReaderRequests({ state: store.state, limits, days: 90, report: (error) => assert.fail(String(error)) });

  test('a request is found by its token only, with its text unchanged', async () => {
    const client = deskOf();
    const left = await client.submit(asking, { address: '192.0.2.7', now: NOW, pro: false });
    assert.ok('token' in left);
    const result = await client.find(left.token);
    assert.deepEqual(
      [result?.kind, result?.state, result?.answer, result?.created_at],
      ['hide', 'open', null, new Date(NOW).toISOString()],
    );
    const [stored] = await requestRows(store.state, { all: false });
    assert.deepEqual([stored?.subject, stored?.reason, stored?.mail], [HOSTILE, asking.reason, asking.mail]);
    assert.equal(await client.find(`${left.token}x`), null);
    assert.equal(await client.find(''), null);
    assert.equal(await client.find(stored?.token_digest ?? ''), null, 'the digest is no token');
    assert.ok(!JSON.stringify(stored).includes('192.0.2.7'), 'the address is not stored');
    assert.ok(!JSON.stringify(stored).includes(left.token), 'the token itself is not stored');
    assert.equal(await client.withdraw('another'), false);
    assert.equal(await client.withdraw(left.token), true);
    assert.equal(await client.find(left.token), null);
    assert.deepEqual(await requestRows(store.state, { all: true }), []);
    await client.stop();
  });

  test('requests are limited by client network, and other networks are not affected', async () => {
    const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
    const client = deskOf(limits);
    const from = (address: string) => client.submit(asking, { address, now: NOW, pro: false });
    const outcomes = [];
    for (let i = 0; i < 6; i++) outcomes.push(await from(`2001:db8::${i + 1}`));
    assert.deepEqual(
      outcomes.map((one) => 'token' in one),
      [true, true, true, true, true, false],
    );
    const last = outcomes.at(-1);
    assert.ok(last && 'throttled' in last && last.throttled > 0 && last.throttled <= 61);
    assert.ok('token' in (await from('192.0.2.9')));
    for (const { id } of await requestRows(store.state, { all: true })) await deleteRequest(store.state, id);
    limits.close();
    await client.stop();
  });

  test('above the limit of open requests the next is refused, and no open request is lost', async () => {
    assert.equal(await addRequest(store.state, row('a'), TWO), 'added');
    assert.equal(await addRequest(store.state, row('b', { created_at: '2026-01-02T00:00:00.000Z' }), TWO), 'added');
    assert.equal(await addRequest(store.state, row('c'), TWO), 'full');
    assert.deepEqual(await waitingRequests(store.state), { waiting: 2, oldest: '2026-01-01T00:00:00.000Z' });
    assert.equal(
      await answerRequest(store.state, 'a', { state: 'done', answer: 'Da', at: '2026-02-01T00:00:00.000Z' }),
      true,
    );
    assert.equal(await addRequest(store.state, row('c'), TWO), 'added', 'answered requests do not count');
    assert.deepEqual(
      (await requestRows(store.state, { all: false })).map(({ id }) => id),
      ['c', 'b'],
    );
    assert.deepEqual(
      (await requestRows(store.state, { all: true })).map(({ id }) => id),
      ['c', 'b', 'a'],
    );
  });

  test('answered requests are removed after their period, open ones never', async () => {
    assert.equal(await deleteAnswered(store.state, '2026-02-01T00:00:00.000Z'), 0, 'not yet');
    assert.equal(await deleteAnswered(store.state, '2027-01-01T00:00:00.000Z'), 1);
    assert.equal(await requestById(store.state, 'a'), null);
    assert.deepEqual(
      (await requestRows(store.state, { all: true })).map(({ state }) => state),
      ['open', 'open'],
    );
  });

  test('a service removes requests past their period at its start', async () => {
    await addRequest(
      store.state,
      row('old', { state: 'refused', answer: 'Nu', answered_at: '2026-01-01T00:00:00.000Z' }),
      { share: 1, shareMax: 10, openMax: 10 },
    );
    await deskOf().stop();
    assert.equal(await requestById(store.state, 'old'), null);
  });

  test('an answer to a missing request and its deletion report false', async () => {
    const answered = { state: 'done', answer: 'x', at: '2026-02-01T00:00:00.000Z' } as const;
    assert.equal(await answerRequest(store.state, 'nothing', answered), false);
    assert.equal(await deleteRequest(store.state, 'nothing'), false);
  });

  test('concurrent requests respect the limits of one network and of all', async () => {
    const clear = async () => {
      for (const { id } of await requestRows(store.state, { all: true })) await deleteRequest(store.state, id);
    };
    await clear();
    const atOnce = (count: number, shareOfNth: (n: number) => number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          addRequest(store.state, row(`at once ${n}`), { share: shareOfNth(n), shareMax: 3, openMax: 5 }),
        ),
      );
    const counted = (outcomes: string[]) =>
      ['added', 'enough', 'full'].map((one) => outcomes.filter((outcome) => outcome === one).length);
    assert.deepEqual(counted(await atOnce(20, () => 7)), [3, 17, 0]);
    await clear();
    assert.deepEqual(counted(await atOnce(20, (n) => n)), [5, 0, 15]);
    // The oldest row depends on the connections of the pool.
    const [{ id } = assert.fail()] = await requestRows(store.state, { all: false });
    assert.equal(await answerRequest(store.state, id, { state: 'done', answer: 'Da', at: '2026-02-01' }), true);
    const shares = await store.state.all('select share from reader_request where id = $1', [id]);
    assert.deepEqual(
      shares.map(({ share }) => share),
      [null],
      'an answered request stores no network',
    );
    await clear();
  });

  test('the networks of one site share a limit and leave slots for other sites', async () => {
    const client = deskOf();
    const clear = async () => {
      for (const { id } of await requestRows(store.state, { all: true })) await deleteRequest(store.state, id);
    };
    const from = (address: string, pro = false) => client.submit(asking, { address, now: NOW, pro });
    const outcomes = [];
    for (let n = 0; n < 42; n++) outcomes.push(await from(`2001:db8:1:${n.toString(16)}::1`));
    assert.equal(outcomes.filter((one) => 'token' in one).length, 40);
    assert.deepEqual(outcomes.at(-1), { enough: true });
    assert.ok('token' in (await from('2001:db8:2::1')));
    await clear();
    await client.stop();
  });
});
