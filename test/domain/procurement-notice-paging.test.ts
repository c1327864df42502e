/** Lists of notices, award notices and reports over random data in two parts: newest first, by the hour where known, each row exactly once. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { publishedKey } from '#data/ingest/procurement/row-numbers.ts';
import type { AwardRecord, NoticeRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask, NOW } from '#test/support/procurement-ask.ts';
import { awardRecord, contractRecord, noticeRecord, party } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';
import { isLongTier } from '#test/support/tier.ts';

let state = 11;
const below = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;

/** Authorities and suppliers at the same time; with valid check digits. */
const CUIS = ['90000014', '90000022', '4305857'];
const PARTIES = CUIS.map((cui) => party(cui, `FIRMA ${cui}`));
const CPVS = ['45211100', '45212000', '33100000'];
const TITLES = ['Reparatii drum comunal', 'Drum nou', 'Medicamente', 'Reparatii acoperis'];
/** Few days, so that very many rows share one: ties are the hard case of paging. */
const PAST = ['2024-01-10', '2024-01-11', '2024-02-01', '2024-02-29'];
const RECENT = ['2024-03-01', '2024-03-04'];

const drawNotice = (number: string, day: string): NoticeRecord =>
  noticeRecord({
    notice: number,
    title: one(TITLES),
    authority: one(PARTIES),
    cpv: { code: one(CPVS), title: null },
    estimatedValue: below(5) === 0 ? null : below(4) * 1_000_00,
    publishedOn: day,
    publishedAt: one([null, `${day}T0${6 + below(3)}:0${below(3)}:00.000Z`]),
    hasDocuments: null,
    lots: null,
    state: null,
  });
/** As in the exports of some years: in Bucharest time, two hours ahead in winter. */
const written = ({ publishedOn, publishedAt }: NoticeRecord): string | null =>
  publishedAt === null
    ? publishedOn
    : `${publishedOn} ${String(Number(publishedAt.slice(11, 13)) + 2).padStart(2, '0')}${publishedAt.slice(13, 19)}`;
const drawAward = (n: number, day: string): AwardRecord =>
  awardRecord({
    id: `DAN${n}`,
    object: one(TITLES),
    authority: one(PARTIES),
    supplier: below(6) === 0 ? null : one(PARTIES),
    cpv: { code: one(CPVS), title: null },
    publishedOn: day,
  });

const past = Array.from({ length: 150 }, (_, i) => drawNotice(`${one(['CN', 'SCN'])}${1_000 + i}`, one(PAST)));
const recent = Array.from({ length: 70 }, (_, i) => ({
  ...drawNotice(`${one(['CN', 'RFQ'])}${5_000 + i}`, one(RECENT)),
  hasDocuments: one([true, null]),
  deadlineAt: one([null, new Date(NOW + (1 + below(5)) * 3_600_000).toISOString()]),
}));
/** Reported again by the lists, on another day. */
const corrected = past
  .filter(() => below(10) === 0)
  .map(({ notice }) => ({ ...drawNotice(notice, one(RECENT)), hasDocuments: true }));
const gone = new Set(corrected.map(({ notice }) => notice));
const notices: NoticeRecord[] = [...past.filter(({ notice }) => !gone.has(notice)), ...recent, ...corrected];

const pastAwards = Array.from({ length: 120 }, (_, i) => drawAward(1_000_000 + i, one(PAST)));
const recentAwards = Array.from({ length: 30 }, (_, i) => drawAward(2_000_000 + i, one(RECENT)));
const awards = [...pastAwards, ...recentAwards];

const contracts = notices
  .filter(() => below(4) === 0)
  .map(({ notice }, i) =>
    contractRecord({ notice, number: `${i}/2024`, suppliers: [...new Set([one(PARTIES), one(PARTIES)])] }),
  );

const reports = Array.from({ length: 60 }, (_, i) => ({
  ackDocId: `DC${100 + i}`,
  supplier: { code: one(CUIS), name: 'X' },
  authority: { code: CUIS[0], name: 'Y' },
  issuedOn: one(PAST),
  damagesClaimed: one([true, false]),
  text: 'A text.',
}));

interface Listed {
  id: string;
  day: string;
}
const list = (rows: readonly Listed[], implied = ''): string[] => {
  const key = ({ id }: Listed): number => publishedKey(id, implied);
  return rows.toSorted((a, b) => (a.day === b.day ? key(b) - key(a) : a.day < b.day ? 1 : -1)).map(({ id }) => id);
};
const numbers = (keep: (notice: NoticeRecord) => boolean): string[] =>
  // A date alone is the start of its day: a row without an hour is last in its day.
  list(
    notices
      .filter(keep)
      .map(({ notice, publishedOn, publishedAt }) => ({ id: notice, day: publishedAt ?? publishedOn ?? '' })),
  );
const danNumbers = (keep: (award: AwardRecord) => boolean): string[] =>
  list(
    awards.filter(keep).map(({ id, publishedOn }) => ({ id, day: publishedOn ?? '' })),
    'DAN',
  );
const codeOf = (each: PartyRecord | null): string | null => each?.code ?? null;

const cells = (...of: (string | number | null | undefined)[]): string => of.map((each) => each ?? '').join('^');
const NOTICES = [
  'Numar anunt initiere^Data publicare^Autoritate contractanta^CUI autoritate contractanta^Denumire procedura^Cod CPV^Valoare estimata procedura (RON)',
  ...past.map((notice) => {
    const { authority, title, cpv, estimatedValue } = notice;
    const value = estimatedValue && estimatedValue / 100;
    return cells(notice.notice, written(notice), authority.name, authority.code, title, cpv?.code, value);
  }),
];
const AWARDS = [
  'Autoritate contractanta^CUI autoritate contractanta^Numar notificare atribuire^Obiect contract^Cod CPV^Valoare atribuita (RON)^Data publicare^Ofertant castigator^CUI ofertant castigator',
  ...pastAwards.map(({ id, authority, object, cpv, publishedOn, supplier }) =>
    cells(authority.name, authority.code, id, object, cpv?.code, 5_000, publishedOn, supplier?.name, supplier?.code),
  ),
];

onBothEngines((engine) => {
  let location: Installation;
  before(async () => {
    location = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    const year = join(folder, 'achizitii-publice-2024');
    mkdirSync(year);
    writeFileSync(join(year, 'notices.csv'), `${NOTICES.join('\n')}\n`);
    writeFileSync(join(year, 'awards.csv'), `${AWARDS.join('\n')}\n`);
    writeFileSync(join(folder, 'supplier-reports.ndjson'), reports.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const increments = join(folder, INCREMENTS);
    const day = '2024-03-04';
    writeIncrement(increments, { kind: 'notices', day }, [...recent, ...corrected]);
    writeIncrement(increments, { kind: 'awards', day }, recentAwards);
    writeIncrement(increments, { kind: 'contracts', day }, contracts);
    await location.read(folder, { strict: true });
  });
  after(() => location.store.close());

  async function wholeList(id: string, params: Record<string, string>, query: string, limit: number) {
    const dataset = location.store.generations.current() as Dataset;
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const question = `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const { data, page } = await ask(dataset, id, params, question);
      assert.equal(page.offset, ids.length);
      if (page.totalRelation === 'exact') assert.ok((page.total ?? 0) >= ids.length + data.length);
      for (const { notice, id: own, ackDocId } of data) ids.push(notice ?? own ?? ackDocId);
      assert.ok(ids.length <= notices.length + awards.length, 'the list ends');
      cursor = page.nextCursor;
    }
    return ids;
  }

  // Pages of one row cost as much as all other sizes together.
  for (const limit of isLongTier ? [1, 7, 50, 200] : [7, 50, 200]) {
    test(`notices of an authority and notices that a company published or won, in pages of ${limit}`, async () => {
      for (const cui of CUIS) {
        const own = ({ authority }: NoticeRecord): boolean => authority.code === cui;
        const isWon = ({ notice }: NoticeRecord): boolean =>
          contracts.some((each) => each.notice === notice && each.suppliers.some(({ code }) => code === cui));
        assert.deepEqual(await wholeList('getCompanyTenders', { cui }, '', limit), numbers(own));
        assert.deepEqual(
          await wholeList('getCompanyProcedures', { cui }, '', limit),
          numbers((each) => own(each) || isWon(each)),
        );
      }
      assert.deepEqual(
        await wholeList('getProcedures', {}, '', limit),
        numbers(({ hasDocuments }) => hasDocuments === true),
      );
    });

    test(`award notices and reports in pages of ${limit}`, async () => {
      for (const cui of CUIS) {
        const sides = {
          authority: ({ authority }: AwardRecord) => codeOf(authority) === cui,
          supplier: ({ supplier }: AwardRecord) => codeOf(supplier) === cui,
          both: ({ authority, supplier }: AwardRecord) => codeOf(authority) === cui || codeOf(supplier) === cui,
        };
        for (const [role, keep] of Object.entries(sides))
          assert.deepEqual(
            await wholeList('getCompanyDirectPurchaseAwards', { cui }, `role=${role}`, limit),
            danNumbers(keep),
          );
        for (const only of [true, false])
          assert.deepEqual(
            await wholeList('getSupplierIssues', { cui }, `onlyDamages=${only}`, limit),
            list(
              reports
                .filter(({ supplier, damagesClaimed }) => supplier.code === cui && (!only || damagesClaimed))
                .map(({ ackDocId, issuedOn }) => ({ id: ackDocId, day: issuedOn })),
            ),
          );
      }
      for (const cpv of ['4', '45', '4521', '45211100'])
        assert.deepEqual(
          await wholeList('getCpvDirectPurchaseAwards', { cpv }, 'dateFrom=2024-01-11&dateTo=2024-03-01', limit),
          danNumbers(
            (each) =>
              (each.cpv?.code.startsWith(cpv) ?? false) &&
              (each.publishedOn ?? '') >= '2024-01-11' &&
              (each.publishedOn ?? '') <= '2024-03-01',
          ),
        );
    });
  }

  for (const limit of isLongTier ? [1, 7, 50] : [7, 50])
    test(`the search in notices in pages of ${limit}`, async () => {
      const search = (query: string) => wholeList('searchTenders', {}, query, limit);
      assert.deepEqual(
        await search(''),
        numbers(() => true),
      );
      const isRoad = ({ title }: NoticeRecord): boolean => title.includes('rum');
      assert.deepEqual(await search('q=drum'), numbers(isRoad));
      assert.deepEqual(
        await search(`q=${encodeURIComponent('"reparatii drum"')}`),
        numbers(({ title }) => title === 'Reparatii drum comunal'),
      );
      assert.deepEqual(
        await search('q=drum&cpv=45&from=2024-01-11&minValue=1000'),
        numbers(
          (each) =>
            isRoad(each) &&
            (each.cpv?.code.startsWith('45') ?? false) &&
            (each.publishedOn ?? '') >= '2024-01-11' &&
            (each.estimatedValue ?? 0) >= 1_000_00,
        ),
      );
      assert.deepEqual(
        await search(`q=${CUIS[0]}`),
        numbers(({ authority }) => authority.code === CUIS[0]),
      );
      const byValue = await search('q=drum&sort=value');
      assert.deepEqual(byValue.toSorted(), numbers(isRoad).toSorted(), 'each once');
      const byDeadline = await search('sort=deadline');
      assert.deepEqual(byDeadline.toSorted(), numbers(({ deadlineAt }) => deadlineAt !== null).toSorted(), 'each once');
    });
});
