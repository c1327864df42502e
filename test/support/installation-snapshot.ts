/** A data folder as the first start of the demo leaves it, for tests of what a service does after that: built once. */

import { silent } from '#data/ingest/progress.ts';
import { openStore } from '#data/store/open.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import { threadModule } from '#lib/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { loadSecrets } from '#server/secrets.ts';
import { keptCopy, loadedNow } from './snapshots.ts';

// Services and threads that a test starts on such a folder load the demo country.
provideDemoCountry(threadModule('demo-country/port'));

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
