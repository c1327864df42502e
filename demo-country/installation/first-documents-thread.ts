/** A thread that collects the demo's first documents beside the service, and ends. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { fencedStore } from '#data/store/fenced-store.ts';
import { openReaders } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { countedBlobs } from '#domain/documents/blobs/blobs.ts';
import { openBlobs } from '#domain/documents/blobs/location.ts';
import { connect } from '#lib/workers/calls.ts';
import { readConfig, trustFolder } from '#server/config/config.ts';
import { lowerPriority } from '#server/jobs/lower-priority.ts';
import type { FirstDocumentsStart, WritingThread } from '#server/messages.ts';
import { collectFirstDocuments } from './first-documents.ts';
import { demoSettings } from './settings.ts';

lowerPriority();
const { storePort, lead } = workerData as FirstDocumentsStart;
const config = readConfig();
const { dataFolder, databaseUrl, country } = config;
const settings = { databaseUrl, folder: dataFolder, country, connections: SIDE_CONNECTIONS };
const store = fencedStore(await openReaders(settings, connect<WritingThread>(storePort).write), lead);
const blobs = countedBlobs(await openBlobs(config.documents.location), store.documents);
try {
  await collectFirstDocuments({
    demo: demoSettings(config),
    today: config.today(),
    documents: store.documents,
    blobs,
    trust: trustFolder(dataFolder, country),
    folder: join(dataFolder, 'documents-coming'),
    holder: randomUUID(),
    signal: new AbortController().signal,
  });
} finally {
  await blobs.close();
  await store.close();
  storePort.close();
}
