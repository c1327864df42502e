/** A thread that makes a generation with what the lists of procurement said, and ends. */
import { workerData } from 'node:worker_threads';
import { silent } from '#ingest/progress.ts';
import { ingestRecent } from '#ingest/recent-procurement.ts';
import { openReaders } from '#store/open.ts';
import type { RecentStart } from './messages.ts';

const { settings, folder } = workerData as RecentStart;
const store = await openReaders(settings, () => Promise.reject(new Error('This thread writes nothing but its part.')));
try {
  await ingestRecent({ generations: store.generations, folder, progress: silent });
} finally {
  await store.close();
}
