/** A folder of publications into an installation; parts of an older format are made again on the way. For `ingest`, `setup` and a start. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '#config';
import { downloadPublications } from '#ingest/downloads.ts';
import { dueAgain, publicationsAgain } from '#ingest/outdated-parts.ts';
import { closePersonal, deletePersonal, personalFiles } from '#ingest/personal-files.ts';
import type { Progress } from '#ingest/progress.ts';
import type { Publication } from '#ingest/publication-listings.ts';
import { findPublications } from '#ingest/publications.ts';
import type { IngestReport } from '#ingest/report.ts';
import { type IngestNeeds, ingest } from '#ingest/run.ts';
import { createClient } from '#sources/client.ts';
import { resolveAddresses } from '#sources/source-addresses.ts';
import type { Store } from '#store/open.ts';

export interface LoadNeeds extends Pick<IngestNeeds, 'personKey' | 'strict' | 'accept' | 'progress'> {
  config: Pick<Config, 'dataFolder' | 'country' | 'addresses' | 'today' | 'seed' | 'companies' | 'keepPublications'>;
  store: Pick<Store, 'generations' | 'state' | 'live'>;
  folder: string;
  /** What is done besides, and why, in sentences. */
  say(sentence: string): void;
  /** Fail where a publication cannot be downloaded again, instead of doing without it. */
  whole?: boolean;
}

export const keptIn = (dataFolder: string): string => join(dataFolder, 'publications');

export async function loadPublications(needs: LoadNeeds): Promise<IngestReport> {
  const { config, store, folder, progress, say } = needs;
  const kept = keptIn(config.dataFolder);
  const due = dueAgain(store.generations.current());
  if (due.length > 0) await mkdir(kept, { recursive: true });
  const download = (only: readonly Publication[]) => bringAgain(config, progress, only);
  const { publications, problems } = await publicationsAgain({ due, from: folder, kept, download, say });
  if (needs.whole && problems.length > 0)
    throw new Error(`${problems.join(' ')} Parts of an older format wait for it: npx firmoteca ingest does without.`);
  for (const problem of problems) say(problem);
  const asksLists = isDemo(config) && due.some(({ name }) => name === 'recent');
  const report = await ingest({
    ...needs,
    ...store,
    publications,
    ...(asksLists && publications.procurement.increments.length === 0 && { collect: demoLists(config, progress) }),
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
  (config: LoadConfig, progress: Progress): NonNullable<IngestNeeds['collect']> =>
  async (covered) => {
    const { collectDemo } = await import('#demo/procurement.ts');
    const { demoSettings } = await import('#demo/settings.ts');
    const demo = demoSettings(config);
    await collectDemo(demo, config, covered, progress);
    return (await findPublications(demo.folder)).procurement.increments;
  };
