/** The operations on one company over the demo country: good answers, missing companies, wrong callers; on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readReference } from '#lib/values/reference-tables.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import { until } from '#test/support/until.ts';

/** A fiscal code with valid check digits that no company has. */
const NOBODY = '88888883';

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
  });
  after(() => service.close());
  const company = (id: string, rest = '') => service.get(`/api/company/${cuiOf(id)}${rest}`);

  test('every example printed in the docs answers 200 with data', async () => {
    await collectDemoDocuments(service);
    for (const { id, declaration } of service.operations) {
      for (const example of declaration.examples) {
        const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(example.params?.[name] ?? ''),
        );
        const query = new URLSearchParams(example.query).toString();
        if (declaration.file) {
          const file = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
          assert.deepEqual([file.status, (await file.bytes()).length > 0], [200, true], id);
          continue;
        }
        const answer = example.body
          ? await service.post(path, example.body)
          : await service.get(query ? `${path}?${query}` : path);
        assert.equal(answer.status, 200, `${id}: ${JSON.stringify(answer.body)}`);
        if (!answer.body.meta.notLoaded?.length) assert.ok(isFilled(answer.body.data), `${id} answers nothing`);
      }
    }
    assert.deepEqual(service.faults, []);
  });

  test('a large company is answered from registry and tax authority, each group with its source', async () => {
    const { status, body, headers } = await company('giant');
    assert.equal(status, 200);
    const { data, meta } = body;
    assert.equal(data.name, 'ZIMBRUL AURIU INDUSTRII SA');
    assert.equal(data.active, true);
    assert.equal(data.vatStatus, 'registered');
    assert.match(data.registrationNumber, /^J[0-9]{13}$/);
    assert.match(data.registrationNumberOld, /^J08\/1\/1993$/);
    assert.ok(data.formerNames.length > 0 && data.formerNames[0].until > '2026');
    assert.ok(data.administrators.length > 2 && data.shareholders.length > 0 && data.branches.length > 0);
    assert.ok(data.activities.some((one: { main: boolean }) => one.main));
    const groups = ['caenCode', 'datoriiAnaf', 'fiscal', 'registry', 'shareholders'];
    assert.deepEqual(Object.keys(data.provenance).toSorted(), groups);
    // Not on the list of debtors; the date names the list that was searched.
    assert.equal(data.datoriiAnaf, null);
    assert.equal(data.datoriiAnafAsOf, data.provenance.datoriiAnaf.asOf);
    assert.equal(meta.dataset, 'demo');
    assert.equal(meta.stale, false);
    assert.deepEqual(
      meta.sources.map((one: { name: string; covers: string[] }) => [one.name, ...one.covers]),
      [
        ['anaf', 'fiscal'],
        ['onrc', 'registry'],
        ['anaf', 'finances'],
        ['import:shareholders', 'shareholders'],
        ['import:debts', 'debts'],
      ],
    );
    assert.match(headers.get('cache-control') ?? '', /^private, max-age=8[0-9]{4}$/);
    assert.doesNotMatch(JSON.stringify(body), /birth|nastere/i);
  });

  test('SIRUTA codes are those of the register, matched by name, and never the tax authority’s own locality numbers', async () => {
    const register = new Map(
      readReference<'siruta' | 'name'>('localities.tsv').map(({ siruta, name }) => [siruta, name]),
    );
    const villages = new Set(readReference<'siruta'>('villages.tsv').map(({ siruta }) => siruta));
    const { body } = await service.get('/api/firme/cluj?limit=30');
    for (const { cui } of body.data.filter((row: { cui: string | null }) => row.cui !== null)) {
      const { data } = (await service.get(`/api/company/${cui}`)).body;
      for (const address of [data.headquartersAddress, data.fiscalAddress])
        if (address) assert.ok(register.has(address.siruta) || villages.has(address.siruta), JSON.stringify(address));
    }
  });

  test('the second lookup comes from the store with the same ETag, and gives 304 for a matching If-None-Match', async () => {
    const first = await company('growing');
    const requested = service.simulated.requests.anaf;
    const second = await company('growing');
    assert.equal(second.body.meta.cached, true);
    assert.equal(service.simulated.requests.anaf, requested);
    assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    const third = await service.get(`/api/company/${cuiOf('growing')}`, {
      'x-api-key': DEMO_KEY,
      'if-none-match': first.headers.get('etag') ?? '',
    });
    assert.equal(third.status, 304);
  });

  test('a fiscal code is accepted with the RO prefix in lower case', async () => {
    const { body } = await service.get(`/api/company/ro${cuiOf('giant')}`);
    assert.equal(body.data.cui, cuiOf('giant'));
  });

  test('each showcase company has the state it is named for', async () => {
    const of = async (id: string) => (await company(id)).body.data;
    assert.equal((await of('insolvent')).insolvency, true);
    assert.equal((await of('struckOff')).struckOff, true);
    assert.equal((await of('dissolved')).dissolution, true);
    assert.equal((await of('suspended')).suspended, true);
    assert.equal((await of('inactive')).inactive, true);
    assert.equal((await of('vatCanceled')).vatStatus, 'canceled');
    assert.equal((await of('notVatRegistered')).vatStatus, 'notRegistered');
    assert.equal((await of('cashBasisVat')).cashBasisVat, true);
    assert.match((await of('hostileName')).name, /<script>.*DROP TABLE/);
    assert.equal((await of('newNumber')).registrationNumberOld, null);
    const townHall = await of('townHall');
    assert.equal(townHall.inTradeRegistry, false);
    for (const unknown of ['onrcStatuses', 'formerNames', 'shareholders', 'administrators'])
      assert.equal(townHall[unknown], null, unknown);
    assert.equal((await of('ngo')).shareholders, null);
    assert.equal(townHall.active, true);
    assert.ok((await of('bankrupt')).administrators.some((one: { kind: string }) => one.kind === 'company'));
  });

  test('a mistyped fiscal code gives an error with a hint, without an upstream request', async () => {
    const requested = service.simulated.requests.anaf;
    const { status, body } = await service.get('/api/company/90000015');
    assert.equal(status, 404);
    assert.match(body.error?.message ?? '', /check digit.*demo country.*90000014/);
    assert.equal(service.simulated.requests.anaf, requested);
  });

  test('an unknown fiscal code is a 404 on every operation of a company', async () => {
    for (const rest of [
      '',
      '/financials',
      '/balance/2024',
      '/related',
      '/timeline',
      '/leaderboard',
      '/health',
      '/network',
      '/decisions',
    ]) {
      const { status, body } = await service.get(`/api/company/${NOBODY}${rest}`);
      assert.equal(status, 404, rest);
      assert.equal(body.error?.code, 'NOT_FOUND');
    }
  });

  test('a batch answers every row at its position, including duplicates and mistakes', async () => {
    const giant = cuiOf('giant');
    const { status, body } = await service.post('/api/company/batch', {
      cuis: [giant, 'x', `RO ${giant}`, '90000015', NOBODY, cuiOf('townHall')],
    });
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map((row: { found: boolean }) => row.found),
      [true, false, true, false, false, true],
    );
    assert.deepEqual(
      body.data.map((row: { cui: string | null }) => row.cui),
      [giant, null, giant, '90000015', NOBODY, cuiOf('townHall')],
    );
    assert.equal(body.data[1].error.code, 'INVALID_PARAMETER');
    assert.equal(body.data[4].error.code, 'NOT_FOUND');
    assert.equal(body.data[0].company.name, body.data[2].company.name);
  });

  test('financials cover the last eight years, newest first, and list the missing years', async () => {
    const { body } = await company('giant', '/financials');
    assert.deepEqual(
      body.data.map((one: { year: number }) => one.year),
      [2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018],
    );
    assert.deepEqual(body.meta.financialsMissingYears, []);
    for (const { summary, indicators, eurRate } of body.data) {
      assert.equal(indicators.length, 20);
      assert.ok(eurRate > 4 && eurRate < 6);
      assert.equal(summary.totalAssets, summary.fixedAssets + summary.currentAssets + summary.prepaid);
    }
  });

  test('a year that only the web service has is fetched from it', async () => {
    let { body } = await company('lateFiler', '/financials');
    // A busy machine may answer before the fetch is complete.
    await until('the fetch is complete', async () => {
      ({ body } = await company('lateFiler', '/financials'));
      return body.meta.pending === undefined;
    });
    assert.equal(body.data[0].year, 2025);
    assert.equal(body.data[0].source, 'service');
    assert.equal((await company('lateFiler', '/balance/2025')).body.data.source, 'service');
  });

  test('the error for a year without a balance sheet states the reason', async () => {
    const why = async (id: string, year: number) => {
      const { status, body } = await company(id, `/balance/${year}`);
      assert.equal(status, 404);
      // While the file of a year is not loaded, the absence of a balance sheet is unknown.
      assert.match(body.error?.message ?? '', /^There is no balance sheet of [0-9]{4} for /);
      return body.error?.details?.[0]?.problem;
    };
    assert.equal(await why('neverFiled', 2024), 'notFiled');
    assert.equal(await why('giant', 2026), 'notYetPublished');
    assert.equal(await why('giant', 2000), 'unknown');
    assert.equal((await company('giant', '/balance/2031')).status, 400);
  });

  test('banks and insurers are answered with their own charts', async () => {
    const bank = (await company('bank', '/financials')).body.data[0];
    assert.equal(bank.form, 'bank');
    assert.equal(bank.summary.inventories, null);
    const health = (await company('bank', '/health')).body.data;
    assert.equal(health.altman.z, null);
    assert.notEqual(health.altman.noScore, null);
  });

  test('health has bounds for its score, and is undetermined without a balance sheet', async () => {
    const { altman, verdict, notChecked } = (await company('giant', '/health')).body.data;
    assert.ok(altman.zLow <= altman.z && altman.z <= altman.zHigh);
    assert.notEqual(verdict.code, 'undetermined');
    assert.ok(notChecked.length > 0);
    assert.equal((await company('neverFiled', '/health')).body.data.verdict.code === 'solid', false);
    assert.equal((await company('soleTrader', '/health')).body.data.verdict.code, 'undetermined');
    assert.equal((await company('insolvent', '/health')).body.data.verdict.code, 'distress');
  });

  test('entities that do not file balance sheets are not flagged for missing ones', async () => {
    for (const id of ['soleTrader', 'townHall', 'practice']) {
      const { flags, notChecked } = (await company(id, '/health')).body.data;
      const codes = [...flags, ...notChecked].map((one: { code: string }) => one.code);
      assert.ok(!codes.includes('missingYears') && !codes.includes('taxDebts'), `${id}: ${codes}`);
      assert.deepEqual((await company(id, '/financials')).body.meta.financialsMissingYears, [], id);
    }
    const { flags } = (await company('neverFiled', '/health')).body.data;
    assert.ok(flags.some((one: { code: string }) => one.code === 'missingYears'));
  });

  test('the timeline is in order, each event once and with its source', async () => {
    const { body } = await company('giant', '/timeline');
    const days = body.data.map((one: { date: string }) => one.date);
    assert.deepEqual(days, days.toSorted().toReversed());
    assert.equal(new Set(body.data.map((one: object) => JSON.stringify(one))).size, body.data.length);
    const kinds: string[] = body.data.map((one: { kind: string }) => one.kind);
    for (const kind of ['registration', 'name', 'vatStart', 'balance', 'gazette'])
      assert.ok(kinds.includes(kind), kind);
    const outside = (await company('townHall', '/timeline')).body.data;
    assert.deepEqual([outside.at(-1).kind, outside.at(-1).source], ['registration', 'anaf']);
  });

  test('the timeline is read page by page, each event once', async () => {
    interface Event {
      date: string;
      kind: string;
      source: string;
    }
    const whole = await company('giant', '/timeline?limit=200');
    const { page } = whole.body.meta;
    assert.deepEqual(
      [page.offset, page.returned, page.total, page.next],
      [0, page.total, whole.body.data.length, null],
    );
    assert.ok(page.total > 20);
    assert.equal((await company('giant', '/timeline')).body.meta.page.limit, 50);
    for (const limit of [1, 7, 50])
      assert.deepEqual(
        await pageThrough<Event>(service, `/api/company/${cuiOf('giant')}/timeline`, limit),
        whole.body.data,
        String(limit),
      );
    const first = (await company('giant', '/timeline?limit=9')).body;
    const second = (await service.get(first.meta.page.next)).body;
    const facts = (events: Event[]) => events.map(({ date, kind, source }) => ({ date, kind, source }));
    assert.deepEqual(facts([...first.data, ...second.data]), facts(whole.body.data.slice(0, 18)));
    assert.equal((await company('giant', `/timeline?limit=8&cursor=${first.meta.page.nextCursor}`)).status, 400);
    assert.equal((await company('bank', `/timeline?limit=9&cursor=${first.meta.page.nextCursor}`)).status, 400);
    for (const limit of ['0', '201', 'x'])
      assert.equal((await company('giant', `/timeline?limit=${limit}`)).status, 400);
  });

  test('the largest company leads the leaderboard; a company without figures gets nulls', async () => {
    const { body } = await company('giant', '/leaderboard');
    const turnover = body.data.positions.find(
      (one: { metric: string; slice: { kind: string } }) => one.metric === 'cifra' && one.slice.kind === 'national',
    );
    assert.equal(turnover.rank, 1);
    assert.deepEqual((await company('soleTrader', '/leaderboard')).body.data, { year: null, positions: null });
  });

  test('related companies are paged by cursor without gaps or repeats, and a foreign cursor is refused', async () => {
    const all = (await company('crowdedAddress', '/related?limit=200')).body;
    assert.ok(all.data.length > 20);
    const seen: string[] = [];
    let next: string | null = `/api/company/${cuiOf('crowdedAddress')}/related?limit=7`;
    while (next !== null) {
      const { body } = await service.get(next);
      seen.push(...body.data.map((one: { cui: string; name: string }) => `${one.cui} ${one.name}`));
      next = body.meta.page.next;
    }
    assert.deepEqual(
      seen,
      all.data.map((one: { cui: string; name: string }) => `${one.cui} ${one.name}`),
    );
    const cursor = (await company('crowdedAddress', '/related?limit=7')).body.meta.page.nextCursor;
    assert.equal((await company('busiestOfficer', `/related?limit=7&cursor=${cursor}`)).status, 400);
    assert.equal(
      (
        await company(
          'crowdedAddress',
          `/related?limit=7&cursor=${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`,
        )
      ).status,
      400,
    );
  });

  test('the network stays small for an officer with many firms', async () => {
    const { data } = (await company('busiestOfficer', '/network')).body;
    assert.ok(data.nodes.length > 20 && data.nodes.length <= 200);
    const ids = new Set(data.nodes.map((one: { id: string }) => one.id));
    assert.equal(ids.size, data.nodes.length);
    assert.ok(data.edges.every((one: { from: string; to: string }) => ids.has(one.from) && ids.has(one.to)));
  });

  test('a parent company and the firms it owns are related in both directions', async () => {
    const cuis = async (id: string) => (await company(id, '/related')).body.data.map((one: { cui: string }) => one.cui);
    assert.ok((await cuis('groupParent')).includes(cuiOf('groupMember')));
    assert.ok((await cuis('groupMember')).includes(cuiOf('groupParent')));
    const { data } = (await company('groupMember', '/network')).body;
    const owner = data.nodes.find((one: { cui: string | null }) => one.cui === cuiOf('groupParent'));
    assert.equal(owner.active, true);
    const ids: string[] = data.nodes.flatMap((one: { cui: string | null }) => one.cui ?? []);
    assert.equal(new Set(ids).size, ids.length);
  });
});

const isFilled = (data: unknown): boolean =>
  data !== null && (Array.isArray(data) ? data.length > 0 : Object.keys(data as object).length > 0);
