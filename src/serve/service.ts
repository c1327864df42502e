/** The whole service in one process: data, simulated state in the demo, refresher and warmer, and the threads that answer. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { trimMerged } from '#companies/merged-table.ts';
import type { Config } from '#config';
import { systemClock } from '#live/clock.ts';
import type { LivePort } from '#live/ports.ts';
import { createRefresher } from '#live/refresher.ts';
import { taxAuthority } from '#live/tax-authority.ts';
import { startWarmer } from '#live/warmer.ts';
import { createLog } from '#log';
import { resolveAddresses } from '#sources/addresses.ts';
import { createClient } from '#sources/client.ts';
import { sources } from '#sources/source.ts';
import type { Store } from '#store/open.ts';
import type { CountryStart, FromCountry } from './messages.ts';
import { startWorkers } from './workers.ts';

/** The simulated state asks for no patience: a newcomer's first look-up should not wait for the warmer's turn. */
const DEMO_PACE_MS = 100;
/** Questions to sources that are under way when we stop get this long. */
const GRACE_MS = 2_000;
const TRIM_MS = 3_600_000;

export interface Service {
  port: number;
  stop(): Promise<void>;
}

export async function startService(config: Config, store: Store, country: CountryStart | null): Promise<Service> {
  const log = createLog(config.log);
  const onError = (error: unknown): void => log.error(error, 'none');
  const state = country ? await startCountry(country) : null;
  const { live, stop: stopLive } = startLive(config, store, state?.address ?? null, onError);
  const look = setInterval(() => store.generations.refresh().catch(onError), 1_000);
  const trim = setInterval(() => trimMerged(store.live).catch(onError), TRIM_MS);
  const workers = await startWorkers({
    count: config.workers,
    host: config.host,
    port: config.port,
    store,
    live,
    onError,
  });
  return {
    port: workers.port,
    async stop() {
      await workers.stop();
      clearInterval(look);
      clearInterval(trim);
      await stopLive();
      await state?.thread.terminate();
      log.flush();
    },
  };
}

function startLive(
  config: Config,
  store: Store,
  simulated: string | null,
  onError: (error: unknown) => void,
): { live: LivePort; stop(): Promise<void> } {
  const addresses = resolveAddresses({ ...(simulated && simulatedAddresses(simulated)), ...config.addresses });
  const paceMs = simulated
    ? { companies: DEMO_PACE_MS, balances: DEMO_PACE_MS }
    : { companies: sources.anafCompany.paceMs, balances: sources.anafBalance.paceMs };
  const refresher = createRefresher({
    db: store.live,
    taxAuthority: taxAuthority(createClient(), addresses),
    paceMs,
    // Merged answers are rendered when they are next asked for.
    onObserved: async () => {},
    onError,
  });
  const warmer = startWarmer({
    db: store.live,
    clock: systemClock,
    paceMs: paceMs.companies,
    refresher,
    async companiesAfter(cui, limit) {
      const rows = await store.generations
        .current()
        ?.db.all<{ cui: number }>('select cui from document where cui > $1 order by cui limit $2', [
          Number(cui),
          limit,
        ]);
      return (rows ?? []).map((row) => String(row.cui));
    },
    onError,
  });
  return {
    live: {
      refreshFiscal: refresher.refreshFiscal,
      refreshBalances: refresher.refreshBalances,
      touched: warmer.touched,
    },
    async stop() {
      await warmer.stop();
      await refresher.close(GRACE_MS);
    },
  };
}

const simulatedAddresses = (base: string) => ({
  anafCompany: `${base}/api/PlatitorTvaRest/v9/tva`,
  anafBalance: `${base}/bilant`,
  ckan: base,
  bnr: base,
});

async function startCountry(start: CountryStart): Promise<{ address: string; thread: Worker }> {
  const thread = new Worker(new URL('./country-thread.ts', import.meta.url), { workerData: start });
  const [{ address }] = (await once(thread, 'message')) as [FromCountry];
  return { address, thread };
}
