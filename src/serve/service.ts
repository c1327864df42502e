/** The whole service in one process: data, simulated country in the demo, refresher and warmer, and the threads that answer. */
import { Worker } from 'node:worker_threads';
import { tidyAccounts } from '#accounts/tidying.ts';
import { addDays, bucharestDay } from '#base/date.ts';
import { trimMerged } from '#companies/documents-table.ts';
import type { Config } from '#config';
import { tidyErrands } from '#errands/tidying.ts';
import { createLog } from '#log';
import { tallyIn } from '#metrics/payment-metrics.ts';
import { tidyApps } from '#oauth/tidying.ts';
import { resolveAddresses } from '#sources/source-addresses.ts';
import { sources } from '#sources/sources.ts';
import { lookAgain } from '#store/look-again.ts';
import type { Store } from '#store/open.ts';
import { forgetStrayUsage, trimUsage } from '#usage/usage-table.ts';
import { startBilling } from './billing.ts';
import { startCollector } from './collector.ts';
import { startDocuments } from './documents.ts';
import { startFirstDocuments } from './first-documents.ts';
import { type Founding, isFoundingDue, startFounding } from './founding.ts';
import { DEMO_PACE_MS, startLive } from './live-refreshers.ts';
import { startMail } from './mail.ts';
import { allocateBoard } from './making-board.ts';
import type { CountryStart, FromCountry } from './messages.ts';
import { allocateUnderway, startRebuild } from './rebuild.ts';
import { startWorkers } from './workers.ts';

/** How long a new generation may wait before the warmer and the writer see it. */
const LOOK_MS = 1_000;
const TRIM_MS = 3_600_000;
/** Usage is kept for a year and the month in which somebody asks about it. */
const USAGE_DAYS = 400;

export interface Service {
  port: number;
  /** Rejects when the demo country could not be made and nothing is served; otherwise never settled. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** The demo's country, and who hears that something more of it is served while it is made. */
export interface Demo extends CountryStart {
  onServed(awaits: readonly string[]): void;
}

export async function startService(config: Config, store: Store, country: Demo | null): Promise<Service> {
  const log = createLog(config.log);
  const onError = (error: unknown): void => log.error(error, 'none');
  // The demo's simulated country takes its time to load, which the serving threads need at a start: it comes after them, and
  // requests that need no source are answered meanwhile.
  const address = Promise.withResolvers<string>();
  address.promise.catch(() => {});
  const side = startLive({ config, store, simulated: country ? address.promise : null, onError });
  const procurement = {
    address: Promise.resolve(country ? address.promise : null).then(
      (base) => resolveAddresses({ ...(base && { procurement: base }), ...config.addresses }).procurement,
    ),
    paceMs: country ? DEMO_PACE_MS : sources.procurementLists.paceMs,
  };
  const collector = startCollector({ config, store, ...procurement, onError });
  const first = country ? startFirstDocuments({ store, onError }) : null;
  const documents = startDocuments({
    config,
    store,
    ...procurement,
    // What the demo collects first is collected before anything else.
    address: Promise.resolve(first?.done).then(() => procurement.address),
    onError,
  });
  const mail = startMail(config, store, log, onError);
  const billing = await startBilling(config, store, onError);
  const underway = allocateUnderway();
  const rebuild = startRebuild({ store, underway, onError });
  const board = allocateBoard();
  let founding: Founding | null = null;
  let ledger: { stop(): Promise<void> } | null = null;
  let state: Worker | null = null;
  const look = lookAgain(store.generations.refresh, LOOK_MS, onError);
  const trim = setInterval(() => {
    trimMerged(store.live).catch(onError);
    trimUsage(store.state, addDays(bucharestDay(Date.now()), -USAGE_DAYS)).catch(onError);
    forgetStrayUsage(store.state).catch(onError);
    tidyAccounts(store.state, Date.now()).catch(onError);
    tidyApps(store.state, Date.now()).catch(onError);
    tidyErrands(store.state, Date.now()).catch(onError);
  }, TRIM_MS);

  async function stop(stopWorkers: () => Promise<void>): Promise<void> {
    await look.stop();
    clearInterval(trim);
    // At the same time: callers who wait for a source are told what is known, or the workers would wait with them.
    const own = [collector, documents, mail, billing, first, rebuild, founding];
    const others = [side.stop(), ledger?.stop(), ...own.map((each) => each?.stop())];
    await Promise.all([stopWorkers(), ...others]);
    await state?.terminate();
    log.flush();
  }

  try {
    const { workers: count, host, port } = config;
    const workers = await startWorkers({
      ...{ count, host, port, store, live: side.live, underway, board, onError },
      standIn: billing.standIn,
    });
    billing.listening(workers.port);
    // Neither is needed for listening, and both take what a start needs most.
    if (country && isFoundingDue(store)) {
      const { look } = workers;
      founding = startFounding({ store, board, look, onServed: country.onServed, onError });
    }
    if (country) state = startCountry(country, address, onError);
    ledger = await startLedger(config, store, workers.paymentCounts, onError);
    const failed = founding?.failed ?? new Promise<never>(() => {});
    return { port: workers.port, failed, stop: () => stop(workers.stop) };
  } catch (error) {
    await stop(async () => {});
    throw error;
  }
}

/** Finds out what became of payments; what it needs is loaded when the threads answer. */
async function startLedger(
  { seller }: Config,
  { state }: Store,
  counts: SharedArrayBuffer,
  onError: (error: unknown) => void,
) {
  if (!seller) return null;
  const { startReconciling } = await import('#payments/reconcile.ts');
  const { settlers } = await import('#payments/seller.ts');
  return startReconciling({ state, ...settlers(seller), tally: tallyIn(counts) }, onError);
}

function startCountry(
  { settings, folder }: CountryStart,
  address: PromiseWithResolvers<string>,
  onError: (error: unknown) => void,
): Worker {
  const thread = new Worker(new URL('../demo/country-thread.ts', import.meta.url), {
    workerData: { settings, folder } satisfies CountryStart,
  });
  thread.once('message', (message: FromCountry) => address.resolve(message.address));
  // Without it the country's sources are down; what is stored is served all the same.
  thread.on('error', (error) => {
    onError(error);
    address.reject(error);
  });
  return thread;
}
