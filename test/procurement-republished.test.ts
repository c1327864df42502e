/** Contracts that a second award notice publishes again count once, in one part and over both; on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { INCREMENTS, writeIncrement } from '#ingest/procurement/increments.ts';
import type { IngestReport } from '#ingest/report.ts';
import type { ContractRecord } from '#sources/procurement/records.ts';
import type { Dataset } from '#store/dataset.ts';
import { onBothEngines } from './both-engines.ts';
import { type Installation, installation, publications } from './ingest-place.ts';
import { ask } from './procurement-ask.ts';
import { contractRecord, party } from './procurement-records.ts';
import { writeSnapshot } from './published.ts';

const CPV = { code: '60100000', title: 'Transport' };

/** The same contract in two award notices, and what only resembles it. */
const LISTED: Partial<ContractRecord>[] = [
  { awardNotice: 'CAN9', awardedOn: '2026-03-01' },
  { awardNotice: 'CAN10', awardedOn: '2026-03-05' },
  { awardNotice: 'CAN11', valueRon: 10_01 },
  { awardNotice: 'CAN12', title: 'Altceva' },
  { awardNotice: 'CAN13', suppliers: [party('HU 12345', 'Duna Kft')] },
  { awardNotice: 'CAN14', valueRon: null },
  { awardNotice: 'CAN15', valueRon: null },
];
/** As the export of an earlier year has it, too. */
const EXPORTED: Partial<ContractRecord> = {
  ...{ number: '77', date: '2018-05-02', title: 'Transport', value: 7_00, valueRon: 7_00, awardNotice: 'CAN9' },
  authority: party('4485391', 'COMUNA FELEACU'),
  suppliers: [party('RO 90000022', 'ALFA SRL')],
};
const EXPORT = `Castigator^CastigatorCUI^AutoritateContractanta^AutoritateContractantaCUI^NumarAnuntAtribuire^DataAnuntAtribuire^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^CPVCode
ALFA SRL^RO 90000022^COMUNA FELEACU^4485391^1234^2018-05-09^77^2018-05-02^Transport^7^RON^7^60100000-9
`;

onBothEngines((engine) => {
  let place: Installation;
  let report: IngestReport;
  before(async () => {
    place = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    mkdirSync(join(folder, 'achizitii-publice-2018'));
    writeFileSync(join(folder, 'achizitii-publice-2018', 'contracte.csv'), EXPORT);
    await writeIncrement(join(folder, INCREMENTS), { kind: 'contracts', day: '2026-03-05' }, [
      ...LISTED.map((one) => contractRecord({ cpv: CPV, number: '9', value: 10_00, valueRon: 10_00, ...one })),
      contractRecord({ cpv: CPV, ...EXPORTED }),
    ]);
    report = await place.read(folder, { strict: true });
  });
  after(() => place.store.close());

  const dataset = (): Dataset => place.store.generations.current() as Dataset;

  test('a contract counts once, as it was published last, or as the export has it; one that differs in anything counts', async () => {
    const { data } = await ask(dataset(), 'getCpvContracts', { cpv: CPV.code });
    assert.deepEqual(
      data
        .map(({ awardNotice, valueRon }: { awardNotice: string; valueRon: number }) => `${awardNotice} ${valueRon}`)
        .sort(),
      ['1234 7', 'CAN10 10', 'CAN11 10.01', 'CAN12 10', 'CAN13 10', 'CAN14 null', 'CAN15 null'],
    );
    const { totals } = (await ask(dataset(), 'getCpvAnalysis', { cpv: CPV.code })).data;
    assert.deepEqual(totals.contracts, { count: 7, value: 47.01, unknown: 2 });
  });

  test('the books say so', () => {
    const books = report.parts.find(({ part }) => part === 'recent')?.books ?? [];
    assert.deepEqual(
      books.map(({ file, list, read, stored, aside }) => [file, list, read, stored, aside]),
      [
        [
          'sicap-contracts',
          'contracts',
          '57.01',
          '40.01',
          [{ reason: 'of contracts that another award notice publishes, too', rows: 2, lei: '17.00' }],
        ],
      ],
    );
  });
});
