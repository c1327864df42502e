/** The thread that collects tender documents and opens them, apart from the serving threads and the writing one. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#data/live/clock.ts';
import { createPace } from '#data/live/pace.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { createClient } from '#data/sources/client.ts';
import { openDocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import { realClock } from '#data/sources/retry.ts';
import { waitForSignal } from '#data/store/changes/poller.ts';
import { countedBlobs } from '#domain/documents/blobs/blobs.ts';
import { clearStaging } from '#domain/documents/blobs/folder-blobs.ts';
import { openBlobs } from '#domain/documents/blobs/location.ts';
import { type BackgroundTask, POLL_MS, runCollector } from '#domain/documents/collection/collector.ts';
import { cleanUp } from '#domain/documents/collection/quota.ts';
import { createOpener } from '#domain/documents/opener/opener.ts';
import { createUnpacker } from '#domain/documents/readers/file-reader.ts';
import { keepListsCurrent } from '#domain/documents/trust/list-downloads.ts';
import { serializeError } from '#lib/workers/error-codec.ts';
import { trustFolder } from '#server/config/config.ts';
import type { DocumentsStart, FromDocuments } from '#server/messages.ts';
import { openJobStore } from './thread-store.ts';

/** Interval of looks for a new generation, while there is work. */
const REFRESH_MS = 5_000;
/** Work that is due by its time waits at most this long; a request wakes the thread at once. */
const REST_MS = 30_000;
/** No file takes so long to fetch and open: an older one was left behind by a killed process. */
const ORPHAN_MS = 86_400_000;

const start = workerData as DocumentsStart;
const { config, documents, address, listsAt, paceMs } = start;
const store = await openJobStore(config, start);
const db = store.documents;
const blobs = countedBlobs(await openBlobs(documents.location), db);

if (documents.location.kind === 'folder') await clearStaging(documents.location.folder, ORPHAN_MS);
/** Hosts may share a data folder. */
const OWN = `thread-${hostname()}-`;
const folder = incomingFolder(join(config.dataFolder, 'documents-coming'));

const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort(new Error('The service stops.')));
const report = (error: unknown): void =>
  parentPort?.postMessage({ error: serializeError(error) } satisfies FromDocuments);

const pace = createPace(store.live, 'procurementLists', paceMs, systemClock);
const block = createProcurementBlock(store.live);
const unpacker = createUnpacker();
const trust = trustFolder(config.dataFolder, config.country);
const opener = createOpener({ documents: db, blobs, trust, isOneOfSeveralHosts: db.engine === 'postgres', folder });
const quota = { db, blobs, bytesMax: documents.bytesMax, days: documents.days, now: Date.now };
/** Each runs one step, in this order, when no caller waits and nothing is due. */
const backgroundTasks: readonly BackgroundTask[] = [
  () => cleanUp(quota),
  opener.reread,
  opener.reverify,
  opener.recognizeDue,
];

let refreshedAt = 0;
async function dataset() {
  if (Date.now() - refreshedAt > REFRESH_MS) {
    await store.generations.refresh();
    refreshedAt = Date.now();
  }
  const current = store.generations.current();
  // Parts of an older format are being rebuilt.
  if (current === null || current.unreadable.length > 0) return null;
  const procurement = current.partGroup('procurement');
  return procurement && { id: current.manifest.id, db: procurement };
}

const listDownloads = keepListsCurrent(
  { db, trust, listsAt, now: Date.now, sleep: systemClock.sleep, onError: report },
  stopping.signal,
);

try {
  await runCollector(
    {
      collect: {
        db,
        blobs,
        documentsClient: (signal) =>
          openDocumentsClient({
            client: createClient(),
            address,
            reportsAt: documents.reportsAt,
            turn: () => pace.slot(signal),
            hold: block,
            clock: realClock,
            signal,
          }),
        open: opener.openDocuments,
        unpack: unpacker.unpack,
        folder,
        holder: randomUUID(),
        now: Date.now,
      },
      quota,
      dataset,
      isSuspended: block.isActive,
      prefetches: documents.prefetches,
      backgroundTasks,
      sleep: systemClock.sleep,
      idle: waitForSignal({ changes: store.changes, signal: 'documents', everyMs: POLL_MS, restMs: REST_MS }),
      onError: report,
    },
    stopping.signal,
  );
} finally {
  stopping.abort(new Error('The thread ends.'));
  await listDownloads;
  unpacker.close();
  opener.close();
  await blobs.close();
  await store.close();
  start.storePort.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A temporary folder for this thread's files. Clears the folders of dead threads and processes. */
function incomingFolder(all: string): string {
  mkdirSync(all, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all)) {
    const path = join(all, name);
    if (isOrphan(name) || Date.now() - statSync(path).mtimeMs > ORPHAN_MS)
      rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(all, `${OWN}${process.pid}-`));
}

/** Whether a dead process of this host, or an earlier thread of this process, left the folder. The age tells for other hosts. */
function isOrphan(name: string): boolean {
  if (!name.startsWith(OWN)) return false;
  const pid = Number.parseInt(name.slice(OWN.length), 10);
  return pid === process.pid || !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
