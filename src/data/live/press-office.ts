/** Adapts the authority's press pages to the upstream queues. */
import type { Client } from '#data/sources/client.ts';
import { fetchPressFile, type PressFile, type PressFiles } from '#data/sources/press/press-file.ts';
import { fetchReleases, type PressRelease } from '#data/sources/press/releases-page.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import type { SourceReply } from './upstream-queue.ts';

/** The only key of the page of releases. */
export const RELEASES = 'releases';

export interface PressOffice {
  pressReleases(signal: AbortSignal): Promise<SourceReply<PressRelease[]>>;
  pressFile(url: string, signal: AbortSignal): Promise<SourceReply<PressFile>>;
  /** The same, with pages that are pictures. */
  pressPictures(url: string, signal: AbortSignal): Promise<SourceReply<PressFile>>;
}

export const pressOffice = (client: Client, page: string, files: PressFiles): PressOffice => ({
  pressReleases: async (signal) => toReply(RELEASES, await fetchReleases(client, page, signal)),
  pressFile: async (url, signal) => toReply(url, await fetchPressFile(files, url, { pictures: false, signal })),
  pressPictures: async (url, signal) => toReply(url, await fetchPressFile(files, url, { pictures: true, signal })),
});

function toReply<Rec>(key: string, outcome: WholeOutcome<Rec>): SourceReply<Rec> {
  if (outcome.outcome === 'unavailable')
    return { answers: new Map(), trouble: { reason: outcome.reason, retryAfterMs: outcome.retryAfterMs } };
  const answer =
    outcome.outcome === 'found'
      ? { outcome: 'found' as const, record: outcome.value }
      : { outcome: 'notFound' as const };
  return { answers: new Map([[key, answer]]), trouble: null };
}
