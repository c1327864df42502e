/** Row fields beside names and numbers: status, shares, sums, roles, kinds and facets. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { showcasePerson } from '#demo-country/showcase.ts';
import { dayText } from '#domain/procurement/day-number.ts';
import { procedureTypeOf } from '#domain/procurement/notice-words.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read answers of every shape.
type Any = any;

onBothEngines((engine) => {
  let service: DemoService;
  let db: Database;
  let procurement: Database;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 300, runningClock());
    const dataset = service.store.generations.current();
    const area = dataset?.partGroup('procurement');
    if (!dataset || !area) throw new Error('The demo lacks a part.');
    [db, procurement] = [dataset.db, area];
  });
  after(() => service.close());

  const answer = async (path: string, headers?: Record<string, string>): Promise<{ data: Any; meta: Any }> => {
    const { status, body } = await service.get(path, headers);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body.error)}`);
    return body;
  };
  const found = async (id: string, rest = ''): Promise<Any> =>
    (await answer(`/api/search?q=${cuiOf(id)}${rest}`)).data[0];

  test('a search row has the status of the company, from registry and tax authority', async () => {
    for (const [id, code] of Object.entries({
      giant: 'operating',
      insolvent: 'insolvency',
      bankrupt: 'insolvency',
      reorganised: 'insolvency',
      struckOff: 'struckOff',
      dissolved: 'dissolution',
      suspended: 'suspended',
      inactive: 'inactive',
      townHall: 'operating',
    }))
      assert.equal((await found(id)).status.code, code, id);
    assert.equal((await found('inactive')).status.label, 'Declared inactive by the tax authority');
    assert.equal((await found('inactive', '&lang=ro')).status.label, 'Inactivă fiscal');
    assert.equal((await found('inactive')).inactive, true);
    assert.equal((await found('giant')).inactive, false);
  });

  test('a search row agrees with the answer of the company', async () => {
    for (const id of ['giant', 'growing', 'vatCanceled', 'notVatRegistered', 'insolvent', 'townHall', 'soleTrader']) {
      const row = await found(id);
      const { data: own } = await answer(`/api/company/${cuiOf(id)}`);
      const fields = ['vatStatus', 'inactive', 'caenCode', 'caenRevision', 'caenTitle', 'active'] as const;
      assert.deepEqual(
        fields.map((field) => [field, row[field]]),
        fields.map((field) => [field, own[field]]),
        id,
      );
    }
    assert.equal((await found('vatCanceled')).vatStatus, 'canceled');
    const { meta } = await answer(`/api/search?q=${cuiOf('giant')}`);
    assert.equal(meta.sources.filter(({ name }: { name: string }) => name === 'anaf').length >= 1, true);
  });

  test('the number of queries does not grow with the rows of a page', async () => {
    const dataset = service.store.generations.current();
    assert.ok(dataset);
    const requested: string[] = [];
    const all = dataset.db.all.bind(dataset.db);
    dataset.db.all = ((sql: string, params?: never) => {
      requested.push(sql);
      return all(sql, params);
    }) as Database['all'];
    try {
      await answer('/api/search?q=s&limit=2&lang=en');
      const few = requested.splice(0).length;
      await answer('/api/search?q=s&limit=50&lang=en');
      assert.ok(few > 0 && requested.length <= few + 1, `${few} queries for two rows, ${requested.length} for fifty`);
    } finally {
      dataset.db.all = all;
    }
  });

  test('a search over all groups names the best matching group', async () => {
    const best = async (q: string) => (await answer(`/api/search/all?q=${encodeURIComponent(q)}`)).meta.best;
    assert.equal(await best(cuiOf('giant')), 'companies');
    assert.equal(await best('zimbrul auriu'), 'companies');
    assert.equal(await best('haralambie-neofit cutezatoru'), 'people');
    assert.equal(await best('6210'), 'records');
    assert.equal(await best('qqqxxxwww'), null);
  });

  test('a registry status has the date of the first snapshot with it, if the change log has it', async () => {
    const changes = await db.all<{ cui: number; day: string; before: string; after: string }>(
      `select f.cui, e.day, e.before, e.after from firm_event e join firm f on f.registration_number = e.registration_number
       where e.kind = 'status' and f.cui is not null`,
    );
    const once = [...Map.groupBy(changes, ({ cui }) => cui).values()].filter(({ length }) => length === 1).flat();
    assert.ok(once.length > 0);
    for (const { cui, day, before, after: now } of once.slice(0, 5)) {
      const { data } = await answer(`/api/company/${cui}`);
      const appeared = now.split(',').filter((code) => !before.split(',').includes(code));
      for (const { code, since } of data.onrcStatuses) assert.equal(since, appeared.includes(code) ? day : null, code);
    }
    const { data: giant } = await answer(`/api/company/${cuiOf('giant')}`);
    assert.deepEqual(
      giant.onrcStatuses.map(({ since }: { since: unknown }) => since),
      giant.onrcStatuses.map(() => null),
    );
  });

  test('a timeline event separates its own date from the date of the snapshot, and references its record', async () => {
    const { data: events } = await answer(`/api/company/${cuiOf('giant')}/timeline?limit=200`);
    const of = (kind: string): Any[] => events.filter((event: Any) => event.kind === kind);
    for (const event of events) assert.equal(event.date, event.eventDate ?? event.seenOn);
    for (const { eventDate, seenOn } of of('name')) assert.deepEqual([eventDate, typeof seenOn], [null, 'string']);
    for (const kind of ['registration', 'vatStart', 'balance'])
      for (const { eventDate, seenOn } of of(kind))
        assert.deepEqual([typeof eventDate, seenOn], ['string', null], kind);
    assert.ok(of('name').length > 0 && of('gazette').length > 0);
    for (const { decisionId, eventDate } of of('gazette'))
      assert.equal((await answer(`/api/decisions/${decisionId}`)).data.issue.date, eventDate);
    const { data: sold } = await answer(`/api/company/${cuiOf('stateSupplier')}/timeline?limit=200`);
    const firsts: Any[] = sold.filter(({ kind }: Any) => kind === 'procurement');
    const contract = firsts.find(({ contractId }) => contractId !== null);
    const purchase = firsts.find(({ purchaseId }) => purchaseId !== null);
    assert.equal((await answer(`/api/seap/contracts/${contract.contractId}`)).data.date, contract.eventDate);
    const bought = await procurement.one<{ day: number }>('select day from purchase where key = $1', [
      Number(purchase.purchaseId.replace('DA', '')),
    ]);
    assert.equal(dayText(bought?.day ?? 0), purchase.eventDate);
  });

  test('companies of a person have status, share and sales to the state', async () => {
    const person = await db.one<{ person_id: string; cui: number; percent: number }>(
      `select person_id, cui, sum(percent) as percent from shareholder where kind = 'person' and percent is not null
       group by person_id, cui order by cui limit 1`,
    );
    assert.ok(person);
    const { data, meta } = await answer(`/api/person/${person.person_id}/companies?limit=200`);
    const row = data.find(({ cui }: Any) => cui === String(person.cui));
    assert.equal(row.percent, person.percent / 100);
    assert.ok(row.roles.some(({ role }: Any) => role === 'shareholder'));
    assert.ok(row.status.code && row.status.label);
    assert.ok(meta.sources.some(({ name }: Any) => name === 'seap'));
    const { data: people } = await answer(`/api/search/people?q=${encodeURIComponent(showcasePerson.name)}`);
    const { data: many } = await answer(`/api/person/${people[0].id}/companies?limit=200`);
    for (const { cui, procurement: sold, percent, roles } of many) {
      if (!roles.some(({ role }: Any) => role === 'shareholder')) assert.equal(percent, null);
      const preview = (await answer(`/api/company/${cui}/seap`)).data.asSupplier;
      assert.deepEqual(
        sold,
        { contracts: preview.contracts, callOffs: preview.callOffs, directPurchases: preview.directPurchases },
        cui,
      );
    }
    assert.ok(many.some(({ procurement: sold }: Any) => sold.directPurchases.count > 0));
  });

  test('the newest deals of a preview have partners with fiscal codes', async () => {
    for (const [id, side] of [
      ['cityHall', 'asAuthority'],
      ['stateSupplier', 'asSupplier'],
    ] as const) {
      const { data } = await answer(`/api/company/${cuiOf(id)}/seap`);
      const deals: Any[] = [...data[side].latestContracts, ...data[side].latestDirectPurchases];
      assert.ok(deals.length === 10);
      for (const { partner, partners } of deals)
        assert.equal(partner, partners.map(({ name }: Any) => name).join(' + ') || null);
      assert.ok(deals.some(({ partners }) => partners.some(({ cui }: Any) => cui !== null)));
      for (const { id: contract, partners } of data[side].latestContracts) {
        const { data: own } = await answer(`/api/seap/contracts/${contract}`);
        const others: Any[] = side === 'asAuthority' ? own.suppliers : [own.authority];
        assert.deepEqual(
          partners.map(({ cui, name }: Any) => [cui, name]).toSorted(),
          others.map(({ cui, name }) => [cui, name]).toSorted(),
        );
      }
    }
  });

  test('a network has its number of nodes, and the share of each shareholder', async () => {
    const { data } = await answer(`/api/company/${cuiOf('groupMember')}/network`);
    assert.deepEqual([data.total, data.totalRelation], [data.nodes.length, 'exact']);
    const { data: own } = await answer(`/api/company/${cuiOf('groupMember')}`);
    const shares = data.edges.filter(({ roleCode, to }: Any) => roleCode === 'shareholder' && to === 'company');
    assert.deepEqual(
      shares.map(({ percent }: Any) => percent).toSorted(),
      own.shareholders.map(({ percent }: Any) => percent).toSorted(),
    );
    for (const { role, roleCode, percent } of data.edges) {
      assert.equal(roleCode === 'shareholder', role === 'shareholder');
      if (roleCode !== 'shareholder') assert.equal(percent, null);
    }
    const { data: crowd } = await answer(`/api/company/${cuiOf('busiestOfficer')}/network`);
    assert.ok(crowd.total >= crowd.nodes.length);
  });

  test('a notice has codes of procedure and state with labels in the caller’s language', async () => {
    for (const [lang, label] of [
      ['en', 'Open procedure'],
      ['ro', 'Licitație deschisă'],
    ]) {
      const { data } = await answer(`/api/sicap/tenders/search?limit=50&lang=${lang}`);
      const open = data.find(({ procedureType }: Any) => procedureType === 'Licitatie deschisa');
      assert.deepEqual([open.procedureTypeCode, open.procedureTypeLabel], ['open', label]);
      for (const { state, stateCode, stateLabel } of data)
        assert.deepEqual([stateCode === null, stateLabel === null], [state === null, state === null]);
    }
  });

  const counted = (rows: readonly { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0);

  test('facets count every match once, and their counts equal the filtered results', async () => {
    for (const query of ['', 'q=lucrari', 'cpv=45', 'q=servicii&state=open', `authorityCui=${cuiOf('cityHall')}`]) {
      const path = `/api/sicap/tenders/search?${query}&limit=1`;
      const { meta } = await answer(`${path}&facets=true`);
      const { facets, page } = meta;
      assert.equal(facets.totalRelation, 'exact', query);
      if (page.totalRelation === 'exact') assert.equal(facets.counted, page.total, query);
      for (const facet of ['counties', 'cpvDivisions', 'procedures', 'values'])
        assert.equal(counted(facets[facet]), facets.counted, `${query} ${facet}`);
      const [county] = facets.counties.filter((each: Any) => each.county !== null);
      if (county === undefined) continue;
      const narrowed = await answer(`${path}&county=${encodeURIComponent(county.county)}`);
      assert.equal(narrowed.meta.page.total, county.count, query);
      const [division] = facets.cpvDivisions;
      assert.ok(division.title, division.division);
      if (!query.includes('cpv'))
        assert.equal((await answer(`${path}&cpv=${division.division}`)).meta.page.total, division.count, query);
    }
  });

  test('facets equal the counts of the stored notices', async () => {
    const { facets } = (await answer('/api/sicap/tenders/search?facets=true&limit=1')).meta;
    const rows = await procurement.all<{
      procedure_type: string | null;
      authority_county: string | null;
      cpv: string | null;
    }>('select procedure_type, authority_county, cpv from notice');
    const counts = (values: readonly (string | null)[]) =>
      new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));
    const result = (facet: readonly Any[], key: string) => new Map(facet.map((row) => [row[key], row.count]));
    assert.deepEqual(result(facets.procedures, 'code'), counts(rows.map((row) => procedureTypeOf(row.procedure_type))));
    assert.deepEqual(result(facets.counties, 'county'), counts(rows.map((row) => row.authority_county)));
    assert.deepEqual(result(facets.cpvDivisions, 'division'), counts(rows.map(({ cpv }) => cpv?.slice(0, 2) ?? null)));
    assert.ok(
      facets.procedures.every(({ code }: Any) => code !== 'other'),
      'the demo uses the terms of the real lists',
    );
  });

  test('values without RON amounts have their own band, and an empty result has no facets', async () => {
    const { values } = (await answer('/api/sicap/tenders/search?facets=true&limit=1')).meta.facets;
    const sql = "select count(*) as n from notice where currency <> 'RON' or coalesce(estimated_value, 0) <= 0";
    assert.deepEqual(values.at(-1), { from: null, to: null, count: (await procurement.one<{ n: number }>(sql))?.n });
    const edge =
      "select count(*) as n from notice where currency = 'RON' and estimated_value >= 10000000 and estimated_value < 100000000";
    assert.deepEqual(values[1], {
      from: 100_000,
      to: 1_000_000,
      count: (await procurement.one<{ n: number }>(edge))?.n,
    });
    const none = (await answer('/api/sicap/tenders/search?q=qqqxxxwww&facets=true')).meta.facets;
    assert.deepEqual([none.counted, none.counties, none.procedures], [0, [], []]);
  });

  test('facets come only on request, and the next page omits them', async () => {
    assert.equal((await answer('/api/sicap/tenders/search?limit=1')).meta.facets, undefined);
    const { meta } = await answer('/api/sicap/tenders/search?limit=1&facets=true');
    assert.equal((await answer(meta.page.next)).meta.facets, undefined);
    assert.equal((await service.get('/api/sicap/tenders/search?facets=yes')).status, 400);
  });
});

test('data of the tax authority and of procurement is null instead of zero when it is missing', async () => {
  const small: SmallService = await smallService({ bare: true });
  try {
    const ask = async (path: string): Promise<Any> => {
      const response = await fetch(`${small.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY } });
      return response.json();
    };
    const dataset = small.store.generations.current();
    const firm = await dataset?.db.one<{ name: string }>(
      'select name from listing where cui is not null order by rank',
    );
    const { data } = await ask(`/api/search?q=${encodeURIComponent(firm?.name ?? '')}`);
    assert.deepEqual([data[0].inactive, data[0].vatStatus], [null, null]);
    assert.ok(data[0].status.code);
    const person = await dataset?.db.one<{ id: string }>('select id from person order by rank');
    const { data: rows, meta } = await ask(`/api/person/${person?.id}/companies`);
    assert.deepEqual([rows[0].procurement, rows[0].percent], [null, null]);
    assert.ok(meta.notLoaded.includes('procurement'));
  } finally {
    await small.close();
  }
});
