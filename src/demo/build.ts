/** The demo country: founded at the first start, with four snapshots of its registry behind it, so that it has a past. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addDays, type Day } from '#base/date.ts';
import { filesBelow } from '#ingest/files-below.ts';
import type { Progress } from '#ingest/progress.ts';
import { findPublications } from '#ingest/publications.ts';
import { ingest } from '#ingest/run.ts';
import { country } from '#simulate/country.ts';
import { publish } from '#simulate/publish.ts';
import { lockFolder } from '#store/folder-lock.ts';
import type { Store } from '#store/open.ts';
import { collectDemo } from './procurement.ts';
import { type DemoConfig, type DemoCountry, demoSettings } from './settings.ts';
import { observeTold } from './told-entities.ts';

export interface DemoNeeds {
  config: DemoConfig;
  store: Pick<Store, 'generations' | 'state' | 'live'>;
  personKey: string;
  progress: Progress;
}

/** Days before the founding on which the registry published: three quarters of a year, in steps that clients would see. */
const EARLIER_SNAPSHOTS = [273, 182, 91];

/** Builds the country unless it is there; tells what to simulate from now on. */
export async function demoCountry(needs: DemoNeeds): Promise<DemoCountry> {
  const { config, store } = needs;
  if (store.generations.current() !== null) return demoSettings(config);
  return alone(config, async () => {
    await store.generations.refresh();
    return store.generations.current() === null ? await found(needs) : demoSettings(config);
  });
}

/** Publishing comes before the build proper, whose own lock is taken later: two first starts would move each other's files. */
async function alone<Done>({ dataFolder }: DemoConfig, work: () => Promise<Done>): Promise<Done> {
  await mkdir(dataFolder, { recursive: true });
  const release = lockFolder(join(dataFolder, 'demo.lock'));
  try {
    return await work();
  } finally {
    release();
  }
}

async function found({ config, store, personKey, progress }: DemoNeeds): Promise<DemoCountry> {
  const demo = demoSettings(config);
  await publishDays(config, progress);
  await observeTold(demo, config, store.live, progress);
  await ingest({
    generations: store.generations,
    state: store.state,
    live: store.live,
    publications: await findPublications(demo.folder),
    personKey,
    strict: true, // the simulated country is ours: a shape we cannot read is our mistake
    progress,
    async collect(covered) {
      await collectDemo(demo, config, covered, progress);
      return (await findPublications(demo.folder)).procurement.increments;
    },
  });
  return demo;
}

/** What the country has published by today, its past included; days published before stay as they are. */
export const publishDemo = (config: DemoConfig, progress: Progress): Promise<void> =>
  alone(config, () => publishDays(config, progress));

async function publishDays(config: DemoConfig, progress: Progress): Promise<void> {
  const demo = demoSettings(config);
  const { founded } = demo.settings;
  for (const days of EARLIER_SNAPSHOTS) {
    const day = addDays(founded, -days);
    if (!existsSync(join(demo.folder, snapshotFolder(day)))) await publishDay(demo, day, progress, ['onrc']);
  }
  await publishDay(demo, config.today(), progress);
}

const snapshotFolder = (day: Day): string => `onrc/firme-${day.split('-').toReversed().join('-')}`;

/** Written aside and moved in place when complete: half a snapshot would read as half the country struck off. */
async function publishDay(
  { settings, folder }: DemoCountry,
  day: Day,
  progress: Progress,
  only?: readonly ['onrc'],
): Promise<void> {
  const aside = join(dirname(folder), 'publishing');
  await rm(aside, { recursive: true, force: true });
  const demo = country(settings);
  const step = progress.step(`demo country of ${day}`, demo.entityCount(day));
  await publish(demo, aside, day, { ...(only && { only }), progress: (done) => step.at(done, done) });
  // A publication without a day in its name is of the day its file was written on, which is the demo's, not that of the machine.
  const noon = new Date(`${day}T12:00:00Z`);
  for (const { path } of await filesBelow(aside)) await utimes(path, noon, noon);
  for (const publisher of await readdir(aside)) {
    await mkdir(join(folder, publisher), { recursive: true });
    for (const name of await readdir(join(aside, publisher))) {
      await rm(join(folder, publisher, name), { recursive: true, force: true });
      await rename(join(aside, publisher, name), join(folder, publisher, name));
    }
  }
  await rm(aside, { recursive: true });
  step.end('published');
}
