/** A country with a warm cache: a look-up reads one cached answer by key, as in regular operation. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf } from '#api/client.ts';
import { progressOn } from '#data/ingest/progress.ts';
import { type LivePort, offline } from '#data/live/ports.ts';
import { createRefresher } from '#data/live/refresher.ts';
import { taxAuthority } from '#data/live/tax-authority.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import type { Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { serveCountry } from '#demo-country/server.ts';
import { codesAfter } from '#domain/companies/facts-table.ts';
import { digestOf } from '#platform/accounts/keys.ts';
import { keyOwnerByDigest } from '#platform/accounts/keys-table.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import type { Config } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { newKeys } from './callers.ts';
import { openCountry } from './demo-installation.ts';

/** The limit of companies in one batch request. */
const BATCH = 100;
/** The cache evicts answers beyond this number, so the national country is measured on this many companies. */
const OBSERVED_MAX = 500_000;

export interface Observed {
  /** Fiscal codes with a cached answer. */
  cuis: string[];
  /** Pro keys of many accounts: the demo key would skip the check, and a single account would reach its limit. */
  keys: string[];
}

/**
 * `choose` selects the companies that the benchmark requests, where caching the whole country would take longer than measuring it.
 * `withBalances`: also of the years that no publication has.
 */
export async function observedCountry(
  config: Config,
  choose: (cuis: string[]) => string[] = (cuis) => cuis,
  { withBalances = false } = {},
): Promise<Observed> {
  const store = await openCountry(config);
  try {
    const cuis = choose(await codes(store));
    await observe(cuis, config, store, withBalances);
    return { cuis, keys: await keysOf(config, store) };
  } finally {
    await store.close();
  }
}

async function codes({ generations }: Store): Promise<string[]> {
  const dataset = generations.current();
  const all = dataset ? await codesAfter(dataset, '0', Number.MAX_SAFE_INTEGER) : [];
  const step = Math.ceil(all.length / OBSERVED_MAX);
  return all.filter((_, i) => i % step === 0);
}

/** Fetches every company through the public operation; fresh answers of an earlier run are skipped. */
async function observe(cuis: readonly string[], config: Config, store: Store, withBalances: boolean): Promise<void> {
  const demo = demoSettings(config);
  const { today } = config;
  const simulated = await serveCountry(country(demo.settings), { ...demo, host: '127.0.0.1', port: 0, today });
  const onError = (error: unknown): never => {
    throw error;
  };
  const addresses = resolveAddresses({
    anafCompany: `${simulated.address}/api/PlatitorTvaRest/v9/tva`,
    anafBalance: `${simulated.address}/bilant`,
  });
  const refresher = createRefresher({
    db: store.live,
    taxAuthority: taxAuthority(createClient(), addresses),
    paceMs: { companies: 0, balances: 0 },
    onObserved: async () => {},
    onError,
  });
  const live: LivePort = { ...offline, ...refresher };
  const secrets = loadSecrets(config.secretsFile);
  const { declared, close } = await app({
    config,
    secrets,
    store,
    live,
    profile: await profileOf(config, secrets, store),
    log: { access: null, error: onError },
  });
  const dataset = store.generations.current();
  if (!dataset) throw new Error('There is nothing to ask for.');
  const step = progressOn(process.stderr).step(`observing (${store.engine})`, cuis.length);
  for (let i = 0; i < cuis.length; i += BATCH) {
    const client = clientOf(declared, await proVisit(dataset));
    const batch = cuis.slice(i, i + BATCH);
    await client.getCompanies({ cuis: batch });
    if (withBalances) await Promise.all(batch.map((cui) => client.getFinancials({ cui })));
    step.at(i, i);
  }
  step.end('kept');
  await close();
  await refresher.close(0);
  await simulated.close();
}

/** Accounts for forty thousand requests a second. */
const ACCOUNTS = 2_000;

/** Stores the keys beside the invented country: creating that many takes longer than a measurement. */
async function keysOf(config: Config, store: Store): Promise<string[]> {
  const file = join(config.dataFolder, `bench-keys-${store.engine}.json`);
  const { keyPepper } = loadSecrets(config.secretsFile);
  if (existsSync(file)) {
    const stored: string[] = JSON.parse(readFileSync(file, 'utf8'));
    const [first = ''] = stored;
    // A rebuilt database does not contain the stored keys.
    if (await keyOwnerByDigest(store.state, digestOf(keyPepper, first))) return stored;
  }
  const keys = await newKeys(store.state, keyPepper, ACCOUNTS);
  writeFileSync(file, JSON.stringify(keys));
  return keys;
}
