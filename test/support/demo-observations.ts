/** Live observations of a demo country, recorded once for both engines: every company, the rates, and the press with its pictures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastRatesFetch } from '#data/live/rates-table.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import type { Store } from '#data/store/open.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { country } from '#demo-country/country.ts';
import { serveCountry } from '#demo-country/server.ts';
import type { Day } from '#lib/values/date.ts';
import type { DemoPublications } from '#server/demo-port.ts';
import { startLive } from '#server/jobs/live-refreshers.ts';
import { codesOf } from './company-answers.ts';
import { runningClock } from './fast-clock.ts';
import { copyTables, keptMade } from './snapshots.ts';
import { until } from './until.ts';

const TABLES = 'live.db';
/** Other tables belong to the installation or depend on requests. */
const OBSERVED = [
  'fiscal_observation',
  'rate_observation',
  'rate_look',
  'press_release',
  'press_look',
  'press_file',
  'press_word',
  'source_state',
];
/** Two rounds, with a pause if the first finds no company. */
const WARMED_MS = 120_000;
/** A hundred files at the pace of their source, some of them pictures. */
const PRESS_MS = 300_000;

/** Fills the live store of a new country in this folder. */
export async function observeDemo(folder: string, demo: DemoPublications, store: Store, today: Day): Promise<void> {
  const settings = createHash('sha256').update(readFileSync(join(folder, 'demo.json')));
  const stored = await keptMade(`observed_${settings.digest('hex').slice(0, 16)}`, async (into) => {
    const live = openSqlite(join(into, TABLES));
    try {
      await migrate(live, migrationsOf('live', live.engine));
      await copyTables('live', store.live, live, OBSERVED);
      await observe(demo, { ...store, live }, today);
    } finally {
      await live.close();
    }
  });
  const observed = openSqlite(join(stored, TABLES));
  try {
    await copyTables('live', observed, store.live, OBSERVED);
  } finally {
    await observed.close();
  }
}

async function observe(demo: DemoPublications, store: Store, today: Day): Promise<void> {
  const simulated = await serveCountry(country(demo.settings), {
    folder: demo.folder,
    host: '127.0.0.1',
    port: 0,
    today: () => today,
  });
  const errors: unknown[] = [];
  const { stop } = startLive({
    config: { addresses: {} },
    store,
    simulated: simulated.address,
    clock: runningClock(),
    onError: (error) => errors.push(error),
  });
  try {
    await warmed({ store });
    await until('the rates are stored', async () => (await lastRatesFetch(store.live)) !== null);
    await pressRead({ store });
  } finally {
    await stop();
    await simulated.close();
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The live side failed.');
}

/** The sources are older than the generation. */
const TOLD_BEFORE_MS = 600_000;

/** Sets the time of all observations to now, and of those that the country was built from to a little earlier. */
export async function observedNow(live: Database, observedCuis: readonly number[]): Promise<void> {
  const now = new Date().toISOString();
  const before = new Date(Date.now() - TOLD_BEFORE_MS).toISOString();
  const tables = ['fiscal_observation', 'rate_look', 'press_look', 'press_file'];
  await live.write([
    ...tables.map((table) => ({ sql: `update ${table} set fetched_at = $1`, params: [now] })),
    {
      sql: `update fiscal_observation set fetched_at = $1 where cui in (${observedCuis.join(', ')})`,
      params: [before],
    },
    { sql: 'update source_state set last_success = $1 where last_success is not null', params: [now] },
  ]);
}

/** Deletes all observations except those that the country was built from. */
export async function forgetObserved(live: Database, observedCuis: readonly number[]): Promise<void> {
  const others = OBSERVED.filter((table) => table !== 'fiscal_observation');
  await live.write([
    { sql: `delete from fiscal_observation where cui not in (${observedCuis.join(', ')})` },
    ...others.map((table) => ({ sql: `delete from ${table}` })),
  ]);
}

/** Awaits the end of the warmer’s round: from then on, only requests query the source. */
export async function warmed({ store }: { store: Store }): Promise<void> {
  const dataset = store.generations.current();
  const codes = dataset && (await codesOf(dataset));
  await until(
    'the warmer got round the country',
    async () => {
      const observed = await store.live.one<{ n: number }>('select count(*) as n from fiscal_observation');
      return observed?.n === codes?.length;
    },
    WARMED_MS,
  );
}

/** Awaits that every press release has been read, pictures included, which ends all writes about them. */
const pressRead = ({ store: { live } }: { store: Store }): Promise<void> =>
  until(
    'the press is read',
    async () =>
      (await live.one('select 1 as found from press_look')) !== null &&
      (await live.one(`select 1 as found from press_release left join press_file on press_file.url = press_release.url
                       where press_file.url is null or press_file.waiting = 1 limit 1`)) === null,
    PRESS_MS,
  );
