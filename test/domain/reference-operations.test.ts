/** Activity codes, treasury accounts and the status of the service, over the demo country on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseIban } from '#lib/values/iban.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
  });
  after(() => service.close());
  const codes = async (requested: { q?: string; section?: string }): Promise<string[]> =>
    (await service.client.searchCaen(requested)).data.map(({ code }) => code);

  test('all activity codes are listed, or those of a section', async () => {
    const { headers, body } = await service.get('/api/caen');
    assert.equal(body.data.length, 651);
    assert.deepEqual([body.meta.source, body.meta.freshUntil], ['caen', null]);
    assert.equal(headers.get('cache-control'), 'private, max-age=86400');
    let inSections = 0;
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUV') {
      const { data } = await service.client.searchCaen({ section: letter });
      assert.ok(data.every(({ section }) => section.code === letter));
      inSections += data.length;
    }
    assert.equal(inSections, 651);
    assert.deepEqual(await codes({ section: 'v' }), ['9900']);
  });

  test('activity codes are searched by words and code, also within a section', async () => {
    assert.equal((await codes({ q: 'raising of poultry' }))[0], '0147');
    assert.deepEqual(await codes({ q: '62', section: 'K' }), ['6210', '6220', '6290']);
    assert.deepEqual(await codes({ q: '62', section: 'A' }), []);
    assert.deepEqual(await codes({ q: 'zzzz' }), []);
  });

  test('an activity code has its section, division and group, and its relation to Rev.2', async () => {
    const { data } = await service.client.getCaen({ code: '4671' });
    assert.deepEqual(
      [data.code, data.revision, data.section.code, data.division.code, data.group.code, data.rev2?.sameTitle],
      ['4671', 'rev3', 'G', '46', '467', false],
    );
    assert.equal((await service.client.getCaen({ code: '6210' })).data.rev2, null);
  });

  test('an unknown code is a 404 that mentions Rev.2, and an invalid code or section is a 400', async () => {
    const older = await service.get('/api/caen/6201');
    assert.equal(older.status, 404);
    assert.match(older.body.error?.message ?? '', /exists in Rev\.2 only: .*soft/);
    assert.match((await service.get('/api/caen/0000')).body.error?.message ?? '', /nor of Rev\.2/);
    for (const wrong of ['/api/caen/621', '/api/caen/abcd', '/api/caen?section=W', '/api/caen?section=AB'])
      assert.equal((await service.get(wrong)).status, 400, wrong);
    assert.equal((await service.get('/api/caen/6210', {})).status, 401);
  });

  test('treasury accounts are listed in full, by words and by treasury', async () => {
    const all = await service.client.findTreasuryIbans();
    assert.equal(all.data.length, 760);
    assert.ok(all.data.every(({ iban, valid }) => valid && parseIban(iban) === iban));
    assert.match(all.meta.warnings?.at(-1) ?? '', /IBANs computed .*: 563 of 760\./);
    const vat = await service.client.findTreasuryIbans({ q: 'TVA intern cluj-napoca' });
    assert.deepEqual(
      vat.data.map(({ iban, evidence }) => [iban, evidence]),
      [['RO32TREZ21620A100101XTVA', 'published']],
    );
    assert.equal(vat.meta.warnings, undefined);
    const unit = await service.client.findTreasuryIbans({ treasury: 'trez216' });
    assert.equal(unit.data.length, 4);
    assert.equal((await service.client.findTreasuryIbans({ treasury: '216', q: 'tva import' })).data.length, 1);
  });

  test('a town without data gets the accounts of its county seat with a warning, and an unknown treasury gives a warning', async () => {
    const town = (await service.get('/api/iban?q=Odorheiu+Secuiesc')).body;
    assert.equal(town.data[0].treasury.locality, 'Miercurea Ciuc');
    assert.match(town.meta.warnings[0], /no treasury of Odorheiu Secuiesc/);
    const nowhere = await service.get('/api/iban?treasury=998');
    assert.deepEqual([nowhere.status, nowhere.body.data], [200, []]);
    assert.match(nowhere.body.meta.warnings[0], /998/);
    const excise = (await service.get('/api/iban?q=accize+cluj-napoca')).body;
    assert.deepEqual(excise.data, []);
    assert.deepEqual(excise.meta.warnings, [
      'Nothing in our list matches. It has only the accounts 5503, 20A470300, 20A100101, 20A100102 of each treasury.',
    ]);
    for (const wrong of ['treasury=12', 'treasury=TREZ', 'q=', `q=${'x'.repeat(201)}`])
      assert.equal((await service.get(`/api/iban?${wrong}`)).status, 400, wrong);
    assert.equal((await service.get('/api/iban', {})).status, 401);
  });

  test('the status names live and loaded sources, and is cacheable for 15 seconds', async () => {
    const { status, headers, body } = await service.get('/api/health');
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'private, max-age=15');
    assert.deepEqual(body.data.upstreams.map(({ name }: { name: string }) => name).slice(0, 3), [
      'anaf',
      'bilant',
      'bnr',
    ]);
    const parts = service.store.generations.current()?.manifest.parts ?? [];
    assert.deepEqual(
      body.data.sources.map(({ name, asOf }: { name: string; asOf: string }) => [name, asOf]),
      parts.map(({ name, asOf }) => [name, asOf]),
    );
    assert.deepEqual([body.data.generation, body.data.version], [body.meta.generation, '0.1.0']);
    assert.equal((await service.get('/api/health', {})).status, 401);
    assert.equal((await service.get('/api/health?x=1')).status, 400);
  });

  test('a failing source degrades the status, and the answer stays a 200', async () => {
    await service.store.live.write([
      {
        sql: `insert into source_state (source, breaker, last_failure, failure_reason, latency_ms) values ('bilant', 'open', $1, 'timeout', 20000)
          on conflict (source) do update set breaker = 'open', last_failure = excluded.last_failure, failure_reason = 'timeout'`,
        params: [new Date().toISOString()],
      },
    ]);
    const { status, body } = await service.get('/api/health');
    assert.deepEqual([status, body.data.status], [200, 'degraded']);
    const upstream = body.data.upstreams.find(({ name }: { name: string }) => name === 'bilant');
    assert.deepEqual([upstream.state, upstream.failureReason], ['down', 'timeout']);
  });
});
