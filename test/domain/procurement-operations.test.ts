/** Public procurement over the demo country, from its exports to the answers, on both engines. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { contractId } from '#domain/procurement/contract-id.ts';
import { ACCEPTED, UNSTATED } from '#domain/procurement/tables.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { plainAnalysis, plainSuppliers } from '#test/support/procurement-analyses.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Listed {
  id: string;
  date: string | null;
  finalizedAt: string | null;
  publishedAt: string | null;
}

onBothEngines((engine) => {
  let service: DemoService;
  let db: Database;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
    const area = service.store.generations.current()?.partGroup('procurement');
    if (!area) throw new Error('The demo has procurement.');
    db = area;
  });
  after(() => service.close());

  const data = async (path: string) => {
    const { status, body } = await service.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body.error)}`);
    return body.data;
  };
  const authority = cuiOf('cityHall');
  const supplier = cuiOf('stateSupplier');

  test('contracts of a company in either role are listed newest first, with the published and the registry names', async () => {
    const rows = await data(`/api/seap/company/${supplier}/contracts?role=supplier&limit=200`);
    assert.ok(rows.length > 3);
    const days = rows.map(({ date }: Listed) => date ?? '');
    assert.deepEqual(days, days.toSorted().toReversed());
    for (const row of rows) {
      const own = row.suppliers.filter(({ cui }: { cui: string }) => cui === supplier);
      assert.equal(own.length, 1);
      assert.equal(own[0].registryName, 'CASTORUL HARNIC DISTRIBUTIE SA');
      assert.ok(row.authority.name);
    }
    const bought = await data(`/api/seap/company/${authority}/contracts?role=authority`);
    assert.ok(bought.every((row: { authority: { cui: string } }) => row.authority.cui === authority));
  });

  test('the check of a company gives its contracts in each role, and zeros for an unknown company', async () => {
    const check = await data(`/api/seap/company/${supplier}/contracts/check`);
    const all = await data(`/api/seap/company/${supplier}/contracts?role=supplier&limit=200`);
    assert.equal(check.present, true);
    assert.equal(check.asSupplier.count, all.length);
    assert.equal(check.asSupplier.latestDate, all[0].date);
    const nobody = await data('/api/seap/company/12345674/contracts/check');
    assert.deepEqual(nobody, {
      present: false,
      asAuthority: { count: 0, latestDate: null },
      asSupplier: { count: 0, latestDate: null },
      latestContractDate: null,
    });
  });

  test('direct purchases have their state, source and time of reading', async () => {
    const rows = await data(`/api/seap/company/${authority}/direct-purchases?limit=200`);
    assert.ok(rows.length > 50);
    for (const row of rows) {
      assert.match(row.id, /^DA[0-9]+$/);
      assert.ok(['export', 'list'].includes(row.source));
      assert.ok(Date.parse(row.fetchedAt) > 0);
    }
    const awards = await data(`/api/seap/company/${authority}/direct-purchase-awards?limit=200`);
    assert.ok(awards.length > 5 && awards.every(({ id }: Listed) => /^DAN[0-9]+$/.test(id)));
  });

  test('a fiscal code without procurement has empty lists', async () => {
    for (const list of ['contracts', 'direct-purchases', 'direct-purchase-awards', 'tenders', 'supplier-issues'])
      assert.deepEqual(await data(`/api/seap/company/12345674/${list}`), []);
    assert.deepEqual(await data('/api/sicap/company/12345674/procedures'), []);
  });

  test('a contract is found by its number in any case, with a slash, and by its id', async () => {
    const number = encodeURIComponent(showcaseProcurement.contract);
    const byNumber = await data(`/api/seap/contracts/${number}`);
    assert.equal(byNumber.number, showcaseProcurement.contract);
    assert.equal(byNumber.procedure.notice, showcaseProcurement.notice);
    assert.equal(byNumber.suppliers.length, 2);
    assert.deepEqual((await data(`/api/seap/contracts/${byNumber.id}`)).id, byNumber.id);
    assert.deepEqual(
      (await data(`/api/seap/contracts/${number.toLowerCase()}?authorityCui=${authority}`)).id,
      byNumber.id,
    );
    const missing = await service.get('/api/seap/contracts/no%20such%20number');
    assert.equal(missing.status, 404);
    assert.match(missing.body.error?.message ?? '', /demo country/);
  });

  test('modifications of the exports stand at their contracts', async () => {
    const rows = await db.all<{ key: number; description: string; n: number }>(
      `select c.key, max(m.description) as description, count(m.key) as n from contract_modification m
       join contract c on c.authority_id = m.authority_id and c.number_folded = m.number_folded
         and cast(c.day as text) = replace(m.contract_day, '-', '')
       group by c.key`,
    );
    const all = await db.one<{ n: number }>('select count(*) as n from contract_modification');
    const linked = rows.reduce((sum, { n }) => sum + Number(n), 0);
    assert.ok(linked > 20 && linked > 0.9 * Number(all?.n), `${linked} of ${all?.n}`);
    const [most] = rows.toSorted((a, b) => Number(b.n) - Number(a.n));
    assert.ok(most);
    const { modifications } = await data(`/api/seap/contracts/${contractId(most.key)}`);
    assert.equal(modifications.length, Number(most.n));
    const published = modifications.map(({ publishedAt }: Listed) => publishedAt);
    assert.deepEqual(published, published.toSorted().toReversed());
    assert.ok(
      modifications.every(({ valueAfter }: { valueAfter: number | null }) => valueAfter === null || valueAfter > 0),
    );
  });

  test('of contracts with a shared number the newest is the answer, and the others are listed', async () => {
    const [shared] = await db.all<{ number_folded: string; n: number }>(
      'select number_folded, count(*) as n from contract where number_folded is not null group by number_folded order by count(*) desc limit 1',
    );
    assert.ok(shared && shared.n > 1);
    const one = await data(`/api/seap/contracts/${encodeURIComponent(shared.number_folded)}`);
    assert.equal(one.sameNumber.length, Math.min(50, shared.n - 1));
    assert.equal(one.sameNumberCount, shared.n - 1);
    assert.ok(one.sameNumber.every(({ date }: Listed) => (date ?? '') <= one.date));
  });

  test('reports on a supplier are listed with and without damages, and one is returned in full', async () => {
    const one = await data(`/api/seap/supplier-issues/${showcaseProcurement.report}`);
    assert.equal(one.ackDocId, showcaseProcurement.report);
    assert.equal(one.contract.number, showcaseProcurement.contract);
    const [named] = await db.all<{ cui: number; n: number; damages: number }>(
      'select supplier_id as cui, count(*) as n, sum(damages_claimed) as damages from report where supplier_id > 0 group by 1 order by 3 desc, 2 desc limit 1',
    );
    const all = await data(`/api/seap/company/${named?.cui}/supplier-issues`);
    const damages = await data(`/api/seap/company/${named?.cui}/supplier-issues?onlyDamages=true`);
    assert.equal(all.length, named?.n);
    assert.equal(damages.length, named?.damages);
    assert.equal((await service.get('/api/seap/supplier-issues/DC0')).status, 404);
  });

  test('a notice has its lots, and an unknown notice is a 404', async () => {
    const notice = await data(`/api/sicap/tender/${showcaseProcurement.notice.toLowerCase()}`);
    assert.equal(notice.notice, showcaseProcurement.notice);
    assert.equal(notice.authority.cui, authority);
    assert.equal(notice.cpv.code, '42122000');
    const { data: contract } = await service
      .get(`/api/seap/contracts/${encodeURIComponent(showcaseProcurement.contract)}`)
      .then(({ body }) => body);
    assert.ok(notice.award.notices.some(({ notice: award }: { notice: string }) => award === contract.awardNotice));
    const cuis = (parties: { cui: string }[]) => parties.map(({ cui }) => cui).toSorted();
    assert.deepEqual(cuis(notice.award.winners), cuis(contract.suppliers));
    assert.equal((await service.get('/api/sicap/tender/CN9')).status, 404);
  });

  test('notices are found by words, prefixes, phrases, number, CPV code and fiscal code, with combined filters', async () => {
    const found = async (query: string) =>
      (await data(`/api/sicap/tenders/search?${query}`)).map(({ notice }: { notice: string }) => notice);
    const visible = showcaseProcurement.notice;
    assert.deepEqual(await found('q=captare+valea+cucului'), [visible]);
    assert.ok((await found('q=statia+de+capt')).includes(visible));
    assert.ok((await found(`q=${encodeURIComponent('"captare valea"')}`)).includes(visible));
    assert.deepEqual(await found(`q=${encodeURIComponent('"valea captare"')}`), []);
    assert.deepEqual(await found(`q=${visible}`), [visible]);
    assert.ok((await found('q=42122000&limit=50')).includes(visible));
    assert.ok((await found('q=42122000-0&limit=50')).length >= 0);
    assert.ok((await found(`q=RO${authority}&cpv=42122&limit=50`)).includes(visible));
    assert.deepEqual(await found(`q=captare+valea+cucului&authorityCui=${cuiOf('giant')}`), []);
    assert.deepEqual(await found('q=captare+valea+cucului&from=2026-01-01'), []);
    const open = await data('/api/sicap/tenders/search?state=open&sort=deadline&limit=50');
    assert.ok(open.every((one: { open: boolean }) => one.open));
    const deadlines = open.map((one: { deadlineAt: string }) => one.deadlineAt);
    assert.deepEqual(deadlines, deadlines.toSorted());
    const values = (await data('/api/sicap/tenders/search?sort=value&minValue=1000&limit=50')).map(
      (one: { estimatedValue: number }) => one.estimatedValue,
    );
    assert.ok(values.length > 0);
    assert.deepEqual(
      values,
      values.toSorted((a: number, b: number) => b - a),
    );
  });

  test('a search by words is paged without gaps or repeats', async () => {
    const read = async (sort: string): Promise<string[]> => {
      const seen: string[] = [];
      for (let next: string | null = `/api/sicap/tenders/search?q=servicii&sort=${sort}&limit=3`; next !== null; ) {
        const { body } = await service.get(next);
        seen.push(...body.data.map(({ notice }: { notice: string }) => notice));
        next = body.meta.page.next;
      }
      assert.ok(seen.length > 3);
      assert.equal(new Set(seen).size, seen.length);
      return seen;
    };
    const newest = await read('newest');
    const all = await db.all<{ notice: string }>('select notice, day, key from notice order by day desc, key desc');
    assert.deepEqual(
      newest,
      all.map(({ notice }) => notice).filter((notice) => newest.includes(notice)),
    );
    assert.deepEqual((await read('relevance')).toSorted(), newest.toSorted());
  });

  test('procedures of a company include announced and won ones', async () => {
    const announced = await data(`/api/sicap/company/${authority}/procedures?limit=200`);
    assert.ok(announced.length > 3);
    const won = await data(`/api/sicap/company/${supplier}/procedures?limit=200`);
    assert.ok(won.some(({ notice }: { notice: string }) => notice === showcaseProcurement.notice));
  });

  test('lists by CPV ignore the town filter where it does not apply', async () => {
    const contracts = await data('/api/seap/cpv/45/contracts?limit=200');
    assert.ok(
      contracts.length > 0 && contracts.every((row: { cpv: { code: string } }) => row.cpv.code.startsWith('45')),
    );
    const { body } = await service.get('/api/seap/cpv/30/direct-purchases?supplierCity=Cluj-Napoca');
    assert.deepEqual(body.meta.ignored, ['supplierCity']);
    assert.ok(body.data.length > 0);
    assert.deepEqual(await data('/api/seap/cpv/4512345678/contracts'), []);
  });

  for (const query of [
    '',
    'dateFrom=2024-02-10&dateTo=2025-06-20',
    'dateFrom=2024-01-01&dateTo=2024-12-31',
    'dateFrom=2022-03-10&dateTo=2026-02-15',
    'dateFrom=2023-05-01',
    'dateTo=2025-03-31',
  ])
    for (const cpv of ['3', '33', '4', '45', '30125', '42122000', '00'])
      test(`the analysis and the top suppliers of ${cpv} ${query} equal a recount`, async () => {
        const range = Object.fromEntries(new URLSearchParams(query));
        const analysis = await data(`/api/seap/cpv/${cpv}/analysis?${query}`);
        const expected = await plainAnalysis(db, cpv, range);
        assert.deepEqual(analysis.totals, expected.totals);
        assert.deepEqual(analysis.byYear, expected.byYear);
        assert.deepEqual(analysis.byMonth, expected.byMonth);
        assert.deepEqual(analysis.offers, expected.offers);
        assert.deepEqual(
          analysis.children.map(({ title: _, ...row }: { title: unknown }) => row),
          expected.children,
        );
        for (const p of ['p10', 'p25', 'p50', 'p75', 'p90'] as const) {
          const exact = expected.values?.[p];
          if (exact === undefined) assert.equal(analysis.values?.[p] ?? null, null);
          else
            assert.ok(
              Math.abs(analysis.values[p] - exact) <= exact * 0.01 + 0.01,
              `${p}: ${analysis.values[p]}, exactly ${exact}`,
            );
        }
        const suppliers = await plainSuppliers(db, cpv, range);
        const top = await data(`/api/seap/cpv/${cpv}/top-suppliers?limit=100&${query}`);
        assert.deepEqual(
          top.map(({ supplier: _, ...row }: { supplier: unknown }) => row),
          suppliers.slice(0, 100),
        );
        const signed = suppliers.filter(({ contracts, callOffs }) => contracts.count + callOffs.count > 0);
        assert.equal(analysis.concentration.suppliers, signed.length);
      });

  test('the preview of a company has the sums of its lists', async () => {
    const preview = await data(`/api/company/${authority}/seap`);
    const rows = await db.all<{ n: number; value: number }>(
      `select count(*) as n, sum(case when value > 0 then value end) as value from purchase where authority_id = ${authority} and state in (${ACCEPTED}, ${UNSTATED})`,
    );
    assert.equal(preview.asAuthority.directPurchases.count, rows[0]?.n);
    assert.equal(preview.asAuthority.directPurchases.value, Number(rows[0]?.value) / 100);
    assert.equal(preview.asAuthority.latestDirectPurchases.length, 5);
    assert.ok(preview.asAuthority.topPartners.length > 0);
    const years = preview.asAuthority.byYear.map(({ year }: { year: number }) => year);
    assert.deepEqual(
      years,
      years.toSorted((a: number, b: number) => b - a),
    );
    const { coverage } = await data('/api/seap/cpv/45/analysis');
    assert.deepEqual(preview.coverage, coverage, 'the loaded days are the same as in the market analysis');
    assert.ok(
      preview.coverage.some(
        ({ list, firstDate }: { list: string; firstDate: string }) => list === 'purchase' && firstDate,
      ),
    );
  });

  test('the search over everything finds notices and contracts, and the timeline has the first procurement events', async () => {
    const all = await data('/api/search/all?q=captare+valea+cucului');
    assert.ok(
      all.records.some(
        (row: { kind: string; id: string }) => row.kind === 'notice' && row.id === showcaseProcurement.notice,
      ),
    );
    const numbered = await data(`/api/search/all?q=${encodeURIComponent(showcaseProcurement.contract)}`);
    assert.ok(numbered.records.some((row: { kind: string }) => row.kind === 'contract'));
    const timeline = await data(`/api/company/${supplier}/timeline`);
    assert.ok(
      timeline.some(
        (event: { source: string; kind: string }) => event.kind === 'procurement' && event.source === 'seap',
      ),
    );
  });

  test('invalid parameters are refused by name', async () => {
    for (const [path, name] of [
      [`/api/seap/company/${authority}/contracts?dateFrom=2026-02-30`, 'dateFrom'],
      [`/api/seap/company/${authority}/contracts?dateFrom=2026-03-01&dateTo=2026-02-01`, 'dateFrom'],
      [`/api/seap/company/${authority}/contracts?role=buyer`, 'role'],
      [`/api/seap/company/${authority}/contracts?limit=0`, 'limit'],
      [`/api/seap/company/${authority}/contracts?limit=201`, 'limit'],
      [`/api/seap/company/${authority}/contracts?offset=100001`, 'offset'],
      [`/api/seap/company/${authority}/contracts?cursor=forged.0123456789abcdef`, 'cursor'],
      ['/api/seap/cpv/1234567890123/contracts', 'cpv'],
      ['/api/seap/cpv/45000000-1/contracts', 'cpv'],
      ['/api/sicap/tenders/search?from=2026-02-02&to=2026-02-01', 'from'],
    ] as const) {
      const { status, body } = await service.get(path);
      assert.equal(status, 400, path);
      assert.equal(body.error?.details?.[0]?.name, name, path);
    }
    const { body } = await service.get(`/api/seap/company/${authority}/direct-purchases?limit=1`);
    const borrowed = await service.get(
      `/api/seap/company/${supplier}/direct-purchases?limit=1&cursor=${body.meta.page.nextCursor}`,
    );
    assert.equal(borrowed.status, 400);
  });
});

test('an installation without procurement reports it as not loaded', async () => {
  const service: SmallService = await smallService({ bare: true });
  const get = async (path: string) =>
    (await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY } })).json() as Promise<{
      data: unknown;
      meta: { notLoaded: string[] };
      error: { code: string };
    }>;
  const preview = await get('/api/company/90000014/seap');
  assert.equal(preview.data, null);
  assert.deepEqual(preview.meta.notLoaded, ['procurement']);
  assert.equal((await get('/api/seap/cpv/45/contracts')).error.code, 'SOURCE_NOT_LOADED');
  await service.close();
});
