/** A data folder as the first start of the demo leaves it, for tests of what a service does after that: built once. */
import { readConfig } from '#config';
import { demoCountry } from '#demo/build.ts';
import { silent } from '#ingest/progress.ts';
import { loadSecrets } from '#secrets';
import { openStore } from '#store/open.ts';
import { keptCopy, loadedNow } from './kept.ts';

/** The size that tests of the process ask for. */
const COMPANIES = '300';

export async function keptInstallation(dataFolder: string): Promise<void> {
  await keptCopy('installation', dataFolder, async (folder) => {
    const config = readConfig({ FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: COMPANIES });
    const { personKey } = loadSecrets(config.secretsFile);
    const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
    try {
      await demoCountry({ config, store, personKey, progress: silent });
    } finally {
      await store.close();
    }
  });
  await loadedNow({ folder: dataFolder, databaseUrl: null });
}
