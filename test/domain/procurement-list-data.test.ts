/** List data of a notice or contract survives an export with fewer fields for the same day; on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask } from '#test/support/procurement-ask.ts';
import { contractRecord, noticeRecord, party, purchaseRecord } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const DAY = '2026-01-10';
const LATER = '2026-04-20';
const lots = [{ number: '1', title: 'Acoperiș', estimatedValue: 40_000_00, cpv: '45260000' }];

const entries = noticeRecord({
  systemId: 100,
  title: 'Reabilitare școală, corp B',
  deadlineAt: '2026-02-20T12:00:00.000Z',
  state: 'Atribuita',
  lots,
  hasDocuments: true,
  general: {
    award: { notice: 'CAN1000001', systemId: 5, publishedOn: '2026-02-05' },
    appeals: [],
    plan: { name: 'Planul anual', line: 'Școli' },
  },
  publishedOn: DAY,
});
const items = [{ name: 'Hârtie A4', cpv: '30197644', quantity: 10, unit: 'top', unitPrice: 12_34 }];
const purchase = purchaseRecord({ systemId: 77, items });
const lacking = noticeRecord({ notice: 'RFQ1000007', type: 'RFQ', title: 'Invitație', publishedOn: DAY, lots: [] });
const later = noticeRecord({ notice: 'CN1099999', publishedOn: LATER, title: 'Pod nou', lots: [] });
const contract = contractRecord({
  suppliers: [party('RO 90000014', 'ZIMBRUL AURIU S.R.L.', { city: 'Iași', county: 'Iași' })],
  lots: ['1'],
  offersReceived: 4,
});

/** Exports in the format since 2022, for the notice and for its contract. */
const NOTICES = `Tip anunt^Numar anunt initiere^Data publicare^Autoritate contractanta^CUI autoritate contractanta^Tip procedura^Cod CPV^Denumire CPV^Valoare estimata procedura (RON)
Anunt de participare^CN1096282^2026-01-10^MUNICIPIUL CLUJ^4305857^Licitatie deschisa^45214200-2^Scoli^900000
Anunt de participare^CN1096999^2026-03-31^MUNICIPIUL CLUJ^4305857^Licitatie deschisa^45214200-2^Scoli^5
`;
const CONTRACTS = `Autoritate contractanta^CUI autoritate contractanta^Tip procedura^Numar anunt initiere^Numar anunt atribuire^Data publicare^Cod CPV^Denumire CPV^Tip incheiere contract^Data contract^Numar contract^Valoare contract (RON)^Ofertant castigator^CUI ofertant castigator
MUNICIPIUL CLUJ^4305857^Licitatie deschisa^CN1096282^CAN1000001^2026-02-05^45214200-2^Scoli^Un contract de achizitii publice^2026-02-01^12/2026^900000^ZIMBRUL AURIU SRL^90000014
MUNICIPIUL CLUJ^4305857^Licitatie deschisa^CN1096282^CAN1000009^2026-03-31^45214200-2^Scoli^Un contract de achizitii publice^2026-03-01^13/2026^5^ZIMBRUL AURIU SRL^90000014
`;

const PURCHASES = `Autoritate contractanta^CUI autoritate contractanta^Numar achizitie directa^Data publicare^Denumire achizitie^Cod CPV^Denumire CPV^Data finalizare^Valoare achizitie (RON)^Ofertant castigator^CUI ofertant castigator
MUNICIPIUL CLUJ^4305857^DA22780457^2026-03-02^Hartie^30197644-2^Hartie xerografica^2026-03-05^123.45^ZIMBRUL AURIU SRL^90000014
MUNICIPIUL CLUJ^4305857^DA22780458^2026-03-02^Hartie^30197644-2^Hartie xerografica^2026-03-31^5.45^ZIMBRUL AURIU SRL^90000014
`;

onBothEngines((engine) => {
  let location: Installation;
  const folder = publications();
  const year = join(folder, 'achizitii-publice-2026');

  before(async () => {
    location = await installation(engine);
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    mkdirSync(year, { recursive: true });
    const header = NOTICES.split('\n')[0];
    writeFileSync(
      join(year, 'q4.csv'),
      `${header}\nAnunt de participare^CN1^2025-12-31^MUNICIPIUL CLUJ^4305857^Licitatie deschisa^45214200-2^Scoli^1\n`,
    );
    const increments = join(folder, INCREMENTS);
    writeIncrement(increments, { kind: 'notices', day: DAY }, [entries, lacking]);
    writeIncrement(increments, { kind: 'notices', day: LATER }, [later]);
    writeIncrement(increments, { kind: 'contracts', day: '2026-02-05' }, [contract]);
    writeIncrement(increments, { kind: 'purchases', day: '2026-03-05' }, [purchase]);
    await location.read(folder, { strict: true });
  });
  after(() => location.store.close());

  const answer = async (id: string, params: Record<string, string>, query = '') =>
    (await ask(location.store.generations.current() as Dataset, id, params, query)).data;

  test('an export of the same days keeps the fields of the lists and updates its own', async () => {
    const noticeBefore = await answer('getTender', { notice: 'CN1096282' });
    const contractBefore = await answer('getContract', { number: '12/2026' });
    assert.equal(noticeBefore.lots.length, 1);
    assert.equal(noticeBefore.plan.line, 'Școli');
    const [purchaseBefore] = await answer('getCompanyDirectPurchases', { cui: '4305857' });
    assert.deepEqual(purchaseBefore.items, [{ ...items[0], unitPrice: 12.34 }]);
    writeFileSync(join(year, 'notices-q1.csv'), NOTICES);
    writeFileSync(join(year, 'contracts-q1.csv'), CONTRACTS);
    writeFileSync(join(year, 'purchases-q1.csv'), PURCHASES);
    await location.read(folder, { strict: true });

    const notice = await answer('getTender', { notice: 'CN1096282' });
    // The export has a second contract of the procedure.
    assert.deepEqual([noticeBefore.award.contracts, notice.award.contracts], [1, 2]);
    const inExport = { code: '90000014', name: 'ZIMBRUL AURIU SRL' };
    const [lot] = noticeBefore.lots;
    assert.deepEqual([lot.state, lot.suppliers[0].cui], ['awarded', '90000014']);
    assert.deepEqual(notice, {
      ...noticeBefore,
      award: notice.award,
      lots: [{ ...lot, suppliers: [{ ...lot.suppliers[0], ...inExport }] }],
      estimatedValue: 900_000,
      publishedEstimatedValue: 900_000,
    });
    const [, purchaseAfter] = await answer('getCompanyDirectPurchases', { cui: '4305857' });
    assert.deepEqual(
      [purchaseAfter.id, purchaseAfter.source, purchaseAfter.items, purchaseAfter.url],
      [purchaseBefore.id, 'export', purchaseBefore.items, purchaseBefore.url],
    );
    const bought = await answer('getContract', { number: '12/2026' });
    const [supplier] = bought.suppliers;
    assert.deepEqual([supplier.name, supplier.city, supplier.county], ['ZIMBRUL AURIU SRL', 'Iași', 'Iași']);
    assert.deepEqual(
      { ...bought, suppliers: [] },
      {
        ...contractBefore,
        suppliers: [],
        euFunded: null,
        title: 'Reabilitare școală',
        lots: [
          {
            ...contractBefore.lots[0],
            suppliers: [{ ...contractBefore.lots[0].suppliers[0], ...inExport }],
          },
        ],
      },
    );
    assert.deepEqual([bought.lots.map(({ number }: { number: string }) => number), bought.offersReceived], [['1'], 4]);
  });

  test('a notice missing in the export stays, and a notice of a later day is listed once', async () => {
    assert.equal((await answer('getTender', { notice: 'RFQ1000007' })).title, 'Invitație');
    const all = await answer('searchTenders', {}, 'authorityCui=4305857');
    assert.deepEqual(
      all.map((each: { notice: string }) => each.notice),
      ['CN1099999', 'CN1096999', 'RFQ1000007', 'CN1096282', 'CN1'],
    );
    assert.deepEqual((await answer('searchTenders', {}, 'q=acoperis')).length, 1, 'the notice is found by its lots');
    assert.equal((await answer('searchTenders', {}, `q=${encodeURIComponent('"corp B"')}`)).length, 1);
  });

  test('no contract is counted twice, and the filter by town still applies', async () => {
    const { asSupplier } = await answer('getCompanySeap', { cui: '90000014' });
    assert.deepEqual(asSupplier.contracts, { count: 2, value: 900_005 });
    assert.equal((await answer('getCpvContracts', { cpv: '45' }, 'supplierCity=iasi')).length, 1);
  });

  test('reading the same files again changes nothing', async () => {
    assert.equal((await location.read(folder, { strict: true })).published, false);
  });
});
