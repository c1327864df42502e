/**
 * Documents of apps that somebody has let in, kept in the state: one that is young is not asked for again, by whichever thread or
 * host, and where its own host does not answer, the last good one stands in for it for some days. Strangers make us ask with measure.
 */
import type { Database } from '#store/database.ts';
import type { FetchDocument } from './app-documents.ts';
import { appMetadata } from './app-metadata.ts';
import { keepDocument, recordByDigest } from './records-table.ts';

export interface KeptDocumentsNeeds {
  state: Database;
  fetchDocument: FetchDocument;
  now?(): number;
}

/** As long as an app is waited for whose host has gone. */
const STALE_MS = 7 * 86_400_000;
/** How long a document is young, whatever its host says; the provider asks for what is older. */
export const YOUNG_SECONDS = { min: 300, max: 86_400 };
/** Of one thread: a document takes two seconds and a half at most. */
const AT_ONCE_MAX = 100;
/** Of one thread from one host: assistants have a document for each connection, and nobody reaches others through us. */
const HOST_MINUTE_MAX = 60;
const HOSTS_MAX = 1_000;
const MINUTE_MS = 60_000;

/** What is kept: only what we use of it. */
interface Kept {
  document: { client_id: string; client_name?: string; redirect_uris: string[] };
  /** Instant, ms. */
  youngUntil: number;
}

export function keptDocuments({ state, fetchDocument, now = Date.now }: KeptDocumentsNeeds): FetchDocument {
  const measured = withMeasure(fetchDocument, now);
  return async (url) => {
    const row = await recordByDigest(state, 'Document', url, new Date(now()).toISOString());
    const kept = row && (JSON.parse(row.payload) as Kept);
    if (kept && kept.youngUntil > now()) return documentOf(kept, now());
    const answer = await measured(url).catch((error: unknown) => {
      if (kept) return null;
      throw error;
    });
    if (kept && (answer === null || isAway(answer))) return documentOf(kept, now());
    // Without one kept there is an answer, or it was thrown.
    const found = answer as Response;
    const good = found.status === 200 ? await goodIn(url, found.clone(), now()) : null;
    if (good)
      await state.write([
        keepDocument(url, JSON.stringify(good), new Date(now()), new Date(now() + STALE_MS).toISOString()),
      ]);
    return found;
  };
}

/** It says of itself that it cannot answer now. What else it says is its word: an app that took its document away has ended. */
const isAway = ({ status }: Response): boolean => status >= 500 || status === 429;

/** Null for one that makes no app. */
async function goodIn(url: string, answer: Response, now: number): Promise<Kept | null> {
  try {
    const sent = (await answer.json()) as Record<string, unknown>;
    if (sent.client_id !== url) return null;
    const { client_name, redirect_uris } = appMetadata(sent);
    const document = { client_id: url, ...(client_name !== undefined && { client_name }), redirect_uris };
    return { document, youngUntil: now + 1_000 * youngSeconds(answer.headers) };
  } catch {
    return null;
  }
}

function youngSeconds(headers: Headers): number {
  const [, told] = /(?:^|,) *max-age *= *([0-9]{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  const seconds = told === undefined ? YOUNG_SECONDS.min : Number(told);
  return Math.min(Math.max(seconds, YOUNG_SECONDS.min), YOUNG_SECONDS.max);
}

/** As its host would have sent it. The provider keeps it until it is old, and one that is, for as short as it can. */
const documentOf = ({ document, youngUntil }: Kept, now: number): Response =>
  Response.json(document, {
    headers: { 'cache-control': `max-age=${Math.max(0, Math.floor((youngUntil - now) / 1_000))}` },
  });

/** Who makes us ask is anybody: so not too much at once, and no host too often. */
function withMeasure(fetchDocument: FetchDocument, now: () => number): FetchDocument {
  const asked = new Map<string, number>();
  let minute = 0;
  let running = 0;
  return async (url) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute || asked.size >= HOSTS_MAX) asked.clear();
    minute = current;
    const { host } = new URL(url);
    const times = (asked.get(host) ?? 0) + 1;
    asked.set(host, times);
    if (times > HOST_MINUTE_MAX || running >= AT_ONCE_MAX) throw new Error('Too many documents of apps are asked for.');
    running++;
    return fetchDocument(url).finally(() => running--);
  };
}
