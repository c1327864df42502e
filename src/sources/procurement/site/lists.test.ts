import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#sources/json.ts';
import { WrongShape } from '#sources/shape.ts';
import { contractsAwarded } from './contracts.ts';
import { directAwardsPublished } from './direct-awards.ts';
import { noticesPublished } from './notices.ts';
import { purchasesFinalized } from './purchases.ts';
import type { Site } from './site.ts';

const DAY = '2026-04-04';

type Handler = (body: JsonObject, asked: number) => JsonObject;

/** A site that answers by path; what it was asked is kept. */
function siteOf(answers: Record<string, Handler>): Site & { asked: [string, JsonObject][] } {
  const asked: [string, JsonObject][] = [];
  const answer = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const [, handler] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? [];
    assert.ok(handler, path);
    asked.push([path, body]);
    return handler(body, asked.length);
  };
  return { asked, post: answer, get: (path) => answer(path, {}) };
}

const PURCHASES = 'DirectAcquisitionCommon';
const purchase = (n: number, more: JsonObject = {}): JsonObject => ({
  directAcquisitionId: 1_000 + n,
  directAcquisitionName: `Hârtie ${n}`,
  uniqueIdentificationCode: `DA${n}`,
  sysDirectAcquisitionState: { id: 7, text: 'Oferta acceptata', localeKey: null },
  cpvCode: '30197630-1 - Hârtie de tipar (Rev.2)',
  publicationDate: '2026-04-02T10:00:00+03:00',
  finalizationDate: `${DAY}T01:54:35+03:00`,
  caDecisionDeadline: '0001-01-01T00:00:00+02:00',
  supplier: 'RO 6865630 ALFA FICTIV SRL',
  contractingAuthority: '4317975 COMUNA VALEA',
  estimatedValueRon: 120.1,
  closingValue: 119.99,
  ...more,
});
const list = (items: JsonObject[], total = items.length): JsonObject => ({ total, items, searchTooLong: false });
const page = (rows: JsonObject[], { pageIndex }: JsonObject, size: number): JsonObject =>
  list(rows.slice(Number(pageIndex) * size, (Number(pageIndex) + 1) * size), rows.length);

test('a purchase of the list is a record, with parties taken apart and the year 1 read as none', async () => {
  const foreign = purchase(2, {
    sysDirectAcquisitionState: { id: 6, text: 'Oferta refuzata' },
    supplier: 'DE 129273398 NORDWIND TEXTIL GMBH',
    closingValue: 0,
    publicationDate: '0001-01-01T00:00:00+02:00',
    directAcquisitionName: 'Toner, tel. 0722 123 456',
  });
  const nobody = purchase(3, { supplier: null, contractingAuthority: 'RO1590120 - ORAŞUL', cpvCode: null });
  const site = siteOf({ [PURCHASES]: () => list([purchase(1), foreign, nobody]) });
  const records = await Array.fromAsync(purchasesFinalized(site, DAY));
  assert.deepEqual(records[0], {
    id: 'DA1',
    title: 'Hârtie 1',
    authority: { code: '4317975', name: 'COMUNA VALEA', city: null, county: null, country: null },
    supplier: { code: 'RO 6865630', name: 'ALFA FICTIV SRL', city: null, county: null, country: null },
    cpv: { code: '30197630', title: 'Hârtie de tipar' },
    value: 11_999,
    estimatedValue: 12_010,
    state: 'accepted',
    publishedOn: '2026-04-02',
    finalizedOn: DAY,
  });
  assert.deepEqual(
    [records[1]?.state, records[1]?.value, records[1]?.publishedOn, records[1]?.title, records[1]?.supplier?.code],
    ['refused', null, null, 'Toner, tel. […]', 'DE 129273398'],
  );
  assert.deepEqual(
    [records[2]?.supplier, records[2]?.cpv, records[2]?.authority.code, records[2]?.authority.name],
    [null, null, 'RO1590120', 'ORAȘUL'],
  );
  const [, body] = site.asked[0] ?? [];
  assert.deepEqual([body?.finalizationDateStart, body?.finalizationDateEnd, body?.pageIndex], [DAY, DAY, 0]);
});

test('pages are put together, each row once', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => purchase(n));
  const site = siteOf({ [PURCHASES]: (body) => page(rows, body, 10) });
  const records = await Array.fromAsync(purchasesFinalized(site, DAY));
  assert.equal(new Set(records.map(({ id }) => id)).size, 25);
  assert.equal(site.asked.length, 3);
});

test('a page that comes again ends the reading, and the day is not taken for whole', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => purchase(n));
  const site = siteOf({ [PURCHASES]: () => list(rows.slice(0, 10), 25) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY)), WrongShape);
  assert.equal(site.asked.length, 2);
});

test('a row of another day shows that the filter was ignored, and nothing is taken', async () => {
  const site = siteOf({ [PURCHASES]: () => list([purchase(1, { finalizationDate: '2026-04-05T00:10:00+03:00' })]) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY)), /finalized on 2026-04-04/);
});

test('an empty day is believed only of a site that shows other rows', async () => {
  const isFiltered = (body: JsonObject): boolean => 'finalizationDateStart' in body;
  const open = siteOf({ [PURCHASES]: (body) => list(isFiltered(body) ? [] : [purchase(1)]) });
  assert.deepEqual(await Array.fromAsync(purchasesFinalized(open, DAY)), []);
  const blocked = siteOf({ [PURCHASES]: () => list([]) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(blocked, DAY)), /shows us nothing/);
});

/** 5,000 purchases of one day; a question that finds more than the cap is cut. */
const CAP = 2_000;
const crowd = Array.from({ length: 5_000 }, (_, n) =>
  purchase(n, {
    cpvCode: `${n < 3_500 ? '331' : '301'}${String(n % 1000).padStart(5, '0')}-1 - X (Rev.2)`,
    category: n < 3_500 ? 1 : 2,
  }),
);
const crowded = (honoursText: boolean): Record<string, Handler> => ({
  'ComboPub/getCpvCategories': () => ({ results: [{ id: 1 }, { id: 2 }] }),
  [PURCHASES]({ cpvCategoryId, cpvCodeText, pageIndex, pageSize }) {
    const found = crowd.filter(
      ({ category, cpvCode }) =>
        (cpvCategoryId === null || category === cpvCategoryId) &&
        (!honoursText || cpvCodeText === undefined || String(cpvCode).includes(String(cpvCodeText))),
    );
    const [index, size] = [Number(pageIndex), Number(pageSize)];
    const reached = found.slice(0, CAP);
    return {
      ...list(reached.slice(index * size, (index + 1) * size), reached.length),
      searchTooLong: found.length > CAP,
    };
  },
});

test('a day that is too long is asked for by categories, and those that are too long by codes', async () => {
  const site = siteOf(crowded(true));
  const records = await Array.fromAsync(purchasesFinalized(site, DAY));
  assert.equal(records.length, 5_000);
  assert.equal(new Set(records.map(({ id }) => id)).size, 5_000);
});

test('slices that the site ignores are found out', async () => {
  await assert.rejects(Array.fromAsync(purchasesFinalized(siteOf(crowded(false)), DAY)), WrongShape);
});

test('slices that come to less than the whole are found out', async () => {
  const site = siteOf({ ...crowded(true), 'ComboPub/getCpvCategories': () => ({ results: [{ id: 2 }] }) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY)), /at least 2000 rows/);
});

test('award notices of direct purchases are read by their day', async () => {
  const row = {
    daAwardNoticeId: 5,
    contractObject: 'Reparații; contact: ion@x.example',
    noticeNo: 'DAN1000002',
    supplier: 'RO27655088 BETA SRL',
    contractingAuthority: '4317975 COMUNA VALEA',
    cpvCode: '45260000-7 - Lucrări (Rev.2)',
    publicationDate: `${DAY}T09:00:00+03:00`,
    awardedValue: 1234.5,
  };
  const site = siteOf({ DaAwardNoticeCommon: () => list([row]) });
  assert.deepEqual(await Array.fromAsync(directAwardsPublished(site, DAY)), [
    {
      id: 'DAN1000002',
      object: 'Reparații; contact: […]',
      authority: { code: '4317975', name: 'COMUNA VALEA', city: null, county: null, country: null },
      supplier: { code: 'RO27655088', name: 'BETA SRL', city: null, county: null, country: null },
      cpv: { code: '45260000', title: 'Lucrări' },
      value: 123_450,
      publishedOn: DAY,
    },
  ]);
});

const notice = (more: JsonObject = {}): JsonObject => ({
  cNoticeId: 100,
  caNoticeId: 200,
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

test('a notice has the day it was asked by, its deadline in UTC, its state, and its lots when they are wanted', async () => {
  const site = siteOf({
    'NoticeCommon/GetCNoticeList': () => list([{ ...notice(), isOnline: true }]),
    'NoticeCommon/GetSection22LotList': () =>
      list([
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
  assert.deepEqual(await Array.fromAsync(noticesPublished(site, DAY, true)), [expected]);
  assert.deepEqual(await Array.fromAsync(noticesPublished(site, DAY, false)), [{ ...expected, lots: [] }]);
});

test('a notice whose state is older than the day asked for shows that the filter was ignored', async () => {
  const site = siteOf({ NoticeCommon: () => list([notice({ noticeStateDate: '2026-01-01T10:00:00+02:00' })]) });
  await assert.rejects(Array.fromAsync(noticesPublished(site, DAY, false)), WrongShape);
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

test('the contracts of award notices come with their winners, two hundred at a time, each notice at its own service', async () => {
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
      list([
        notice({ sysNoticeTypeId: 3, noticeNo: 'CAN1000' }),
        notice({ caNoticeId: 201, sysNoticeTypeId: 16, noticeNo: 'PCAN7' }),
      ]),
    C_PUBLIC_CANotice: ({ skip, take }) => list(rows.slice(Number(skip), Number(skip) + Number(take)), rows.length),
    PC_PUBLIC_CANotice: () => list([consortium]),
  });
  const records = await Array.fromAsync(contractsAwarded(site, DAY));
  assert.equal(records.length, 251);
  assert.deepEqual(records[0], {
    number: '0/2026',
    title: 'Autobuze',
    date: '2026-03-30',
    kind: 'framework',
    value: null,
    currency: 'RON',
    valueRon: null,
    authority: { code: 'RO1590120', name: 'MUNICIPIUL FICTIV', city: null, county: null, country: null },
    suppliers: [{ code: 'RO 22505268', name: 'ALFA SRL', city: 'Cluj-Napoca', county: 'Cluj', country: 'Romania' }],
    cpv: { code: '34121100', title: 'Autobuze publice' },
    notice: null,
    procedureType: 'Licitatie deschisa',
    awardNotice: 'CAN1000',
    awardedOn: DAY,
    lot: '2',
    offersReceived: null,
    euFunded: null,
  });
  const last = records.at(-1);
  assert.deepEqual([last?.kind, last?.value, last?.awardNotice], ['callOff', 1_000, 'PCAN7']);
  assert.deepEqual(
    last?.suppliers.map(({ code }) => code),
    ['1', 'BG175074752'],
  );
  assert.equal(site.asked.filter(([path]) => path.startsWith('C_')).length, 2);
});
