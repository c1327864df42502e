/** Company batches as of a day: independent rows, selected fields and receipts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { country } from '#demo-country/country.ts';
import type { Company } from '#domain/companies/company.ts';
import { addDays } from '#lib/values/date.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { strangerCui } from '#test/support/tiny-country.ts';

const TODAY = '2026-11-15';
const FIELDS = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive'] as const;

interface Row {
  input: string;
  cui: string | null;
  found: boolean;
  company: Company | null;
  error: { code: string; message: string } | null;
  pending: boolean;
  receipt?: string | null;
}

onBothEngines(({ place: location }) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await location()).databaseUrl);
  });
  after(() => service.close());

  const simulated = country({ seed: 'test', companies: 300, founded: TODAY });
  const batch = async (body: object, query = ''): Promise<Row[]> => {
    const { status, body: result } = await service.post(`/api/company/batch${query}`, body);
    assert.equal(status, 200, JSON.stringify(result.error));
    return result.data;
  };
  /** The most recently registered company. */
  const young = (): FiscalRecord => {
    const records = [...simulated.firms(TODAY)].flatMap(({ cui }) => simulated.fiscalRecord(cui, TODAY) ?? []);
    const since = ({ registeredOn }: FiscalRecord): string => registeredOn ?? '';
    return records.reduce((newest, one) => (since(one) > since(newest) ? one : newest));
  };

  test('batch rows are independent: unregistered, struck off, outside the registry, unknown, malformed and repeated codes', async () => {
    const newest = young();
    const day = addDays(newest.registeredOn ?? '', -1);
    const inputs = [
      newest.cui,
      cuiOf('struckOff'),
      cuiOf('townHall'),
      strangerCui(),
      '12345678',
      'RO',
      ` ${newest.cui}`,
      newest.cui,
    ];
    const rows = await batch({ cuis: inputs, date: day });
    assert.deepEqual(
      rows.map(({ input }) => input),
      inputs,
    );
    assert.deepEqual(rows.map(({ error }) => error?.code ?? null).slice(3, 6), [
      'NOT_FOUND',
      'NOT_FOUND',
      'INVALID_PARAMETER',
    ]);
    for (const { found, company, cui, pending } of rows) {
      assert.equal(pending, false);
      if (!found || cui === null) {
        assert.equal(company, null);
        continue;
      }
      const truth = simulated.fiscalRecord(cui, day);
      const onDate = company?.onDate ?? assert.fail(cui);
      for (const field of FIELDS) assert.equal(onDate[field], truth?.[field] ?? false, `${cui} ${field}`);
      assert.equal(onDate.registered, truth !== null && truth.deregisteredOn === null, cui);
      const { body } = await service.get(`/api/company/${cui}?date=${day}`);
      assert.deepEqual(body.data, company, 'equal to the single look-up');
    }
    const { registered, vatRegistered } = rows[0]?.company?.onDate ?? assert.fail();
    assert.deepEqual([registered, vatRegistered], [false, false], 'the day before it was registered');
    assert.deepEqual(rows[7], { ...rows[0], input: newest.cui });
  });

  test('a day before any registration is answered for every company', async () => {
    const rows = await batch({ cuis: [cuiOf('giant'), cuiOf('struckOff'), cuiOf('townHall')], date: '1990-01-01' });
    for (const { company, cui } of rows) {
      const truth = simulated.fiscalRecord(cui ?? '', '1990-01-01');
      assert.equal(company?.onDate?.registered, truth !== null, cui ?? '');
      assert.equal(company?.onDate?.vatRegistered, truth?.vatRegistered ?? false, cui ?? '');
    }
  });

  test('one invalid day refuses the whole batch, in the caller’s language', async () => {
    for (const [date, output] of [
      ['1989-12-31', /1990-01-01/],
      [addDays(TODAY, 1), /ziua de azi, 2026-11-15/],
      ['2026-02-30', /zi din calendar/],
      ['ieri', /./],
      ['', /./],
    ] as const) {
      const { status, body } = await service.post('/api/company/batch?lang=ro', { cuis: [cuiOf('giant')], date });
      assert.deepEqual([status, body.error?.code], [400, 'INVALID_BODY'], date);
      assert.match(body.error?.message ?? '', output);
      assert.deepEqual(
        body.error?.details?.map(({ in: where, name }) => [where, name]),
        [['body', 'date']],
        date,
      );
    }
    for (const body of [
      { cuis: [cuiOf('giant')], date: 20_240_630 },
      { cuis: [cuiOf('giant')], receipt: 'true' },
      { cuis: [cuiOf('giant')], day: '2024-06-30' },
      { cuis: Array(101).fill(cuiOf('giant')), date: '2024-06-30' },
      { cuis: [], date: '2024-06-30' },
    ])
      assert.equal((await service.post('/api/company/batch', body)).status, 400, JSON.stringify(body).slice(0, 60));
  });

  test('fields of the day are selected like others, and are null without a day', async () => {
    const path = `/api/company/${cuiOf('giant')}`;
    const whole = (await service.get(`${path}?date=2024-06-30`)).body.data.onDate;
    const fields = 'cui,onDate.date,onDate.vatRegistered,onDate.basis.vatRegistered';
    const { body } = await service.get(`${path}?date=2024-06-30&fields=${fields}`);
    assert.deepEqual(body.data, {
      cui: cuiOf('giant'),
      'onDate.date': '2024-06-30',
      'onDate.vatRegistered': whole.vatRegistered,
      'onDate.basis.vatRegistered': whole.basis.vatRegistered,
    });
    const without = (await service.get(`${path}?fields=${fields}`)).body.data;
    assert.deepEqual([without['onDate.date'], without['onDate.vatRegistered']], [null, null]);
    const unknown = await service.get(`${path}?date=2024-06-30&fields=cui,onDate.vatRegistred`);
    assert.deepEqual([unknown.status, unknown.body.error?.code], [400, 'INVALID_PARAMETER']);
    assert.match(unknown.body.error?.message ?? '', /onDate\.vatRegistered/);
    const group = await service.get(`${path}?date=2024-06-30&fields=onDate`);
    assert.equal(group.status, 400);
    const rows = (await batch(
      { cuis: [cuiOf('giant'), 'x'], date: '2024-06-30', receipt: true },
      '?fields=cui,onDate.vatRegistered,receipt',
    )) as unknown as Record<string, unknown>[];
    assert.deepEqual(
      rows.map((row) => [row['onDate.vatRegistered'], typeof row.receipt]),
      [
        [whole.vatRegistered, 'string'],
        [null, 'object'],
      ],
    );
  });

  test('a receipt comes with selected fields too, and states the whole day', async () => {
    const { body } = await service.get(`/api/company/${cuiOf('giant')}?fields=cui&date=2024-06-30&receipt=true`);
    assert.deepEqual(body.data, { cui: cuiOf('giant') });
    const { data } = (await service.post('/api/receipts/verify', { receipt: body.meta.receipt })).body;
    assert.deepEqual([data.valid, data.statement.asked.date], [true, '2024-06-30']);
  });
});
