/**
 * Documents of apps that somebody has let in, kept in the state: one that is young is not asked for again, by whichever thread or
 * host, and where its own host does not answer, the last good one stands in for it for some days. What the host does say is its word:
 * an app that took its document away has ended. Strangers make us ask with measure, and use up nothing of those who are let in.
 */
import { WEB_URI } from 'oidc-provider/lib/consts/client_attributes.js';
import type { Database, Statement } from '#data/store/database.ts';
import type { FetchDocument } from './app-documents.ts';
import { appMetadata } from './app-metadata.ts';
import { isLetIn, keepDocument, recordByDigest, removeRecord } from './records-table.ts';

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
const OF_STRANGERS: Measure = { nameOf: (url) => new URL(url).host, minuteMax: 60 };
/** Each by itself: of a host that answers it is then young, or gone. */
const OF_LET_IN: Measure = { nameOf: (url) => url, minuteMax: 5 };
/** Names that are counted at a time. */
const NAMES_MAX = 10_000;
const MINUTE_MS = 60_000;

/** What is kept: only what we use of it. */
export interface AppDocument {
  client_id: string;
  client_name?: string;
  redirect_uris: readonly string[];
}

interface Kept {
  document: AppDocument;
  /** Instant, ms. */
  youngUntil: number;
}

export function cachedDocuments({ state, fetchDocument, now = Date.now }: KeptDocumentsNeeds): FetchDocument {
  const askLetIn = withMeasure(fetchDocument, OF_LET_IN, now);
  const askStranger = withMeasure(fetchDocument, OF_STRANGERS, now);
  return async (url) => {
    const row = await recordByDigest(state, 'Document', url, new Date(now()).toISOString());
    const kept = row && (JSON.parse(row.payload) as Kept);
    if (kept && kept.youngUntil > now()) return documentOf(kept, now());
    const isKnown = kept !== null || (await isLetIn(state, url));
    const answer = await (isKnown ? askLetIn : askStranger)(url).catch((error: unknown) => {
      if (kept) return null;
      throw error;
    });
    if (kept && (answer === null || isAway(answer))) return documentOf(kept, now());
    // Without one kept there is an answer, or it was thrown.
    const found = answer as Response;
    if (isKnown && !isAway(found)) {
      const good = found.status === 200 ? await goodIn(url, found.clone(), now()) : null;
      await state.write([good ? keeping(good, now()) : removeRecord('Document', url)]);
    }
    return found;
  };
}

/** As a person was shown it who lets it in: it stands in for a host that is away from now on, and is asked for where it is not. */
export const keepingShown = (document: AppDocument, now: number): Statement =>
  keeping({ document, youngUntil: now }, now);

const keeping = (kept: Kept, now: number): Statement =>
  keepDocument(kept.document.client_id, JSON.stringify(kept), new Date(now), new Date(now + STALE_MS).toISOString());

/** It says of itself that it cannot answer now. */
const isAway = ({ status }: Response): boolean => status >= 500 || status === 429;

/** Null for one that makes no app. */
async function goodIn(url: string, answer: Response, now: number): Promise<Kept | null> {
  try {
    // Read as the provider reads it, which takes no mark before the text.
    const sent = JSON.parse(Buffer.from(await answer.arrayBuffer()).toString()) as Record<string, unknown>;
    if (sent.client_id !== url || !isPublic(sent)) return null;
    const { client_name, redirect_uris } = appMetadata(sent);
    const document = { client_id: url, ...(client_name !== undefined && { client_name }), redirect_uris };
    return { document, youngUntil: now + 1_000 * youngSeconds(answer.headers) };
  } catch {
    return null;
  }
}

/** What the provider asks of a document beyond what is kept of it: who stands in for it must not be let in where it would not be. */
const isPublic = (sent: Readonly<Record<string, unknown>>): boolean =>
  (sent.token_endpoint_auth_method ?? 'none') === 'none' &&
  !('client_secret' in sent || 'client_secret_expires_at' in sent) &&
  WEB_URI.every((name) => !(name in sent) || URL.parse(String(sent[name]))?.protocol === 'https:');

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

interface Measure {
  /** What is counted together. */
  nameOf(url: string): string;
  minuteMax: number;
}

/** Who makes us ask is anybody: so not too much at once, and nobody too often. */
function withMeasure(fetchDocument: FetchDocument, { nameOf, minuteMax }: Measure, now: () => number): FetchDocument {
  // The one that was asked for the longest ago comes first, and makes room.
  const asked = new Map<string, { minute: number; times: number }>();
  let running = 0;
  const timesOf = (name: string): number => {
    const minute = Math.floor(now() / MINUTE_MS);
    const before = asked.get(name);
    const times = before?.minute === minute ? before.times + 1 : 1;
    asked.delete(name);
    if (asked.size >= NAMES_MAX) asked.delete(asked.keys().next().value as string);
    asked.set(name, { minute, times });
    return times;
  };
  return async (url) => {
    if (timesOf(nameOf(url)) > minuteMax || running >= AT_ONCE_MAX)
      throw new Error('Too many documents of apps are asked for.');
    running++;
    return fetchDocument(url).finally(() => running--);
  };
}
