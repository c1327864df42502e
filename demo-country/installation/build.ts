/** Builds the demo country at the first start, with four snapshots of its registry, so that it has a history. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { importIncrementFiles } from '#data/ingest/procurement/increment-files.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { findPublications, type Publications } from '#data/ingest/publications.ts';
import { type InStages, ingest } from '#data/ingest/run.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';
import { country } from '#demo-country/country.ts';
import { ALL_PUBLISHERS, type Publisher, publish } from '#demo-country/publish.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import type { DemoConfig, DemoPublications } from '#server/demo-port.ts';
import { collectDemo, observeFiscalRecords } from './collect.ts';
import { workbooksHere } from './file-readers.ts';
import { demoSettings } from './settings.ts';

export interface DemoBuildContext {
  config: DemoConfig;
  store: Pick<Store, 'generations' | 'state' | 'live'>;
  personKey: string;
  progress: Progress;
}

/** Days before the founding day with a registry snapshot: three quarters of a year. */
const EARLIER_SNAPSHOTS = [273, 182, 91];

/** Builds the country unless it exists; returns its settings and folder. */
export async function demoCountry(context: DemoBuildContext): Promise<DemoPublications> {
  await buildUnlessPresent(context, async (demo) => {
    await publishDays(context.config, context.progress, ALL_PUBLISHERS);
    return findPublications(demo.folder);
  });
  return demoSettings(context.config);
}

/** Publishers that publish after company data is served, by the part built from them. */
const LATER = { rates: 'bnr', gazette: 'gazette', procurement: 'procurement' } as const satisfies Record<
  Parameters<InStages['provide']>[0],
  Publisher
>;
const LATER_PUBLISHERS = new Set<Publisher>(Object.values(LATER));

/** Builds in stages, for a service that answers meanwhile; resumes an interrupted build. Calls `published` after each stage. */
export async function demoCountryInStages(context: DemoBuildContext, published: InStages['published']): Promise<void> {
  const { config, store, progress } = context;
  await buildUnlessPresent(
    context,
    async (demo) => {
      // Served data was published before, except by another host, or if its files are gone.
      if (store.generations.current() === null || !(await hasPublished(demo)))
        await publishDays(
          config,
          progress,
          ALL_PUBLISHERS.filter((publisher) => !LATER_PUBLISHERS.has(publisher)),
        );
      return findPublications(demo.folder);
    },
    {
      published,
      async provide(part) {
        const demo = demoSettings(config);
        await publishDay(demo, await registryDay(demo), progress, [LATER[part]], part);
        return findPublications(demo.folder);
      },
    },
  );
}

const hasPublished = async ({ folder }: DemoPublications): Promise<boolean> =>
  existsSync(folder) && (await findPublications(folder)).registry.length > 0;

/** The day of the published registry: later stages publish for the same day, even after midnight or a restart. */
async function registryDay({ folder }: DemoPublications): Promise<Day> {
  const newest = (await findPublications(folder)).registry.at(-1);
  if (!newest?.day) throw new Error('The demo country has not published its registry.');
  return newest.day;
}

async function buildUnlessPresent(
  context: DemoBuildContext,
  publications: (demo: DemoPublications) => Promise<Publications>,
  inStages?: InStages,
): Promise<void> {
  const { generations } = context.store;
  const isPresent = (): boolean => {
    const current = generations.current();
    return current !== null && (inStages === undefined || isComplete(current.manifest));
  };
  if (isPresent()) return;
  await withDemoLock(context.config, async () => {
    await generations.refresh();
    if (!isPresent()) await build(context, publications, inStages);
  });
}

/** Publishing precedes the build, which locks later: without this lock two first starts would move each other's files. */
async function withDemoLock<Done>({ dataFolder }: DemoConfig, work: () => Promise<Done>): Promise<Done> {
  await mkdir(dataFolder, { recursive: true });
  const release = lockFolder(join(dataFolder, 'demo.lock'));
  try {
    return await work();
  } finally {
    release();
  }
}

async function build(
  { config, store, personKey, progress }: DemoBuildContext,
  publications: (demo: DemoPublications) => Promise<Publications>,
  inStages?: InStages,
): Promise<void> {
  const demo = demoSettings(config);
  const published = await publications(demo);
  if (store.generations.current() === null) await observeFiscalRecords(demo, config, store.live, progress);
  await ingest({
    generations: store.generations,
    state: store.state,
    live: store.live,
    publications: published,
    personKey,
    strict: true, // the simulated country is our own code: an unreadable file is a bug
    progress,
    today: config.today(),
    workbooks: workbooksHere,
    async collect(covered) {
      await importIncrementFiles(store.live, demo.folder);
      await collectDemo(demo, config, store.live, covered, progress);
      return storedIncrements(store.live);
    },
    ...(inStages && { inStages }),
  });
}

/** Publishes everything up to today, the history included; published days stay as they are. */
export const publishDemo = (config: DemoConfig, progress: Progress): Promise<void> =>
  withDemoLock(config, () => publishDays(config, progress, ALL_PUBLISHERS));

/** `only`: the publishers of today; earlier days have registry snapshots only. */
async function publishDays(config: DemoConfig, progress: Progress, only: readonly Publisher[]): Promise<void> {
  const demo = demoSettings(config);
  const { founded } = demo.settings;
  for (const days of EARLIER_SNAPSHOTS) {
    const day = addDays(founded, -days);
    if (!existsSync(join(demo.folder, snapshotFolder(day)))) await publishDay(demo, day, progress, ['onrc']);
  }
  await publishDay(demo, config.today(), progress, only);
}

const snapshotFolder = (day: Day): string => `onrc/firme-${day.split('-').toReversed().join('-')}`;

/** Writes to a staging folder and moves complete files: half a snapshot would read as half the country struck off. */
async function publishDay(
  { settings, folder }: DemoPublications,
  day: Day,
  progress: Progress,
  only: readonly Publisher[],
  what = 'demo country',
): Promise<void> {
  const staging = join(dirname(folder), 'publishing');
  await rm(staging, { recursive: true, force: true });
  const demo = country(settings);
  const step = progress.step(`${what} of ${day}`, demo.entityCount(day));
  await publish(demo, staging, day, { only, progress: (done) => step.at(done, done) });
  for (const publisher of await readdir(staging)) {
    await mkdir(join(folder, publisher), { recursive: true });
    for (const name of await readdir(join(staging, publisher))) {
      await rm(join(folder, publisher, name), { recursive: true, force: true });
      await rename(join(staging, publisher, name), join(folder, publisher, name));
    }
  }
  await rm(staging, { recursive: true });
  step.end('published');
}
