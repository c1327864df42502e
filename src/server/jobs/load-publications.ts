/** Loads a folder of publications into an installation, and rebuilds parts of an older format. For `ingest`, `setup` and a start. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { downloadPublications } from '#data/ingest/downloads.ts';
import { partsToRebuild, publicationsForRebuild } from '#data/ingest/outdated-parts.ts';
import { deletePersonal, personalFiles, restrictPersonal } from '#data/ingest/personal-files.ts';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { FilePartName } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { type IngestOptions, ingest } from '#data/ingest/run.ts';
import { isKeyedWith } from '#data/ingest/snapshots.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import type { Database } from '#data/store/database.ts';
import { namesOf } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import type { Config } from '#server/config/config.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import { secretsAdvice } from '#server/secrets.ts';

type LoadOptions = Pick<IngestOptions, 'personKey' | 'strict' | 'accept' | 'progress' | 'asOf'> & {
  config: Pick<
    Config,
    'dataFolder' | 'secretsFile' | 'country' | 'addresses' | 'today' | 'seed' | 'companies' | 'keepPublications'
  >;
  store: Pick<Store, 'generations' | 'state' | 'live'>;
  folder: string;
  /** Takes messages about further steps and their reasons. */
  log(sentence: string): void;
  /** Fails where a publication cannot be downloaded again, instead of building without it. */
  whole?: boolean;
  /**
   * Rebuilds parts of an older format and reads nothing else. Fails where a part would be lost, become older or shrink, or where persons
   * would get other ids: another host may have stored the publications.
   */
  onlyRebuild?: boolean;
};

export const publicationsFolder = (dataFolder: string): string => join(dataFolder, 'publications');

export async function loadPublications(options: LoadOptions): Promise<IngestReport> {
  const { config, store, folder, progress, log } = options;
  const stored = publicationsFolder(config.dataFolder);
  const dataset = store.generations.current();
  const due = partsToRebuild(dataset);
  if (options.onlyRebuild && dataset !== null && !isKeyedWith(options.personKey, dataset.manifest))
    throw new Error(
      `Parts of an older format are not rebuilt here, with other secrets. ${secretsAdvice(config.secretsFile)}`,
    );
  // Collected lists are in the store. Files of lists come from operators, or from earlier versions.
  for (const source of new Set([folder, stored]))
    await importReadableFiles(store.live, source, ({ message }) => log(message));
  const increments = await storedIncrements(store.live);
  if (due.length > 0) await mkdir(stored, { recursive: true });
  const download = (only: readonly FilePartName[]) => downloadMissing(config, progress, only);
  const { publications, problems, lost } = await publicationsForRebuild({
    due,
    from: options.onlyRebuild ? null : folder,
    stored: stored,
    download,
    log,
    hasLists: increments.length > 0,
  });
  if (options.whole && problems.length > 0)
    throw new Error(`${problems.join(' ')} Parts of an older format wait for it: npx firmoteca ingest does without.`);
  const losing = lost.filter((part) => dataset?.unreadable.includes(part));
  if (options.onlyRebuild && losing.length > 0)
    throw new Error(
      `The publications of ${namesOf(losing)} are not stored on this host, and cannot be downloaded: parts of an older format wait for a host that stores them, or for npx firmoteca ingest, which does without.`,
    );
  for (const problem of problems) log(problem);
  const collectsLists = isDemo(config) && due.some(({ name }) => name === 'recent');
  const report = await ingest({
    ...options,
    ...store,
    publications,
    today: config.today(),
    increments,
    ...(collectsLists && increments.length === 0 && { collect: demoLists(config, store.live, progress) }),
  });
  if (config.country === 'romania') await protectPersonal(options, report);
  return report;
}

/** Deletes files with birth dates, or closes them to other users. Files in the operator's own folder are only named. */
async function protectPersonal({ config, folder, log }: LoadOptions, report: IngestReport): Promise<void> {
  const stored = publicationsFolder(config.dataFolder);
  if (config.keepPublications) return restrictPersonal(stored);
  const read = new Set(report.parts.filter(({ outcome }) => outcome !== 'carriedOver').map(({ part }) => part));
  const deleted = await deletePersonal(stored, read);
  if (deleted.length > 0)
    log(`${deleted.map((path) => basename(path)).join(', ')} contained birth dates and was deleted after reading.`);
  const others = folder === stored ? [] : await personalFiles(folder);
  if (others.length > 0)
    log(`These files contain birth dates; delete them when you need them no longer: ${others.join(', ')}`);
}

type LoadConfig = LoadOptions['config'];

/** Whether the demo country creates its own publications. */
const isDemo = ({ country, addresses }: LoadConfig): boolean => country === 'demo' && addresses.ckan == null;

async function downloadMissing(
  config: LoadConfig,
  progress: Progress,
  only: readonly FilePartName[],
): Promise<string[]> {
  const { today, addresses } = config;
  if (isDemo(config)) {
    await (await loadDemoCountry()).publish(config, progress);
    return [];
  }
  return downloadPublications({
    client: createClient(),
    addresses: resolveAddresses(addresses),
    folder: publicationsFolder(config.dataFolder),
    today: today(),
    progress,
    only,
  });
}

const demoLists =
  (config: LoadConfig, live: Database, progress: Progress): NonNullable<IngestOptions['collect']> =>
  async (covered) => {
    await (await loadDemoCountry()).collectProcurement(config, live, covered, progress);
    return storedIncrements(live);
  };
