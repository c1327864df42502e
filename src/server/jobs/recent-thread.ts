/** A thread that makes a generation with what the lists of procurement said, and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { storeCollectedReports } from '#data/ingest/procurement/collected-reports.ts';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { fencedStore } from '#data/store/fenced-store.ts';
import { openReaders } from '#data/store/open.ts';
import { allWithheld } from '#domain/documents/tables/documents-table.ts';
import { connect } from '#lib/workers/calls.ts';
import type { FromRecent, RecentStart, WritingThread } from '#server/messages.ts';

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
