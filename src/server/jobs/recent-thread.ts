/** A thread that builds a generation with the collected lists of procurement, and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { storeCollectedReports } from '#data/ingest/procurement/collected-reports.ts';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { allWithheld } from '#domain/documents/tables/documents-table.ts';
import type { FromRecent, RecentStart } from '#server/messages.ts';
import { openJobStore } from './thread-store.ts';

const start = workerData as RecentStart;
const store = await openJobStore(start.config, start);
const { generations, documents, live } = store;
try {
  await generations.refresh();
  const dataset = generations.current();
  // Collected reports on suppliers come into the store beside the lists.
  if (dataset !== null) {
    const withheld = new Set((await allWithheld(store.state)).map(({ id }) => id));
    await storeCollectedReports({ documents, dataset, withheld, live });
  }
  const { parts } = await ingestRecent({ ...store, progress: silent });
  for (const { problem } of parts) if (problem !== null) parentPort?.postMessage({ problem } satisfies FromRecent);
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  parentPort?.postMessage('busy' satisfies FromRecent);
} finally {
  await store.close();
  start.storePort.close();
}
