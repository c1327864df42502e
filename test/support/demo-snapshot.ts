/** A demo country that is built once for each engine and size, with its observations; it is copied into the given folder and database. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silent } from '#data/ingest/progress.ts';
import { openStore } from '#data/store/open.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import type { DemoConfig } from '#server/demo-port.ts';
import { observeDemo } from './demo-observations.ts';
import { keptPlace, loadedNow } from './snapshots.ts';

/** Companies that the country was built from although no file lists them. */
const STATES = 'states.json';

/** Both must be empty. A store opened there afterwards contains the country. */
export async function keptDemo(databaseUrl: string | null, config: DemoConfig, personKey: string): Promise<void> {
  const { seed, companies, today, dataFolder } = config;
  const size = `${companies}_${seed}_${today().replaceAll('-', '')}_${personKey.slice(0, 8)}`.toLowerCase();
  const name = `demo_${size.replace(/[^a-z0-9_]/g, '')}`;
  await keptPlace(name, { folder: dataFolder, databaseUrl }, async (location) => {
    const store = await openStore({ ...location, country: 'demo' });
    try {
      const own = { ...config, dataFolder: location.folder };
      const demo = await demoCountry({ config: own, store, personKey, progress: silent });
      const result = await store.live.all<{ cui: number }>('select cui from fiscal_observation');
      writeFileSync(join(location.folder, STATES), JSON.stringify(result.map(({ cui }) => cui)));
      await observeDemo(location.folder, demo, store, today());
    } finally {
      await store.close();
    }
  });
  await loadedNow({ folder: dataFolder, databaseUrl });
}

/** For a country placed by `keptDemo`. */
export const observedCuis = (dataFolder: string): number[] =>
  JSON.parse(readFileSync(join(dataFolder, STATES), 'utf8')) as number[];
