/**
 * Client metadata documents of apps: fetched from addresses that strangers choose, and cached in the state store. A fetch uses TLS, connects
 * to exactly the public address that was checked, follows no redirect, and has small limits of size and time.
 */

import { WEB_URI } from 'oidc-provider/lib/consts/client_attributes.js';
import type { Context } from '#api/context.ts';
import type { Statement } from '#data/store/database.ts';
import { exchange } from '#lib/safe-fetch/exchange.ts';
import { publicLookup, type Resolve } from '#lib/safe-fetch/public-address.ts';
import { appMetadata } from './app-metadata.ts';
import { isAppConnected, recordByDigest, removeRecord, upsertDocument } from './records-table.ts';

/** The fetch function that oidc-provider calls. */
export type FetchDocument = (url: string) => Promise<Response>;

export const DOCUMENT_BYTES_MAX = 5 * 1_024;

const FETCH_LIMITS = { connectMs: 2_000, idleMs: 2_000, totalMs: 2_500, sizeBytesMax: DOCUMENT_BYTES_MAX, retries: 0 };

export const publicDocuments =
  (userAgent: string, resolve?: Resolve): FetchDocument =>
  async (url) => {
    if (new URL(url).protocol !== 'https:') throw new Error('A document of an app is fetched over TLS.');
    const { status, headers, body } = await exchange(
      {
        url,
        headers: { accept: 'application/json' },
        userAgent,
        lookup: publicLookup(resolve),
        follow: false,
      },
      FETCH_LIMITS,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return new Response(Buffer.concat(chunks), { status, headers: cacheHeaders(headers) });
  };

/** The headers that limit caching. */
const cacheHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['cache-control', 'expires'].flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );

/** How long a stored document replaces an unreachable host. */
const STALE_MS = 7 * 86_400_000;
/** Bounds of a document's freshness; the provider fetches older ones again. */
export const FRESH_SECONDS = { min: 300, max: 86_400 };

/** Concurrent fetches per thread; one takes 2.5 s at most. */
const CONCURRENT_MAX = 100;
/** Per thread and host, for unconnected apps: assistants have a document per connection, and we must not be used to attack hosts. */
const UNCONNECTED_LIMIT: FetchLimit = { nameOf: (url) => new URL(url).host, minuteMax: 60 };
/** Per document, for connected apps: after an answer it is fresh or gone. */
const CONNECTED_LIMIT: FetchLimit = { nameOf: (url) => url, minuteMax: 5 };
/** Names counted at a time. */
const NAMES_MAX = 10_000;
const MINUTE_MS = 60_000;

/** The used fields of a document. */
export interface AppDocument {
  client_id: string;
  client_name?: string;
  redirect_uris: readonly string[];
}

interface StoredDocument {
  document: AppDocument;
  /** ms. Until then the document is served without a fetch. */
  youngUntil: number;
}

export function cachedDocuments({
  state,
  fetchDocument,
  now = Date.now,
}: Pick<Context, 'state'> & { fetchDocument: FetchDocument; now?(): number }): FetchDocument {
  const fetchConnected = limited(fetchDocument, CONNECTED_LIMIT, now);
  const fetchUnconnected = limited(fetchDocument, UNCONNECTED_LIMIT, now);
  return async (url) => {
    const row = await recordByDigest(state, 'Document', url, new Date(now()).toISOString());
    const stored = row && (JSON.parse(row.payload) as StoredDocument);
    if (stored && stored.youngUntil > now()) return documentOf(stored, now());
    const isConnected = stored !== null || (await isAppConnected(state, url));
    const answer = await (isConnected ? fetchConnected : fetchUnconnected)(url).catch((error: unknown) => {
      if (stored) return null;
      throw error;
    });
    if (stored && (answer === null || isUnavailable(answer))) return documentOf(stored, now());
    // Without a stored document, `answer` is a response or the error was thrown.
    const response = answer as Response;
    if (isConnected && !isUnavailable(response)) {
      const document = response.status === 200 ? await validDocument(url, response.clone(), now()) : null;
      await state.write([document ? storeDocument(document, now()) : removeRecord('Document', url)]);
    }
    return response;
  };
}

/** Stores the metadata as the person approved it: the fallback while its host is unreachable. Not fresh, so it is fetched at the next use. */
export const storeApprovedDocument = (document: AppDocument, now: number): Statement =>
  storeDocument({ document, youngUntil: now }, now);

const storeDocument = (stored: StoredDocument, now: number): Statement =>
  upsertDocument(
    stored.document.client_id,
    JSON.stringify(stored),
    new Date(now),
    new Date(now + STALE_MS).toISOString(),
  );

/** The host is temporarily unable to answer. Any other status counts: a document that its host removed ends the app. */
const isUnavailable = ({ status }: Response): boolean => status >= 500 || status === 429;

/** Null if the document does not describe a valid app. */
async function validDocument(url: string, answer: Response, now: number): Promise<StoredDocument | null> {
  try {
    // Read as the provider reads it, which rejects a byte-order mark.
    const sent = JSON.parse(Buffer.from(await answer.arrayBuffer()).toString()) as Record<string, unknown>;
    if (sent.client_id !== url || !isPublicClient(sent)) return null;
    const { client_name, redirect_uris } = appMetadata(sent);
    const document = { client_id: url, ...(client_name !== undefined && { client_name }), redirect_uris };
    return { document, youngUntil: now + 1_000 * freshSeconds(answer.headers) };
  } catch {
    return null;
  }
}

/** Provider checks of fields that are not stored: a stored document must not pass where the original would be rejected. */
const isPublicClient = (sent: Readonly<Record<string, unknown>>): boolean =>
  (sent.token_endpoint_auth_method ?? 'none') === 'none' &&
  !('client_secret' in sent || 'client_secret_expires_at' in sent) &&
  WEB_URI.every((name) => !(name in sent) || URL.parse(String(sent[name]))?.protocol === 'https:');

function freshSeconds(headers: Headers): number {
  const [, maxAge] = /(?:^|,) *max-age *= *([0-9]{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  const seconds = maxAge === undefined ? FRESH_SECONDS.min : Number(maxAge);
  return Math.min(Math.max(seconds, FRESH_SECONDS.min), FRESH_SECONDS.max);
}

/** A response as the host would send it. The provider caches it until it is stale, a stale one for its minimum. */
const documentOf = ({ document, youngUntil }: StoredDocument, now: number): Response =>
  Response.json(document, {
    headers: { 'cache-control': `max-age=${Math.max(0, Math.floor((youngUntil - now) / 1_000))}` },
  });

interface FetchLimit {
  /** Requests with the same name are counted together. */
  nameOf(url: string): string;
  minuteMax: number;
}

/** Anonymous callers can cause a fetch: limits concurrent fetches, and fetches per minute and name. */
function limited(fetchDocument: FetchDocument, { nameOf, minuteMax }: FetchLimit, now: () => number): FetchDocument {
  // In order of last use: the first entry is evicted.
  const counts = new Map<string, { minute: number; times: number }>();
  let running = 0;
  const timesOf = (name: string): number => {
    const minute = Math.floor(now() / MINUTE_MS);
    const before = counts.get(name);
    const times = before?.minute === minute ? before.times + 1 : 1;
    counts.delete(name);
    if (counts.size >= NAMES_MAX) counts.delete(counts.keys().next().value as string);
    counts.set(name, { minute, times });
    return times;
  };
  return async (url) => {
    if (timesOf(nameOf(url)) > minuteMax || running >= CONCURRENT_MAX)
      throw new Error('Too many documents of apps are asked for.');
    running++;
    return fetchDocument(url).finally(() => running--);
  };
}
