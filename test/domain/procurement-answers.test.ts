/** Procurement answers about data that is not loaded, unknown or still changing; on both engines. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask, NOW } from '#test/support/procurement-ask.ts';
import { contractRecord, noticeRecord, party, purchaseRecord } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const DAY = '2026-03-05';
const AUTHORITY = '4305857';
const OTHER = party('4485391', 'COMUNA FELEACU');

/** More than the limits of a page, a count and a sorted list. */
const MANY = 5_001;
const many = Array.from({ length: MANY }, (_, i) =>
  noticeRecord({ notice: `CN${1_100_000 + i}`, title: 'Lucrări la drum', authority: OTHER, publishedOn: '2026-01-09' }),
);

/** Older than all of them: the same words in another order, over two texts, and with a fiscal code as a number in the title. */
const older = [
  noticeRecord({ notice: 'CN1000001', title: 'Drum la lucrări', authority: OTHER, publishedOn: '2026-01-08' }),
  noticeRecord({
    notice: 'CN1000002',
    title: 'Lucrări',
    authority: { ...OTHER, name: 'DRUM' },
    lots: [{ number: '1', title: 'La pod', estimatedValue: null, cpv: null }],
    publishedOn: '2026-01-07',
  }),
  noticeRecord({ notice: 'CN1000003', title: `Stația ${AUTHORITY}`, authority: OTHER, publishedOn: '2026-01-06' }),
];

/** Before 2019 notice numbers had no letters; the value is in euro, not in lei. */
const old = noticeRecord({
  notice: '155043',
  title: 'Poduri vechi',
  authority: OTHER,
  estimatedValue: 15_00,
  currency: 'EUR',
  publishedOn: '2017-03-02',
});

/** Deadlines an hour apart; two of the values are equal and one is unknown. */
const open = [30, 10, 20, 20, null].map((lei, i) =>
  noticeRecord({
    notice: `SCN${1_000_001 + i}`,
    type: 'SCN',
    systemId: 100 + i,
    title: 'Poduri',
    estimatedValue: lei === null ? null : lei * 100,
    deadlineAt: new Date(NOW + (i + 1) * 3_600_000).toISOString(),
  }),
);
const invitation = noticeRecord({
  notice: 'RFQ1000001',
  type: 'RFQ',
  systemId: 7,
  lots: null,
  // Half past midnight on the first of December in Bucharest.
  deadlineAt: '2026-11-30T22:30:00.000Z',
});

const contracts = [
  contractRecord({ number: '7/2026', date: '2026-02-03', title: null }),
  contractRecord({ number: '7 / 2026', date: '2026-02-02', kind: 'framework' }),
  contractRecord({ number: '7/2026', date: '2026-02-01', authority: OTHER }),
  contractRecord({ number: '8', authority: OTHER, suppliers: [] }),
];

/** A procedure awarded in two notices, with call-offs since; and one whose award only the system's own view states. */
const BUILDER = party(null, 'REGIA DE VIADUCTE');
const awarded = [
  noticeRecord({ notice: 'CN1000010', title: 'Viaduct', authority: BUILDER, publishedOn: '2025-01-06' }),
  noticeRecord({
    notice: 'CN1000011',
    title: 'Viaduct',
    authority: BUILDER,
    publishedOn: '2025-01-07',
    general: {
      award: { notice: 'CAN1000099', systemId: 42, publishedOn: '2025-09-01' },
      appeals: [
        {
          body: 'CNSC',
          number: '3878',
          filedOn: '2025-02-01',
          decision: null,
          decidedOn: null,
          text: 'nr: 3878 din data de 01.02.2025',
        },
      ],
      plan: { name: 'Planul anual', line: null },
    },
  }),
];
const underNotice = { authority: BUILDER, notice: 'CN1000010', awardNotice: 'CAN1000010', awardedOn: '2025-08-01' };
const ofAwarded = [
  contractRecord({ ...underNotice, number: 'V1', date: '2025-07-01', kind: 'framework', value: null, valueRon: null }),
  contractRecord({
    ...underNotice,
    number: 'V2',
    date: '2025-07-20',
    awardNotice: 'CAN1000012',
    awardSystemId: 41,
    awardedOn: '2025-08-20',
    suppliers: [party('90000014', 'ZIMBRUL AURIU'), party(null, 'BETA GMBH')],
  }),
  contractRecord({
    ...underNotice,
    number: 'S1',
    date: '2025-10-01',
    kind: 'callOff',
    awardNotice: 'CAN1000013',
    suppliers: [party(null, 'GAMMA SRL')],
  }),
];

const report = {
  ackDocId: `${'a'.repeat(98)}~1`,
  supplier: { code: '90000014', name: 'ZIMBRUL AURIU SRL' },
  authority: { code: AUTHORITY, name: 'MUNICIPIUL CLUJ' },
  issuedOn: '2026-04-01',
  text: 'Lucrările s-au terminat la timp.',
};

const EXPORT = `Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode
ALFA SRL^RO 90000022^Romania^Cluj^^Cumparare directa^COMUNA FELEACU^4485391^DA7^2018-05-02 10:00:00^Hartie^Contract^^2018-05-02 11:00:00^Hartie^7^RON^7^^1^30197644-2
`;

const MODIFICATIONS = `Autoritate contractanta|CUI autoritate contractanta|Numar anunt atribuire|Data publicare|Numar contract|Data contract|Descrierea modificarilor|Valoarea totala actualizata a contractului inainte de modificari|Valoarea totala a contractului dupa modificari
MUNICIPIUL CLUJ|${AUTHORITY}||01.05.2026|7/ 2026|03.02.2026|Prelungire|900.000,00|900.000,00
MUNICIPIUL CLUJ|${AUTHORITY}||01.06.2026|7/2026|03.02.2026|Cantități suplimentare|900.000,00|990.000,50
MUNICIPIUL CLUJ|${AUTHORITY}||01.06.2026|7/2026|03.02.2025|A altui contract|1,00|2,00
COMUNA FELEACU|4485391||01.06.2026|7/2026|03.02.2026|A altei autorități|1,00|2,00
`;

onBothEngines((engine) => {
  let loaded: Installation;
  let folder: string;
  before(async () => {
    loaded = await installation(engine);
    folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    // Of an earlier year: the lists of later days continue it.
    const year = join(folder, 'achizitii-publice-2018');
    mkdirSync(year);
    writeFileSync(join(year, 'purchases.csv'), EXPORT);
    writeFileSync(join(year, 'date-din-modificare-contract.csv'), MODIFICATIONS);
    const increments = join(folder, INCREMENTS);
    writeIncrement(increments, { kind: 'notices', day: DAY }, [
      ...open,
      invitation,
      ...many,
      ...older,
      old,
      ...awarded,
    ]);
    writeIncrement(increments, { kind: 'contracts', day: DAY }, [...contracts, ...ofAwarded]);
    writeIncrement(increments, { kind: 'purchases', day: DAY }, [purchaseRecord({ state: 'refused' })]);
    await loaded.read(folder, { strict: true });
  });
  after(() => loaded.store.close());

  const answer = (id: string, params: Record<string, string>, query = '', now = NOW) =>
    ask(loaded.store.generations.current() as Dataset, id, params, query, now);
  const refused = (code: string) => ({ code });

  test('a notice names its award notices and winners: of its contracts without call-offs, else of the system’s view', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: answers of an untyped operation.
    const of = async (notice: string) => (await answer('getTender', { notice })).data as any;
    const one = await of('CN1000010');
    assert.deepEqual(one.award.notices, [
      {
        notice: 'CAN1000012',
        publishedAt: '2025-08-20',
        url: 'urn:firmoteca:demo:sicap/notices/ca-notices/view-c/41',
      },
      { notice: 'CAN1000010', publishedAt: '2025-08-01', url: null },
    ]);
    assert.equal(one.award.contracts, 2);
    assert.deepEqual(
      one.award.winners.map(({ name, cui, registryName }: Record<string, string | null>) => [name, cui, registryName]),
      [
        ['ZIMBRUL AURIU', '90000014', 'ZIMBRUL AURIU SRL'],
        ['BETA GMBH', null, null],
      ],
    );
    assert.deepEqual([one.appeals, one.plan], [null, null]);
    const viewed = await of('CN1000011');
    assert.deepEqual(viewed.award, {
      notices: [
        {
          notice: 'CAN1000099',
          publishedAt: '2025-09-01',
          url: 'urn:firmoteca:demo:sicap/notices/ca-notices/view-c/42',
        },
      ],
      contracts: null,
      winners: null,
    });
    assert.deepEqual(viewed.appeals, [
      {
        body: 'CNSC',
        number: '3878',
        filedAt: '2025-02-01',
        decision: null,
        decidedAt: null,
        text: 'nr: 3878 din data de 01.02.2025',
      },
    ]);
    assert.deepEqual(viewed.plan, { name: 'Planul anual', line: null });
    // Lists name the same.
    const listed = (await answer('searchTenders', {}, 'q=viaduct&sort=newest')).data as { award: unknown }[];
    assert.deepEqual(
      listed.map(({ award }) => award),
      [viewed.award, one.award],
    );
    assert.equal((await of('RFQ1000001')).award, null);
  });

  test('a contract has the modifications of its authority, number and day, the newest first', async () => {
    const of = async (number: string, more = '') =>
      ((await answer('getContract', { number }, more)).data as { modifications: unknown }).modifications;
    assert.deepEqual(await of('7/2026'), [
      {
        publishedAt: '2026-06-01',
        description: 'Cantități suplimentare',
        valueBefore: 900_000,
        valueAfter: 990_000.5,
        currency: 'RON',
      },
      {
        publishedAt: '2026-05-01',
        description: 'Prelungire',
        valueBefore: 900_000,
        valueAfter: 900_000,
        currency: 'RON',
      },
    ]);
    // Of another day, and of the other authority: the number alone says nothing.
    assert.deepEqual(await of('7/2026', 'authorityCui=4485391'), []);
    assert.deepEqual(await of('8'), []);
  });

  test('lists without matches are empty, and lists that were never loaded are an error', async () => {
    for (const id of ['getCompanyContracts', 'getCompanyDirectPurchases', 'getCompanyTenders', 'getCompanyProcedures'])
      assert.deepEqual((await answer(id, { cui: '12345674' })).data, []);
    assert.deepEqual((await answer('searchTenders', {}, 'q=nimic')).data, []);
    for (const [id, params] of [
      ['getCompanyDirectPurchaseAwards', { cui: AUTHORITY }],
      ['getCpvDirectPurchaseAwards', { cpv: '45' }],
      ['getSupplierIssues', { cui: '90000014' }],
      ['getSupplierIssue', { ackDocId: report.ackDocId }],
    ] as const)
      await assert.rejects(answer(id, params), refused('SOURCE_NOT_LOADED'), id);
  });

  test('a contract names the contracts with the same number, whatever the authority and the request', async () => {
    const { data: newest } = await answer('getContract', { number: '7/2026' });
    assert.deepEqual(
      [newest, ...newest.sameNumber].map(({ date }: { date: string }) => date),
      ['2026-02-03', '2026-02-02', '2026-02-01'],
    );
    const { data: byId } = await answer('getContract', { number: newest.id });
    assert.deepEqual(byId, newest);
    const { data: other } = await answer('getContract', { number: '7/2026' }, 'authorityCui=4485391');
    assert.equal(other.date, '2026-02-01');
    assert.equal(other.sameNumber.length, 2);
    await assert.rejects(answer('getContract', { number: newest.id }, 'authorityCui=4485391'), refused('NOT_FOUND'));
  });

  test('the newest deals of a preview have their kind and state', async () => {
    const { asAuthority } = (await answer('getCompanySeap', { cui: AUTHORITY })).data;
    assert.deepEqual(
      asAuthority.latestContracts.map(({ framework }: { framework: string }) => framework),
      ['contract', 'framework'],
    );
    assert.equal(asAuthority.latestContracts[0].title, '7/2026');
    assert.equal(asAuthority.latestDirectPurchases[0].state, 'refused');
  });

  test('unlisted lots are null, and a notice links to the page of its system id', async () => {
    const { data: unknown } = await answer('getTender', { notice: 'RFQ1000001' });
    assert.deepEqual([unknown.lots, unknown.url], [null, 'urn:firmoteca:demo:sicap/notices/rfq-invitation/v2/view/7']);
    const { data: known } = await answer('getTender', { notice: 'SCN1000001' });
    assert.deepEqual([known.lots, known.url], [[], 'urn:firmoteca:demo:sicap/notices/simplified-notice/v2/view/100']);
  });

  for (const [sort, expected] of [
    ['deadline', [1, 2, 3, 4, 5]],
    ['value', [1, 4, 3, 2, 5]],
  ] as const)
    test(`notices by ${sort} are paged without gaps or repeats`, async () => {
      const seen: string[] = [];
      const question = `authorityCui=${AUTHORITY}&q=poduri&sort=${sort}&limit=2`;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data, page } = await answer('searchTenders', {}, `${question}${cursor && `&cursor=${cursor}`}`);
        assert.equal(page.offset, seen.length);
        seen.push(...data.map(({ notice }: { notice: string }) => notice));
        cursor = page.nextCursor;
      }
      assert.deepEqual(
        seen,
        expected.map((number) => `SCN100000${number}`),
      );
    });

  test('a deadline that passes between two pages causes no gap', async () => {
    const first = await answer('searchTenders', {}, 'q=poduri&sort=deadline&limit=2');
    const cursor = `&cursor=${first.page.nextCursor}`;
    const later = await answer('searchTenders', {}, `q=poduri&sort=deadline&limit=2${cursor}`, NOW + 90 * 60_000);
    assert.deepEqual(
      later.data.map(({ notice }: { notice: string }) => notice),
      ['SCN1000003', 'SCN1000004'],
    );
    await assert.rejects(
      answer('searchTenders', {}, `q=poduri&sort=deadline&limit=2&offset=2${cursor}`),
      refused('INVALID_PARAMETER'),
    );
  });

  test('the value filter includes both bounds and takes decimals', async () => {
    const found = async (query: string) =>
      (await answer('searchTenders', {}, `q=poduri&${query}`)).data.map(
        ({ estimatedValue }: { estimatedValue: number }) => estimatedValue,
      );
    assert.deepEqual(await found('minValue=10.01&maxValue=20'), [20, 20]);
    assert.deepEqual(await found('maxValue=10'), [10]);
    for (const query of ['minValue=1e1', 'minValue=-1', 'minValue=0x10', 'minValue=20&maxValue=10'])
      await assert.rejects(found(query), refused('INVALID_PARAMETER'), query);
  });

  test('the deadline filter uses the day in Bucharest', async () => {
    const found = async (day: string) => (await answer('searchTenders', {}, `deadlineFrom=${day}`)).data.length;
    assert.equal(await found('2026-12-01'), 1);
    assert.equal(await found('2026-12-02'), 0);
    assert.equal(await found('2026-12-01&deadlineTo=2026-12-01'), 1);
    assert.equal(await found('2026-11-01&deadlineTo=2026-11-30'), (await found('2026-11-01')) - 1);
    await assert.rejects(found('2026-12-02&deadlineTo=2026-12-01'), refused('INVALID_PARAMETER'));
  });

  const search = async (q: string, filters = '') => {
    const { data, page } = await answer('searchTenders', {}, `q=${encodeURIComponent(q)}${filters}`);
    return [page.total, page.totalRelation, data.map(({ notice }: { notice: string }) => notice)];
  };

  test('a phrase is found behind any number of newer notices with its words, and never across two texts', async () => {
    assert.deepEqual(await search('"reabilitare școală"'), [1, 'exact', ['RFQ1000001']]);
    assert.deepEqual(await search('"drum la"'), [1, 'exact', ['CN1000001']]);
    assert.deepEqual(await search('lucrari "drum la"', '&to=2026-01-07'), [0, 'exact', []]);
    assert.deepEqual((await search('"lucrari la drum"')).slice(0, 2), [1_000, 'atLeast']);
  });

  test('a bare number matches as a fiscal code, the digits of a notice, a CPV code or a word', async () => {
    assert.deepEqual(await search(AUTHORITY), [
      7,
      'exact',
      ['SCN1000005', 'SCN1000004', 'SCN1000003', 'SCN1000002', 'SCN1000001', 'RFQ1000001', 'CN1000003'],
    ]);
    assert.deepEqual(await search('1000003'), [2, 'exact', ['SCN1000003', 'CN1000003']]);
    assert.deepEqual((await search('45214200')).slice(0, 2), [1_000, 'atLeast']);
    assert.deepEqual(await search('100000'), [0, 'exact', []], 'a prefix of a number is another number');
  });

  test('every listed notice number opens its notice, including old ones without letters', async () => {
    const { data } = await answer('searchTenders', {}, 'q=vechi');
    assert.equal(data[0].notice, '155043');
    assert.equal((await answer('getTender', { notice: data[0].notice })).data.title, 'Poduri vechi');
    assert.deepEqual(await search('155043'), [1, 'exact', ['155043']]);
  });

  test('a value in another currency is not compared with lei, and is sorted behind lei values', async () => {
    const values = async (query: string) =>
      (await answer('searchTenders', {}, `q=poduri&${query}`)).data.map(
        ({ estimatedValue, currency }: { estimatedValue: number; currency: string }) => [estimatedValue, currency],
      );
    assert.deepEqual(await values('maxValue=15'), [[10, 'RON']]);
    assert.deepEqual(await values('minValue=15&maxValue=100&sort=value&limit=1'), [[30, 'RON']]);
    assert.deepEqual((await values('sort=value')).slice(-2), [
      [null, 'RON'],
      [15, 'EUR'],
    ]);
  });

  test('digits without a CPV code match nothing, and the analysis repeats them as requested', async () => {
    for (const cpv of ['4512345678', '991234567']) {
      assert.deepEqual((await answer('getCpvContracts', { cpv })).data, []);
      const { data } = await answer('getCpvAnalysis', { cpv });
      assert.deepEqual([data.cpv, data.totals.contracts.count], [{ prefix: cpv, title: null }, 0]);
    }
  });

  test('lots and winners of a contract are null when the source does not report them', async () => {
    const { data } = await answer('getContract', { number: '7/2026' });
    assert.deepEqual([data.lots, data.suppliers.length], [null, 1]);
    assert.equal((await answer('getContract', { number: '8' })).data.suppliers, null);
  });

  test('a report opens by its imported id, and a cursor of an older generation is refused', async () => {
    const { page } = await answer('searchTenders', {}, 'q=poduri&limit=2');
    writeFileSync(join(folder, 'supplier-reports.ndjson'), `${JSON.stringify(report)}\n`);
    await loaded.read(folder, { strict: true });
    const { data } = await answer('getSupplierIssues', { cui: '90000014' });
    assert.deepEqual((await answer('getSupplierIssue', { ackDocId: data[0].ackDocId })).data, data[0]);
    assert.deepEqual((await answer('getSupplierIssues', { cui: AUTHORITY })).data, []);
    await assert.rejects(
      answer('searchTenders', {}, `q=poduri&limit=2&cursor=${page.nextCursor}`),
      refused('INVALID_PARAMETER'),
    );
  });
});
