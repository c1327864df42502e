/** One run of the procurement collector: reads the lists of the days that are due, then builds a generation in a thread. */

import { join } from 'node:path';
import { isLoaded } from '#api/provenance.ts';
import { COLLECT_DAYS, type Collected, collect } from '#data/ingest/procurement/collect.ts';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { coveredIn, isRecentDue } from '#data/ingest/procurement/parts.ts';
import { type Progress, silent } from '#data/ingest/progress.ts';
import { systemClock } from '#data/live/clock.ts';
import { createPace } from '#data/live/pace.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import { isComplete } from '#data/store/manifest.ts';
import { threadModule } from '#lib/paths.ts';
import type { Config } from '#server/config/config.ts';
import type { FromRecent, RecentStart } from '#server/messages.ts';
import { buildInThread } from './build-thread.ts';
import type { JobContext } from './job.ts';

export type CollectorContext = JobContext & {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'country' | 'today'>;
  /** Of the procurement system, as soon as it is known. */
  address: Promise<string>;
  paceMs: number;
};

/** `busy`: another process is building; the collected lists wait in the store. */
export async function collectOnce(context: CollectorContext, signal: AbortSignal): Promise<'done' | 'busy'> {
  const { config, store, lease = null, onError } = context;
  const { dataFolder, databaseUrl, country } = config;
  const dataset = store.generations.current();
  // An operator who has not loaded procurement does not want it.
  if (dataset === null || !isLoaded(dataset, 'procurement')) return 'done';
  // Parts of an older format are rebuilt first (rebuild.ts), and a first build comes before (seeding.ts).
  if (dataset.unreadable.length > 0 || !isComplete(dataset.manifest)) return 'done';
  const address = await unlessAborted(context.address, signal);
  const { days, problems, blocked } = await collectLists({
    ...context,
    address,
    days: COLLECT_DAYS,
    progress: silent,
    signal,
  });
  for (const problem of problems) onError(new Error(`An answer of the procurement system is unreadable: ${problem}`));
  if (blocked !== undefined) onError(new Error(blocked));
  // A build can be due without new lists: an export that an operator loads drops the collected days, and a host can be killed between
  // collecting and building.
  if (signal.aborted) return 'done';
  if (days === 0 && !(await isRecentDue(dataset, await storedIncrements(store.live)))) return 'done';
  const thread = threadModule('server/jobs/recent-thread');
  const onMessage = ({ problem }: Exclude<FromRecent, 'busy'>): void =>
    onError(new Error(`The collected procurement lists are not in the dataset: ${problem}`));
  const start = { config: { dataFolder, databaseUrl, country }, lease };
  const outcome = await buildInThread<RecentStart, FromRecent>(store, { thread, start, onMessage }, signal);
  if (outcome instanceof Error) throw outcome;
  await store.generations.refresh();
  return outcome;
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([value, aborted.promise]);
}

/** `days`: how far back at most. */
export async function collectLists({
  config,
  store,
  address,
  paceMs,
  days,
  progress,
  signal,
  onError,
  clock = systemClock,
}: Pick<JobContext, 'store' | 'clock' | 'onError'> & {
  config: Pick<Config, 'dataFolder' | 'today'>;
  address: string;
  paceMs: number;
  days: number;
  progress: Progress;
  signal: AbortSignal;
}): Promise<Collected> {
  // Earlier versions stored the lists in files of this host.
  await importReadableFiles(store.live, join(config.dataFolder, 'publications'), onError, signal);
  const pace = createPace(store.live, 'procurementLists', paceMs, clock);
  return collect({
    site: createSite({
      client: createClient(),
      address,
      turn: () => pace.slot(signal),
      hold: createProcurementBlock(store.live, clock),
      clock: realClock,
      signal,
    }),
    live: store.live,
    today: config.today(),
    covered: await coveredIn(store.generations.current()),
    days,
    progress,
    signal,
  });
}
