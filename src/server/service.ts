/** The service in one process: serving threads, refreshers of live sources and, on the leader, the jobs of the installation. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importIncrementFiles } from '#data/ingest/procurement/increment-files.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import type { Poller } from '#data/store/changes/poller.ts';
import { startWatcher, type Watcher } from '#data/store/changes/watcher.ts';
import { followGenerations } from '#data/store/follow-generations.ts';
import type { Store } from '#data/store/open.ts';
import { shareConnections } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import { type Config, servingThreads } from './config/config.ts';
import { type BillingSide, startBilling } from './jobs/billing.ts';
import { LEASE_TIMES, type LeaderElection, type LeaderTerm, startLeaderElection } from './jobs/leader-election.ts';
import { startLeaderJobs } from './jobs/leader-jobs.ts';
import { DEMO_PACE_MS, type LiveSide, startLive } from './jobs/live-refreshers.ts';
import { allocateRebuildState, type Rebuild, startRebuild } from './jobs/rebuild.ts';
import { allocateSeedingState } from './jobs/seeding.ts';
import { type StandbyMonitor, startStandby } from './jobs/standby.ts';
import { createLog } from './log.ts';
import type { CountryStart, FromCountry } from './messages.ts';
import { startWorkers, type Workers } from './workers.ts';

export interface Service {
  port: number;
  /** Rejects when the demo country could not be made and nothing is served; otherwise never settled. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** The demo country, and the callback for each generation that is served while it is built. */
export interface Demo extends CountryStart {
  onServed(awaits: readonly string[]): void;
}

/** What is stopped again: when the service ends, and when a later step of its start fails. */
interface Opened {
  standby: StandbyMonitor | null;
  side: LiveSide;
  billing: BillingSide;
  watcher: Watcher;
  look: Poller;
  leading: LeaderElection;
  rebuild: Rebuild;
  workers: Workers;
  state: Worker;
  files: { stop(): Promise<void> };
}

/** `times`: of the leader's lease. */
export async function startService(
  config: Config,
  store: Store,
  country: Demo | null,
  times = LEASE_TIMES,
): Promise<Service> {
  const log = createLog(config.log);
  const onError = (error: unknown): void => log.error(error, 'none');
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const listening = Promise.withResolvers<Workers>();
  listening.promise.catch(() => {});
  const opened: Partial<Opened> = {};
  const stop = async (): Promise<void> => {
    await stopAll(opened);
    log.flush();
  };
  try {
    const count = servingThreads(config);
    const { thread: connections } = shareConnections(count, config.databaseConnections);
    // First: one that is not ours is refused.
    opened.standby = config.role === 'work' ? null : await startStandby(config, log, connections);
    // The demo's simulated country takes its time to load, which the serving threads need at a start: it comes after them, and
    // requests that need no source are answered meanwhile.
    const address = Promise.withResolvers<string>();
    address.promise.catch(() => {});
    const isLed = (): boolean => opened.leading?.isHeld() ?? false;
    const side = startLive({ config, store, simulated: country ? address.promise : null, isLed, onError });
    opened.side = side;
    const billing = await startBilling(config, store, onError);
    opened.billing = billing;
    opened.watcher = await startWatcher(store, config.databaseUrl, onError, opened.standby?.hear ?? null);
    opened.look = followGenerations(store, onError);
    const rebuildState = allocateRebuildState();
    const board = allocateSeedingState();
    if (config.role !== 'serve') {
      const duties = {
        config,
        store,
        billing,
        rebuildState,
        workers: listening.promise,
        note: log.note,
        onError,
        country: country && { board, onServed: country.onServed },
        onFailed: failed.reject,
        procurement: procurementAt(config, country ? address.promise : null),
      };
      const begin = (led: LeaderTerm) => startLeaderJobs(duties, led);
      opened.leading = await startLeaderElection({ state: store.state, begin, note: log.note, onError, times });
      // A leader is elected by then.
      const beside = { patienceMs: times.leaseMs + times.lookMs, isLed };
      if (store.engine === 'postgres')
        opened.rebuild = startRebuild({ store, rebuildState, lead: null, beside, onError });
    }
    const { host, port } = config;
    const workers = await startWorkers({
      count,
      host,
      port,
      connections,
      store,
      live: side.live,
      rebuildState,
      board,
      onError,
      standIn: billing.standIn,
      standby: opened.standby?.place ?? null,
    });
    opened.workers = workers;
    billing.listening(workers.port);
    if (country) opened.state = startCountry(country, address, onError);
    listening.resolve(workers);
    if (config.role !== 'serve' && store.engine === 'postgres')
      opened.files = takeOverListFiles(config, store, onError);
    return { port: workers.port, failed: failed.promise, stop };
  } catch (error) {
    listening.reject(error);
    await stop();
    throw error;
  }
}

async function stopAll(opened: Partial<Opened>): Promise<void> {
  const { standby, side, billing, watcher, look, leading, rebuild, workers, state, files } = opened;
  await Promise.all([look?.stop(), files?.stop()]);
  // At the same time: callers who wait for a source get the stored answer, or the workers would wait with them.
  await Promise.all([workers?.stop(), side?.stop(), leading?.stop(), rebuild?.stop()]);
  await billing?.stop();
  await watcher?.stop();
  await state?.terminate();
  await standby?.stop();
}

/** Also where another leads: lists that only this host has, from before they came into the store, are missed there. */
function takeOverListFiles(
  { dataFolder }: Config,
  { live }: Store,
  onError: (error: unknown) => void,
): Opened['files'] {
  const stopping = new AbortController();
  const taken = importIncrementFiles(live, join(dataFolder, 'publications'), stopping.signal).catch(onError);
  return {
    async stop() {
      stopping.abort();
      await taken;
    },
  };
}

/** The demo's own as soon as it is up, unless a setting names another. */
function procurementAt(config: Config, simulated: Promise<string> | null) {
  const address = Promise.resolve(simulated).then(
    (base) => resolveAddresses({ ...(base && { procurement: base }), ...config.addresses }).procurement,
  );
  address.catch(() => {});
  return { address, paceMs: simulated ? DEMO_PACE_MS : sources.procurement.paceMs };
}

function startCountry(
  { settings, folder }: CountryStart,
  address: PromiseWithResolvers<string>,
  onError: (error: unknown) => void,
): Worker {
  const thread = new Worker(threadModule('demo-country/installation/country-thread'), {
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
