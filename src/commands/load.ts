/** A folder of publications into the installation that the settings name: what `ingest` and `setup` have in common. */
import type { Config } from '#config';
import type { Progress } from '#ingest/progress.ts';
import { findPublications } from '#ingest/publications.ts';
import type { IngestReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { loadSecrets } from '#secrets';
import { openStore } from '#store/open.ts';

export async function load(config: Config, folder: string, strict: boolean, progress: Progress): Promise<IngestReport> {
  const { databaseUrl, dataFolder, country } = config;
  const store = await openStore({ databaseUrl, folder: dataFolder, country });
  try {
    return await ingest({
      generations: store.generations,
      state: store.state,
      live: store.live,
      publications: await findPublications(folder),
      personKey: loadSecrets(config.secretsFile).personKey,
      strict,
      progress,
    });
  } finally {
    await store.close();
  }
}
