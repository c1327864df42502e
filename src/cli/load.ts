/** A folder of publications into the installation that the settings name: what `ingest` and `setup` have in common. */

import { stat } from 'node:fs/promises';
import { type Acceptance, WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { partsToRebuild } from '#data/ingest/outdated-parts.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { isKeyedWith } from '#data/ingest/snapshots.ts';
import { openStore, type Store } from '#data/store/open.ts';
import type { Day } from '#lib/values/date.ts';
import type { Config } from '#server/config/config.ts';
import { loadPublications } from '#server/jobs/load-publications.ts';
import { loadSecrets, secretsAdvice, storedPersonKey } from '#server/secrets.ts';
import { CannotStart } from '#server/start-error.ts';
import { terminal, UsageError } from './command.ts';

export interface LoadOptions {
  strict: boolean;
  accept: Acceptance;
  /** Reads also where the dataset was made with others. */
  otherSecrets: boolean;
  /** The day of files whose names tell none. */
  asOf?: Day;
}

type Say = (sentence: string) => void;

const CAREFUL: LoadOptions = { strict: false, accept: WHOLE_ONLY, otherSecrets: false };

export async function load(
  config: Config,
  folder: string,
  progress: Progress,
  { strict, accept, otherSecrets, asOf }: LoadOptions = CAREFUL,
): Promise<IngestReport> {
  const { databaseUrl, dataFolder, country } = config;
  const store = await openStore({ databaseUrl, folder: dataFolder, country });
  try {
    // Files of parts to rebuild are downloaded where none are stored.
    if (partsToRebuild(store.generations.current()).length === 0 && !(await isFolder(folder)))
      throw new UsageError(`There is no folder ${folder}.`);
    if (!otherSecrets) await assertSameSecrets(config, store);
    const { personKey } = loadSecrets(config.secretsFile);
    // Standard output belongs to the report.
    const say = (sentence: string): void => void terminal().stderr.write(`${sentence}\n`);
    const report = await loadPublications({
      config,
      store,
      folder,
      personKey,
      strict,
      accept,
      progress,
      log: say,
      ...(asOf !== undefined && { asOf }),
    });
    if (otherSecrets) await assertReadAgain(config, store, report, say);
    return report;
  } finally {
    await store.close();
  }
}

/** A timer on a new host must not give every person another id: what was hidden by their ids would show. */
async function assertSameSecrets(config: Config, store: Store): Promise<void> {
  if (await isMadeHere(config, store)) return;
  const { secretsFile } = config;
  throw new CannotStart(
    `The dataset was made with other secrets than those of this host: every person would get another id, and who was hidden would show. ${secretsAdvice(secretsFile)}`,
  );
}

/** By these secrets, or not at all yet. */
async function isMadeHere({ secretsFile }: Config, { generations }: Store): Promise<boolean> {
  // One that cannot be opened is built upon all the same.
  const manifest = generations.current()?.manifest ?? (await generations.list())[0];
  return manifest === undefined || isKeyedWith(storedPersonKey(secretsFile), manifest);
}

/** Persons have the new ids where their files were read again, and in no other part. */
async function assertReadAgain(config: Config, store: Store, { parts }: IngestReport, say: Say): Promise<void> {
  await store.generations.refresh();
  if (!(await isMadeHere(config, store)))
    throw new CannotStart(
      'The registry is still the one that was made with other secrets: its files are not in this folder, or are older. Bring it again: npx firmoteca ingest --download --accept-other-secrets.',
    );
  if (parts.some(({ part, outcome }) => part === 'shareholders' && outcome === 'carriedOver'))
    say('The shareholders that were imported before may have the ids of before: import them again.');
}

/**
 * The day of the registry that is served; null when there is none, or none that these secrets have made: it is brought again. Looks before
 * anything is downloaded.
 */
export async function servedRegistry(config: Config, otherSecrets = false): Promise<Day | null> {
  const { databaseUrl, dataFolder, country } = config;
  const store = await openStore({ databaseUrl, folder: dataFolder, country });
  try {
    if (!otherSecrets) await assertSameSecrets(config, store);
    else if (!(await isMadeHere(config, store))) return null;
    const registry = store.generations.current()?.manifest.parts.find(({ name }) => name === 'registry');
    return registry?.asOf ?? null;
  } finally {
    await store.close();
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
