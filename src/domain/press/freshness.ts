/** Whether the stored releases and files are fresh; asks the authority when they are not. */

import { ApiError } from '#api/api-error.ts';
import { callerKey } from '#api/caller.ts';
import type { AnswerMeta, Call, Provenance } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { liveProvenance } from '#api/provenance.ts';
import { messages } from '#locales/messages.ts';
import type { PressNeeds, StoredFile } from './needs.ts';

/** A caller who can be given what is stored waits this long for newer; who cannot, longer. */
const WAIT_STALE_MS = 2_000;
const WAIT_FIRST_MS = 10_000;
/** A file of 20 MB may take half a minute. */
const WAIT_FILE_MS = 30_000;
/** Pictures of a few pages are read in that time, when no other file is before them. */
const WAIT_PICTURES_MS = 10_000;

/** What an answer made of the stored releases says of them. */
export async function freshReleases(call: Call, needs: PressNeeds): Promise<AnswerMeta> {
  const before = await needs.stored.look();
  if (before !== null && !call.wantsFresh && isFresh(before, '30min', call.now))
    return metaOf(before, '30min', needs.pages.releases, needs);
  const outcome = await needs.refreshReleases(before === null ? WAIT_FIRST_MS : WAIT_STALE_MS);
  const after = await needs.stored.look();
  if (after === null) throw new ApiError('UPSTREAM_UNAVAILABLE', messages.press.pageSilent());
  const stale = outcome !== 'found' && !isFresh(after, '30min', call.now);
  const meta = metaOf(after, '30min', needs.pages.releases, needs);
  return {
    ...meta,
    sources: liveProvenance(meta.sources, outcome),
    cached: outcome !== 'found',
    stale,
    warnings: stale ? [messages.press.pageSilentSince({ since: after })] : [],
  };
}

/** The file, as it was read at most a day ago, or before that when the host does not answer now; with its pictures, if they are read in time. */
export async function freshFile(url: string, call: Call, needs: PressNeeds): Promise<FreshFile> {
  const fresh = await freshText(url, call, needs);
  if (fresh.file.outcome === 'notFound' || !fresh.file.record.waiting) return fresh;
  await needs.readPictures(url, WAIT_PICTURES_MS, callerKey(call.caller));
  return { ...fresh, file: (await needs.stored.file(url)) ?? fresh.file };
}

interface FreshFile {
  file: StoredFile;
  meta: AnswerMeta;
}

async function freshText(url: string, call: Call, needs: PressNeeds): Promise<FreshFile> {
  const before = await needs.stored.file(url);
  if (before !== null && !call.wantsFresh && isFresh(before.fetchedAt, '24h', call.now))
    return { file: before, meta: metaOf(before.fetchedAt, '24h', needs.pages.files(url), needs) };
  const outcome = await needs.refreshFile(url, before === null ? WAIT_FILE_MS : WAIT_STALE_MS, callerKey(call.caller));
  const file = await needs.stored.file(url);
  if (file === null)
    throw outcome === 'pending'
      ? new ApiError('UPSTREAM_TIMEOUT', messages.press.hostSlow())
      : new ApiError('UPSTREAM_UNAVAILABLE', messages.press.hostSilent());
  const asked = outcome === 'found' || outcome === 'notFound';
  const meta = metaOf(file.fetchedAt, '24h', needs.pages.files(url), needs);
  const sources = liveProvenance(meta.sources, outcome);
  return { file, meta: { ...meta, sources, cached: !asked, stale: !asked } };
}

type Window = '30min' | '24h';

const endOf = (fetchedAt: string, window: Window): number => Date.parse(fetchedAt) + windowSeconds[window] * 1_000;

const isFresh = (fetchedAt: string, window: Window, now: number): boolean => now < endOf(fetchedAt, window);

/** `fetchedAt`: null when the authority's page was never read. */
export const pressStamp = (fetchedAt: string | null, url: string | null, licence: string): Provenance => ({
  name: 'press',
  covers: ['press'],
  asOf: fetchedAt?.slice(0, 10) ?? null,
  fetchedAt,
  licence,
  url,
});

const metaOf = (fetchedAt: string, window: Window, url: string | null, { licence }: PressNeeds): AnswerMeta => ({
  source: 'press',
  sources: [pressStamp(fetchedAt, url, licence)],
  cachedAt: fetchedAt,
  freshUntil: new Date(endOf(fetchedAt, window)).toISOString(),
});
