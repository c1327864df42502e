/** A thread that answers requests: reads on its own connections, hands writes and questions to sources to the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { connectPort } from '#data/live/ports.ts';
import { changeState } from '#data/store/changes/change-state.ts';
import { followGenerations } from '#data/store/follow-generations.ts';
import { openReaders } from '#data/store/open.ts';
import { ANALYTICS_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { standbyStateReader } from '#data/store/standby/standby-state.ts';
import { openBlobs } from '#domain/documents/blobs/location.ts';
import { threadModule } from '#lib/paths.ts';
import { connect } from '#lib/workers/calls.ts';
import { openLimits } from '#platform/limits/open.ts';
import { httpServer } from '#transports/http/server.ts';
import { readAssets } from '#transports/web/assets/assets.ts';
import { app } from './app.ts';
import type { Analyses } from './compose/analyses.ts';
import { readConfig } from './config/config.ts';
import { openAnalyticsWorker } from './jobs/analytics-worker.ts';
import { billingPlace } from './jobs/billing-settings.ts';
import { areFirstCollected } from './jobs/first-documents.ts';
import { WatchedOnly } from './jobs/health-router.ts';
import { isUnderway } from './jobs/rebuild.ts';
import { readBoard } from './jobs/seeding-state.ts';
import { createLog } from './log.ts';
import type { FromWorker, ToWorker, WorkerStart, WritingThread } from './messages.ts';
import { profileOf } from './profile.ts';
import { loadSecrets, watchedSecrets } from './secrets.ts';

const main = parentPort;
if (main === null) throw new Error('This file runs as a worker thread.');
const {
  livePort,
  storePort,
  changes,
  counters,
  clientNetworks,
  metrics,
  renderings,
  serving,
  underway,
  board,
  standIn,
  connections,
  standby,
  port,
  host,
} = workerData as WorkerStart;

const config = readConfig();
const log = createLog(config.log);
const settings = { databaseUrl: config.databaseUrl, folder: config.dataFolder, country: config.country, standby };
const write = connect<WritingThread>(storePort).write;
const store = await openReaders({ ...settings, connections }, write, changeState(changes));
const look = followGenerations(store, (error) => log.error(error, 'none'));

const secrets = loadSecrets(config.secretsFile);
const secretsNow = watchedSecrets(config.secretsFile);
const { redis, browserDayMax } = config;
const limits = await openLimits({ counters, redis, browserDayMax, onChange });
const live = connectPort(livePort);
const analyst = openAnalyticsWorker<Analyses>(
  { ...settings, connections: ANALYTICS_CONNECTIONS },
  threadModule('server/compose/analyses').href,
  { onError: (error) => log.error(error, 'none') },
);
const blobs = await openBlobs(config.documents.place);
const isMadeAgain = (): boolean => isUnderway(underway);
const profile = await profileOf(config, secrets, store);
const {
  router,
  log: shownLog,
  observe,
  unrouted,
  close,
} = await app({
  config,
  secrets,
  secretsNow,
  store,
  blobs,
  live,
  profile,
  analyses: analyst.ask,
  limits: config.limits === 'off' ? null : limits,
  // Passwords are tried against whoever counts nothing else, too.
  attempts: limits,
  metrics,
  renderings,
  standby: standby && standbyStateReader(standby.memory),
  isMadeAgain,
  areAllServing: () => Atomics.load(new Int32Array(serving), 0) === 1,
  beingMade: () => readBoard(board),
  billing: await billingPlace(config, secrets, { standIn: standIn ?? null, port }),
  ...(config.country === 'demo' && { firstDocuments: () => areFirstCollected(store.documents) }),
  log,
});
const server = httpServer(config.role === 'work' ? new WatchedOnly(router) : router, shownLog, observe, {
  trustedProxies: config.trustedProxies,
  shared: clientNetworks,
  unrouted,
  // Measurements come from one household.
  ...(config.limits === 'off' && { clientNetworkMax: Number.POSITIVE_INFINITY }),
});
// Read now, so that no request waits for the disk.
readAssets();
await server.listen(port, host, { reusePort: true });
main.postMessage('listening' satisfies FromWorker);

main.on('message', async (message: ToWorker) => {
  if (message === 'look') {
    // What fails is told by the next look.
    await store.generations.refresh().catch(() => {});
    main.postMessage('looked' satisfies FromWorker);
    return;
  }
  await look.stop();
  await server.close();
  await close();
  limits.close();
  await analyst.close();
  await blobs.close();
  await store.close();
  log.flush();
  main.close();
  livePort.close();
  storePort.close();
});

function onChange(state: 'shared' | 'alone', reason: string | null): void {
  if (state === 'shared') log.note('Redis answers again: limits are counted for all hosts together.');
  else log.error(`Redis does not answer (${reason}): each host counts limits alone until it does.`, 'none');
}
