/** Lists written as files, against the same days collected over HTTP. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { contractsAwarded } from '#data/sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#data/sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#data/sources/procurement/site/notices.ts';
import { purchasesFinalized } from '#data/sources/procurement/site/purchases.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { serveCountry } from '#demo-country/server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { publishLists } from './publish-lists.ts';

const TODAY = '2026-11-15';
const DAYS = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'];

test('a list in a file has the records that a collector reads from the site', async () => {
  const demo = country({ seed: 'lists', companies: 3_000, founded: TODAY });
  const folder = temporaryFolder('test');
  const server = await serveCountry(demo, { folder, host: '127.0.0.1', port: 0, today: () => TODAY });
  try {
    const procurement = demo.procurement();
    const [from, until] = [DAYS.at(0), DAYS.at(-1)].map((day) => dayNumber(day ?? '')) as [number, number];
    await publishLists(procurement, folder, { from, until, today: dayNumber(TODAY) });
    const site = createSite({
      client: createClient(),
      address: server.address,
      turn: async () => {},
      clock: realClock,
    });
    const onCut = assert.fail;
    const awards = procurement.awards(dayNumber(TODAY));
    const begunBy = (_: number | null, awardNotice: string | null): string | null => {
      const { procedure } =
        awards.find(({ procedure, number }) => procedure.type.awardPrefix + number === awardNotice) ?? assert.fail();
      return procedure.type.prefix + procedure.number;
    };
    const lists = {
      purchases: (day: string) => purchasesFinalized(site, day, onCut),
      awards: (day: string) => directAwardsPublished(site, day, onCut),
      notices: (day: string) => noticesPublished(site, day, { before: new Map(), details: 'lots' }),
      contracts: (day: string) => contractsAwarded(site, day, begunBy, { onCut }),
    };
    for (const [kind, collected] of Object.entries(lists)) {
      let rows = 0;
      for (const day of DAYS) {
        const file = readFileSync(join(folder, `sicap-${kind}-${day}.ndjson`), 'utf8');
        const written = file.trim().split('\n').filter(Boolean).map(comparable);
        const read: string[] = [];
        for await (const record of collected(day)) read.push(comparable(JSON.stringify(record)));
        assert.deepEqual(written.sort(), read.sort(), `${kind} of ${day}`);
        rows += read.length;
      }
      assert.ok(rows > 3, kind);
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

/** Without what needs a view of its own, which some award notices lack. */
const comparable = (line: string): string => JSON.stringify({ ...JSON.parse(line), cancelledLots: undefined });
