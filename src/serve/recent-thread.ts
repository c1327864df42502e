/** A thread that makes a generation with what the lists of procurement said, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { allWithheld } from '#documents/tables/withheld-table.ts';
import { storeCollectedReports } from '#ingest/procurement/collected-reports.ts';
import { silent } from '#ingest/progress.ts';
import { ingestRecent } from '#ingest/recent-procurement.ts';
import { connect } from '#jobs/calls.ts';
import { AnotherBuild } from '#store/dataset.ts';
import { fencedStore } from '#store/lead/fenced.ts';
import { openReaders } from '#store/open.ts';
import type { FromRecent, RecentStart, WritingThread } from './messages.ts';

const { storePort, lead, settings } = workerData as RecentStart;
const store = fencedStore(await openReaders(settings, connect<WritingThread>(storePort).write), lead);
const { generations, documents, live } = store;
try {
  await generations.refresh();
  const dataset = generations.current();
  // What was collected of reports on suppliers goes the way of what the lists said.
  if (dataset !== null) {
    const withheld = new Set((await allWithheld(store.state)).map(({ id }) => id));
    await storeCollectedReports({ documents, dataset, withheld, live });
  }
  const { parts } = await ingestRecent({ generations, live, progress: silent });
  for (const { problem } of parts) if (problem !== null) parentPort?.postMessage({ problem } satisfies FromRecent);
} catch (error) {
  if (!(error instanceof AnotherBuild)) throw error;
  parentPort?.postMessage('busy' satisfies FromRecent);
} finally {
  await store.close();
  storePort.close();
}
