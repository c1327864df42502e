/** The measured demo country: built once per size and stored in var/bench, since building takes longer than measuring. */
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
/** The folder of measured data. */
export const kept = join(home, 'var/bench');

/** Fingerprint of the code that determines the contents and the storage of a country. */
const code = codeOf([
  'demo-country/**/*.ts',
  'src/data/ingest/**/*.ts',
  'src/data/store/**/*.ts',
  'src/domain/*/tables.ts',
  'migrations/**/*.sql',
]);

/** Settings of the installation with a country of this size. */
export const installation = (companies: number): Config =>
  installationIn(`country-${companies}-${code}`, companies, null);

/**
 * The same for benchmarks that accept a country of other code, as long as its generation format is readable: an existing
 * country is not rebuilt. `databaseUrl` stores it in PostgreSQL.
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

/** Opens the country, and builds it when it is missing. Both engines share the publications. */
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
  // The stored country has another format.
  await store.close();
  rmSync(config.dataFolder, { recursive: true });
  return openCountry(config);
}

/** The folder of publications, written by building the country when missing. */
export async function publicationsOf(companies: number): Promise<string> {
  const config = installation(companies);
  await (await openCountry(config)).close();
  return demoSettings(config).folder;
}
