/** A folder of publications into an installation; parts of an older format are made again on the way. For `ingest`, `setup` and a start. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '#config';
import { downloadPublications } from '#ingest/downloads.ts';
import { dueAgain, publicationsAgain } from '#ingest/outdated-parts.ts';
import { closePersonal, deletePersonal, personalFiles } from '#ingest/personal-files.ts';
import { takeOverReadable } from '#ingest/procurement/increment-files.ts';
import { storedIncrements } from '#ingest/procurement/increments-table.ts';
import type { Progress } from '#ingest/progress.ts';
import type { Publication } from '#ingest/publication-listings.ts';
import type { IngestReport } from '#ingest/report.ts';
import { type IngestNeeds, ingest } from '#ingest/run.ts';
import { isMadeWith } from '#ingest/snapshots.ts';
import { secretsAdvice } from '#secrets';
import { createClient } from '#sources/client.ts';
import { resolveAddresses } from '#sources/source-addresses.ts';
import type { Database } from '#store/database.ts';
import { namesOf } from '#store/manifest.ts';
import type { Store } from '#store/open.ts';

export interface LoadNeeds extends Pick<IngestNeeds, 'personKey' | 'strict' | 'accept' | 'progress' | 'asOf'> {
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
  onlyAgain?: boolean;
}

export const keptIn = (dataFolder: string): string => join(dataFolder, 'publications');

export async function loadPublications(needs: LoadNeeds): Promise<IngestReport> {
  const { config, store, folder, progress, say } = needs;
  const kept = keptIn(config.dataFolder);
  const dataset = store.generations.current();
  const due = dueAgain(dataset);
  if (needs.onlyAgain && dataset !== null && !isMadeWith(needs.personKey, dataset.manifest))
    throw new Error(
      `Parts of an older format are not made here, by other secrets. ${secretsAdvice(config.secretsFile)}`,
    );
  // What the lists said is in the store, whichever host asked them; files of it are what operators bring, or kept before.
  for (const place of new Set([folder, kept])) await takeOverReadable(store.live, place, ({ message }) => say(message));
  const increments = await storedIncrements(store.live);
  if (due.length > 0) await mkdir(kept, { recursive: true });
  const download = (only: readonly Publication[]) => bringAgain(config, progress, only);
  const { publications, problems, lost } = await publicationsAgain({
    ...{ due, from: needs.onlyAgain ? null : folder, kept, download, say },
    hasLists: increments.length > 0,
  });
  if (needs.whole && problems.length > 0)
    throw new Error(`${problems.join(' ')} Parts of an older format wait for it: npx firmoteca ingest does without.`);
  const losing = lost.filter((part) => dataset?.unreadable.includes(part));
  if (needs.onlyAgain && losing.length > 0)
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

/** Files with birth dates: deleted, or closed to others; those of another folder are told of, because they are not ours. */
async function putAway({ config, folder, say }: LoadNeeds, report: IngestReport): Promise<void> {
  const kept = keptIn(config.dataFolder);
  if (config.keepPublications) return closePersonal(kept);
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

async function bringAgain(config: LoadConfig, progress: Progress, only: readonly Publication[]): Promise<string[]> {
  const { today, addresses } = config;
  if (isDemo(config)) {
    const { publishDemo } = await import('#demo/build.ts');
    await publishDemo(config, progress);
    return [];
  }
  return downloadPublications({
    client: createClient(),
    addresses: resolveAddresses(addresses),
    folder: keptIn(config.dataFolder),
    today: today(),
    progress,
    only,
  });
}

const demoLists =
  (config: LoadConfig, live: Database, progress: Progress): NonNullable<IngestNeeds['collect']> =>
  async (covered) => {
    const { collectDemo } = await import('#demo/procurement.ts');
    const { demoSettings } = await import('#demo/settings.ts');
    await collectDemo(demoSettings(config), config, live, covered, progress);
    return storedIncrements(live);
  };
