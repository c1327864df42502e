/** A thread that makes a generation with what the lists of procurement said, and ends. */
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { allWithheld } from '#documents/tables/withheld-table.ts';
import { writeCollectedReports } from '#ingest/procurement/collected-reports.ts';
import { INCREMENTS } from '#ingest/procurement/increments.ts';
import { silent } from '#ingest/progress.ts';
import { ingestRecent } from '#ingest/recent-procurement.ts';
import { openReaders } from '#store/open.ts';
import type { RecentStart } from './messages.ts';

const { settings, folder } = workerData as RecentStart;
const store = await openReaders(settings, () => Promise.reject(new Error('This thread writes nothing but its part.')));
try {
  await store.generations.refresh();
  const dataset = store.generations.current();
  // What was collected of reports on suppliers goes the way of what the lists said.
  if (dataset !== null) {
    const withheld = new Set((await allWithheld(store.state)).map(({ id }) => id));
    await writeCollectedReports({ documents: store.documents, dataset, withheld, folder: join(folder, INCREMENTS) });
  }
  await ingestRecent({ generations: store.generations, folder, progress: silent });
} finally {
  await store.close();
}
