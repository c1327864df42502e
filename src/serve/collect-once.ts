/** One look at the lists of procurement: the days that are due, one request after the other, then a generation in a thread of its own. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { COLLECT_DAYS } from '#ingest/procurement/collect.ts';
import { silent } from '#ingest/progress.ts';
import { isLoaded } from '#operations/stamps.ts';
import { isComplete } from '#store/manifest.ts';
import { askProcurement } from './ask-procurement.ts';
import type { CollectorNeeds } from './collector-needs.ts';
import type { RecentStart } from './messages.ts';

export async function collectOnce(needs: CollectorNeeds, signal: AbortSignal): Promise<void> {
  const { config, store, onError } = needs;
  const dataset = store.generations.current();
  // An operator who has not loaded procurement has not asked for it.
  if (dataset === null || !isLoaded(dataset, 'procurement')) return;
  // What is of an older format is made again first (rebuild.ts), and a first build is waited for (founding.ts).
  if (dataset.unreadable.length > 0 || !isComplete(dataset.manifest)) return;
  const address = await unlessAborted(needs.address, signal);
  const { days, problems } = await askProcurement({ ...needs, address, days: COLLECT_DAYS, progress: silent, signal });
  for (const problem of problems) onError(new Error(`The procurement system was not understood: ${problem}`));
  // A new export by hand leaves out what the lists said: it is read again.
  if (signal.aborted || (days === 0 && isLoaded(dataset, 'recent'))) return;
  await inThread({
    settings: { databaseUrl: config.databaseUrl, folder: config.dataFolder, country: config.country },
    folder: join(config.dataFolder, 'publications'),
  });
  await store.generations.refresh();
}

/** Indexes are made without a pause: not on the thread that writes for everybody. */
function inThread(start: RecentStart): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./recent-thread.ts', import.meta.url), { workerData: start });
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([value, aborted.promise]);
}
