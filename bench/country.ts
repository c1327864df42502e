/** The demo country that is measured: built once per size and kept in var/bench, since building it takes longer than measuring it. */
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { progressOn } from '#data/ingest/progress.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { isDatasetReadable } from '#data/store/serve-generation.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { threadModule } from '#lib/paths.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { loadSecrets } from '#server/secrets.ts';
import { codeOf } from './code.ts';

provideDemoCountry(threadModule('demo-country/port'));

const home = new URL('..', import.meta.url).pathname;
/** Where what is measured is kept. */
export const kept = join(home, 'var/bench');

/** Of the code that decides what a country holds and how it lies on disk. */
const code = codeOf([
  'demo-country/**/*.ts',
  'src/data/ingest/**/*.ts',
  'src/data/store/**/*.ts',
  'src/domain/*/tables.ts',
  'migrations/**/*.sql',
]);

/** Settings of the installation that holds a country of this size. */
export const installation = (companies: number): Config =>
  installationIn(`country-${companies}-${code}`, companies, null);

/**
 * The same where it does not matter which code built the country, because the generation's format says who can read it: a
 * country that is there is not built anew. `databaseUrl` puts it into PostgreSQL instead.
 */
export function anyInstallation(companies: number, databaseUrl: string | null = null): Config {
  const own = `country-${companies}-${code}`;
  const there = globSync(`country-${companies}-*`, { cwd: kept });
  return installationIn(there.includes(own) ? own : (there[0] ?? own), companies, databaseUrl);
}

const installationIn = (folder: string, companies: number, databaseUrl: string | null): Config =>
  readConfig({
    FIRMOTECA_DATA: join(kept, folder),
    FIRMOTECA_COMPANIES: String(companies),
    DATABASE_URL: databaseUrl ?? '',
  });

/** Opens it; builds the country where it is missing. The publications are shared by both engines. */
export async function openCountry(config: Config): Promise<Store> {
  for (const other of globSync(`country-${config.companies}-*`, { cwd: kept }))
    if (other !== basename(config.dataFolder)) rmSync(join(kept, other), { recursive: true });
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    folder: config.dataFolder,
    country: config.country,
  });
  const { personKey } = loadSecrets(config.secretsFile);
  await demoCountry({ config, store, personKey, progress: progressOn(process.stderr) });
  if (config.databaseUrl !== null || (await isDatasetReadable(store.generations.current()))) return store;
  // Built by code that wrote another format.
  await store.close();
  rmSync(config.dataFolder, { recursive: true });
  return openCountry(config);
}

/** Writes the publications where they are missing, by building the country. */
export async function publicationsOf(companies: number): Promise<string> {
  const config = installation(companies);
  await (await openCountry(config)).close();
  return demoSettings(config).folder;
}
