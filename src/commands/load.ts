/** A folder of publications into the installation that the settings name: what `ingest` and `setup` have in common. */
import { stat } from 'node:fs/promises';
import type { Day } from '#base/date.ts';
import type { Config } from '#config';
import { type Acceptance, WHOLE_ONLY } from '#ingest/completeness.ts';
import { dueAgain } from '#ingest/outdated-parts.ts';
import type { Progress } from '#ingest/progress.ts';
import type { IngestReport } from '#ingest/report.ts';
import { isMadeWith } from '#ingest/snapshots.ts';
import { loadSecrets, personKeyThere, secretsAdvice } from '#secrets';
import { CannotStart } from '#serve/cannot-start.ts';
import { loadPublications } from '#serve/load-publications.ts';
import { openStore, type Store } from '#store/open.ts';
import { UsageError } from './command.ts';

export interface LoadOptions {
  strict: boolean;
  accept: Acceptance;
  /** Reads also where the dataset was made with others. */
  otherSecrets: boolean;
}

const CAREFUL: LoadOptions = { strict: false, accept: WHOLE_ONLY, otherSecrets: false };

export async function load(
  config: Config,
  folder: string,
  progress: Progress,
  { strict, accept, otherSecrets }: LoadOptions = CAREFUL,
): Promise<IngestReport> {
  const { databaseUrl, dataFolder, country } = config;
  const store = await openStore({ databaseUrl, folder: dataFolder, country });
  try {
    // What is to be made again is downloaded where nothing was kept.
    if (dueAgain(store.generations.current()).length === 0 && !(await isFolder(folder)))
      throw new UsageError(`There is no folder ${folder}.`);
    if (!otherSecrets) assertSameSecrets(config, store);
    const { personKey } = loadSecrets(config.secretsFile);
    // Standard output belongs to the report.
    const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
    return await loadPublications({ config, store, folder, personKey, strict, accept, progress, say });
  } finally {
    await store.close();
  }
}

/** A timer on a new host must not give every person another id: what was hidden by their ids would show. */
function assertSameSecrets({ secretsFile }: Config, { generations }: Store): void {
  const served = generations.current();
  if (served === null || isMadeWith(personKeyThere(secretsFile), served.manifest)) return;
  throw new CannotStart(
    `The dataset was made with other secrets than those of this host: every person would get another id, and who was hidden would show. ${secretsAdvice(secretsFile)}`,
  );
}

/** The day of the registry that is served; null when there is none. */
export async function servedRegistry({ databaseUrl, dataFolder, country }: Config): Promise<Day | null> {
  const store = await openStore({ databaseUrl, folder: dataFolder, country });
  const registry = store.generations.current()?.manifest.parts.find(({ name }) => name === 'registry');
  await store.close();
  return registry?.asOf ?? null;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
