/** One look at the lists of procurement: the days that are due, one request after the other, then a generation in a thread of its own. */

import { isLoaded } from '#api/provenance.ts';
import { COLLECT_DAYS } from '#data/ingest/procurement/collect.ts';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { isRecentDue } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { isComplete } from '#data/store/manifest.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import type { FromRecent, RecentStart } from '#server/messages.ts';
import { askProcurement } from './ask-procurement.ts';
import { buildInThread } from './build-thread.ts';
import type { CollectorNeeds } from './collector-needs.ts';

/** `busy`: another process is building, and what was asked waits for it. */
export async function collectOnce(needs: CollectorNeeds, signal: AbortSignal): Promise<'done' | 'busy'> {
  const { config, store, lead = null, onError } = needs;
  const dataset = store.generations.current();
  // An operator who has not loaded procurement has not asked for it.
  if (dataset === null || !isLoaded(dataset, 'procurement')) return 'done';
  // What is of an older format is made again first (rebuild.ts), and a first build is waited for (founding.ts).
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
    ...{ databaseUrl: config.databaseUrl, folder: config.dataFolder, country: config.country },
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
