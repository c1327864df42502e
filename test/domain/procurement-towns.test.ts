/** Contracts and suppliers by town: in any spelling, and by the registered seat when no town was published; on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask as askProcurement } from '#test/support/procurement-ask.ts';
import { contractRecord, party } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const CPV = { code: '45214200', title: 'Școli' };

/** The export of the year; the list data continues it. */
const EXPORT = `Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnuntAtribuire^DataAnuntAtribuire^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^CPVCode
ALFA SRL^RO 90000022^Romania^CLUJ NAPOCA^^Licitatie^COMUNA FELEACU^4485391^77^2018-05-02^old^2018-05-02^Hartie^7^RON^7^45214200-8
`;

const from = (code: string, city: string | null): PartyRecord => party(code, `Party ${code}`, { city });
/** By number of the contract. */
const SUPPLIERS: Record<string, PartyRecord[]> = {
  seat: [from('RO 90000014', null)],
  dash: [from('90000014', '-')],
  spelt: [from('RO 90000022', 'Mun. Cluj-Napoca, jud. Cluj')],
  sectors: [from('RO 90000022', 'Bucuresti, sect. 1'), from('HU 1', 'Sectorul 2, București')],
  capital: [from('DE 2', 'BUCUREŞTI')],
  ploiesti: [from('DE 3', 'Mun. Ploiesti')],
  nowhere: [from('DE 4', null), from('DE 5', '-')],
};

onBothEngines((engine) => {
  let loaded: Installation;
  before(async () => {
    loaded = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [
      { cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL', locality: 'Târgu Mureş', county: 'Mureş' },
    ]);
    mkdirSync(join(folder, 'achizitii-publice-2018'));
    writeFileSync(join(folder, 'achizitii-publice-2018', 'contracte.csv'), EXPORT);
    const contracts = Object.entries(SUPPLIERS).map(([number, suppliers]) =>
      contractRecord({ number, suppliers, cpv: CPV, value: 100_00, valueRon: 100_00 }),
    );
    writeIncrement(join(folder, INCREMENTS), { kind: 'contracts', day: '2026-03-05' }, contracts);
    await loaded.read(folder, { strict: true });
  });
  after(() => loaded.store.close());

  const ask = (id: string, town: string, cpv = '45') =>
    askProcurement(
      loaded.store.generations.current() as Dataset,
      id,
      { cpv },
      `supplierCity=${encodeURIComponent(town)}`,
    );
  const found = async (town: string, cpv?: string): Promise<string[]> =>
    (await ask('getCpvContracts', town, cpv)).data.map(({ number }: { number: string }) => number).sort();

  test('a town matches in any spelling, in exports and lists, under short and long CPV codes', async () => {
    for (const town of ['Cluj-Napoca', 'CLUJ NAPOCA', 'mun. cluj napoca', 'Cluj'])
      for (const cpv of ['45', '452', '45214200']) assert.deepEqual(await found(town, cpv), ['old', 'spelt'], town);
    for (const town of ['Ploiești', 'Mun. Ploiesti']) assert.deepEqual(await found(town), ['ploiesti']);
  });

  test('Bucharest includes its sectors, a sector matches alone, and a contract with two suppliers there is listed once', async () => {
    assert.deepEqual(await found('București'), ['capital', 'sectors']);
    assert.deepEqual(await found('Sector 1'), ['sectors']);
    assert.deepEqual(await found('bucuresti sectorul 2'), ['sectors']);
    assert.deepEqual(await found('Sector 3'), []);
    const top = await ask('getCpvTopSuppliers', 'BUCURESTI');
    assert.deepEqual(top.data.map(({ supplier }: { supplier: { code: string } }) => supplier.code).sort(), [
      'DE 2',
      'HU 1',
      'RO 90000022',
    ]);
  });

  test('without a published town the registered seat matches, and the answer leaves the published town null', async () => {
    for (const town of ['Târgu Mureș', 'TG. MURES', 'Tirgu Mures'])
      assert.deepEqual(await found(town), ['dash', 'seat'], town);
    const { data } = await ask('getCpvContracts', 'Targu Mures');
    assert.deepEqual(
      data.map(({ suppliers }: { suppliers: { city: string | null }[] }) => suppliers[0]?.city),
      [null, null],
    );
    const [first] = (await ask('getCpvTopSuppliers', 'Targu Mures')).data;
    assert.deepEqual(first.contracts, { count: 2, value: 200 });
  });

  test('the town of a supplier is its plain name', async () => {
    const { data } = await ask('getCpvContracts', 'București');
    const cities = data.flatMap(({ suppliers }: { suppliers: { city: string }[] }) =>
      suppliers.map(({ city }) => city),
    );
    assert.deepEqual(cities.sort(), ['București', 'București Sectorul 1', 'București Sectorul 2']);
    const [spelt] = (await ask('getCpvContracts', 'Cluj', '45')).data.filter(
      (one: { number: string }) => one.number === 'spelt',
    );
    assert.equal(spelt.suppliers[0].city, 'Cluj-Napoca');
  });

  test('the answer counts suppliers without a known town, and an unknown town gives a warning with similar names', async () => {
    for (const id of ['getCpvContracts', 'getCpvTopSuppliers']) {
      const { meta } = await ask(id, 'Ploiesti');
      assert.equal(meta.suppliersWithoutTown, 2);
      assert.deepEqual(meta.warnings, [
        'The town of 2 suppliers under this code is not known: the town filter does not match them.',
      ]);
      const slip = await ask(id, 'Ploeisti');
      assert.deepEqual(slip.data, []);
      assert.match(slip.meta.warnings?.[0] ?? '', /^No supplier is registered in "Ploeisti"\. Near it: Ploiești\.$/);
      const none = await ask(id, '???');
      assert.deepEqual([none.data, none.meta.warnings?.[0]], [[], 'No supplier is registered in "???".']);
      assert.equal((await ask(id, 'Ploiesti', '33')).meta.suppliersWithoutTown, 0);
    }
  });
});
