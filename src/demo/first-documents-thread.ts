/** A thread that collects the demo's first documents beside the service, and ends. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { readConfig } from '#config';
import { countedBlobs } from '#documents/blobs/counted-blobs.ts';
import { openBlobs } from '#documents/blobs/place.ts';
import { connect } from '#jobs/calls.ts';
import { stepBack } from '#jobs/step-back.ts';
import type { FirstDocumentsStart, WritingThread } from '#serve/messages.ts';
import { fencedStore } from '#store/lead/fenced.ts';
import { openReaders } from '#store/open.ts';
import { SIDE_CONNECTIONS } from '#store/postgres/connections.ts';
import { collectFirstDocuments } from './first-documents.ts';
import { demoSettings, trustFolder } from './settings.ts';

stepBack();
const { storePort, lead } = workerData as FirstDocumentsStart;
const config = readConfig();
const { dataFolder, databaseUrl, country } = config;
const settings = { databaseUrl, folder: dataFolder, country, connections: SIDE_CONNECTIONS };
const store = fencedStore(await openReaders(settings, connect<WritingThread>(storePort).write), lead);
const blobs = countedBlobs(await openBlobs(config.documents.place), store.documents);
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
