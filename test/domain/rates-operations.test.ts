/** Exchange rates over the demo country, on both engines: newest, history, conversion, and a bank that does not answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeRates } from '#data/live/rates-table.ts';
import type { Fault } from '#demo-country/faults.ts';
import { weekday } from '#lib/values/date.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock, type SkippingClock } from '#test/support/fast-clock.ts';
import { until } from '#test/support/until.ts';

interface Rate {
  currency: string;
  name: string | null;
  multiplier: number;
  rate: number;
  published: number;
  change: number | null;
}

onBothEngines((engine) => {
  let service: DemoService;
  let clock: SkippingClock;
  before(async () => {
    clock = runningClock();
    service = await demoService((await engine.place()).databaseUrl, 300, clock);
  });
  after(() => service.close());

  const convert = (query: Record<string, string>) => service.get(`/api/rates/convert?${new URLSearchParams(query)}`);
  const rateOf = (day: { rates: Rate[] }, currency: string) => day.rates.find((rate) => rate.currency === currency);
  /** Sets the last answer of the bank that many hours back. */
  const age = (hours: number) =>
    service.store.live.write([
      { sql: 'update rate_look set fetched_at = $1', params: [new Date(Date.now() - hours * 3_600_000).toISOString()] },
    ]);

  /** Callers do not wait for a slow bank: a later request gets the rates that have arrived meanwhile. */
  async function untilFresh(): Promise<void> {
    await until('the rates are fresh', async () => !(await service.get('/api/rates')).body.meta.stale);
  }

  test('the newest rates are those of the last bank day, with the change from the previous one', async () => {
    const { status, body } = await service.get('/api/rates');
    assert.equal(status, 200);
    assert.deepEqual([body.data.date, body.data.base, body.data.rates.length], ['2026-11-13', 'RON', 37]);
    const codes = body.data.rates.map(({ currency }: Rate) => currency);
    assert.deepEqual(codes, codes.toSorted());
    const forint = rateOf(body.data, 'HUF');
    assert.equal(forint?.multiplier, 100);
    assert.equal(forint?.rate, Number(((forint?.published ?? 0) / 100).toFixed(6)));
    assert.equal(rateOf(body.data, 'XAU')?.name, 'Gram de aur');
    assert.ok((rateOf(body.data, 'EUR')?.rate ?? 0) > 4);
    assert.deepEqual([body.meta.source, body.meta.stale, body.meta.sources[0].asOf], ['bnr', false, '2026-11-13']);
    assert.ok(Date.parse(body.meta.freshUntil) <= Date.parse(body.meta.cachedAt) + 12 * 3_600_000);
  });

  test('the history holds the last ten bank days, newest first, each with its change', async () => {
    const { data } = (await service.get('/api/rates/history')).body;
    assert.equal(data.length, 10);
    const days = data.map(({ date }: { date: string }) => date);
    assert.deepEqual(days, days.toSorted().reverse());
    assert.ok(days.every((day: string) => weekday(day) > 0 && weekday(day) < 6));
    assert.deepEqual(data[0], (await service.get('/api/rates')).body.data);
    for (let i = 0; i + 1 < data.length; i++) {
      const [now, earlier] = [rateOf(data[i], 'EUR'), rateOf(data[i + 1], 'EUR')];
      assert.equal(now?.change?.toFixed(4), ((now?.rate ?? 0) - (earlier?.rate ?? 0)).toFixed(4));
    }
    assert.equal(typeof rateOf(data[9], 'EUR')?.change, 'number');
  });

  test('an amount is converted at the recorded rates of the bank', async () => {
    // Real rates of 2026-08-19: a Wednesday.
    const { body } = await convert({ from: 'eur', to: 'RON', amount: '1250.50', date: '2026-08-19' });
    const [euro] = (await service.store.generations
      .current()
      ?.db.all<{ value: number }>("select value from rate where currency = 'EUR' and day = '2026-08-19'")) ?? [
      { value: 0 },
    ];
    assert.deepEqual(body.data, {
      from: 'EUR',
      to: 'RON',
      amount: 1250.5,
      rate: (euro?.value ?? 0) / 10_000,
      result: Math.round(12_505 * (euro?.value ?? 0)) / 100_000,
      requestedDate: '2026-08-19',
      effectiveDate: '2026-08-19',
    });
  });

  test('every digit of a large result is sent', async () => {
    const response = await fetch(`${service.origin}/api/rates/convert?from=XAU&to=RON&amount=999999999999999`, {
      headers: { 'x-api-key': DEMO_KEY },
    });
    assert.match(await response.text(), /"result":[0-9]{17,18}\.[0-9]{4},/);
  });

  test('a day without rates uses those of the last bank day before', async () => {
    const sunday = (await convert({ from: 'USD', to: 'HUF', date: '2026-11-15' })).body.data;
    assert.deepEqual([sunday.requestedDate, sunday.effectiveDate, sunday.amount], ['2026-11-15', '2026-11-13', 1]);
    const christmas = (await convert({ from: 'USD', to: 'RON', date: '2025-12-26' })).body.data;
    assert.equal(christmas.effectiveDate, '2025-12-24');
    assert.equal((await convert({ from: 'RON', to: 'RON' })).body.data.rate, 1);
  });

  test('a currency that the bank no longer quotes has rates until its last day', async () => {
    assert.equal((await convert({ from: 'BGN', to: 'RON', date: '2025-12-31' })).body.data.effectiveDate, '2025-12-31');
    const late = await convert({ from: 'BGN', to: 'RON' });
    assert.equal(late.status, 404);
    assert.match(late.body.error?.message ?? '', /BGN was last quoted on 2025-12-31/);
    assert.match(
      (await convert({ from: 'EUR', to: 'ISK', date: '2020-01-15' })).body.error?.message ?? '',
      /ISK was not/,
    );
  });

  test('a currency that has ended converts up to its last day, and never later', async () => {
    assert.equal((await convert({ from: 'BGN', to: 'EUR', date: '2025-12-31' })).status, 200);
    for (const [from, date, last] of [
      ['BGN', '2026-01-01', '2025-12-31'],
      ['BGN', '2026-01-05', '2025-12-31'],
      // A Friday.
      ['HRK', '2022-12-31', '2022-12-30'],
      ['HRK', '2023-05-10', '2022-12-30'],
    ] as const) {
      const { status, body } = await convert({ from, to: 'EUR', date });
      assert.equal(status, 404, `${from} on ${date}`);
      assert.match(body.error?.message ?? '', new RegExp(`${from} was last quoted on ${last}`));
    }
  });

  test('the rates of a day are those of the last bank day until then', async () => {
    const { data } = (await service.get('/api/rates?date=2026-03-08')).body;
    assert.deepEqual([data.date, data.period, data.bankDays], ['2026-03-06', '2026-03-06', 1]);
    const euro = (await convert({ from: 'EUR', to: 'RON', date: '2026-03-08' })).body.data;
    assert.equal(rateOf(data, 'EUR')?.rate, euro.rate);
    assert.equal((await service.get('/api/rates?date=1990-01-01')).status, 404);
    for (const query of ['date=2026-11-16', 'date=2026-02-30', 'date=today', 'day=2026-03-08'])
      assert.equal((await service.get(`/api/rates?${query}`)).status, 400, query);
  });

  test('the history has a range of days, one currency, and averages by month and year', async () => {
    const history = async (query: string) => service.get(`/api/rates/history?${query}`);
    const days = (await history('dateFrom=2026-03-02&dateTo=2026-03-06')).body.data;
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      ['2026-03-06', '2026-03-05', '2026-03-04', '2026-03-03', '2026-03-02'],
    );
    assert.equal(days[0].rates.length, 37);
    assert.equal(typeof rateOf(days.at(-1), 'EUR')?.change, 'number', 'the day before the range counts');
    const euros = (await history('currency=eur&dateFrom=2026-01-01&dateTo=2026-03-31')).body.data as {
      date: string;
      rates: Rate[];
    }[];
    assert.ok(euros.every(({ rates }) => rates.length === 1 && rates[0]?.currency === 'EUR'));
    const months = (await history('currency=EUR&average=month&dateFrom=2026-01-01&dateTo=2026-03-31')).body.data;
    assert.deepEqual(
      months.map(({ period }: { period: string }) => period),
      ['2026-03', '2026-02', '2026-01'],
    );
    const february = euros.filter(({ date }) => date.startsWith('2026-02'));
    const mean = february.reduce((sum, { rates }) => sum + (rates[0]?.published ?? 0), 0) / february.length;
    assert.equal(months[1].bankDays, february.length);
    assert.equal(months[1].rates[0].published, Number(mean.toFixed(4)));
    assert.equal(months[1].rates[0].change, null);
    const [year] = (await history('average=year')).body.data;
    assert.deepEqual([year.period, year.date, year.rates.length], ['2026', '2026-11-13', 37]);
    assert.deepEqual((await history('dateFrom=2026-03-07&dateTo=2026-03-08')).body.data, [], 'no bank day');
    assert.equal((await history('currency=BGN&dateFrom=2026-02-01')).status, 404);
    assert.equal((await history('currency=RON')).status, 404);
    assert.equal((await history('currency=QQQ')).status, 404);
    for (const query of [
      'dateFrom=2026-03-06&dateTo=2026-03-02',
      'dateTo=2026-11-16',
      'dateFrom=2026-01-01',
      'dateFrom=2025-01-01&average=month',
      'currency=EUR&dateFrom=2010-01-01',
      'currency=EURO',
      'average=week',
    ])
      assert.equal((await history(query)).status, 400, query);
  });

  test('a day without a rate for one currency uses the last day with both, with a warning', async () => {
    const { db } = service.store.generations.current() ?? assert.fail();
    const [silent] = await db.all<{ day: string }>(
      `select day from rate e where currency = 'EUR' and day > '2006-01-01'
        and not exists (select 1 from rate r where r.currency = 'RUB' and r.day = e.day) order by day limit 1`,
    );
    const { body } = await convert({ from: 'RUB', to: 'RON', date: silent?.day ?? '' });
    assert.ok(body.data.effectiveDate < (silent?.day ?? ''));
    assert.match(body.meta.warnings[0], /were not both quoted/);
  });

  test('invalid currencies, amounts and days are refused', async () => {
    for (const wrong of [
      { from: 'EU', to: 'RON' },
      { from: 'EUR', to: 'RON', amount: '0.00' },
      { from: 'EUR', to: 'RON', amount: '1234567890.123456' },
      { from: 'EUR', to: 'RON', amount: '1,5' },
      { from: 'EUR', to: 'RON', date: '2026-02-30' },
      { from: 'EUR', to: 'RON', date: '2026-11-16' },
      { from: 'EUR' },
    ])
      assert.equal((await convert(wrong as Record<string, string>)).status, 400, JSON.stringify(wrong));
    assert.equal((await convert({ from: 'ZZZ', to: 'RON' })).status, 404);
    assert.equal((await convert({ from: 'EUR', to: 'RON', date: '1999-01-05' })).status, 404);
    assert.equal((await service.get('/api/rates', {})).status, 401);
  });

  test('stale rates are fetched once for any number of callers', async () => {
    service.simulated.requests.bnr = 0;
    await age(13);
    const answers = await Promise.all(Array.from({ length: 40 }, () => service.get('/api/rates')));
    assert.ok(answers.every(({ status }) => status === 200));
    await untilFresh();
    assert.equal(service.simulated.requests.bnr, 1);
  });

  test('while the bank does not answer, stored rates are served and marked as stale', async () => {
    for (const kind of ['down', 'rejected', 'moved', 'http429'] as Fault['kind'][]) {
      service.simulated.faults.add('bnr', { kind });
      await age(13);
      for (const path of ['/api/rates', '/api/rates/history', '/api/rates/convert?from=EUR&to=RON']) {
        const { status, headers, body } = await service.get(path);
        assert.deepEqual([status, body.meta.stale], [200, true], `${kind} ${path}`);
        assert.match(body.meta.warnings[0], /has not answered since/);
        assert.equal(headers.get('cache-control'), 'private, max-age=0');
      }
      const past = (await convert({ from: 'EUR', to: 'RON', date: '2024-05-14' })).body.meta;
      assert.equal(past.stale, false, 'past rates do not change');
      service.simulated.faults.clear();
      clock.skip(301_000);
      await untilFresh();
    }
  });

  test('rates that the bank published after the generation replace its rates', async () => {
    const since = { day: '2026-11-15', currency: 'EUR', multiplier: 1, value: 60_000 };
    await service.store.live.write(storeRates([since], new Date().toISOString()));
    const { data } = (await service.get('/api/rates')).body;
    assert.deepEqual(
      [data.date, data.rates.map(({ currency, rate }: Rate) => [currency, rate])],
      ['2026-11-15', [['EUR', 6]]],
    );
    assert.ok(data.rates[0].change > 0.5);
    assert.equal((await convert({ from: 'EUR', to: 'RON', amount: '2' })).body.data.result, 12);
  });
});
