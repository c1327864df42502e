/** Procurement lists over random data in two parts: newest first, for any page size, each row exactly once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { contractId } from '#domain/procurement/contract-id.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { ask } from '#test/support/procurement-ask.ts';
import { type Deal, dealsGeneration, randomDeals } from '#test/support/procurement-deals.ts';

/** Newest first; within a day, the greater key first. */
const newestFirst = (a: Deal, b: Deal): number => (a.day === b.day ? b.key - a.key : a.day < b.day ? 1 : -1);

onBothEngines((engine) => {
  let generations: Generations;
  let dataset: Dataset;
  const deals = randomDeals(1_500, 7);

  before(async () => {
    generations = await (await engine.place()).generations('demo');
    await dealsGeneration(generations, deals);
    dataset = generations.current() as Dataset;
  });
  after(() => generations.close());

  async function page(id: string, params: Record<string, string>, query: string) {
    const { data, page } = await ask(dataset, id, params, query);
    return { ids: (data as { id: string }[]).map((row) => row.id), page };
  }

  async function wholeList(
    id: string,
    params: Record<string, string>,
    query: string,
    limit: number,
  ): Promise<string[]> {
    const ids: string[] = [];
    const totals = new Set<number | null>();
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages++) {
      assert.ok(pages < 2_000, 'the list ends');
      const one = await page(id, params, `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
      assert.equal(one.page.offset, ids.length);
      ids.push(...one.ids);
      totals.add(one.page.total);
      cursor = one.page.nextCursor;
    }
    assert.deepEqual([...totals], [ids.length], 'every page has the total length of the list');
    return ids;
  }

  const contracts = (keep: (deal: Deal) => boolean): string[] =>
    deals
      .current('contract')
      .filter(keep)
      .toSorted(newestFirst)
      .map(({ key }) => contractId(key));
  const purchases = (keep: (deal: Deal) => boolean): string[] =>
    deals
      .current('purchase')
      .filter(keep)
      .toSorted(newestFirst)
      .map(({ key }) => `DA${key}`);

  test('a page behind the end of a long list tells its whole length', async () => {
    const long = randomDeals(8_000, 11);
    const own = await (await engine.place()).generations('demo');
    await dealsGeneration(own, long);
    const of = async (query: string) =>
      (await ask(own.current() as Dataset, 'getCpvDirectPurchases', { cpv: '4' }, `dateTo=2099-12-31&${query}`)).page;
    const all = long.current('purchase').filter(({ cpv, day }) => cpv.startsWith('4') && day !== '').length;
    assert.ok(all > 2_000);
    const [first, behind] = [await of('limit=5'), await of('limit=5&offset=100000')];
    assert.deepEqual([first.total, first.totalRelation], [2_000, 'atLeast']);
    assert.deepEqual([behind.total, behind.totalRelation, behind.offset], [all, 'exact', 100_000]);
    await own.close();
  });

  for (const limit of [1, 7, 50, 200])
    test(`the lists of a company in pages of ${limit}`, async () => {
      const cui = 4;
      const either = (deal: Deal): boolean => deal.authority === cui || deal.suppliers.includes(cui);
      const params = { cui: String(cui) };
      assert.deepEqual(await wholeList('getCompanyContracts', params, 'role=both', limit), contracts(either));
      assert.deepEqual(await wholeList('getCompanyDirectPurchases', params, '', limit), purchases(either));
      assert.deepEqual(
        await wholeList('getCompanyContracts', params, 'role=supplier&dateFrom=2024-02-01&cpv=45', limit),
        contracts((deal) => deal.suppliers.includes(cui) && deal.day >= '2024-02-01' && deal.cpv.startsWith('45')),
      );
    });

  for (const prefix of ['4', '45', '452', '4521', '45211', '452111', '45211100', '99'])
    test(`the lists of CPV ${prefix}`, async () => {
      const limit = prefix.length === 1 ? 40 : 3;
      const under = (deal: Deal): boolean => deal.cpv.startsWith(prefix);
      assert.deepEqual(await wholeList('getCpvContracts', { cpv: prefix }, '', limit), contracts(under));
      assert.deepEqual(
        await wholeList('getCpvDirectPurchases', { cpv: prefix }, 'dateTo=2024-03-31', limit),
        purchases((deal) => under(deal) && deal.day !== '' && deal.day <= '2024-03-31'),
      );
      for (const city of ['cluj-napoca', 'iasi'])
        assert.deepEqual(
          await wholeList('getCpvContracts', { cpv: prefix }, `supplierCity=${city}`, limit),
          contracts((deal) => under(deal) && deal.cities.includes(city)),
        );
    });

  test('an offset gives the same rows as the cursors', async () => {
    const all = await wholeList('getCompanyContracts', { cui: '4' }, '', 50);
    for (const offset of [0, 1, 13, all.length - 1, all.length]) {
      const { ids } = await page('getCompanyContracts', { cui: '4' }, `offset=${offset}&limit=5`);
      assert.deepEqual(ids, all.slice(offset, offset + 5));
    }
  });

  test('a row corrected by a later list appears once, in its corrected form', async () => {
    const corrected = deals.corrected.filter(({ kind }) => kind === 'purchase');
    assert.ok(corrected.length > 10);
    const entries = await wholeList('getCpvDirectPurchases', { cpv: '4' }, '', 200);
    assert.equal(new Set(entries).size, entries.length);
  });
});
