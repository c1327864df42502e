/** Filters and order of contract lists, of a company and under a CPV code; on both engines. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask, NOW } from '#test/support/procurement-ask.ts';
import { contractRecord, party } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const CITY = '4305857';
const VILLAGE = '4485391';
const FIRST = '90000014';
const SECOND = '90000022';

/** Numbers, the newest last; the third is won by both suppliers, the last has no value. */
const CONTRACTS: [authority: string, suppliers: string[], lei: number | null][] = [
  [CITY, [FIRST], 300],
  [VILLAGE, [FIRST], 100],
  [CITY, [FIRST, SECOND], 200],
  [CITY, [SECOND], 500],
  [CITY, [FIRST], null],
];
const contracts = CONTRACTS.map(([authority, suppliers, lei], i) => {
  const bani = lei === null ? null : lei * 100;
  return contractRecord({
    number: String(i + 1),
    date: `2026-02-0${i + 1}`,
    authority: party(authority, undefined, { county: authority === CITY ? 'CLUJ' : 'Vaslui' }),
    // The county of the first one is that of its seat.
    suppliers: suppliers.map((cui) => party(cui, undefined, cui === FIRST ? {} : { county: 'IAŞI' })),
    value: bani,
    valueRon: bani,
    awardNotice: `CAN100000${i}`,
  });
});

onBothEngines((engine) => {
  let loaded: Installation;
  before(async () => {
    loaded = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [
      { cui: FIRST, number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL', county: 'Cluj' },
    ]);
    writeIncrement(join(folder, INCREMENTS), { kind: 'contracts', day: '2026-02-06' }, contracts);
    await loaded.read(folder, { strict: true });
  });
  after(() => loaded.store.close());

  const answer = (id: string, params: Record<string, string>, query: string) =>
    ask(loaded.store.generations.current() as Dataset, id, params, query, NOW);
  const numbers = ({ data }: Awaited<ReturnType<typeof answer>>): string =>
    data.map(({ number }: { number: string }) => number).join('');
  const ofCompany = async (cui: string, query: string) => numbers(await answer('getCompanyContracts', { cui }, query));
  const ofCpv = async (query: string) => numbers(await answer('getCpvContracts', { cpv: '45' }, query));

  test('contracts between two parties are found from either side', async () => {
    assert.equal(await ofCompany(FIRST, `authorityCui=${CITY}`), '531');
    assert.equal(await ofCompany(FIRST, `authorityCui=RO%20${VILLAGE}&role=supplier`), '2');
    assert.equal(await ofCompany(CITY, `supplierCui=${SECOND}`), '43');
    assert.equal(await ofCompany(CITY, `supplierCui=${CITY}`), '');
    assert.equal(await ofCompany(FIRST, `supplierCui=${SECOND}`), '3', 'in a consortium');
    assert.equal(await ofCpv(`authorityCui=${CITY}&supplierCui=${FIRST}`), '531');
  });

  test('counties of authorities and suppliers narrow a list, as published or by the seat', async () => {
    assert.equal(await ofCpv('authorityCounty=Vaslui'), '2');
    assert.equal(await ofCompany(FIRST, 'authorityCounty=Cluj'), '531');
    assert.equal(await ofCpv('supplierCounty=Cluj'), '5321');
    assert.equal(await ofCpv('supplierCounty=Ia%C8%99i&minValue=300'), '4');
    assert.equal(await ofCpv('supplierCounty=Arad'), '');
  });

  test('values narrow a list, and contracts without one do not pass', async () => {
    assert.equal(await ofCompany(FIRST, 'minValue=200'), '31');
    assert.equal(await ofCompany(FIRST, 'maxValue=199.99'), '2');
    assert.equal(await ofCpv('minValue=200&maxValue=300'), '31');
    const { page } = await answer('getCpvContracts', { cpv: '45' }, 'minValue=200&limit=1');
    assert.deepEqual([page.total, page.totalRelation], [3, 'exact']);
  });

  test('the order of values holds over pages, contracts without one last', async () => {
    assert.equal(await ofCpv('sort=value'), '41325');
    assert.equal(await ofCompany(FIRST, 'sort=value&role=supplier'), '1325');
    assert.equal(await ofCpv('sort=value&minValue=150'), '413');
    let paged = '';
    for (let cursor = ''; ; ) {
      const part = await answer('getCpvContracts', { cpv: '45' }, `sort=value&limit=2${cursor}`);
      paged += numbers(part);
      if (part.page.nextCursor === null) break;
      cursor = `&cursor=${part.page.nextCursor}`;
    }
    assert.equal(paged, '41325');
    assert.equal(await ofCpv('sort=value&limit=2&offset=1'), '13');
    assert.equal(await ofCpv('sort=date'), '54321');
  });

  test('invalid filters are refused', async () => {
    for (const query of ['sort=size', 'minValue=-1', 'minValue=2&maxValue=1', 'authorityCui=abc', 'supplierCui=0']) {
      await assert.rejects(ofCompany(FIRST, query), { code: 'INVALID_PARAMETER' }, query);
      await assert.rejects(ofCpv(query), { code: 'INVALID_PARAMETER' }, query);
    }
  });
});
