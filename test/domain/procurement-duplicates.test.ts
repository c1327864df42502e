/** Contracts that a second award notice repeats count once, in one part and over both; on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { IngestReport } from '#data/ingest/report.ts';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { roleNumber } from '#domain/procurement/rollup-tables.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask } from '#test/support/procurement-ask.ts';
import { contractRecord, noticeRecord, party } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const CPV = { code: '60100000', title: 'Transport' };

const CEILING: Partial<ContractRecord> = { kind: 'framework', value: null, valueRon: null };

/** The same contract in two award notices, and contracts that only resemble it. */
const LISTED: Partial<ContractRecord>[] = [
  { awardNotice: 'CAN9', awardedOn: '2026-03-01' },
  { awardNotice: 'CAN10', awardedOn: '2026-03-05' },
  { awardNotice: 'CAN11', valueRon: 10_01 },
  { awardNotice: 'CAN12', title: 'Altceva' },
  { awardNotice: 'CAN13', suppliers: [party('HU 12345', 'Duna Kft')] },
  // Framework agreements, most without a value: all other fields distinguish them.
  { awardNotice: 'CAN14', ...CEILING },
  { awardNotice: 'CAN15', ...CEILING, awardedOn: '2026-03-09' },
  { awardNotice: 'CAN16', ...CEILING, number: '10' },
  { awardNotice: 'CAN17', ...CEILING, date: '2026-02-02' },
  { awardNotice: 'CAN18', ...CEILING, authority: party('4485391', 'COMUNA FELEACU') },
  { awardNotice: 'CAN19', ...CEILING, suppliers: [party('HU 12345', 'Duna Kft')] },
  { awardNotice: 'CAN20', ...CEILING, title: 'Altceva' },
  { awardNotice: 'CAN21', ...CEILING, value: 5_00, currency: 'EUR' },
  { awardNotice: 'CAN22', ...CEILING, kind: 'callOff' },
  { awardNotice: 'CAN23', ...CEILING, title: null },
  { awardNotice: 'CAN24', ...CEILING, title: null },
  // Published on the same day.
  { awardNotice: 'CAN30', title: 'De două ori', notice: 'CN1000777' },
  { awardNotice: 'CAN31', title: 'De două ori', notice: 'CN1000777' },
];
/** Also in the export of an earlier year. */
const EXPORTED: Partial<ContractRecord> = {
  number: '77',
  date: '2018-05-02',
  title: 'Transport',
  value: 7_00,
  valueRon: 7_00,
  awardNotice: 'CAN9',
  authority: party('4485391', 'COMUNA FELEACU'),
  suppliers: [party('RO 90000022', 'ALFA SRL')],
};
/** A framework of the same export; in the list another framework differs by its supplier. */
const EXPORTED_CEILING: Partial<ContractRecord> = { ...EXPORTED, ...CEILING, number: '78', title: 'Acord-cadru' };
const EXPORT = `Castigator^CastigatorCUI^AutoritateContractanta^AutoritateContractantaCUI^NumarAnuntAtribuire^DataAnuntAtribuire^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^CPVCode
ALFA SRL^RO 90000022^COMUNA FELEACU^4485391^1234^2018-05-09^77^2018-05-02^Transport^7^RON^7^60100000-9
ALFA SRL^RO 90000022^COMUNA FELEACU^4485391^1235^2018-05-09^78^2018-05-02^Acord-cadru^0^RON^0^60100000-9
`;

onBothEngines((engine) => {
  let location: Installation;
  let report: IngestReport;
  before(async () => {
    location = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    mkdirSync(join(folder, 'achizitii-publice-2018'));
    writeFileSync(join(folder, 'achizitii-publice-2018', 'contracte.csv'), EXPORT);
    writeIncrement(join(folder, INCREMENTS), { kind: 'contracts', day: '2026-03-05' }, [
      ...LISTED.map((one) => contractRecord({ cpv: CPV, number: '9', value: 10_00, valueRon: 10_00, ...one })),
      contractRecord({ cpv: CPV, ...EXPORTED }),
      contractRecord({ cpv: CPV, ...EXPORTED_CEILING }),
      contractRecord({ cpv: CPV, ...EXPORTED_CEILING, awardNotice: 'CAN8', suppliers: [party('HU 1', 'Tisza Kft')] }),
    ]);
    writeIncrement(join(folder, INCREMENTS), { kind: 'notices', day: '2026-03-05' }, [
      noticeRecord({ notice: 'CN1000777', general: null }),
    ]);
    report = await location.read(folder, { strict: true });
  });
  after(() => location.store.close());

  const dataset = (): Dataset => location.store.generations.current() as Dataset;

  const published = async (): Promise<string[]> =>
    (await ask(dataset(), 'getCpvContracts', { cpv: CPV.code })).data
      .map(({ awardNotice, valueRon }: { awardNotice: string; valueRon: number }) => `${awardNotice} ${valueRon}`)
      .sort();

  test('a repeated contract counts once, also over both parts; a contract that differs in any field counts', async () => {
    const valued = (await published()).filter((one) => !one.endsWith(' null'));
    assert.deepEqual(valued, ['CAN10 10', 'CAN11 10.01', 'CAN12 10', 'CAN13 10', 'CAN31 10', 'CAN9 7']);
    const { totals } = (await ask(dataset(), 'getCpvAnalysis', { cpv: CPV.code })).data;
    assert.deepEqual(totals.contracts, { count: 6, value: 57.01, unknown: 0 });
  });

  test('contracts without a value count once exactly when all distinguishing fields agree', async () => {
    const unvalued = (await published()).filter((one) => one.endsWith(' null'));
    const others = ['15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '8', '9'].map((n) => `CAN${n} null`);
    assert.deepEqual(unvalued, others);
  });

  test('a contract names its newest award notice and lists the others, also those of the other part', async () => {
    const rows: { awardNotice: string; otherAwardNotices: string[]; number: string }[] = (
      await ask(dataset(), 'getCpvContracts', { cpv: CPV.code })
    ).data;
    const others = rows.filter(({ otherAwardNotices }) => otherAwardNotices.length > 0);
    assert.deepEqual(
      others.map(({ awardNotice, otherAwardNotices }) => [awardNotice, ...otherAwardNotices].join()).sort(),
      ['CAN10,CAN9', 'CAN15,CAN14', 'CAN31,CAN30', 'CAN9,1234', 'CAN9,1235'],
    );
    const exported = rows.find(({ number }) => number === '77');
    const recent = dataset().manifest.parts.find(({ name }) => name === 'recent')?.id;
    const sum = await dataset()
      .partGroup('procurement')
      ?.one<{ sum: number }>(
        `select sum(value) as sum from ${recent}.party_year where role = ${roleNumber('authority')}`,
      );
    assert.deepEqual([exported?.awardNotice, Number(sum?.sum)], ['CAN9', 50_01]);
  });

  test('a tender names every award notice of a repeated contract, those without a known day last', async () => {
    const { award } = (await ask(dataset(), 'getTender', { notice: 'CN1000777' })).data;
    assert.deepEqual(
      award.notices.map(({ notice, publishedAt }: { notice: string; publishedAt: string | null }) => [
        notice,
        publishedAt === null,
      ]),
      [
        ['CAN31', false],
        ['CAN30', true],
      ],
    );
    assert.equal(award.contracts, 1);
  });

  test('the ingest report accounts for the repeated contracts', () => {
    const books = report.parts.find(({ part }) => part === 'recent')?.books ?? [];
    assert.deepEqual(
      books
        .filter(({ list }) => list === 'contracts')
        .map(({ file, list, read, stored, aside }) => [file, list, read, stored, aside]),
      [
        [
          'sicap-contracts',
          'contracts',
          '77.01',
          '57.01',
          [{ reason: 'of contracts that another award notice publishes, too', rows: 3, lei: '20.00' }],
        ],
      ],
    );
  });
});
