/** A thread that collects the demo's first documents beside the service, and ends. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { countedBlobs } from '#domain/documents/blobs/blobs.ts';
import { openBlobs } from '#domain/documents/blobs/location.ts';
import { lowerPriority } from '#lib/workers/lower-priority.ts';
import { readConfig, trustFolder } from '#server/config/config.ts';
import { openJobStore } from '#server/jobs/thread-store.ts';
import type { FirstDocumentsStart } from '#server/messages.ts';
import { collectFirstDocuments } from './first-documents.ts';
import { demoSettings } from './settings.ts';

lowerPriority();
const start = workerData as FirstDocumentsStart;
const config = readConfig();
const { dataFolder, country } = config;
const store = await openJobStore(config, start);
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
  start.storePort.close();
}
