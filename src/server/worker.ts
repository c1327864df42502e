/** A thread that answers requests. It reads on its own connections; the main thread writes, and fetches from live sources. */

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import { heldLimits, type Share } from '#api/network-limits.ts';
import { connectPort } from '#data/live/ports.ts';
import { changeState } from '#data/store/changes/change-state.ts';
import { followGenerations } from '#data/store/follow-generations.ts';
import { openReaders } from '#data/store/open.ts';
import { ANALYTICS_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { sharedStandbyState } from '#data/store/standby/standby-state.ts';
import { openBlobs } from '#domain/documents/blobs/location.ts';
import { threadModule } from '#lib/paths.ts';
import { messages } from '#locales/messages.ts';
import { openLimits } from '#platform/limits/limits.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { httpServer } from '#transports/http/server.ts';
import { readAssets } from '#transports/web/assets/assets.ts';
import { app } from './app.ts';
import type { Analyses } from './compose/analyses.ts';
import { profileOf } from './compose/profile.ts';
import { readConfig, storeSettings } from './config/config.ts';
import { openAnalyticsWorker } from './jobs/analytics-worker.ts';
import { hostBilling } from './jobs/billing.ts';
import { areFirstCollected } from './jobs/first-documents.ts';
import { isRebuildRunning } from './jobs/rebuild.ts';
import { readSeedingState } from './jobs/seeding.ts';
import { connectWriter } from './jobs/thread-store.ts';
import { createLog } from './log.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { loadSecrets, secretsReader } from './secrets.ts';

const WARM_UP_DELAY_MS = 3_000;
const WARM_UP_PAUSE_MS = 20;

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
  rebuildState,
  seedingState,
  standIn,
  connections,
  standby,
  port,
  host,
} = workerData as WorkerStart;

const config = readConfig();
const log = createLog(config.log, config.dataFolder);
/** Closed in reverse order of opening: the HTTP server first, the store last. */
const resources = new AsyncDisposableStack();
const settings = { ...storeSettings(config), standby };
const store = await openReaders({ ...settings, connections }, connectWriter(storePort), changeState(changes));
resources.defer(() => store.close());
const poller = followGenerations(store, (error) => log.error(error, 'none'));
resources.defer(() => poller.stop());

const secrets = loadSecrets(config.secretsFile);
const { redis, browserDayMax, mail } = config;
const limits = await openLimits({ counters, redis, browserDayMax, mailHourMax: mail.hourMax, onChange });
resources.defer(() => limits.close());
const analytics = openAnalyticsWorker<Analyses>(
  { ...settings, connections: ANALYTICS_CONNECTIONS },
  threadModule('server/compose/analyses').href,
  { onError: (error) => log.error(error, 'none') },
);
resources.defer(() => analytics.close());
const blobs = await openBlobs(config.documents.location);
resources.defer(() => blobs.close());
const application = await app({
  config,
  secrets,
  secretsNow: secretsReader(config.secretsFile),
  store,
  blobs,
  live: connectPort(livePort),
  profile: await profileOf(config, secrets, store),
  analyses: analytics.queries,
  limits: config.limits === 'off' ? null : limits,
  // Password attempts are always limited.
  attempts: limits,
  metrics,
  renderings,
  standby: standby && sharedStandbyState(standby.memory),
  isRebuilding: () => isRebuildRunning(rebuildState),
  areAllServing: () => Atomics.load(new Int32Array(serving), 0) === 1,
  seedingStatus: () => readSeedingState(seedingState),
  billing: await hostBilling(config, secrets, { standIn: standIn ?? null, port }),
  ...(config.country === 'demo' && { firstDocuments: () => areFirstCollected(store.documents) }),
  log,
});
resources.defer(() => application.close());
const router = config.role === 'work' ? healthRouter(application.router) : application.router;
const server = httpServer(router, application.log, application.observe, {
  trustedProxies: config.trustedProxies,
  shared: clientNetworks,
  unrouted: application.unrouted,
  onFull: application.reportFull,
  // Measurements come from one client network.
  ...(config.limits === 'off' && {
    connections: ofOneNetwork(heldLimits.connections),
    mounted: ofOneNetwork(heldLimits.mounted),
  }),
});
resources.defer(() => server.close());
// Read now, so that no request waits for the disk.
readAssets();
await server.listen(port, host, { reusePort: true });
main.postMessage('listening' satisfies FromWorker);
const warming = new AbortController();
resources.defer(() => warming.abort());
void warmUp(router.warmUps, warming.signal).catch((error) => warming.signal.aborted || log.error(error, 'none'));

main.on('message', async (message: ToWorker) => {
  if (message === 'refresh') {
    // The poller reports a failure.
    await store.generations.refresh().catch(() => {});
    main.postMessage('refreshed' satisfies FromWorker);
    return;
  }
  await resources.disposeAsync();
  log.flush();
  main.close();
  livePort.close();
  storePort.close();
});

/** Compiles and renders what first requests would wait for, one piece at a time. Late enough that a start is not slower. */
async function warmUp(pieces: readonly (() => void)[], signal: AbortSignal): Promise<void> {
  await sleep(WARM_UP_DELAY_MS, undefined, { ref: false, signal });
  for (const piece of pieces) {
    piece();
    await sleep(WARM_UP_PAUSE_MS, undefined, { ref: false, signal });
  }
}

function ofOneNetwork(limits: Share): Share {
  return { ...limits, site: Number.POSITIVE_INFINITY, network: Number.POSITIVE_INFINITY };
}

function onChange(state: 'shared' | 'alone', reason: string | null): void {
  if (state === 'shared') log.note('Redis answers again: limits are counted for all hosts together.');
  else log.error(`Redis does not answer (${reason}): each host counts limits alone until it does.`, 'none');
}

/** The routes of a host that only works: health probes and metrics. It answers every other request with the reason. */
function healthRouter(whole: Router<Handler>): Router<Handler> {
  const paths = ['/livez', '/readyz', '/metrics', '/api/health'];
  class HealthRouter extends Router<Handler> {
    override find(method: string, path: string) {
      if (!paths.includes(path)) throw new ApiError('ROUTE_NOT_FOUND', messages.http.worksOnly());
      return super.find(method, path);
    }
  }
  const router = new HealthRouter();
  for (const path of paths) router.add('GET', path, whole.find('GET', path).route);
  return router;
}
