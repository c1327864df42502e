/** Loads a folder of publications into an installation, and rebuilds parts of an older format. For `ingest`, `setup` and a start. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { downloadPublications } from '#data/ingest/downloads.ts';
import { partsToRebuild, publicationsForRebuild } from '#data/ingest/outdated-parts.ts';
import { deletePersonal, personalFiles, restrictPersonal } from '#data/ingest/personal-files.ts';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { Publication } from '#data/ingest/publication-listings.ts';
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

export interface LoadNeeds extends Pick<IngestOptions, 'personKey' | 'strict' | 'accept' | 'progress' | 'asOf'> {
  config: Pick<
    Config,
    'dataFolder' | 'secretsFile' | 'country' | 'addresses' | 'today' | 'seed' | 'companies' | 'keepPublications'
  >;
  store: Pick<Store, 'generations' | 'state' | 'live'>;
  folder: string;
  /** What is done besides, and why, in sentences. */
  say(sentence: string): void;
  /** Fail where a publication cannot be downloaded again, instead of doing without it. */
  whole?: boolean;
  /**
   * Makes parts of an older format again and reads nothing else. Fails where one of them would be lost, become older than it is or shrink,
   * or where persons would get other ids: another host may keep its publications.
   */
  onlyRebuild?: boolean;
}

export const publicationsFolder = (dataFolder: string): string => join(dataFolder, 'publications');

export async function loadPublications(needs: LoadNeeds): Promise<IngestReport> {
  const { config, store, folder, progress, say } = needs;
  const kept = publicationsFolder(config.dataFolder);
  const dataset = store.generations.current();
  const due = partsToRebuild(dataset);
  if (needs.onlyRebuild && dataset !== null && !isKeyedWith(needs.personKey, dataset.manifest))
    throw new Error(
      `Parts of an older format are not made here, by other secrets. ${secretsAdvice(config.secretsFile)}`,
    );
  // What the lists said is in the store, whichever host asked them; files of it are what operators bring, or kept before.
  for (const place of new Set([folder, kept]))
    await importReadableFiles(store.live, place, ({ message }) => say(message));
  const increments = await storedIncrements(store.live);
  if (due.length > 0) await mkdir(kept, { recursive: true });
  const download = (only: readonly Publication[]) => downloadAgain(config, progress, only);
  const { publications, problems, lost } = await publicationsForRebuild({
    due,
    from: needs.onlyRebuild ? null : folder,
    stored: kept,
    download,
    log: say,
    hasLists: increments.length > 0,
  });
  if (needs.whole && problems.length > 0)
    throw new Error(`${problems.join(' ')} Parts of an older format wait for it: npx firmoteca ingest does without.`);
  const losing = lost.filter((part) => dataset?.unreadable.includes(part));
  if (needs.onlyRebuild && losing.length > 0)
    throw new Error(
      `The publications of ${namesOf(losing)} are not kept on this host, and cannot be downloaded: parts of an older format wait for a host that keeps them, or for npx firmoteca ingest, which does without.`,
    );
  for (const problem of problems) say(problem);
  const asksLists = isDemo(config) && due.some(({ name }) => name === 'recent');
  const report = await ingest({
    ...needs,
    ...store,
    publications,
    today: config.today(),
    increments,
    ...(asksLists && increments.length === 0 && { collect: demoLists(config, store.live, progress) }),
  });
  if (config.country === 'romania') await putAway(needs, report);
  return report;
}

/** Files with birth dates are deleted, or closed to other users. Those in a folder that is not ours are only named. */
async function putAway({ config, folder, say }: LoadNeeds, report: IngestReport): Promise<void> {
  const kept = publicationsFolder(config.dataFolder);
  if (config.keepPublications) return restrictPersonal(kept);
  const read = new Set(report.parts.filter(({ outcome }) => outcome !== 'carriedOver').map(({ part }) => part));
  const gone = await deletePersonal(kept, read);
  if (gone.length > 0)
    say(`${gone.map((path) => basename(path)).join(', ')} held birth dates and was deleted after reading.`);
  const others = folder === kept ? [] : await personalFiles(folder);
  if (others.length > 0)
    say(`These files hold birth dates; delete them when you need them no more: ${others.join(', ')}`);
}

type LoadConfig = LoadNeeds['config'];

/** The demo country publishes by itself. */
const isDemo = ({ country, addresses }: LoadConfig): boolean => country === 'demo' && addresses.ckan == null;

async function downloadAgain(config: LoadConfig, progress: Progress, only: readonly Publication[]): Promise<string[]> {
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
