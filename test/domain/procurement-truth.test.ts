/** Rules for procurement figures: one test for each rule, from published records to answers, on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ContractRecord, PurchaseRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask as askProcurement } from '#test/support/procurement-ask.ts';
import { contractRecord, party, purchaseRecord, SUPPLIER } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const CPV = { code: '45214200', title: 'Școli' };
const FOREIGN = party('HU 12345', 'Duna Kft');
const MALFORMED = party('90000015', 'CIFRA GRESITA SRL');

const contracts: (Partial<ContractRecord> & { value: number | null })[] = [
  { number: '1', value: 100_00 },
  { number: '2', value: 90_01, suppliers: [SUPPLIER, FOREIGN, MALFORMED] },
  { number: '3', kind: 'framework', value: 1_000_000_00 },
  { number: '4', kind: 'framework', value: 0 },
  { number: '5', kind: 'callOff', value: 500_00 },
  { number: '6', value: null },
];
/** Separate from the others: suppliers with published towns, and one without. */
const OF_TOWNS = { cpv: { code: '50110000', title: 'Reparații' }, authority: party('4485391', 'COMUNA FELEACU') };
const fromIasi = (code: string) => party(code, `Party ${code}`, { city: 'Iași' });
const TWO_OF_IASI = [fromIasi('RO 90000014'), fromIasi('RO 90000022')];
const purchases: Partial<PurchaseRecord>[] = [
  { id: 'DA1', value: 10_00, state: 'accepted' },
  { id: 'DA2', value: 99_00, state: 'refused' },
  { id: 'DA3', value: 98_00, state: 'lapsed' },
];

const EXPORT = `Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode
ALFA SRL^RO 90000022^Romania^Cluj^^Cumparare directa^COMUNA FELEACU^4485391^DA7^2018-05-02 10:00:00^Hartie^Contract^^2018-05-02 11:00:00^Hartie^7^RON^7^^1^30197644-2
`;

const isUnstated = ({ meta }: { meta: { warnings?: string[] } }): boolean =>
  (meta.warnings ?? []).some((warning) => /does not publish whether the offer was accepted/.test(warning));

onBothEngines((engine) => {
  let loaded: Installation;
  before(async () => {
    loaded = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    // An export of another year and kind: the list data continues it.
    const year = join(folder, 'achizitii-publice-2018');
    mkdirSync(year);
    writeFileSync(join(year, 'purchases.csv'), EXPORT);
    const increments = join(folder, INCREMENTS);
    writeIncrement(increments, { kind: 'contracts', day: '2026-03-05' }, [
      ...contracts.map((one) => contractRecord({ ...one, valueRon: one.value, cpv: CPV })),
      contractRecord({ ...OF_TOWNS, number: '7', valueRon: 50_00, suppliers: TWO_OF_IASI }),
      contractRecord({ ...OF_TOWNS, number: '8', valueRon: 70_00, suppliers: [FOREIGN] }),
    ]);
    writeIncrement(
      increments,
      { kind: 'purchases', day: '2026-03-05' },
      purchases.map((one) => purchaseRecord({ ...one, cpv: CPV })),
    );
    await loaded.read(folder, { strict: true });
  });
  after(() => loaded.store.close());

  const answer = (id: string, params: Record<string, string>, query = '') =>
    askProcurement(loaded.store.generations.current() as Dataset, id, params, query);
  const ask = async (id: string, params: Record<string, string>, query = '') => (await answer(id, params, query)).data;
  const analysis = (query = '') => ask('getCpvAnalysis', { cpv: '45' }, query);
  const topSuppliers = () => ask('getCpvTopSuppliers', { cpv: '45' });

  test('ceilings of frameworks are never summed; call-offs count in ranks, shares, percentiles and offers', async () => {
    const { totals } = await analysis();
    assert.deepEqual(totals.contracts, { count: 3, value: 190.01, unknown: 1 });
    assert.deepEqual(totals.callOffs, { count: 1, value: 500, unknown: 0 });
    const { asAuthority, asSupplier } = await ask('getCompanySeap', { cui: '4305857' });
    assert.deepEqual(asAuthority.contracts, { count: 3, value: 190.01 });
    assert.deepEqual(asAuthority.callOffs, { count: 1, value: 500 });
    assert.equal(asSupplier.contracts.count, 0);
    const [first] = await topSuppliers();
    assert.deepEqual(first.contracts, { count: 3, value: 130.01 });
    assert.deepEqual(first.callOffs, { count: 1, value: 500 });
    assert.equal(first.share, 63_001 / 69_001);
    const { topAuthorities, concentration, values, offers, children } = await analysis();
    assert.deepEqual(topAuthorities[0].callOffs, { count: 1, value: 500 });
    assert.equal(topAuthorities[0].share, 1);
    assert.deepEqual(concentration, {
      suppliers: 3,
      hhi: ((63_001 ** 2 + 2 * 3_000 ** 2) / 69_001 ** 2) * 10_000,
      top10Share: 1,
    });
    assert.equal(offers.contracts, 4);
    assert.ok(Math.abs(values.p90 - 500) < 5 && Math.abs(values.callOffs.p50 - 500) < 5);
    assert.deepEqual(children[0].callOffs, { count: 1, value: 500, unknown: 0 });
    const [partner] = asAuthority.topPartners;
    assert.deepEqual(
      [partner.contracts, partner.callOffs, partner.directPurchases],
      [
        { count: 3, value: 130.01 },
        { count: 1, value: 500 },
        { count: 1, value: 10 },
      ],
    );
    assert.deepEqual([partner.count, partner.value], [5, 640.01]);
  });

  test('the value 0 of a framework is unknown, also in its list', async () => {
    assert.deepEqual((await analysis()).totals.frameworks, { count: 2, value: 1_000_000, unknown: 1 });
    const entries = await ask('getCpvContracts', { cpv: '45' });
    const framework = entries.find(({ number }: { number: string }) => number === '4');
    assert.equal(framework.value, null);
  });

  test('a purchase whose state the export does not publish is of unknown state, counted, and stated with every sum', async () => {
    const analysed = await answer('getCpvAnalysis', { cpv: '30' });
    assert.deepEqual(analysed.data.totals.directPurchases, { count: 1, value: 7, unknown: 0, unknownState: 1 });
    assert.ok(isUnstated(analysed));
    assert.equal((await ask('getCpvDirectPurchases', { cpv: '30' }))[0].state, 'unknown');
    const seap = await answer('getCompanySeap', { cui: '90000022' });
    assert.deepEqual(seap.data.asSupplier.directPurchases, { count: 1, value: 7, unknownState: 1 });
    assert.ok(isUnstated(seap));
    const top = await answer('getCpvTopSuppliers', { cpv: '30' });
    assert.deepEqual([top.data[0].directPurchases, top.data[0].share], [{ count: 1, value: 7 }, null]);
    assert.ok(isUnstated(top));
    assert.ok(!isUnstated(await answer('getCpvAnalysis', { cpv: '45' })));
  });

  test('refused and lapsed purchases do not count, and are listed with their state', async () => {
    assert.deepEqual((await analysis()).totals.directPurchases, { count: 1, value: 10, unknown: 0, unknownState: 0 });
    const { asAuthority, asSupplier } = await ask('getCompanySeap', { cui: '4305857' });
    assert.deepEqual(asAuthority.directPurchases, { count: 1, value: 10, unknownState: 0 });
    assert.equal(asSupplier.directPurchases.count, 0);
    const entries = await ask('getCpvDirectPurchases', { cpv: '45' });
    assert.deepEqual(entries.map(({ state }: { state: string }) => state).sort(), ['accepted', 'lapsed', 'refused']);
  });

  test('a consortium is not counted twice: the shares of its members sum up to the contract', async () => {
    const suppliers = await topSuppliers();
    const sold = suppliers.map((row: { contracts: { value: number } }) => Math.round(row.contracts.value * 100));
    assert.deepEqual(sold, [130_01, 30_00, 30_00]);
    assert.equal(
      sold.reduce((sum: number, bani: number) => sum + bani, 0),
      190_01,
    );
    const shares = suppliers.map(({ share }: { share: number }) => share);
    assert.ok(Math.abs(shares.reduce((sum: number, share: number) => sum + share, 0) - 1) < 1e-9);
    assert.equal((await analysis()).totals.contracts.value, 190.01);
  });

  test('suppliers by town include all consortium members of the town, and no supplier without a known town', async () => {
    const of = async (town: string) =>
      (await ask('getCpvTopSuppliers', { cpv: OF_TOWNS.cpv.code }, `supplierCity=${town}`)).map(
        ({ supplier, contracts }: { supplier: { code: string }; contracts: object }) => [supplier.code, contracts],
      );
    assert.deepEqual(await of('iasi'), [
      ['RO 90000014', { count: 1, value: 25 }],
      ['RO 90000022', { count: 1, value: 25 }],
    ]);
    assert.deepEqual(await of('nicaieri'), []);
  });

  test('foreign and malformed fiscal codes are returned as published, and without a cui', async () => {
    const parties = (await topSuppliers()).map(({ supplier }: { supplier: object }) => supplier);
    for (const { code, name } of [FOREIGN, MALFORMED])
      assert.deepEqual(
        parties.find((one: { code: string }) => one.code === code),
        { cui: null, code, name, registryName: null },
      );
  });

  test('a party has its published name beside its name in the registry', async () => {
    const [{ supplier }] = await topSuppliers();
    assert.deepEqual(supplier, {
      cui: '90000014',
      code: 'RO 90000014',
      name: 'ZIMBRUL AURIU S.R.L.',
      registryName: 'ZIMBRUL AURIU SRL',
    });
    const [{ party: authority }] = (await analysis()).topAuthorities;
    assert.equal(authority.name, contractRecord().authority.name);
    assert.equal(authority.registryName, null);
  });

  test('totals state the days that they cover, whatever range is requested', async () => {
    const { coverage } = await analysis('dateFrom=2020-01-01&dateTo=2026-12-31');
    const of = (list: string) => coverage.find((one: { list: string }) => one.list === list);
    assert.deepEqual(of('contract'), { list: 'contract', firstDate: '2026-02-05', lastDate: '2026-02-05' });
    assert.deepEqual(of('purchase'), { list: 'purchase', firstDate: '2018-05-02', lastDate: '2026-03-05' });
    assert.deepEqual(of('notice'), { list: 'notice', firstDate: null, lastDate: null });
  });

  test('unknown figures are null, not 0; the value of no deals is 0', async () => {
    const nothing = await ask('getCpvAnalysis', { cpv: '99' });
    assert.deepEqual(nothing.totals.contracts, { count: 0, value: 0, unknown: 0 });
    assert.equal(nothing.values, null);
    assert.deepEqual(nothing.concentration, { suppliers: 0, hhi: null, top10Share: null });
    assert.equal(nothing.totals.directPurchases.unknownState, 0);
    assert.deepEqual(nothing.offers, { contracts: 0, average: null, singleShare: null });
  });
});
