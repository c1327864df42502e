import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#data/sources/json.ts';
import type { NoticeRecord } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { listOf, siteOf } from '#test/support/procurement-site.ts';
import { contractsAwarded } from './contracts.ts';
import { noticesPublished } from './notices.ts';

const DAY = '2026-04-04';
const NONE = new Map<string, NoticeRecord>();

const notice = (more: JsonObject = {}): JsonObject => ({
  cNoticeId: 100,
  caNoticeId: 200,
  noticeId: 300,
  procedureId: 500,
  noticeNo: 'CN1096282',
  sysNoticeTypeId: 2,
  sysNoticeState: { id: 2, text: 'Publicat' },
  sysProcedureState: { id: 5, text: 'Atribuita' },
  contractingAuthorityNameAndFN: 'RO1590120 - MUNICIPIUL FICTIV',
  contractTitle: 'Autobuze',
  sysProcedureType: { id: 1, text: 'Licitatie deschisa' },
  sysContractAssigmentType: { id: 2, text: 'Incheierea unui acord-cadru' },
  cpvCodeAndName: '34121100-2 - Autobuze publice (Rev.2)',
  estimatedValueRon: 1_000_000,
  noticeStateDate: '2026-06-01T10:00:00+03:00',
  minTenderReceiptDeadline: '0001-01-01T00:00:00+02:00',
  maxTenderReceiptDeadline: '2026-05-05T15:00:00+03:00',
  hasLots: true,
  ...more,
});

test('a notice has the queried day, its deadline in UTC, its status, and its lots on request', async () => {
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () => listOf([{ ...notice(), isOnline: true }]),
    'NoticeCommon/GetSection22LotList': () =>
      listOf([
        {
          lotNumber: 1,
          contractTitle: 'Lot 1, tel. 021/3123456',
          estimatedValue: 5.5,
          mainCPVCode: { localeKey: '34121100-2' },
        },
      ]),
  });
  const expected = {
    notice: 'CN1096282',
    systemId: 100,
    procedureId: 500,
    type: 'CN',
    title: 'Autobuze',
    authority: { code: 'RO1590120', name: 'MUNICIPIUL FICTIV', city: null, county: null, country: null },
    cpv: { code: '34121100', title: 'Autobuze publice' },
    estimatedValue: 100_000_000,
    currency: 'RON',
    procedureType: 'Licitatie deschisa',
    publishedAt: null,
    publishedOn: DAY,
    deadlineAt: '2026-05-05T12:00:00.000Z',
    state: 'Atribuita',
    lots: [{ number: '1', title: 'Lot 1, tel. […]', estimatedValue: 550, cpv: '34121100' }],
    hasDocuments: true,
  };
  assert.deepEqual(await Array.fromAsync(noticesPublished(site, DAY, { before: NONE, details: 'lots' })), [expected]);
  assert.deepEqual(await Array.fromAsync(noticesPublished(site, DAY, { before: NONE, details: 'none' })), [
    { ...expected, lots: null },
  ]);
});

test('a view adds the hour and the place, contains no persons, and is fetched once', async () => {
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () =>
      listOf([
        notice({ hasLots: false, estimatedValueRon: null, procedureId: null, sysProcedureType: null }),
        notice({ noticeId: 301, noticeNo: 'SCN5', sysNoticeTypeId: 17 }),
      ]),
    'NoticeCommon/GetSection22LotList': () => listOf([]),
    'PUBLICCNotice/getPubCNoticeView/?cNoticeId=100': () => ({
      noticeNo: 'CN1096282',
      procedureId: 500,
      sysProcedureType: { id: 1, text: 'Licitatie deschisa' },
      publicationDate: '2026-04-04T09:30:00+03:00',
      estimatedValue: 12.5,
      currency: { id: 2, text: 'EUR' },
      assignedCAUser: 'Ion Popescu',
      caAddress: {
        officialName: 'MUNICIPIUL FICTIV',
        city: 'Fictiv',
        county: { text: 'Cluj' },
        contactPerson: 'Ion Popescu',
      },
    }),
    // Each service has its own ids, and some notices have no view.
    PublicRFQInvitation: () => null,
    comboPub: () => null,
  });
  const read = (before: ReadonlyMap<string, NoticeRecord>) =>
    Array.fromAsync(noticesPublished(site, DAY, { before, details: 'views' }));
  const first = await read(NONE);
  assert.equal(first.length, 2);
  const [viewed] = first;
  assert.deepEqual(
    [viewed?.publishedAt, viewed?.estimatedValue, viewed?.currency, viewed?.authority.county, viewed?.lots],
    ['2026-04-04T06:30:00.000Z', 1_250, 'EUR', 'Cluj', []],
  );
  assert.doesNotMatch(JSON.stringify(first), /Popescu/);
  const requested = site.asked.length;
  assert.deepEqual(await read(new Map(first.map((record) => [record.notice, record]))), first);
  assert.deepEqual(
    site.asked.slice(requested).map(([path]) => path),
    ['NoticeCommon/GetCNoticeList/'],
  );
});

/** A view as the system answers it; the appeals are in a text. */
const generalInfo = (more: JsonObject = {}): JsonObject => ({
  noticeId: 300,
  sysNoticeState: { id: 2, text: 'Publicat', localeKey: null, apiActionResult: null },
  dfNoticeId: 100378674,
  caNoticeId: 100594775,
  caNoticeNumber: 'CAN1128762',
  caNoticeDate: '2026-05-10T13:58:53+03:00',
  planName: 'PLANUL ANUAL AL ACHIZITIILOR PUBLICE PENTRU ANUL 2026 - V12',
  planDetailName: 'Autobuze, contact: Popescu Ion',
  spentValue: 999590.0,
  appealInfo:
    'Contestații depuse la  CNSC: \r\nnr: 3878 din data de 02.05.2026 cu decizia 3106 din data de 16.05.2026\r\nnr: 3901 din data de 04.05.2026\r\n\r\n',
  ...more,
});

test('the award, the appeals and the line of the plan are read for a new notice, and again when its state changes', async () => {
  let state = 'In desfasurare';
  let info: JsonObject | null = generalInfo({
    caNoticeId: 0,
    caNoticeNumber: null,
    caNoticeDate: null,
    appealInfo: null,
  });
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () => listOf([notice({ hasLots: false, sysProcedureState: { text: state } })]),
    'PUBLICCNotice/getPubCNoticeView': () => null,
    'comboPub/getNoticeGeneralInfo/?sysNoticeTypeId=2&noticeId=100': () => info,
  });
  const read = async (before: NoticeRecord | undefined, details: 'lots' | 'views' = 'views') => {
    const known = new Map(before && [[before.notice, before]]);
    const [record] = await Array.fromAsync(noticesPublished(site, DAY, { before: known, details }));
    return record;
  };
  const plan = { name: generalInfo().planName, line: 'Autobuze, contact: […]' };
  const first = await read(undefined);
  assert.deepEqual(first?.general, { award: null, appeals: [], plan });
  state = 'Atribuita';
  info = generalInfo();
  const awarded = await read(first);
  assert.deepEqual(awarded?.general, {
    award: { notice: 'CAN1128762', systemId: 100594775, publishedOn: '2026-05-10' },
    appeals: [
      {
        body: 'CNSC',
        number: '3878',
        filedOn: '2026-05-02',
        decision: '3106',
        decidedOn: '2026-05-16',
        text: 'nr: 3878 din data de 02.05.2026 cu decizia 3106 din data de 16.05.2026',
      },
      {
        body: 'CNSC',
        number: '3901',
        filedOn: '2026-05-04',
        decision: null,
        decidedOn: null,
        text: 'nr: 3901 din data de 04.05.2026',
      },
    ],
    plan,
  });
  const requested = site.asked.length;
  assert.deepEqual((await read(awarded))?.general, awarded?.general);
  assert.equal(site.asked.length, requested + 1);
  // A view that fails, or one of another notice, removes nothing.
  for (const answer of [null, generalInfo({ noticeId: 0, caNoticeNumber: null, appealInfo: null })]) {
    state += '.';
    info = answer;
    assert.deepEqual((await read(awarded))?.general, awarded?.general);
  }
  assert.equal((await read(undefined, 'lots'))?.general, undefined);
});

test('appeals are read without the persons whom they name', async () => {
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () => listOf([notice({ hasLots: false })]),
    'PUBLICCNotice/getPubCNoticeView': () => null,
    'comboPub/getNoticeGeneralInfo': () =>
      generalInfo({
        appealInfo: `Contestații depuse la CNSC, contact: Popescu Ion:\nnr: 1 din data de 02.05.2026 ${'a'.repeat(262)} tel. 0722123456`,
      }),
  });
  const [record] = await Array.fromAsync(noticesPublished(site, DAY, { before: NONE, details: 'views' }));
  const [appeal] = record?.general?.appeals ?? [];
  assert.equal(appeal?.body, 'CNSC, contact: […]');
  assert.equal(appeal?.text, `nr: 1 din data de 02.05.2026 ${'a'.repeat(262)} tel. […]`);
});

test('an invitation in a dynamic system has no general information: its view is all zeros', async () => {
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () => listOf([notice({ hasLots: false, sysNoticeTypeId: 19, noticeNo: 'RFD5' })]),
    PublicRFQInvitation: () => null,
  });
  const [record] = await Array.fromAsync(noticesPublished(site, DAY, { before: NONE, details: 'views' }));
  assert.equal(record?.general, null);
});

test('a notice with a status older than the queried day shows that the site ignored the filter', async () => {
  const site = siteOf({ NoticeCommon: () => listOf([notice({ noticeStateDate: '2026-01-01T10:00:00+02:00' })]) });
  await assert.rejects(Array.fromAsync(noticesPublished(site, DAY, { before: NONE, details: 'none' })), WrongShape);
});

const contract = (n: number, more: JsonObject = {}): JsonObject => ({
  caNoticeContractId: n,
  contractNo: `${n}/2026`,
  contractDate: '2026-03-30T00:00:00+03:00',
  contractTitle: null,
  winner: {
    name: 'ALFA SRL',
    fiscalNumber: 'RO 22505268',
    address: { city: 'Cluj-Napoca', county: { text: 'Cluj' }, country: { text: 'Romania' } },
  },
  winners: [],
  lotsNoCaption: '2',
  contractValue: 0,
  currency: { id: 1, text: 'RON' },
  defaultCurrencyContractValue: 0,
  sysContractFrameworkType: { id: 2, text: 'Acord-cadru' },
  ...more,
});

test('contracts of award notices are read with winners, two hundred at a time, from the service of the notice', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => contract(n));
  const consortium = contract(0, {
    contractValue: 10,
    defaultCurrencyContractValue: 10,
    sysContractFrameworkType: { id: 3, text: 'Contract subsecvent' },
    winners: [
      { name: 'A', fiscalNumber: '1' },
      { name: 'B', fiscalNumber: 'BG175074752' },
    ],
  });
  const site = siteOf({
    'NoticeCommon/GetCANoticeList': () =>
      listOf([
        notice({ sysNoticeTypeId: 3, noticeNo: 'CAN1000' }),
        notice({ caNoticeId: 201, noticeId: 301, procedureId: 501, sysNoticeTypeId: 16, noticeNo: 'PCAN7' }),
      ]),
    'C_PUBLIC_CANotice/get/': () => ({
      previousPublicationNoticeNumber: null,
      caNoticeEdit_New: {
        publicationDetailsModel: { noticeNo: 'CN1096282/2026' },
        section5: { cancelledLotList: [{ noticeLot: { title: 'Lot 3: Anvelope' } }, { noticeLot: { lotNumber: 4 } }] },
      },
      entityId: 7,
    }),
    C_PUBLIC_CANotice: ({ skip, take }) => listOf(rows.slice(Number(skip), Number(skip) + Number(take)), rows.length),
    PC_PUBLIC_CANotice: () => listOf([consortium]),
  });
  const known = (procedureId: number | null) => (procedureId === 501 ? 'PC44' : null);
  const records = await Array.fromAsync(contractsAwarded(site, DAY, known));
  assert.equal(records.length, 251);
  assert.deepEqual(records[0], {
    number: '0/2026',
    title: 'Autobuze',
    date: '2026-03-30',
    kind: 'framework',
    value: 0,
    currency: 'RON',
    valueRon: 0,
    authority: { code: 'RO1590120', name: 'MUNICIPIUL FICTIV', city: null, county: null, country: null },
    suppliers: [{ code: 'RO 22505268', name: 'ALFA SRL', city: 'Cluj-Napoca', county: 'Cluj', country: 'Romania' }],
    cpv: { code: '34121100', title: 'Autobuze publice' },
    notice: 'CN1096282',
    procedureType: 'Licitatie deschisa',
    awardNotice: 'CAN1000',
    awardSystemId: 200,
    awardedOn: DAY,
    lots: ['2'],
    cancelledLots: ['Lot 3: Anvelope', '4'],
    offersReceived: null,
    euFunded: null,
    cells: null,
  });
  const last = records.at(-1);
  assert.deepEqual(
    [last?.kind, last?.value, last?.awardNotice, last?.notice],
    ['callOff', 1_000, 'PCAN7', 'PC44'],
    'the notice of a known procedure is not fetched',
  );
  assert.deepEqual(
    last?.suppliers.map(({ code }) => code),
    ['1', 'BG175074752'],
  );
  assert.equal(site.asked.filter(([path]) => path.startsWith('C_')).length, 3);
});

test('overlapping pages of contracts lose no row, count none twice and keep the fuller row', async () => {
  const all = Array.from({ length: 585 }, (_, n) => contract(n, { contractTitle: `Contract ${n}` }));
  const thin = (n: number): JsonObject => contract(n, { lotsNoCaption: null });
  // The real answers of the system to pages of two hundred.
  const pages: Record<number, JsonObject[]> = {
    0: [...all.slice(0, 200), thin(200)],
    200: [thin(199), ...all.slice(200, 400)],
    400: all.slice(400),
  };
  const site = siteOf({
    'NoticeCommon/GetCANoticeList': () => listOf([notice({ sysNoticeTypeId: 3, noticeNo: 'CAN1000' })]),
    'C_PUBLIC_CANotice/get/': () => null,
    C_PUBLIC_CANotice: ({ skip }) => listOf(pages[Number(skip)] ?? assert.fail(`${skip}`), all.length),
  });
  assert.deepEqual([pages[0]?.length, pages[200]?.length, pages[400]?.length], [201, 201, 185]);
  const records = await Array.fromAsync(contractsAwarded(site, DAY, () => null, { onCut: assert.fail }));
  assert.deepEqual(
    records.map(({ number, title, lots }) => [number, title, lots?.length]).sort(),
    all.map((_, n) => [`${n}/2026`, `Contract ${n}`, 1]).sort(),
  );
});

test('a notice with fewer contracts than announced is reported as cut, and one with none is refused', async () => {
  const siteWith = (items: JsonObject[]) =>
    siteOf({
      'NoticeCommon/GetCANoticeList': () => listOf([notice({ sysNoticeTypeId: 3, noticeNo: 'CAN1000' })]),
      'C_PUBLIC_CANotice/get/': () => null,
      C_PUBLIC_CANotice: () => listOf(items, 3),
    });
  const result: string[] = [];
  const onCut = (sentence: string): void => void result.push(sentence);
  const records = await Array.fromAsync(
    contractsAwarded(siteWith([contract(1), contract(2)]), DAY, () => null, { onCut }),
  );
  assert.deepEqual([records.length, result], [2, ['the award notice CAN1000 tells of 3 contracts and gives 2']]);
  await assert.rejects(Array.fromAsync(contractsAwarded(siteWith([]), DAY, () => null, { onCut })), WrongShape);
});

test('the kind of a contract is read from its numeric type, else from the text of its notice', async () => {
  const rows = [1, 2, 3, '2', null, { id: 1, text: 'Furnizare' }].map((contractType, n) =>
    contract(n, { contractType, sysContractFrameworkType: null }),
  );
  const site = siteOf({
    'NoticeCommon/GetCANoticeList': () =>
      listOf([
        notice({ sysNoticeTypeId: 3, noticeNo: 'CAN1000', sysContractAssigmentType: { id: 2, text: 'Acord-cadru' } }),
      ]),
    'C_PUBLIC_CANotice/get/': () => ({ caNoticeEdit_New_U: { publicationDetailsModel: { noticeNo: 'CN5000' } } }),
    C_PUBLIC_CANotice: () => listOf(rows),
  });
  const records = await Array.fromAsync(contractsAwarded(site, DAY, () => null));
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['contract', 'framework', 'callOff', 'framework', 'framework', 'framework'],
  );
  assert.deepEqual([records[0]?.notice, records[0]?.cancelledLots], ['CN5000', null], 'notices of utilities too');
});

test('in real answers the single default lot means no lots, and the country of a winner is a coded item', async () => {
  const winner = (fiscalNumber: string, text: string): JsonObject => ({
    name: 'ALFA',
    fiscalNumber,
    address: { countryItem: { id: 98, text, localeKey: 'HU', apiActionResult: null } },
  });
  const row = contract(1, {
    lotsCaption: '1. Default lot',
    lotsNoCaption: '1',
    winners: [winner('ro18288250', 'Romania'), winner('10773381', 'Hungary')],
    contractType: 1,
  });
  const lotted = contract(2, { lotsCaption: '29. Sonde, 16. Fesi', lotsNoCaption: '29, 16', contractType: 1 });
  const site = siteOf({
    'NoticeCommon/GetCANoticeList': () =>
      listOf([notice({ contractingAuthorityNameAndFN: 'RO 2684940 - APA  CANAL  FICTIV SA', procedureId: null })]),
    'C_PUBLIC_CANotice/get/': () => ({}),
    C_PUBLIC_CANotice: () => listOf([row, lotted]),
  });
  const records = await Array.fromAsync(contractsAwarded(site, DAY, () => 'CN5000'));
  assert.deepEqual(
    records.map(({ lots }) => lots),
    [[], ['29', '16']],
  );
  assert.deepEqual(
    records[0]?.suppliers.map(({ code, country }) => [code, country]),
    [
      ['ro18288250', 'Romania'],
      ['10773381', 'Hungary'],
    ],
  );
  assert.deepEqual(records[0]?.authority.code, 'RO 2684940');
  assert.ok(
    site.asked.some(([path]) => path.includes('/get/')),
    'lots may have been cancelled',
  );
});
