import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#data/sources/json.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Answers, listOf, siteOf } from '#test/support/procurement-site.ts';
import { directAwardsPublished } from './direct-awards.ts';
import { purchasesFinalized } from './purchases.ts';

const DAY = '2026-04-04';
const NOT_CUT = (sentence: string): void => assert.fail(sentence);

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
const page = (rows: JsonObject[], { pageIndex }: JsonObject, size: number): JsonObject =>
  listOf(rows.slice(Number(pageIndex) * size, (Number(pageIndex) + 1) * size), rows.length);

test('a row of the list gives a record with parsed parties, and the year 1 means no date', async () => {
  const foreign = purchase(2, {
    sysDirectAcquisitionState: { id: 6, text: 'Oferta refuzata' },
    supplier: 'DE 129273398 NORDWIND TEXTIL GMBH',
    closingValue: 0,
    publicationDate: '0001-01-01T00:00:00+02:00',
    directAcquisitionName: 'Toner, tel. 0722 123 456',
  });
  const nobody = purchase(3, { supplier: null, contractingAuthority: 'RO1590120 - ORAŞUL', cpvCode: null });
  const site = siteOf({ [PURCHASES]: () => listOf([purchase(1), foreign, nobody]) });
  const records = await Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT));
  assert.deepEqual(records[0], {
    id: 'DA1',
    systemId: 1001,
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

test('pages are joined, each row once', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => purchase(n));
  const site = siteOf({ [PURCHASES]: (body) => page(rows, body, 10) });
  const records = await Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT));
  assert.equal(new Set(records.map(({ id }) => id)).size, 25);
  assert.equal(site.asked.length, 3);
});

test('a repeated page ends the reading, and the day is refused as incomplete', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => purchase(n));
  const site = siteOf({ [PURCHASES]: () => listOf(rows.slice(0, 10), 25) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT)), WrongShape);
  assert.equal(site.asked.length, 2);
});

test('a row of another day shows that the site ignored the filter, and nothing is read', async () => {
  const site = siteOf({ [PURCHASES]: () => listOf([purchase(1, { finalizationDate: '2026-04-05T00:10:00+03:00' })]) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT)), /finalized on 2026-04-04/);
});

test('an empty day is accepted only if the site shows rows of other days', async () => {
  const isFiltered = (body: JsonObject): boolean => 'finalizationDateStart' in body;
  const open = siteOf({ [PURCHASES]: (body) => listOf(isFiltered(body) ? [] : [purchase(1)]) });
  assert.deepEqual(await Array.fromAsync(purchasesFinalized(open, DAY, NOT_CUT)), []);
  const blocked = siteOf({ [PURCHASES]: () => listOf([]) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(blocked, DAY, NOT_CUT)), /shows us nothing/);
});

/** 5,000 purchases of one day; a query with more results than the cap is truncated. */
const CAP = 2_000;
const crowd = Array.from({ length: 5_000 }, (_, n) =>
  purchase(n, {
    cpvCode: `${n < 3_500 ? '331' : '301'}${String(n % 1000).padStart(5, '0')}-1 - X (Rev.2)`,
    category: n < 3_500 ? 1 : 2,
  }),
);
const crowded = (honoursText: boolean): Answers => ({
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
      ...listOf(reached.slice(index * size, (index + 1) * size), reached.length),
      searchTooLong: found.length > CAP,
    };
  },
});

test('a day beyond the cap is split by category, and a category beyond the cap by code', async () => {
  const site = siteOf(crowded(true));
  const records = await Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT));
  assert.equal(records.length, 5_000);
  assert.equal(new Set(records.map(({ id }) => id)).size, 5_000);
});

test('a site that ignores the split is detected', async () => {
  await assert.rejects(Array.fromAsync(purchasesFinalized(siteOf(crowded(false)), DAY, NOT_CUT)), WrongShape);
});

test('parts that contain fewer rows than the whole are detected', async () => {
  const site = siteOf({ ...crowded(true), 'ComboPub/getCpvCategories': () => ({ results: [{ id: 2 }] }) });
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY, NOT_CUT)), /at least 2000 rows/);
});

test('award notices of direct purchases are read by day', async () => {
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
  const site = siteOf({ DaAwardNoticeCommon: () => listOf([row]) });
  assert.deepEqual(await Array.fromAsync(directAwardsPublished(site, DAY, NOT_CUT)), [
    {
      id: 'DAN1000002',
      systemId: 5,
      object: 'Reparații; contact: […]',
      authority: { code: '4317975', name: 'COMUNA VALEA', city: null, county: null, country: null },
      supplier: { code: 'RO27655088', name: 'BETA SRL', city: null, county: null, country: null },
      cpv: { code: '45260000', title: 'Lucrări' },
      value: 123_450,
      publishedOn: DAY,
    },
  ]);
});
