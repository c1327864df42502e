import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#data/sources/json.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Answers, listOf, siteOf } from '#test/support/procurement-site.ts';
import { directAwardsPublished } from './direct-awards.ts';
import { purchasesFinalized } from './purchases.ts';

const DAY = '2026-04-04';
const CAP = 2_000;

/** A page of the rows, up to the cap of the list. */
const visible = (found: JsonObject[], { pageIndex, pageSize }: JsonObject): JsonObject => {
  const [index, size] = [Number(pageIndex), Number(pageSize)];
  const reached = found.slice(0, CAP);
  return {
    ...listOf(reached.slice(index * size, (index + 1) * size), reached.length),
    searchTooLong: found.length > CAP,
  };
};
const passes = (expected: unknown, value: unknown): boolean =>
  expected === null || expected === undefined || expected === value;
const withText = ({ cpvCode }: JsonObject, text: unknown): boolean =>
  text === undefined || String(cpvCode).includes(String(text));

/** Purchases of one code by alternating authorities; the authority of the last one appears in no visible row. */
const purchases = (count: number, authorities: number): JsonObject[] =>
  Array.from({ length: count }, (_, n) => {
    const authority = n === count - 1 ? authorities : n % authorities;
    return {
      directAcquisitionId: n,
      uniqueIdentificationCode: `DA${n}`,
      sysDirectAcquisitionState: { id: 7, text: 'Oferta acceptata' },
      cpvCode: '33600000-6 - Produse farmaceutice (Rev.2)',
      finalizationDate: `${DAY}T10:00:00+03:00`,
      contractingAuthority: `${4_000_000 + authority} SPITALUL ${authority}`,
      authority,
    };
  });

const crowd = (rows: JsonObject[], honoursAuthority = true): Answers => ({
  'ComboPub/getCpvCategories': () => ({ results: [{ id: 1 }] }),
  'ComboPub/searchContractingAuthorities': () =>
    listOf(Array.from({ length: 30 }, (_, n) => ({ id: n, text: `RO${4_000_000 + n} SPITALUL ${n}` }))),
  DirectAcquisitionCommon: (body) =>
    visible(
      rows.filter(
        (row) =>
          withText(row, body.cpvCodeText) &&
          passes(body.sysDirectAcquisitionStateId, 7) &&
          (!honoursAuthority || passes(body.contractingAuthorityId, row.authority)),
      ),
      body,
    ),
});

test('a code with too many purchases is split by status and authority, and unreachable rows are reported as cut', async () => {
  const cuts: string[] = [];
  const site = siteOf(crowd(purchases(5_000, 20)));
  const records = await Array.fromAsync(purchasesFinalized(site, DAY, (sentence) => cuts.push(sentence)));
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  assert.equal(records.length, 4_999, 'all but the purchase of the unreachable authority');
  assert.equal(cuts.length, 1);
  assert.match(cuts[0] ?? '', /^cut: .*33600000/);
});

test('a site that ignores the authority filter is detected', async () => {
  const site = siteOf(crowd(purchases(5_000, 20), false));
  await assert.rejects(Array.fromAsync(purchasesFinalized(site, DAY, () => {})), WrongShape);
});

const awards = (count: number, value: (n: number) => number | null): JsonObject[] =>
  Array.from({ length: count }, (_, n) => ({
    daAwardNoticeId: n,
    noticeNo: `DAN${n}`,
    contractObject: 'Paine',
    cpvCode: '15811100-7 - Paine (Rev.2)',
    contractingAuthority: '4317975 COMUNA VALEA',
    publicationDate: `${DAY}T09:00:00+03:00`,
    awardedValue: value(n),
  }));

const entries = (rows: JsonObject[]): Answers => ({
  DaAwardNoticeCommon: (body) =>
    visible(
      rows.filter(
        (row) =>
          withText(row, body.cpvCodeText) &&
          (typeof body.awardedValueStart !== 'number' || Number(row.awardedValue) >= body.awardedValueStart) &&
          (typeof body.awardedValueEnd !== 'number' || Number(row.awardedValue) <= body.awardedValueEnd),
      ),
      body,
    ),
});

test('award notices of one code are split by value and are read completely', async () => {
  const site = siteOf(entries(awards(7_000, (n) => (n === 0 ? 2e9 : n / 100))));
  const records = await Array.fromAsync(directAwardsPublished(site, DAY, (sentence) => assert.fail(sentence)));
  assert.equal(new Set(records.map(({ id }) => id)).size, 7_000);
  assert.equal(records.length, 7_000);
});

test('more award notices of one value than the list shows are reported as cut', async () => {
  const cuts: string[] = [];
  const site = siteOf(entries(awards(3_000, () => 100)));
  const records = await Array.fromAsync(directAwardsPublished(site, DAY, (sentence) => cuts.push(sentence)));
  assert.equal(records.length, CAP);
  assert.ok(cuts.length > 0 && cuts.every((sentence) => sentence.startsWith('cut: ')));
});
