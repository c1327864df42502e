/** Press releases for the whole installation: the page every half hour, then unread files, one after the other. */
import type { PressFile } from '#data/sources/press/press-file.ts';
import type { PressRelease } from '#data/sources/press/releases-page.ts';
import { sources } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import { restAfter, startLoop } from './background-loop.ts';
import { type Clock, systemClock } from './clock.ts';
import { type PressOffice, RELEASES } from './press-office.ts';
import { startPicturesReader } from './press-pictures.ts';
import { lastPressFetch, storedFile, storeFile, storeReleases, titleOfRelease, unreadReleases } from './press-table.ts';
import type { RefreshResult } from './refresh-result.ts';
import { upstreamQueueOptions } from './refresher.ts';
import { createUpstreamQueue, type SourceReply } from './upstream-queue.ts';

/** Files that callers may wait for: more of them, or of one caller, would wait too long. */
const FILES_WAITING = { all: 50, each: 5 };
/** All callers wait for the one page. */
const PAGE_WAITING = { all: 1, each: 1 };
/** The page is the same for every caller. */
const SHARED_CALLER = 'anybody';
/** Files requested in one go; between two batches the loop checks whether to stop. */
const FILES_AT_ONCE = 10;
const PAGE_MS = sources.press.freshSeconds * 1_000;

interface PressRefresherOptions {
  /** The live store. */
  db: Database;
  office: PressOffice;
  paceMs: number;
  clock?: Clock;
  /** Whether to read files in the background; omitted: always. Reading takes resources that a first build needs. */
  mayPrefetch?(): boolean;
  onError(error: unknown): void;
}

/** How often to check `mayPrefetch`. */
const LOOK_MS = 1_000;

export interface PressRefresher {
  /** The page of releases: as soon as it is read, or `pending` after `waitMs`. */
  refreshReleases(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  /** One file, whose address has passed `pressAddress`. */
  refreshFile(url: string, waitMs: number, caller: string): Promise<RefreshResult<unknown>['outcome']>;
  /** The pictures of its pages. */
  readPictures(url: string, waitMs: number, caller: string): Promise<RefreshResult<unknown>['outcome']>;
  close(graceMs: number): Promise<void>;
}

export function startPressRefresher(options: PressRefresherOptions): PressRefresher {
  const { db, clock = systemClock, mayPrefetch = () => true, onError } = options;
  const page = pageQueue(options);
  const files = filesQueue(options);
  const pictures = startPicturesReader({ ...options, clock, mayPrefetch });

  /** Reads what is due; returns the pause. */
  async function readDue(): Promise<number> {
    if (!mayPrefetch()) return LOOK_MS;
    if ((await pageDueMs()) <= 0) {
      const [refreshed] = await page.refreshInBackground([RELEASES]);
      if (refreshed?.outcome !== 'found') return restAfter([refreshed]);
    }
    const unread = await unreadReleases(db, FILES_AT_ONCE);
    if (unread.length === 0) return Math.max(0, await pageDueMs());
    const read = await files.refreshInBackground(unread);
    return read.some(({ outcome }) => outcome === 'unavailable') ? restAfter(read) : 0;
  }

  async function pageDueMs(): Promise<number> {
    const look = await lastPressFetch(db);
    return look === null ? 0 : Date.parse(look) + PAGE_MS - clock.now();
  }

  const stopKeeping = startLoop(readDue, { clock, onError });
  return {
    async refreshReleases(waitMs) {
      const [refreshed] = await page.refresh([RELEASES], waitMs, SHARED_CALLER);
      return refreshed?.outcome ?? 'unavailable';
    },
    async refreshFile(url, waitMs, caller) {
      const [refreshed] = await files.refresh([url], waitMs, caller);
      return refreshed?.outcome ?? 'unavailable';
    },
    readPictures: pictures.read,
    async close(graceMs) {
      const stopped = stopKeeping();
      await Promise.all([page.close(graceMs), files.close(graceMs), pictures.close(graceMs)]);
      await stopped;
    },
  };
}

const pageQueue = (options: PressRefresherOptions) =>
  createUpstreamQueue<typeof RELEASES, PressRelease[]>(
    {
      key: (unit) => unit,
      unitsPerRequest: 1,
      waiting: PAGE_WAITING,
      fetch: (_, signal) => options.office.pressReleases(signal),
      async stored() {
        const fetchedAt = await lastPressFetch(options.db);
        return new Map(fetchedAt === null ? [] : [[RELEASES, { outcome: 'found', record: [], fetchedAt }]]);
      },
      store: (_, observation) =>
        observation.outcome === 'found' ? storeReleases(observation.record, observation.fetchedAt) : [],
      onObserved: async () => {},
    },
    upstreamQueueOptions(options, 'press', options.paceMs),
  );

function filesQueue(options: PressRefresherOptions) {
  const titles = new Map<string, string>();
  return createUpstreamQueue<string, PressFile>(
    {
      key: (url) => url,
      unitsPerRequest: 1,
      waiting: FILES_WAITING,
      async fetch([url = ''], signal) {
        titles.set(url, (await titleOfRelease(options.db, url)) ?? '');
        return withPicturesRead(options.db, url, await options.office.pressFile(url, signal));
      },
      async stored(urls) {
        const files = await Promise.all(urls.map(async (url) => [url, await storedFile(options.db, url)] as const));
        return new Map(files.flatMap(([url, observation]) => (observation ? [[url, observation]] : [])));
      },
      store(url, observation) {
        const title = titles.get(url) ?? '';
        titles.delete(url);
        return storeFile(url, title, observation);
      },
      onObserved: async () => {},
    },
    upstreamQueueOptions(options, 'pressFiles', options.paceMs),
  );
}

/** A file whose pictures were read and that has not changed since is not read again. */
async function withPicturesRead(
  db: Database,
  url: string,
  reply: SourceReply<PressFile>,
): Promise<SourceReply<PressFile>> {
  const answer = reply.answers.get(url);
  if (answer?.outcome !== 'found' || !answer.record.waiting) return reply;
  const before = await storedFile(db, url);
  if (before?.outcome !== 'found' || before.record.waiting || before.record.sizeBytes !== answer.record.sizeBytes)
    return reply;
  return { ...reply, answers: new Map([[url, { outcome: 'found', record: before.record }]]) };
}
