/** The live lists and details of procurement over HTTP. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { addDays } from '#lib/values/date.ts';
import { tinyCountry } from '#test/support/tiny-country.ts';

const TODAY = '2026-11-15';
/** A busy Wednesday. */
const BUSY = '2026-11-11';
const demo = country({ seed: 'lists', companies: 3_000, founded: TODAY });
let today = TODAY;
let server: CountryServer;

before(async () => {
  server = await serveCountry(demo, { folder: '.', port: 0, host: '127.0.0.1', today: () => today });
});
afterEach(() => {
  server.faults.clear();
  today = TODAY;
});
after(() => server.close());

const headers = () => ({ referer: `${server.address}/pub`, 'content-type': 'application/json;charset=UTF-8' });
const send = (path: string, body?: object, more: Record<string, string> = {}) =>
  fetch(`${server.address}/api-pub/${path}`, {
    headers: { ...headers(), ...more },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
// biome-ignore lint/suspicious/noExplicitAny: tests read untyped answers.
const ask = async (path: string, body?: object): Promise<any> => (await send(path, body)).json();

const PURCHASES = 'DirectAcquisitionCommon/GetDirectAcquisitionList/';
const NOTICES = 'NoticeCommon/GetCNoticeList/';
const AWARDS = 'NoticeCommon/GetCANoticeList/';
const day = (of: string) => ({ finalizationDateStart: of, finalizationDateEnd: of });
const all = { pageIndex: 0, pageSize: 2000 };

test('only requests with the site’s own referer and origin are answered', async () => {
  const asking = (more: Record<string, string>) => send(PURCHASES, { ...all, ...day(BUSY) }, more);
  assert.equal((await asking({ referer: '' })).status, 403);
  assert.equal((await asking({ referer: 'https://elsewhere.example/' })).status, 403);
  assert.equal((await asking({ origin: 'https://www.elsewhere.example' })).status, 403);
  assert.equal((await asking({ origin: server.address })).status, 200);
  assert.equal((await asking({ 'content-type': 'text/plain' })).status, 415);
});

test('purchases are filtered by the day of their end, and filters on publication are ignored', async () => {
  const { items, total, searchTooLong } = await ask(PURCHASES, { ...all, ...day(BUSY) });
  assert.ok(total > 8 && items.length === total && searchTooLong === false);
  for (const item of items) {
    assert.equal(item.finalizationDate.slice(0, 10), BUSY);
    assert.match(item.finalizationDate, /T[0-9:]{8}\+02:00$/);
    assert.match(item.uniqueIdentificationCode, /^DA[0-9]{8}$/);
    assert.match(item.cpvCode, /^[0-9]{8}-[0-9] - .+ \(Rev\.2\)$/);
    assert.match(item.contractingAuthority, /^(RO)?[0-9]+ \S/);
    assert.equal(item.caDecisionDeadline, '0001-01-01T00:00:00+02:00');
  }
  const ignored = { publicationDateStart: '2024-01-01', publicationDateEnd: '2024-01-01', cPVId: 1 };
  assert.equal((await ask(PURCHASES, { ...all, ...day(BUSY), ...ignored })).total, total);
});

test('a long list is cut at the cap with a flag and a repeated last page, and narrower queries give it all', async (t) => {
  const capped = await serveCountry(demo, {
    folder: '.',
    port: 0,
    host: '127.0.0.1',
    today: () => TODAY,
    caps: { purchases: 8, notices: 8 },
  });
  t.after(() => capped.close());
  const asking = async (body: object) => {
    const response = await fetch(`${capped.address}/api-pub/${PURCHASES}`, {
      method: 'POST',
      headers: { ...headers(), referer: `${capped.address}/pub` },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return (await response.json()) as any;
  };
  const ids = ({ items }: { items: { directAcquisitionId: number }[] }) =>
    items.map((item) => item.directAcquisitionId);
  const whole = await ask(PURCHASES, { ...all, ...day(BUSY) });
  const first = await asking({ pageIndex: 0, pageSize: 5, ...day(BUSY) });
  const second = await asking({ pageIndex: 1, pageSize: 5, ...day(BUSY) });
  assert.equal(first.searchTooLong, true);
  assert.deepEqual([...ids(first), ...ids(second)], ids(whole).slice(0, 8));
  assert.deepEqual(ids(await asking({ pageIndex: 7, pageSize: 5, ...day(BUSY) })), ids(second));
  const sliced: number[] = [];
  const { results } = await ask('ComboPub/getCpvCategories');
  for (const { id } of results)
    for (const digit of '0123456789') {
      const slice = { ...day(BUSY), cpvCategoryId: id, cpvCodeText: `${id - 1}${digit}` };
      const found = await asking({ ...all, ...slice });
      sliced.push(...ids(found).filter((each) => !sliced.includes(each)));
    }
  assert.deepEqual(sliced.toSorted(), ids(whole).toSorted());
});

test('the list of the current day grows until the day is over', async () => {
  today = BUSY;
  const open = await ask(PURCHASES, { ...all, ...day(BUSY) });
  today = addDays(BUSY, 1);
  assert.ok(open.total < (await ask(PURCHASES, { ...all, ...day(BUSY) })).total);
});

test('ongoing purchases are listed on request only, without a day and a supplier', async () => {
  const { items } = await ask(PURCHASES, { pageIndex: 0, pageSize: 50, showOngoingDa: true });
  const [first] = items;
  assert.deepEqual([first.sysDirectAcquisitionState.text, first.supplier], ['Publicat', null]);
  assert.equal(first.finalizationDate, '0001-01-01T00:00:00+02:00');
  const ended = await ask(PURCHASES, { pageIndex: 0, pageSize: 50, showOngoingDa: false });
  assert.ok(ended.items.every((item: { finalizationDate: string }) => item.finalizationDate > '2026'));
});

test('a misplaced decimal point is corrected within three days', async () => {
  const system = demo.procurement();
  const days = Array.from({ length: 200 }, (_, i) => dayNumber(TODAY) - 10 - i);
  const unreadablePage = days
    .flatMap((each) => system.purchasesOn(each))
    .find(({ correctedOn, finalizedOn }) => correctedOn === finalizedOn + 2);
  assert.ok(unreadablePage);
  const value = async (after: number): Promise<number> => {
    const ended = dayText(unreadablePage.finalizedOn);
    today = addDays(ended, after);
    const { items } = await ask(PURCHASES, { ...all, ...day(ended) });
    const code = `DA${unreadablePage.number}`;
    return items.find((item: { uniqueIdentificationCode: string }) => item.uniqueIdentificationCode === code)
      .closingValue;
  };
  assert.equal(await value(1), (await value(2)) * 10);
});

test('notices are filtered by publication, and their status changes later', async () => {
  const requested = {
    ...all,
    startPublicationDate: '2026-05-01',
    endPublicationDate: '2026-05-31',
    sysNoticeTypeIds: [2, 17],
  };
  today = '2026-06-01';
  const early = await ask(NOTICES, requested);
  today = TODAY;
  const late = await ask(NOTICES, requested);
  assert.equal(early.total, late.total);
  const states = ({ items }: { items: { sysProcedureState: { text: string } }[] }) =>
    new Set(items.map(({ sysProcedureState }) => sysProcedureState.text));
  assert.deepEqual(states(early), new Set(['In desfasurare']));
  assert.ok(states(late).has('Atribuita'));
  const changes = late.items.map((item: { noticeStateDate: string }) => item.noticeStateDate.slice(0, 10));
  assert.deepEqual(changes, changes.toSorted().toReversed());
  for (const item of late.items) {
    assert.match(item.noticeNo, /^S?CN[0-9]{7}$/);
    assert.equal(item.publicationDate, undefined);
    assert.match(item.contractingAuthorityNameAndFN, /^(RO)?[0-9]+ - \S/);
  }
});

test('contracts of an award need a complete query, and show frameworks as 0 and all members of consortia', async () => {
  const { items } = await ask(AWARDS, { ...all, startPublicationDate: '2026-01-01', endPublicationDate: '2026-06-30' });
  const question = {
    contractNo: null,
    winnerTitle: null,
    winnerFiscalNumber: null,
    contractDate: { from: null, to: null },
    contractValue: { from: null, to: null },
    contractMinOffer: { from: null, to: null },
    contractMaxOffer: { from: null, to: null },
    contractTitle: null,
    lots: null,
    sortOrder: [],
    sysContractFrameworkType: {},
    skip: 0,
    take: 200,
  };
  const path = 'C_PUBLIC_CANotice/GetCANoticeContracts';
  assert.equal((await send(path, { caNoticeId: items[0].caNoticeId })).status, 500);
  // biome-ignore lint/suspicious/noExplicitAny: untyped rows.
  const contracts: any[] = [];
  for (const { caNoticeId } of items) contracts.push(...(await ask(path, { ...question, caNoticeId })).items);
  assert.ok(contracts.length >= items.length);
  const long = items.find(
    ({ caNoticeId }: { caNoticeId: number }) => contracts.filter((each) => each.caNoticeId === caNoticeId).length > 1,
  );
  const overlapping = await ask(path, { ...question, caNoticeId: long.caNoticeId, take: 1 });
  assert.deepEqual(
    [overlapping.items.length, overlapping.items[1].contractTitle],
    [2, null],
    'one extra row with fewer fields',
  );
  assert.ok(contracts.some(({ winners }) => winners.length > 1));
  assert.ok(contracts.some(({ contractValue, contractType }) => contractValue === 0 && contractType === 2));
  assert.ok(contracts.some(({ contractType }) => contractType === 3));
  assert.ok(contracts.some(({ hasModifiedVersions }) => hasModifiedVersions));
  assert.ok(contracts.every(({ winner }) => winner.address.nutsCode.startsWith('System.Data.Entity')));
});

test('direct award notices are filtered by their day of publication', async () => {
  const requested = { ...all, publicationDateStart: BUSY, publicationDateEnd: BUSY };
  const { items } = await ask('DaAwardNoticeCommon/GetDaAwardNoticeList/', requested);
  assert.ok(items.length > 0);
  for (const item of items) {
    assert.equal(item.publicationDate.slice(0, 10), BUSY);
    assert.match(item.noticeNo, /^DAN[0-9]{7}$/);
  }
  const one = { ...all, noticeNo: items[0].noticeNo, publicationDateStart: BUSY };
  assert.equal((await ask('DaAwardNoticeCommon/GetDaAwardNoticeList/', one)).total, 1);
});

test('details contain clerks in fields and in texts', async () => {
  const [purchase] = (await ask(PURCHASES, { ...all, ...day(BUSY) })).items;
  const view = await ask(`PublicDirectAcquisition/getView/${purchase.directAcquisitionId}`);
  assert.match(view.assignedCAUserEmail, /@achizitii\.example$/);
  assert.match(view.deliveryCondition, /Persoana de contact: .+@achizitii\.example/);
  const prices = view.directAcquisitionItems.map((item: { itemClosingPrice: number }) => item.itemClosingPrice);
  assert.ok(Math.abs(prices.reduce((sum: number, price: number) => sum + price, 0) - view.closingValue) < 0.01);
  const { items } = await ask(NOTICES, { ...all, sysNoticeTypeIds: [2] });
  const withLots = items.find((item: { hasLots: boolean }) => item.hasLots);
  const notice = await ask(`PUBLICCNotice/getPubCNoticeView/?cNoticeId=${withLots.cNoticeId}`);
  assert.equal(notice.noticeNo, withLots.noticeNo);
  assert.ok(notice.assignedCAUser && notice.caAddress.phone);
  const lots = await ask('NoticeCommon/GetSection22LotList/', { initNoticeId: withLots.cNoticeId, sysNoticeTypeId: 2 });
  assert.ok(lots.items.length > 1);
  const section = await ask(`NoticeCommon/GetSection3View/?initNoticeId=${withLots.cNoticeId}&sysNoticeTypeId=2`);
  assert.match(section.tpCriteriaQAStandardMin, /tel\. \+40 7/);
});

test('suppliers are found by their fiscal code, and other codes give no results', async () => {
  const found = await ask('ComboPub/searchSuppliers?filter=90000014&pageIndex=0&pageSize=20');
  assert.deepEqual(
    found.items.map(({ text }: { text: string }) => text),
    ['90000014 ZIMBRUL AURIU INDUSTRII SA'],
  );
  const sold = await ask(PURCHASES, { ...all, finalizationDateStart: '2026-01-01', supplierId: found.items[0].id });
  assert.ok(
    sold.total > 0 && sold.items.every((item: { supplier: string }) => item.supplier?.includes('90000014') ?? true),
  );
  assert.equal((await ask('ComboPub/searchSuppliers?filter=12345678&pageIndex=0&pageSize=20')).total, 0);
  const [water] = await ask('Cpv/SearchCpv?text=41000000');
  assert.deepEqual([water.code, water.parentID, water.hasChildren], ['41000000-9', null, true]);
});

test('faults of the lists can be injected like all others', async () => {
  const requested = { pageIndex: 1, pageSize: 2, ...day(BUSY) };
  const faulty = async (kind: 'emptyList' | 'searchTooLong' | 'repeatedPage' | 'filtersIgnored') => {
    server.faults.add('sicap', { kind, requests: 1 });
    return await ask(PURCHASES, requested);
  };
  assert.deepEqual(await faulty('emptyList'), { total: 0, items: [], searchTooLong: false });
  assert.equal((await faulty('searchTooLong')).searchTooLong, true);
  assert.deepEqual((await faulty('repeatedPage')).items, (await ask(PURCHASES, { ...requested, pageIndex: 0 })).items);
  assert.ok((await faulty('filtersIgnored')).total > (await ask(PURCHASES, requested)).total);
  server.faults.add('sicap', { kind: 'http403', requests: 1 });
  assert.equal((await send(PURCHASES, requested)).status, 403);
});

test('a country without procurement does not have this interface', async () => {
  const tiny = await serveCountry(tinyCountry(), { folder: '.', port: 0, host: '127.0.0.1', today: () => TODAY });
  assert.equal((await fetch(`${tiny.address}/api-pub/time/getServerTime/`)).status, 404);
  await tiny.close();
});
