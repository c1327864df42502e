/** A data folder as the first start of the demo leaves it, for tests of what a service does after that: built once. */
import { readConfig } from '#config';
import { demoCountry } from '#demo/build.ts';
import { silent } from '#ingest/progress.ts';
import { loadSecrets } from '#secrets';
import { openStore } from '#store/open.ts';
import { keptCopy } from './kept.ts';

/** The size that tests of the process ask for. */
const COMPANIES = '300';

export const keptInstallation = (dataFolder: string): Promise<void> =>
  keptCopy('installation', dataFolder, async (folder) => {
    const config = readConfig({ FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: COMPANIES });
    const { personKey } = loadSecrets(config.secretsFile);
    const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
    try {
      await demoCountry({ config, store, personKey, progress: silent });
    } finally {
      await store.close();
    }
  });
