/** One declaration per endpoint: the route, access, validation, envelope, freshness, OpenAPI and docs derive from it. */
import type { Static, TObject, TSchema } from 'typebox';
import type { Dataset } from '#store/dataset.ts';

export type Access = 'pro' | 'pro+x402';

/**
 * What a request costs who pays for it alone; the operator says how much each class is. Of some the price grows with a list in
 * the body: `of` names it.
 */
export type PriceClass = 'reference' | 'list' | 'record' | 'document';
export type Price = PriceClass | { base: PriceClass; each: PriceClass; of: string };

/** Freshness window of the answer; `static` lasts until the next generation or release. */
export type Fresh = '15s' | '30min' | '1h' | '6h' | '12h' | '24h' | '7d' | 'static';

export type SourceName = 'anaf' | 'onrc' | 'bnr' | 'seap' | 'gazette' | 'press' | 'treasury' | 'caen' | 'computed';

/** Whoever asks. Pro by key or by a signed-in browser; all others are counted by their address. */
export interface Caller {
  kind: 'key' | 'browser' | 'payment' | 'anonymous' | 'agent';
  /** Null for those who have none, or did not sign in. */
  account: string | null;
  /** Id of the key that was sent; never the key. */
  key: string | null;
  pro: boolean;
  /** Where the request came from, behind trusted proxies. */
  address: string;
}

/** Everything about one call that a handler may want beside its input. */
export interface Call {
  caller: Caller;
  /** The generation this call reads from, from its first query to its last. */
  dataset: Dataset;
  requestId: string;
  /** Instant the call came in, ms. */
  now: number;
  /** The caller sent `Cache-Control: no-cache` with a Pro key: ask the source again. */
  wantsFresh: boolean;
  signal: AbortSignal;
}

/** Data rendered before the request: bytes of JSON that were validated when they were built. */
export interface Rendered {
  bytes: Uint8Array;
  etag: string;
}

/** The same for what is too long to be in memory at once: made piece by piece as the caller takes them. */
export interface InPieces {
  pieces(): Iterable<Uint8Array>;
  etag: string;
}

export interface SourceStamp {
  name: string;
  asOf: string | null;
  fetchedAt: string | null;
  licence: string | null;
}

export interface Page {
  limit: number;
  offset: number;
  returned: number;
  total: number | null;
  totalRelation: 'exact' | 'atLeast';
  nextCursor: string | null;
  next: string | null;
}

/** What a handler says beside its data. What it leaves out is filled in: generation, dataset, window, request id. */
export interface AnswerMeta {
  source: SourceName;
  sources: SourceStamp[];
  /** False when a source was asked for this very answer. */
  cached?: boolean;
  /** When the data was last fetched or loaded, ISO instant; default: when the generation was made. */
  cachedAt?: string | null;
  /** Default: the declaration's window from now on. */
  freshUntil?: string | null;
  stale?: boolean;
  /** Field groups still being fetched: such an answer is not stored by anyone and not charged. */
  pending?: string[];
  notLoaded?: string[];
  redacted?: string[];
  preview?: boolean;
  ignored?: string[];
  warnings?: string[];
  page?: Page;
  /** Documented extras of single operations, such as `financialsMissingYears`. */
  extra?: Record<string, unknown>;
}

export interface Answer<Data> {
  data: Data | Rendered | InPieces;
  meta: AnswerMeta;
}

export interface Example {
  /** What it shows, in a few words. */
  title: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** What visitors of our own pages see of a Pro operation without having Pro. */
export interface Preview<Data> {
  /** For the documentation: what is left. */
  about: string;
  data: TSchema;
  show(data: Data, meta: AnswerMeta): { data: unknown; meta: AnswerMeta };
}

type Input<P, Q, B> = (P extends TObject ? Static<P> : unknown) &
  (Q extends TObject ? Static<Q> : unknown) &
  (B extends TObject ? Static<B> : unknown);

export interface Endpoint<
  P extends TObject | undefined = TObject | undefined,
  Q extends TObject | undefined = TObject | undefined,
  B extends TObject | undefined = TObject | undefined,
  D extends TSchema = TSchema,
> {
  method?: 'GET' | 'POST';
  /** `/api/company/{cui}` */
  path: string;
  /** Beside the operations that the specification promises. */
  extra?: true;
  access: Access;
  /** Stands with `pro+x402`, and with nothing else. */
  price?: Price;
  /** False: not for free visitors of our own pages, though it is sold by request. */
  visitors?: false;
  /** Stands with `pro` only; without one, free visitors get nothing of it. */
  preview?: Preview<Static<D>>;
  fresh: Fresh;
  title: string;
  about: string;
  params?: P;
  query?: Q;
  body?: B;
  data: D;
  /** Extra fields of `meta`, described. */
  meta?: TObject;
  /** Whether there is nothing in the answer that anybody would pay for. Default: it is null, or an empty list. */
  empty?(data: Static<D>): boolean;
  examples: Example[];
  handle(input: Input<P, Q, B>, call: Call): Promise<Answer<Static<D>>>;
}

/** Types a declaration; says nothing twice. */
export const endpoint = <
  D extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(
  declaration: Endpoint<P, Q, B, D>,
): Endpoint<P, Q, B, D> => declaration;

// biome-ignore lint/suspicious/noExplicitAny: a table of operations holds endpoints of every input and answer type.
export type AnyEndpoint = Endpoint<any, any, any, any>;
