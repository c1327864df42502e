/** Balance sheets available only from the tax authority’s web service, under every fault of that service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cuiOf } from '#test/support/demo-service.ts';
import { complete, decided, everyFault, isOurs, SLOW } from '#test/support/live-answers.ts';
import { type LiveDemo, liveDemo } from '#test/support/live-demo.ts';

const LATE = cuiOf('lateFiler');
const PATH = `/api/company/${LATE}`;

let service: LiveDemo;
before(async () => {
  service = await liveDemo();
});
after(async () => {
  assert.deepEqual([service.errors, service.faults], [[], []], 'no internal error');
  await service.close();
});

const balances = (rest = '/financials') => service.get(PATH + rest);

for (const { kind, fault, becomes } of everyFault.filter(({ kind }) => kind !== 'empty'))
  test(`${kind}: other years are answered, and the missing one is not reported as unfiled`, async () => {
    await service.forget(LATE);
    await service.during('bilant', fault, async () => {
      const answer = await decided(() => service.get(`${PATH}/financials`), becomes);
      isOurs(answer);
      assert.equal(answer.status, 200);
      const { data, meta } = answer.body;
      if (becomes === 'answers') assert.deepEqual([data[0].year, meta.stale], [2025, false]);
      else {
        assert.ok(data.length > 0 && data[0].year === 2024);
        assert.deepEqual(meta.financialsMissingYears, [2025]);
        assert.deepEqual(
          [meta.stale, meta.pending],
          becomes === 'fails' ? [true, undefined] : [false, ['balance 2025']],
        );
      }
      const one = await decided(() => service.get(`${PATH}/balance/2025`), becomes);
      isOurs(one);
      assert.equal(one.status, { fails: 503, answers: 200, takesLong: 504 }[becomes]);
      const other = await balances('/balance/2024');
      isOurs(other);
      assert.deepEqual([other.status, other.body.meta.stale, other.body.meta.pending], [200, false, undefined]);
      isOurs(await balances('/health'));
    });
    const { data } = await complete(service, `/api/company/${LATE}/financials`);
    assert.deepEqual([data[0].year, data[0].source], [2025, 'service']);
  });

test('an empty answer means that no balance sheet was filed, and counts for a day', async () => {
  await service.forget(LATE);
  await service.during('bilant', { kind: 'empty' }, async () => {
    const { data, meta } = (await decided(() => service.get(`${PATH}/financials`), 'answers')).body;
    assert.deepEqual([data[0].year, meta.stale, meta.pending], [2024, false, undefined]);
    const { status, body } = await decided(() => service.get(`${PATH}/balance/2025`), 'answers');
    assert.deepEqual([status, body.error?.details?.[0]?.problem], [404, 'notFiled']);
  });
  assert.equal((await balances()).body.data[0].year, 2024);
  await service.age(LATE, 25);
  assert.equal((await complete(service, `${PATH}/financials`)).data[0].year, 2025);
});

test('a stored balance sheet is served stale while the service is slow', async () => {
  await balances();
  await service.age(LATE, 8 * 24);
  await service.during('bilant', SLOW, async () => {
    const answer = await balances();
    isOurs(answer);
    assert.deepEqual(
      [answer.body.data[0].year, answer.body.meta.stale, answer.body.meta.pending],
      [2025, true, undefined],
    );
  });
  // The refresh that was under way has ended.
  await complete(service, `${PATH}/financials`);
});

test('a year known only from the service is in the timeline from then on, once', async () => {
  const years = async (): Promise<string[]> =>
    (await balances('/timeline')).body.data.flatMap((one: { kind: string; title: string }) =>
      one.kind === 'balance' ? [one.title.slice(-4)] : [],
    );
  await service.forget(LATE);
  assert.equal((await years())[0], '2024');
  await complete(service, `/api/company/${LATE}/financials`);
  const [newest, next] = await years();
  assert.deepEqual([newest, next], ['2025', '2024']);
});

test('a company look-up never waits for balance sheets', async () => {
  await service.forget(LATE);
  await service.during('bilant', SLOW, async () => {
    const before = service.simulated.requests.bilant;
    const { body } = await service.get(`/api/company/${LATE}`);
    assert.deepEqual([body.meta.stale, body.meta.pending], [false, undefined]);
    assert.equal(service.simulated.requests.bilant, before);
  });
});
