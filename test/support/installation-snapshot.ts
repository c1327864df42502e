/** A data folder as after the first start of the demo, built once, for tests of the service after that. */

import { silent } from '#data/ingest/progress.ts';
import { openStore } from '#data/store/open.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import { threadModule } from '#lib/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { loadSecrets } from '#server/secrets.ts';
import { keptCopy, loadedNow } from './snapshots.ts';

// Services and threads of tests on such a folder load the demo country.
provideDemoCountry(threadModule('demo-country/port'));

/** The number of companies that tests of the process use. */
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
