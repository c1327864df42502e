/** Company data on a given day, and signed receipts, over real sockets: upstream requests, storage and access. */
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { country } from '#demo-country/country.ts';
import { answerCompanies } from '#demo-country/serve-anaf.ts';
import type { Company } from '#domain/companies/company.ts';
import { publicHalf } from '#domain/receipts/receipt-keys.ts';
import { addDays } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService, type Envelope } from '#test/support/demo-service.ts';
import { liveDemo } from '#test/support/live-demo.ts';

const TODAY = '2026-11-15';
const FIELDS = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive'] as const;

onBothEngines(({ place: location }) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await location()).databaseUrl);
  });
  after(() => service.close());

  const simulated = country({ seed: 'test', companies: 300, founded: TODAY });
  const dated = (cui: string, day: string) => service.get(`/api/company/${cui}?date=${day}`);
  const requested = () => service.simulated.requests.anaf;

  /** The fiscal record of a company whose VAT registration ended. */
  const canceled = (): FiscalRecord => {
    for (const { cui } of simulated.firms(TODAY)) {
      const record = simulated.fiscalRecord(cui, TODAY);
      if (record?.vatPeriods.some(({ end }) => end !== null)) return record;
    }
    return assert.fail('no VAT registration ended');
  };

  test('on the first and last days of its VAT periods a company has the status that the authority reports for that day', async () => {
    const { cui, vatPeriods } = canceled();
    const edges = vatPeriods.flatMap(({ start, end }) => [start, end]).filter((day) => day !== null);
    for (const day of edges.flatMap((edge) => [addDays(edge, -1), edge, addDays(edge, 1)])) {
      const { status, body } = await dated(cui, day);
      assert.equal(status, 200, JSON.stringify(body));
      const { onDate } = body.data as Company;
      const truth = simulated.fiscalRecord(cui, day);
      for (const field of FIELDS) assert.equal(onDate?.[field], truth?.[field] ?? false, `${cui} ${day} ${field}`);
      assert.equal(onDate?.registered, truth !== null && truth.deregisteredOn === null, `${cui} ${day}`);
      assert.equal(onDate?.date, day);
    }
  });

  test('the authority is asked about a day once, and only if the stored periods do not answer it', async () => {
    const { cui, vatPeriods } = canceled();
    const end = vatPeriods.find((each) => each.end !== null)?.end ?? '';
    await dated(cui, end);
    const before = requested();
    assert.equal((await dated(cui, end)).body.data.onDate.basis.vatRegistered, 'anafAsked');
    const giant = await dated(cuiOf('giant'), '2026-11-01');
    assert.equal(giant.body.data.onDate.basis.vatRegistered, 'anafPeriod');
    assert.equal(requested(), before);
    assert.equal((await dated(cui, TODAY)).body.data.onDate.date, TODAY);
  });

  test('a look-up for a day in the past does not change the answer for today', async () => {
    const { cui } = canceled();
    const plain = await service.get(`/api/company/${cui}`);
    const [start] = simulated.fiscalRecord(cui, TODAY)?.vatPeriods ?? [];
    await service.get(`/api/company/${cui}?date=${addDays(start?.start ?? '', -1)}&receipt=true`);
    const again = await service.get(`/api/company/${cui}`);
    assert.deepEqual(again.body.data, plain.body.data);
    assert.equal(again.headers.get('etag'), plain.headers.get('etag'));
    assert.equal('onDate' in again.body.data || 'receipt' in again.body.meta, false);
  });

  test('a batch has the day in every row, and receipts only on request', async () => {
    const { cui } = canceled();
    const body = { cuis: [cui, 'x', cuiOf('giant'), cui], date: '2024-06-30' };
    const plain = await service.post('/api/company/batch', body);
    assert.deepEqual(
      plain.body.data.map((row: { company: Company | null }) => row.company?.onDate?.date ?? null),
      ['2024-06-30', null, '2024-06-30', '2024-06-30'],
    );
    assert.equal('receipt' in plain.body.data[0], false);
    const { body: result } = await service.post('/api/company/batch', { ...body, receipt: true });
    for (const row of result.data as { receipt: string | null; cui: string; company: Company }[]) {
      if (row.cui === null) assert.equal(row.receipt, null);
      else {
        const { data } = (await service.post('/api/receipts/verify', { receipt: row.receipt })).body;
        assert.equal(data.valid, true);
        assert.deepEqual(data.statement.asked, { cui: row.cui, date: '2024-06-30' });
        assert.deepEqual(data.statement.told, row.company.onDate);
      }
    }
  });

  test('a receipt is signed over the record as the source sent it, and any reader can verify it', async () => {
    const { cui } = canceled();
    const { body, headers } = await service.get(`/api/company/${cui}?date=2024-06-30&receipt=true`);
    const { receipt } = body.meta as { receipt: string };
    const [header = '', payload = '', signature = ''] = receipt.split('.');
    const response = await fetch(`${service.origin}/.well-known/receipt-keys.json`);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const { keys } = (await response.json()) as { keys: { kid: string; x: string; kty: string; crv: string }[] };
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const key = keys.find((each) => each.kid === kid) ?? assert.fail();
    const right = verify(
      null,
      Buffer.from(`${header}.${payload}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
    assert.ok(right);
    const checked = await fetch(`${service.origin}/api/receipts/verify?lang=ro`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt }),
    });
    const { data } = (await checked.json()) as Envelope;
    assert.equal(checked.status, 200);
    const stored = await service.store.state.one<{ raw: string }>(
      `select raw from receipted_record where cui = ${cui} and day = '2024-06-30'`,
    );
    assert.equal(data.record, 'agrees');
    assert.match(data.note ?? '', /Nu este un document emis de autoritate/);
    assert.deepEqual(data.statement.answered, {
      source: 'anaf',
      found: true,
      sha256: sha256(stored?.raw ?? ''),
      at: data.statement.answered.at,
    });
    assert.match(stored?.raw ?? '', /^\{"date_generale":\{"cui":\d+,"data":"2024-06-30"/);
    // The hash must be reproducible from the source’s answer, so the cedilla letters of the state stay unchanged.
    const { body: own } = answerCompanies(simulated, `[{"cui":${cui},"data":"2024-06-30"}]`, TODAY);
    const { found } = JSON.parse(String(own)) as { found: [object] };
    assert.match(JSON.stringify(found), /[şţ]/);
    assert.equal(data.statement.answered.sha256, sha256(JSON.stringify(found[0])));
    // A conditional request for a receipt is never a 304: a cached copy is no receipt of today’s request.
    const tag = headers.get('etag') ?? '';
    const conditional = { 'x-api-key': 'fmt', 'if-none-match': tag };
    assert.notEqual((await service.get(`/api/company/${cui}?receipt=true`, conditional)).status, 304);
  });

  test('a receipt is signed after the source’s answer, not at the time of the request', async () => {
    const { body } = await service.get(`/api/company/${cuiOf('giant')}?date=2022-03-03&receipt=true`);
    const { data } = (await service.post('/api/receipts/verify', { receipt: body.meta.receipt })).body;
    const { signedAt, answered } = data.statement;
    assert.ok(signedAt >= answered.at, `signed at ${signedAt}, answered at ${answered.at}`);
  });

  test('a receipt without a day is for today', async () => {
    const { body } = await service.get(`/api/company/${cuiOf('giant')}?receipt=true`);
    assert.equal(body.data.onDate.date, TODAY);
    assert.equal(body.data.onDate.basis.vatRegistered, 'anafAsked');
    const { data } = (await service.post('/api/receipts/verify', { receipt: body.meta.receipt })).body;
    assert.equal(data.statement.asked.date, TODAY);
    assert.equal(data.statement.dataset, 'demo');
    assert.equal(typeof data.statement.account, 'string');
    assert.notEqual(data.statement.account, '');
  });

  test('the record behind a receipt is compared with the stored record', async () => {
    const cui = cuiOf('giant');
    const { receipt } = (await service.get(`/api/company/${cui}?date=2023-03-03&receipt=true`)).body.meta;
    const check = async () => (await service.post('/api/receipts/verify', { receipt })).body.data;
    const where = `where cui = ${cui} and day = '2023-03-03'`;
    assert.equal((await check()).record, 'agrees');
    await service.store.live.write([{ sql: `update fiscal_day_observation set raw = '{}' ${where}`, params: [] }]);
    const differs = await check();
    assert.deepEqual([differs.valid, differs.record], [true, 'differs']);
    await service.store.live.write([{ sql: `delete from fiscal_day_observation ${where}`, params: [] }]);
    assert.equal((await check()).record, 'agrees', 'the record of a receipt outlives the cached answer');
    await service.store.state.write([{ sql: `delete from receipted_record ${where}`, params: [] }]);
    assert.equal((await check()).record, 'notKept');
  });

  test('receipts of replaced keys stay valid while the service runs', async () => {
    const { receipt } = (await service.get(`/api/company/${cuiOf('giant')}?receipt=true`)).body.meta;
    const retiredAt = '2026-11-15T12:00:00.000Z';
    service.secrets.receiptKeysBefore = [{ x: publicHalf(service.secrets.receiptKey), retiredAt }];
    service.secrets.receiptKey = 'another';
    const { data } = (await service.post('/api/receipts/verify', { receipt })).body;
    assert.deepEqual([data.valid, data.key.retiredAt], [true, retiredAt]);
    const { receipt: next } = (await service.get(`/api/company/${cuiOf('giant')}?receipt=true`)).body.meta;
    assert.equal((await service.post('/api/receipts/verify', { receipt: next })).body.data.key.retiredAt, null);
  });

  test('impossible days, and receipts for callers without Pro, are refused with a message', async () => {
    const cui = cuiOf('giant');
    for (const [day, output] of [
      ['1989-12-31', /1990-01-01/],
      [addDays(TODAY, 1), /after today, 2026-11-15/],
      ['2026-02-30', /day of the calendar/],
      ['30.06.2024', /2024-06-30/],
    ] as const) {
      const single = await dated(cui, day);
      assert.deepEqual([single.status, single.body.error?.code], [400, 'INVALID_PARAMETER']);
      assert.match(single.body.error?.message ?? '', output);
      const batch = await service.post('/api/company/batch', { cuis: [cui], date: day });
      assert.deepEqual([batch.status, batch.body.error?.code], [400, 'INVALID_BODY']);
      assert.match(batch.body.error?.message ?? '', output);
    }
    assert.equal((await service.get(`/api/company/${cui}?receipt=yes`)).status, 400);
    const cookie = (await fetch(`${service.origin}/`)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const visitor = await service.get(`/api/company/${cui}?receipt=true`, { cookie });
    assert.deepEqual([visitor.status, visitor.body.error?.code], [403, 'PRO_KEY_REQUIRED']);
    assert.equal((await service.get(`/api/company/${cui}?date=2024-06-30`, { cookie })).status, 200);
  });

  test('a text that is no receipt gets an answer, and an oversized one is refused', async () => {
    for (const receipt of ['x', 'a.b.c', `${'A'.repeat(8_000)}.e30.AA`, '☃.☃.☃']) {
      const { status, body } = await service.post('/api/receipts/verify', { receipt });
      assert.deepEqual([status, body.data.valid, body.data.statement], [200, false, null]);
    }
    assert.equal((await service.post('/api/receipts/verify', { receipt: 'A'.repeat(8_193) })).status, 400);
    assert.equal((await service.post('/api/receipts/verify', { receipt: 'A'.repeat(20_000) })).status, 413);
    for (const receipt of ['', null, 5, {}, ['a.b.c']])
      assert.equal((await service.post('/api/receipts/verify', { receipt })).status, 400);
  });
});

test('while the authority is unreachable, a day is answered from stored periods and no receipt is signed', async (t) => {
  const service = await liveDemo();
  t.after(() => service.close());
  const cui = cuiOf('giant');
  await service.during('anaf', { kind: 'down' }, async () => {
    const { status, body } = await service.get(`/api/company/${cui}?date=2024-06-30&receipt=true`);
    assert.equal(status, 200);
    assert.equal(body.meta.receipt, null);
    assert.match(body.meta.warnings.join(' '), /There is no receipt/);
    assert.equal(body.data.onDate.basis.vatRegistered, 'anafPeriod');
    await service.forget(cui);
    const unknown = (await service.get(`/api/company/${cui}?date=2024-06-30`)).body;
    assert.deepEqual(
      FIELDS.map((field) => [unknown.data.onDate[field], unknown.data.onDate.basis[field]]),
      FIELDS.map(() => [null, 'unknown']),
    );
    assert.match(unknown.meta.warnings.join(' '), /did not answer about 2024-06-30/);
  });
});
