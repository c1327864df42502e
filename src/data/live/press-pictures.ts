/**
 * Reads press files whose pages are pictures, with the lowest priority: on a queue of their own, so that no file with
 * text waits for one, and in the order of requests.
 */
import { randomUUID } from 'node:crypto';
import type { PressFile } from '#data/sources/press/press-file.ts';
import type { Database } from '#data/store/database.ts';
import { READ_PICTURES_MS_MAX } from '#lib/readers/pdf/text.ts';
import { restAfter, startLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import { leasesTable } from './leases-table.ts';
import type { PressOffice } from './press-office.ts';
import { storedFile, storePictures, titleOfRelease, waitingFiles } from './press-table.ts';
import type { RefreshResult } from './refresh-result.ts';
import { upstreamQueueOptions } from './refresher.ts';
import { createUpstreamQueue } from './upstream-queue.ts';

/** Each may take minutes: more of them, or of one caller, would wait in vain. */
const WAITING = { all: 20, each: 3 };
/** How often to look for new files in the background. */
const POLL_MS = 30_000;
/** Another host reads them: how often to check whether this one should. */
const STAND_BY_MS = 1_000;
/** A file waits for those before it, and is read after them. */
const LEASE_MS = 4 * READ_PICTURES_MS_MAX;

interface PicturesReaderOptions {
  /** The live store. */
  db: Database;
  office: Pick<PressOffice, 'pressPictures'>;
  paceMs: number;
  clock: Clock;
  /** Whether to read files in the background; a caller's request is always read. */
  mayPrefetch(): boolean;
  onError(error: unknown): void;
}

export interface PicturesReader {
  /** One file, as soon as its pictures are read, or `pending` after `waitMs`. */
  read(url: string, waitMs: number, caller: string): Promise<RefreshResult<unknown>['outcome']>;
  close(graceMs: number): Promise<void>;
}

export function startPicturesReader(options: PicturesReaderOptions): PicturesReader {
  const queue = picturesQueue(options);

  /** One at a time: a caller's request comes before the next one. */
  async function readOne(): Promise<number> {
    if (!options.mayPrefetch()) return STAND_BY_MS;
    const waiting = await waitingFiles(options.db, 1);
    if (waiting.length === 0) return POLL_MS;
    const [read] = await queue.refreshInBackground(waiting);
    return read?.outcome === 'unavailable' ? restAfter([read]) : 0;
  }

  const stopKeeping = startLoop(readOne, options);
  return {
    async read(url, waitMs, caller) {
      const [read] = await queue.refresh([url], waitMs, caller);
      return read?.outcome ?? 'unavailable';
    },
    async close(graceMs) {
      const stopped = stopKeeping();
      await queue.close(graceMs);
      await stopped;
    },
  };
}

function picturesQueue(options: PicturesReaderOptions) {
  const { db, paceMs } = options;
  const queueOptions = upstreamQueueOptions(options, 'pressPictures', paceMs);
  // They lie on the same host as the other files: one pace for both.
  const { pace } = upstreamQueueOptions(options, 'pressFiles', paceMs);
  const leases = leasesTable(db, 'pressPictures', randomUUID(), LEASE_MS);
  const titles = new Map<string, string>();
  return createUpstreamQueue<string, PressFile>(
    {
      key: (url) => url,
      unitsPerRequest: 1,
      waiting: WAITING,
      async fetch([url = ''], signal) {
        titles.set(url, (await titleOfRelease(db, url)) ?? '');
        return options.office.pressPictures(url, signal);
      },
      async stored(urls) {
        const files = await Promise.all(urls.map(async (url) => [url, await storedFile(db, url)] as const));
        return new Map(
          files.flatMap(([url, file]) => (file?.outcome === 'found' && !file.record.waiting ? [[url, file]] : [])),
        );
      },
      store(url, observation) {
        const title = titles.get(url) ?? '';
        titles.delete(url);
        return storePictures(url, title, observation);
      },
      onObserved: async () => {},
    },
    { ...queueOptions, pace, leases },
  );
}
