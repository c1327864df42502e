/** The whole service in one process: data, simulated state in the demo, refresher and warmer, and the threads that answer. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { trimMerged } from '#companies/merged-table.ts';
import type { Config } from '#config';
import type { LivePort } from '#live/ports.ts';
import { createLog } from '#log';
import type { Store } from '#store/open.ts';
import { startLive } from './live.ts';
import type { CountryStart, FromCountry } from './messages.ts';
import { startWorkers } from './workers.ts';

const TRIM_MS = 3_600_000;

export interface Service {
  port: number;
  stop(): Promise<void>;
}

export async function startService(config: Config, store: Store, country: CountryStart | null): Promise<Service> {
  const log = createLog(config.log);
  const onError = (error: unknown): void => log.error(error, 'none');
  // The demo's simulated state takes its time to load; requests that need no source are answered meanwhile.
  const state = country ? startCountry(country) : null;
  const side = Promise.resolve(state?.address ?? null).then((simulated) =>
    startLive({ config, store, simulated, onError }),
  );
  const live: LivePort = {
    refreshFiscal: async (...args) => (await side).live.refreshFiscal(...args),
    refreshBalances: async (...args) => (await side).live.refreshBalances(...args),
    touched: (cui) => void side.then((started) => started.live.touched(cui)),
  };
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
      await (await side).stop();
      await state?.thread.terminate();
      log.flush();
    },
  };
}

function startCountry(start: CountryStart): { address: Promise<string>; thread: Worker } {
  const thread = new Worker(new URL('./country-thread.ts', import.meta.url), { workerData: start });
  const address = once(thread, 'message').then(([message]) => (message as FromCountry).address);
  return { address, thread };
}
