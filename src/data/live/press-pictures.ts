/**
 * Press files whose pages are pictures, read behind everything else: on a lane of their own, so that no file with text waits for
 * one, and in the order in which callers ask for them.
 */
import { randomUUID } from 'node:crypto';
import type { PressFile } from '#data/sources/press/press-file.ts';
import type { Database } from '#data/store/database.ts';
import { READ_PICTURES_MS_MAX } from '#lib/readers/pdf/text.ts';
import { keepDoing, restAfter } from './background-loop.ts';
import type { Clock } from './clock.ts';
import { leasesTable } from './leases-table.ts';
import type { PressOffice } from './press-office.ts';
import { storedFile, storePictures, titleOfRelease, waitingFiles } from './press-table.ts';
import type { RefreshResult } from './refreshed.ts';
import { upstreamQueueOptions } from './refresher.ts';
import { createUpstreamQueue } from './upstream-queue.ts';

/** Each may take minutes: more of them, or of one asker, would wait in vain. */
const WAITING = { all: 20, each: 3 };
/** How often we look for new ones, which nobody waits for. */
const LOOK_MS = 30_000;
/** Another host reads them: how soon we notice that it is our turn. */
const STAND_BY_MS = 1_000;
/** A file that waits for those before it, and is read after them. */
const LEASE_MS = 4 * READ_PICTURES_MS_MAX;

interface PicturesNeeds {
  /** The live store. */
  db: Database;
  office: Pick<PressOffice, 'pressPictures'>;
  paceMs: number;
  clock: Clock;
  /** Whether files are read that nobody waits for; what a caller waits for always is. */
  mayPrefetch(): boolean;
  onError(error: unknown): void;
}

export interface PicturesReader {
  /** One file, as soon as its pictures are read, or `pending` after `waitMs`. */
  read(url: string, waitMs: number, asker: string): Promise<RefreshResult<unknown>['outcome']>;
  close(graceMs: number): Promise<void>;
}

export function startPicturesReader(needs: PicturesNeeds): PicturesReader {
  const lane = picturesLane(needs);

  /** One at a time: whoever asks meanwhile comes before the next one. */
  async function readOne(): Promise<number> {
    if (!needs.mayPrefetch()) return STAND_BY_MS;
    const waiting = await waitingFiles(needs.db, 1);
    if (waiting.length === 0) return LOOK_MS;
    const [read] = await lane.refreshInBackground(waiting);
    return read?.outcome === 'unavailable' ? restAfter([read]) : 0;
  }

  const stopKeeping = keepDoing(readOne, needs);
  return {
    async read(url, waitMs, asker) {
      const [read] = await lane.refresh([url], waitMs, asker);
      return read?.outcome ?? 'unavailable';
    },
    async close(graceMs) {
      const stopped = stopKeeping();
      await lane.close(graceMs);
      await stopped;
    },
  };
}

function picturesLane(needs: PicturesNeeds) {
  const { db, paceMs } = needs;
  const own = upstreamQueueOptions(needs, 'pressPictures', paceMs);
  // They lie on the same host as the other files: one pace for both.
  const { pace } = upstreamQueueOptions(needs, 'pressFiles', paceMs);
  const leases = leasesTable(db, 'pressPictures', randomUUID(), LEASE_MS);
  const titles = new Map<string, string>();
  return createUpstreamQueue<string, PressFile>(
    {
      key: (url) => url,
      unitsPerRequest: 1,
      waiting: WAITING,
      async fetch([url = ''], signal) {
        titles.set(url, (await titleOfRelease(db, url)) ?? '');
        return needs.office.pressPictures(url, signal);
      },
      async stored(urls) {
        const found = await Promise.all(urls.map(async (url) => [url, await storedFile(db, url)] as const));
        return new Map(
          found.flatMap(([url, file]) => (file?.outcome === 'found' && !file.record.waiting ? [[url, file]] : [])),
        );
      },
      store(url, observation) {
        const title = titles.get(url) ?? '';
        titles.delete(url);
        return storePictures(url, title, observation);
      },
      onObserved: async () => {},
    },
    { ...own, pace, leases },
  );
}
