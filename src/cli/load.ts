/** Loads a folder of publications into the installation: shared by `ingest` and `setup`. */

import { stat } from 'node:fs/promises';
import { type Acceptance, WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { partsToRebuild } from '#data/ingest/outdated-parts.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { isKeyedWith } from '#data/ingest/snapshots.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import { sources } from '#data/sources/sources.ts';
import type { Store } from '#data/store/open.ts';
import type { Day } from '#lib/values/date.ts';
import type { Config } from '#server/config/config.ts';
import { loadPublications } from '#server/jobs/load-publications.ts';
import { loadSecrets, secretsAdvice, storedPersonKey } from '#server/secrets.ts';
import { CannotStart } from '#server/start-error.ts';
import { terminal, UsageError } from './command.ts';
import { onStore } from './state-verbs.ts';

export interface LoadOptions {
  strict: boolean;
  accept: Acceptance;
  /** Accepts a dataset that was built with other secrets. */
  otherSecrets: boolean;
  /** The day of files whose names tell none. */
  asOf?: Day;
}

const CAREFUL: LoadOptions = { strict: false, accept: WHOLE_ONLY, otherSecrets: false };

export async function load(
  config: Config,
  folder: string,
  progress: Progress,
  { strict, accept, otherSecrets, asOf }: LoadOptions = CAREFUL,
): Promise<IngestReport> {
  return onStore({ config }, async (store) => {
    // Files of parts to rebuild are downloaded where none are stored.
    if (partsToRebuild(store.generations.current()).length === 0 && !(await isFolder(folder)))
      throw new UsageError(`There is no folder ${folder}.`);
    if (!otherSecrets) await assertSameSecrets(config, store);
    const { personKey } = loadSecrets(config.secretsFile);
    // Standard output belongs to the report.
    const log = (sentence: string): void => void terminal().stderr.write(`${sentence}\n`);
    const report = await loadPublications({
      config,
      store,
      folder,
      personKey,
      strict,
      accept,
      progress,
      log,
      ...(asOf !== undefined && { asOf }),
    });
    if (otherSecrets) await assertNewSecrets(config, store, report, log);
    return report;
  });
}

const registryNames = Object.values(registryFiles).flatMap(({ file }) => (file.startsWith('OD_') ? file : []));

/** The way without a download, for an installation that does not reach the portal. */
export const byHand = (): string[] => [
  'If the portal is reached from elsewhere only (it is reported to refuse addresses of cloud providers), try another network, or bring its files by hand:',
  `  1. download ${registryNames.join(', ')} of the newest snapshot, and the balance sheets, from ${sources.ckan.address} in a browser;`,
  '  2. put the files of the snapshot into a folder with its day as name, firme-DD-MM-YYYY;',
  '  3. npx firmoteca ingest --from FOLDER, the folder above it, which may hold balance sheets and other publications too (docs/sources.md).',
];

/** A scheduled run on a new host must not give every person another id: hidden persons would show. */
async function assertSameSecrets(config: Config, store: Store): Promise<void> {
  if (await hasOwnSecrets(config, store)) return;
  const { secretsFile } = config;
  throw new CannotStart(
    `The dataset was built with other secrets than those of this host: every person would get another id, and hidden persons would be visible. ${secretsAdvice(secretsFile)}`,
  );
}

/** Whether the newest dataset, if any, was built with the secrets of this host. */
async function hasOwnSecrets({ secretsFile }: Config, { generations }: Store): Promise<boolean> {
  // Counts also for a dataset that cannot be opened.
  const manifest = generations.current()?.manifest ?? (await generations.list())[0];
  return manifest === undefined || isKeyedWith(storedPersonKey(secretsFile), manifest);
}

/** Only parts that were read again have the new ids of persons. */
async function assertNewSecrets(
  config: Config,
  store: Store,
  { parts }: IngestReport,
  log: (sentence: string) => void,
): Promise<void> {
  await store.generations.refresh();
  if (!(await hasOwnSecrets(config, store)))
    throw new CannotStart(
      'The registry is still the one built with other secrets: its files are not in this folder, or are older. Load it again: npx firmoteca ingest --download --accept-other-secrets.',
    );
  if (parts.some(({ part, outcome }) => part === 'shareholders' && outcome === 'carriedOver'))
    log('The shareholders that were imported before may have the ids of before: import them again.');
}

/**
 * The day of the served registry; null without one, or for one of other secrets, which is downloaded again. Runs before any download.
 */
export async function servedRegistry(config: Config, otherSecrets = false): Promise<Day | null> {
  return onStore({ config }, async (store) => {
    if (!otherSecrets) await assertSameSecrets(config, store);
    else if (!(await hasOwnSecrets(config, store))) return null;
    const registry = store.generations.current()?.manifest.parts.find(({ name }) => name === 'registry');
    return registry?.asOf ?? null;
  });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
