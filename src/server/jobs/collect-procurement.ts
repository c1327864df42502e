/** One run of the procurement collector: reads the lists of the days that are due, then builds a generation in a thread. */

import { join } from 'node:path';
import { isLoaded } from '#api/provenance.ts';
import { COLLECT_DAYS, type Collected, collect } from '#data/ingest/procurement/collect.ts';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { coveredIn, isRecentDue } from '#data/ingest/procurement/parts.ts';
import { type Progress, silent } from '#data/ingest/progress.ts';
import { type Clock, systemClock } from '#data/live/clock.ts';
import { createPace } from '#data/live/pace.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import type { Config } from '#server/config/config.ts';
import type { FromRecent, RecentStart } from '#server/messages.ts';
import { buildInThread } from './build-thread.ts';

/** `busy`: another process is building, and what was asked waits for it. */
export async function collectOnce(needs: CollectorNeeds, signal: AbortSignal): Promise<'done' | 'busy'> {
  const { config, store, lead = null, onError } = needs;
  const dataset = store.generations.current();
  // An operator who has not loaded procurement has not asked for it.
  if (dataset === null || !isLoaded(dataset, 'procurement')) return 'done';
  // Parts of an older format are rebuilt first (rebuild.ts), and a first build comes before (seeding.ts).
  if (dataset.unreadable.length > 0 || !isComplete(dataset.manifest)) return 'done';
  const address = await unlessAborted(needs.address, signal);
  const { days, problems, blocked } = await askProcurement({
    ...needs,
    address,
    days: COLLECT_DAYS,
    progress: silent,
    signal,
  });
  for (const problem of problems) onError(new Error(`The procurement system was not understood: ${problem}`));
  if (blocked !== undefined) onError(new Error(blocked));
  // Where nothing was asked, something may be left to do: a new export by hand leaves out what the lists said, and a host that had
  // asked was killed before it came to this.
  if (signal.aborted) return 'done';
  if (days === 0 && !(await isRecentDue(dataset, await storedIncrements(store.live)))) return 'done';
  const settings = {
    databaseUrl: config.databaseUrl,
    folder: config.dataFolder,
    country: config.country,
    connections: SIDE_CONNECTIONS,
  };
  const thread = threadModule('server/jobs/recent-thread');
  const onMessage = ({ problem }: Exclude<FromRecent, 'busy'>): void =>
    onError(new Error(`What the lists of procurement said was not taken over: ${problem}`));
  const build = { thread, start: { settings, lead }, onMessage };
  const outcome = await buildInThread<RecentStart, FromRecent>(store, build, signal);
  if (outcome instanceof Error) throw outcome;
  await store.generations.refresh();
  return outcome;
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([value, aborted.promise]);
}

export interface CollectorNeeds {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'country' | 'today'>;
  store: Store;
  /** Of the procurement system, as soon as it is known. */
  address: Promise<string>;
  paceMs: number;
  /** Absent: no other host collects. */
  lead?: LeaderLease;
  clock?: Clock;
  onError(error: unknown): void;
}

export interface AskNeeds {
  config: Pick<Config, 'dataFolder' | 'today'>;
  store: Store;
  address: string;
  paceMs: number;
  /** How far back at most. */
  days: number;
  progress: Progress;
  signal: AbortSignal;
  /** Reports failures of ours that do not stop the run. */
  onError(error: unknown): void;
  clock?: Clock;
}

export async function askProcurement(needs: AskNeeds): Promise<Collected> {
  const { config, store, address, paceMs, days, progress, signal, onError, clock = systemClock } = needs;
  // What this host kept in files of its own, before increments came into the store.
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
