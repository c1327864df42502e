/** A company that stopped filing long ago: the answers use its own last eight years. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore } from '#data/store/open.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { writeBalances, writeSnapshot } from '#test/support/publications.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

/** Filed for 2006 to 2016 only. */
const STOPPED = companyCui(7);
interface Meta {
  financialsCoveredYears: number[];
  financialsMissingYears: number[];
  warnings: string[];
}
const FILED = Array.from({ length: 11 }, (_, i) => 2016 - i);

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    const first = await smallService({ bare: true, databaseUrl: (await engine.place()).databaseUrl });
    service = await first.restarted(async (location) => {
      const firms = [STOPPED, ...[0, 1, 2].map(companyCui)].map((cui, i) => ({
        cui,
        number: `J12/${i + 1}/1998`,
        name: `BARZA ${i} SRL`,
      }));
      writeSnapshot(location.published, '07-11-2026', firms);
      for (const year of FILED) writeBalances(location.published, year, [[STOPPED, '0111', 1_000 + year, 100, 3]]);
      // Other companies filed on: these files prove that the company did not file.
      for (const year of [2024, 2025])
        writeBalances(location.published, year, [[companyCui(0), '0111', 1_000, 100, 3]]);
      const store = await openStore({ ...location, country: 'demo' });
      const publications = await findPublications(location.published);
      await ingest({
        ...store,
        publications,
        personKey: first.secrets.personKey,
        strict: true,
        accept: { partial: false, smaller: true },
        progress: silent,
      });
      await store.close();
    });
  });
  after(() => service.close());

  const get = async <Data>(rest: string) => {
    const answer = await fetch(`${service.origin}/api/company/${STOPPED}${rest}`, {
      headers: { 'x-api-key': DEMO_KEY },
    });
    assert.equal(answer.status, 200, rest);
    return (await answer.json()) as { data: Data; meta: Meta };
  };

  test('the financials are the company’s own last eight years, and a warning states their age', async () => {
    const { data, meta } = await get<{ year: number }[]>('/financials');
    assert.deepEqual(
      data.map(({ year }) => year),
      FILED.slice(0, 8),
    );
    assert.deepEqual(meta.financialsCoveredYears, FILED.slice(0, 8));
    assert.ok(meta.financialsMissingYears.includes(2025));
    assert.ok(meta.warnings.some((one) => one.startsWith('The newest available balance sheet is of 2016')));
  });

  test('while the tax authority is silent a warning names the years without a file and those of late filings', async () => {
    const answer = await fetch(`${service.origin}/api/company/${companyCui(1)}/financials`, {
      headers: { 'x-api-key': DEMO_KEY },
    });
    const { meta } = (await answer.json()) as { meta: Meta };
    assert.match(meta.warnings.join(), /balance sheets of 2025, 2024, 2022, 2021, 2020, 2019, 2018\./);
    const single = async (year: number) =>
      (
        await fetch(`${service.origin}/api/company/${companyCui(1)}/balance/${year}`, {
          headers: { 'x-api-key': DEMO_KEY },
        })
      ).status;
    assert.deepEqual([await single(2024), await single(2023), await single(2016)], [503, 200, 404]);
  });

  test('each known year has its balance sheet, and the health rests on the newest one', async () => {
    for (const year of FILED) assert.equal((await get<{ year: number }>(`/balance/${year}`)).data.year, year);
    const { data } = await get<{ year: number; verdict: { code: string; reasons: { code: string }[] } }>('/health');
    assert.deepEqual([data.year, data.verdict.code === 'undetermined'], [2016, false]);
    assert.ok(data.verdict.reasons.some(({ code }) => code === 'noRecentBalance'));
  });
});
