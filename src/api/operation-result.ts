/** The result of an operation as transports send it, its metadata and its caching headers. */

import { instantOf, msOf } from '#lib/values/instant.ts';
import type { AnswerMeta, FreshnessWindow, Page, Provenance } from './endpoint.ts';
import type { AnswerFile } from './file.ts';
import type { SourceName } from './source-names.ts';
import type { TableFormat } from './tables/format.ts';

export interface OperationResult {
  /** JSON of `data`. */
  data: string | Uint8Array;
  /** Instead of `data`, for an answer that is too long for memory. */
  chunks?(): Iterable<Uint8Array>;
  /** Instead of both, for a file. */
  file?: AnswerFile;
  /** Instead of all three, for a list as a table. */
  table?: TableResult;
  etag: string;
  meta: Meta;
  /** When the answer was created, ms; without it, now. */
  renderedAt?: number;
  /** The receipt of the payment for this answer. */
  receipt?: PaymentReceipt;
  /** Called by the transport after sending; `wasSent`: the whole answer was sent. */
  onSent?(wasSent: boolean): void;
}

/** A table as transports send it. */
export interface TableResult {
  format: TableFormat;
  /** The file name, with the day. */
  name: string;
  /** Rows of the whole list; null when not counted. */
  total: number | null;
  totalRelation: Page['totalRelation'];
  /** Path and query of the next page; null at the end of the list. */
  next: string | null;
  /** Opens the content, produced as fast as it is read. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface Meta extends Record<string, unknown> {
  requestId: string;
  source: SourceName;
  sources: Provenance[];
  /** The citation line. */
  cite: string;
  dataset: 'demo' | 'romania';
  generation: string;
  cached: boolean;
  cachedAt: string | null;
  freshUntil: string | null;
  stale: boolean;
  pending?: string[];
  notLoaded?: string[];
  redacted?: string[];
  preview?: true;
  ignored?: string[];
  warnings?: string[];
  page?: NonNullable<AnswerMeta['page']>;
}

/** In the x402 version of the payment. */
export interface PaymentReceipt {
  version: 1 | 2;
  body: object;
}

export const windowSeconds: Record<Exclude<FreshnessWindow, 'static'>, number> = {
  '15s': 15,
  '30min': 1_800,
  '1h': 3_600,
  '6h': 21_600,
  '12h': 43_200,
  '24h': 86_400,
  '7d': 604_800,
};

/** Static data may still be corrected by a release: clients revalidate once a day. */
const STATIC_MAX_AGE_SECONDS = 86_400;

/**
 * The ISO instant until which an answer is fresh; null for static data. Windows are counted from when the data was created, so
 * that all callers within one window get the same instant. `createdAt` null: the data is of this moment.
 */
export function freshUntil(fresh: FreshnessWindow, createdAt: string | null, now: number): string | null {
  if (fresh === 'static') return null;
  const windowMs = windowSeconds[fresh] * 1000;
  if (createdAt === null) return instantOf(now + windowMs);
  const since = msOf(createdAt);
  const windowsOver = Math.max(0, Math.floor((now - since) / windowMs));
  return instantOf(since + (windowsOver + 1) * windowMs);
}

interface Freshness {
  freshUntil: string | null;
  stale: boolean;
  pending: boolean;
}

/** The `Cache-Control` header: private, because answers depend on the caller. */
export function cacheControl({ freshUntil, stale, pending }: Freshness, now: number): string {
  if (pending) return 'no-store';
  if (stale) return 'private, max-age=0';
  const seconds =
    freshUntil === null ? STATIC_MAX_AGE_SECONDS : Math.max(0, Math.floor((msOf(freshUntil) - now) / 1000));
  return `private, max-age=${seconds}`;
}
