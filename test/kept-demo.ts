/** A demo country that is built once for each engine and size: in the folder, and in the database, that are given. */
import { demoCountry } from '#demo/build.ts';
import type { DemoConfig } from '#demo/settings.ts';
import { silent } from '#ingest/progress.ts';
import { openStore } from '#store/open.ts';
import { keptPlace, loadedNow } from './kept.ts';

/** Both are empty before. Whoever opens a store there finds the country built. */
export async function keptDemo(databaseUrl: string | null, config: DemoConfig, personKey: string): Promise<void> {
  const { seed, companies, today, dataFolder } = config;
  const size = `${companies}_${seed}_${today().replaceAll('-', '')}_${personKey.slice(0, 8)}`.toLowerCase();
  const name = `demo_${size.replace(/[^a-z0-9_]/g, '')}`;
  await keptPlace(name, { folder: dataFolder, databaseUrl }, async (place) => {
    const store = await openStore({ ...place, country: 'demo' });
    try {
      await demoCountry({ config: { ...config, dataFolder: place.folder }, store, personKey, progress: silent });
    } finally {
      await store.close();
    }
  });
  await loadedNow({ folder: dataFolder, databaseUrl });
}
