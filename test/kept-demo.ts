/** A demo country that is built once in a run for each engine and size: in the folder, and in the database, that are given. */
import { demoCountry } from '#demo/build.ts';
import type { DemoConfig } from '#demo/settings.ts';
import { silent } from '#ingest/progress.ts';
import { openStore } from '#store/open.ts';
import { keptCopy, keptFolder } from './kept.ts';
import { copyDatabase, emptyDatabase } from './postgres-server.ts';

/** Both are empty before. Whoever opens a store there finds the country built, unless the file is run alone. */
export async function keptDemo(databaseUrl: string | null, config: DemoConfig, personKey: string): Promise<void> {
  if (keptFolder === null) return;
  const { seed, companies, today, dataFolder } = config;
  const size = `${companies}_${seed}_${today().replaceAll('-', '')}_${personKey.slice(0, 8)}`.toLowerCase();
  const template = `kept_demo_${size.replace(/[^a-z0-9_]/g, '')}`;
  await keptCopy(`${databaseUrl === null ? 'sqlite' : 'postgres'}-${template}`, dataFolder, async (folder) => {
    const url = databaseUrl && (await emptyDatabase(databaseUrl, template));
    const store = await openStore({ databaseUrl: url, folder, country: 'demo' });
    try {
      await demoCountry({ config: { ...config, dataFolder: folder }, store, personKey, progress: silent });
    } finally {
      await store.close();
    }
  });
  if (databaseUrl !== null) await copyDatabase(template, databaseUrl);
}
