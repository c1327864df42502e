/** Refreshes stored releases and files from the tax authority when they are outdated. */

import { ApiError } from '#api/api-error.ts';
import { callerKey } from '#api/caller.ts';
import type { Context } from '#api/context.ts';
import type { AnswerMeta, Call, Provenance } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { liveProvenance } from '#api/provenance.ts';
import type { PressFile } from '#data/sources/press/press-file.ts';
import type { SearchWord } from '#lib/values/indexed-words.ts';
import { messages } from '#locales/messages.ts';

export interface StoredRelease {
  url: string;
  slug: string;
  title: string;
  /** Romanian time. */
  publishedAt: string;
  office: string;
  /** A list as JSON. */
  attachments: string;
  text: string | null;
  /** Page numbers as JSON. */
  ocrPages: string | null;
  /** 1 once its file was requested. */
  looked: number;
  /** 1 while pictures of its pages wait for OCR. */
  waiting: number | null;
}

export type StoredFile =
  | { outcome: 'found'; fetchedAt: string; record: PressFile }
  | { outcome: 'notFound'; fetchedAt: string };

type Outcome = 'found' | 'notFound' | 'unavailable' | 'pending';

export type PressContext = Pick<Context, 'hidden' | 'cursors' | 'isDemo'> & {
  /** Reads the live store. */
  stored: {
    look(): Promise<string | null>;
    /** Changes with every stored release and file. */
    version(): Promise<string>;
    addresses(): Promise<{ url: string; slug: string }[]>;
    /** The counts and the lists leave out the addresses `without`. */
    counts(without: readonly string[]): Promise<{ releases: number; articles: number; unread: number }>;
    releases(limit: number, offset: number, without: readonly string[]): Promise<StoredRelease[]>;
    articles(limit: number, offset: number, without: readonly string[]): Promise<StoredRelease[]>;
    bySlug(slug: string): Promise<StoredRelease | null>;
    /** Releases with all words; a term with `prefix` matches words that begin with it. */
    byWords(
      words: readonly SearchWord[],
      limit: number,
      offset: number,
      without: readonly string[],
    ): Promise<{ rows: StoredRelease[]; total: number }>;
    title(url: string): Promise<string | null>;
    file(url: string): Promise<StoredFile | null>;
    /** Whether a release or its attachments have this file. */
    isListed(url: string): Promise<boolean>;
  };
  refreshReleases(waitMs: number): Promise<Outcome>;
  refreshFile(url: string, waitMs: number, caller: string): Promise<Outcome>;
  readPictures(url: string, waitMs: number, caller: string): Promise<Outcome>;
  licence: string;
  /** Addresses in provenance: the page of releases, and a file; null where the installation queries another host instead. */
  pages: { releases: string | null; files(url: string): string | null };
  /** A release whose file can be read. */
  example: { url: string; slug: string };
};

/** Timeouts of a refresh: with a stored list to fall back on, and without one. */
const WAIT_STALE_MS = 2_000;
const WAIT_FIRST_MS = 10_000;
/** A file of 20 MB may take half a minute. */
const WAIT_FILE_MS = 30_000;
/** OCR of a few pages takes this long when no other file is queued before them. */
const WAIT_PICTURES_MS = 10_000;

/** Metadata of an answer from the stored releases. */
export async function freshReleases(call: Call, context: PressContext): Promise<AnswerMeta> {
  const before = await context.stored.look();
  if (before !== null && !call.wantsFresh && isFresh(before, '30min', call.now))
    return metaOf(before, '30min', context.pages.releases, context);
  const outcome = await context.refreshReleases(before === null ? WAIT_FIRST_MS : WAIT_STALE_MS);
  const after = await context.stored.look();
  if (after === null) throw new ApiError('UPSTREAM_UNAVAILABLE', messages.press.pageSilent());
  const stale = outcome !== 'found' && !isFresh(after, '30min', call.now);
  const meta = metaOf(after, '30min', context.pages.releases, context);
  return {
    ...meta,
    sources: liveProvenance(meta.sources, outcome),
    cached: outcome !== 'found',
    stale,
    warnings: stale ? [messages.press.pageSilentSince({ since: after })] : [],
  };
}

/** A file read at most a day ago, or an older one while the host is unreachable; with the text of its pictures if OCR ends in time. */
export async function freshFile(url: string, call: Call, context: PressContext): Promise<FreshFile> {
  const fresh = await freshText(url, call, context);
  if (fresh.file.outcome === 'notFound' || !fresh.file.record.waiting) return fresh;
  await context.readPictures(url, WAIT_PICTURES_MS, callerKey(call.caller));
  return { ...fresh, file: (await context.stored.file(url)) ?? fresh.file };
}

interface FreshFile {
  file: StoredFile;
  meta: AnswerMeta;
}

async function freshText(url: string, call: Call, context: PressContext): Promise<FreshFile> {
  const before = await context.stored.file(url);
  if (before !== null && !call.wantsFresh && isFresh(before.fetchedAt, '24h', call.now))
    return { file: before, meta: metaOf(before.fetchedAt, '24h', context.pages.files(url), context) };
  const outcome = await context.refreshFile(
    url,
    before === null ? WAIT_FILE_MS : WAIT_STALE_MS,
    callerKey(call.caller),
  );
  const file = await context.stored.file(url);
  if (file === null)
    throw outcome === 'pending'
      ? new ApiError('UPSTREAM_TIMEOUT', messages.press.hostSlow())
      : new ApiError('UPSTREAM_UNAVAILABLE', messages.press.hostSilent());
  const isFetched = outcome === 'found' || outcome === 'notFound';
  const meta = metaOf(file.fetchedAt, '24h', context.pages.files(url), context);
  const sources = liveProvenance(meta.sources, outcome);
  return { file, meta: { ...meta, sources, cached: !isFetched, stale: !isFetched } };
}

type Window = '30min' | '24h';

const endOf = (fetchedAt: string, window: Window): number => Date.parse(fetchedAt) + windowSeconds[window] * 1_000;

const isFresh = (fetchedAt: string, window: Window, now: number): boolean => now < endOf(fetchedAt, window);

/** `fetchedAt`: null when the authority's page was never read. */
export const pressProvenance = (fetchedAt: string | null, url: string | null, licence: string): Provenance => ({
  name: 'press',
  covers: ['press'],
  asOf: fetchedAt?.slice(0, 10) ?? null,
  fetchedAt,
  licence,
  url,
});

const metaOf = (fetchedAt: string, window: Window, url: string | null, { licence }: PressContext): AnswerMeta => ({
  source: 'press',
  sources: [pressProvenance(fetchedAt, url, licence)],
  cachedAt: fetchedAt,
  freshUntil: new Date(endOf(fetchedAt, window)).toISOString(),
});
