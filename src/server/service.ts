/** The service in one process: serving threads, refreshers of live sources and, on the leader, the jobs of the installation. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importIncrementFiles } from '#data/ingest/procurement/increment-files.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import { startWatcher } from '#data/store/changes/watcher.ts';
import { followGenerations } from '#data/store/follow-generations.ts';
import type { Store } from '#data/store/open.ts';
import { shareConnections } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import { type Config, servingThreads } from './config/config.ts';
import { startBilling } from './jobs/billing.ts';
import { type Job, startJob } from './jobs/job.ts';
import { LEASE_TIMES, type LeaderElection, type LeaderTerm, startLeaderElection } from './jobs/leader-election.ts';
import { startLeaderJobs } from './jobs/leader-jobs.ts';
import { DEMO_PACE_MS, startLive } from './jobs/live-refreshers.ts';
import { allocateRebuildState, startRebuild } from './jobs/rebuild.ts';
import { allocateSeedingState } from './jobs/seeding.ts';
import { startStandby } from './jobs/standby.ts';
import { createLog } from './log.ts';
import type { CountryStart, FromCountry } from './messages.ts';
import { startWorkers, type Workers } from './workers.ts';

export interface Service {
  port: number;
  /** Rejects when the demo country cannot be built and nothing is served; otherwise never settled. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** The demo country, and the callback for each generation that is served while it is built. */
export interface DemoStart extends CountryStart {
  onServed(awaits: readonly string[]): void;
}

/** `times`: of the leader's lease. */
export async function startService(
  config: Config,
  store: Store,
  country: DemoStart | null,
  times = LEASE_TIMES,
): Promise<Service> {
  const log = createLog(config.log, config.dataFolder);
  const onError = (error: unknown): void => log.error(error, 'none');
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const listening = Promise.withResolvers<Workers>();
  listening.promise.catch(() => {});
  // Stops what is running when a later step of the start fails.
  await using starting = new AsyncDisposableStack();
  starting.defer(() => log.flush());
  try {
    const count = servingThreads(config);
    const { thread: connections } = shareConnections(count, config.databaseConnections);
    // First: a standby of another database is refused.
    const standby = config.role === 'work' ? null : await startStandby(config, log, connections);
    starting.defer(() => standby?.stop());
    // The simulated country starts after the serving threads, which need the processor first; requests that need no source are answered
    // meanwhile.
    const address = Promise.withResolvers<string>();
    address.promise.catch(() => {});
    let countryThread: Worker | null = null;
    starting.defer(async () => void (await countryThread?.terminate()));
    const billing = await startBilling(config, store, onError);
    starting.defer(() => billing.stop());
    const watcher = await startWatcher(store, config.databaseUrl, onError, standby?.notePrimary ?? null);
    starting.defer(() => watcher.stop());
    // Stopped at the same time: the workers wait for callers, who wait for a source until the live jobs stop.
    const jobs: Job[] = [];
    starting.defer(async () => void (await Promise.all(jobs.map((job) => job.stop()))));
    let election: LeaderElection | null = null;
    const isLeader = (): boolean => election?.isLeader() ?? false;
    const simulated = country ? address.promise : null;
    const live = startLive({ config, store, simulated, isLeader, onError });
    jobs.push(live);
    const poller = followGenerations(store, onError);
    starting.defer(() => poller.stop());
    const rebuildState = allocateRebuildState();
    const seedingState = allocateSeedingState();
    if (config.role !== 'serve') {
      const context = {
        config,
        store,
        billing,
        rebuildState,
        workers: listening.promise,
        note: log.note,
        onError,
        country: country && { seedingState, onServed: country.onServed },
        onFailed: failed.reject,
        procurement: procurementAt(config, simulated),
      };
      const begin = (term: LeaderTerm) => startLeaderJobs(context, term);
      election = await startLeaderElection({ state: store.state, begin, note: log.note, onError, times });
      jobs.push(election);
      // A leader is elected by then.
      const beside = { patienceMs: times.leaseMs + times.lookMs, isLeader };
      if (store.engine === 'postgres') jobs.push(startRebuild({ store, rebuildState, beside, onError }));
    }
    const { host, port } = config;
    const workers = await startWorkers({
      count,
      host,
      port,
      connections,
      store,
      live: live.live,
      rebuildState,
      seedingState,
      onError,
      standIn: billing.standIn,
      standby: standby?.location ?? null,
    });
    jobs.push(workers);
    billing.listening(workers.port);
    if (country) countryThread = startCountry(country, address, onError);
    listening.resolve(workers);
    if (config.role !== 'serve' && store.engine === 'postgres') {
      const importing = importListFiles(config, store, onError);
      starting.defer(() => importing.stop());
    }
    const running = starting.move();
    return { port: workers.port, failed: failed.promise, stop: () => running.disposeAsync() };
  } catch (error) {
    listening.reject(error);
    throw error;
  }
}

/** On every host that works: earlier versions stored lists in files, which only their host can import. */
const importListFiles = ({ dataFolder }: Config, { live }: Store, onError: (error: unknown) => void): Job =>
  startJob((signal) => importIncrementFiles(live, join(dataFolder, 'publications'), signal).then(() => {}, onError));

/** The procurement system: that of the simulated country as soon as it is up, unless a setting names another. */
function procurementAt(config: Config, simulated: Promise<string> | null) {
  const address = Promise.resolve(simulated).then(
    (base) => resolveAddresses({ ...(base && { procurement: base }), ...config.addresses }).procurement,
  );
  address.catch(() => {});
  return { address, simulated, paceMs: simulated ? DEMO_PACE_MS : sources.procurement.paceMs };
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
  // Without the thread the country's sources are down; stored data is still served.
  thread.on('error', (error) => {
    onError(error);
    address.reject(error);
  });
  return thread;
}
