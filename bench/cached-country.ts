/** A country whose companies were all asked for lately, so that a look-up is what it is on most days: one kept answer, read by key. */
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
import { digestOf } from '#platform/accounts/keys.ts';
import { keyOwnerByDigest } from '#platform/accounts/keys-table.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import type { Config } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { newKeys } from './callers.ts';
import { openCountry } from './country.ts';

/** As many as one request of ours takes. */
const BATCH = 100;
/** Kept answers are trimmed beyond this; the national country is measured on so many of its companies. */
const OBSERVED_MAX = 500_000;

export interface Observed {
  /** Fiscal codes whose answers are kept. */
  cuis: string[];
  /** Pro keys of accounts enough for any pace: the demo key would spare us the check, one account has its limit. */
  keys: string[];
}

/** `choose`: those that will be asked for, where observing the whole country would take longer than measuring it. */
export async function observedCountry(
  config: Config,
  choose: (cuis: string[]) => string[] = (cuis) => cuis,
): Promise<Observed> {
  const store = await openCountry(config);
  try {
    const cuis = choose(await codes(store));
    await observe(cuis, config, store);
    return { cuis, keys: await keysOf(config, store) };
  } finally {
    await store.close();
  }
}

async function codes({ generations }: Store): Promise<string[]> {
  const rows = (await generations.current()?.db.all<{ cui: number }>('select cui from document order by cui')) ?? [];
  const step = Math.ceil(rows.length / OBSERVED_MAX);
  return rows.filter((_, i) => i % step === 0).map(({ cui }) => String(cui));
}

/** Asks for every company through the operation that callers use; what is fresh from an earlier run is not asked for again. */
async function observe(cuis: readonly string[], config: Config, store: Store): Promise<void> {
  const demo = demoSettings(config);
  const { today } = config;
  const simulated = await serveCountry(country(demo.settings), { ...demo, host: '127.0.0.1', port: 0, today });
  const onError = (error: unknown): never => {
    throw error;
  };
  const addresses = resolveAddresses({ anafCompany: `${simulated.address}/api/PlatitorTvaRest/v9/tva` });
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
    await client.getCompanies({ cuis: cuis.slice(i, i + BATCH) });
    step.at(i, i);
  }
  step.end('kept');
  await close();
  await refresher.close(0);
  await simulated.close();
}

/** Enough for forty thousand requests a second. */
const ACCOUNTS = 2_000;

/** Kept beside the country, which is an invented one: making so many takes longer than measuring with them. */
async function keysOf(config: Config, store: Store): Promise<string[]> {
  const file = join(config.dataFolder, `bench-keys-${store.engine}.json`);
  const { keyPepper } = loadSecrets(config.secretsFile);
  if (existsSync(file)) {
    const stored: string[] = JSON.parse(readFileSync(file, 'utf8'));
    const [first = ''] = stored;
    // A database that was made anew knows none of them.
    if (await keyOwnerByDigest(store.state, digestOf(keyPepper, first))) return stored;
  }
  const keys = await newKeys(store.state, keyPepper, ACCOUNTS);
  writeFileSync(file, JSON.stringify(keys));
  return keys;
}
