/** One declaration per endpoint: the route, access, validation, envelope, freshness, OpenAPI and docs derive from it. */

import type { TObject, TSchema } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import type { Language, Sentence } from '#lib/i18n/sentence.ts';
import type { Static } from '#lib/values/static.ts';
import type { ApiErrorCode } from './api-error.ts';
import type { Caller, Transport } from './caller.ts';
import type { Deprecation } from './deprecation.ts';
import { type AnswerFile, FILE, type FileSpec } from './file.ts';
import { keepHandler } from './internal/handlers.ts';

/** `free`: for everybody, strangers are counted by their address. */
export type Access = 'free' | 'pro' | 'pro+x402';

/**
 * What a single request costs its payer; the operator says how much each class is. Of some the price grows with a list in
 * the body: `of` names it.
 */
export type PriceClass = 'reference' | 'list' | 'record' | 'document';
export type Price = PriceClass | { base: PriceClass; each: PriceClass; of: string };

/** Freshness window of the answer; `static` lasts until the next generation or release. */
export type FreshnessWindow = '15s' | '30min' | '1h' | '6h' | '12h' | '24h' | '7d' | 'static';

export type SourceName = 'anaf' | 'onrc' | 'bnr' | 'seap' | 'gazette' | 'press' | 'treasury' | 'caen' | 'computed';

/** Everything about one call that a handler may want beside its input. */
export interface Call {
  caller: Caller;
  /** By which door the call came in. */
  transport: Transport;
  /** The generation this call reads from, from its first query to its last. */
  dataset: Dataset;
  requestId: string;
  /** Instant the call came in, ms. */
  now: number;
  /** The caller sent `Cache-Control: no-cache` with a Pro key: ask the source again. */
  wantsFresh: boolean;
  /** Language of the sentences in the answer. */
  language: Language;
  /** Our address of this answer, as a citation names it; null where it was not asked for by one. */
  address: string | null;
  /** Rows are counted up to here, beside the serving thread, for somebody who wants all of them; left out: as far as a page tells. */
  countMax?: number;
  signal: AbortSignal;
  /** The same for all calls of one visit, and nothing else: what they need alike is kept by it (`once-a-visit.ts`). */
  context?: object;
}

/** Data rendered before the request: bytes of JSON that were validated when they were built. */
export interface RenderedData {
  bytes: Uint8Array;
  etag: string;
}

/** The same for what is too long to be in memory at once: made piece by piece as the caller takes them. */
export interface RenderedChunks {
  chunks(): Iterable<Uint8Array>;
  etag: string;
}

export interface Provenance {
  name: string;
  /** What of the answer it covers, by the names that `meta.notLoaded` and `meta.pending` have for it: one row for each source of each. */
  covers: readonly string[];
  asOf: string | null;
  fetchedAt: string | null;
  licence: string | null;
  /** The publication, page or service that was read; null where nobody noted it, as of files that an operator brought. */
  url: string | null;
  /**
   * Stands only where it was asked for this answer and did not tell: it could not be reached, or takes longer than the caller
   * waits. What is known of it is then of `fetchedAt`, or nothing when that is null.
   */
  state?: 'unreachable' | 'pending';
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
  sources: Provenance[];
  /** False when a source was asked for this very answer. */
  cached?: boolean;
  /** When the data was last fetched or loaded, ISO instant; default: when the generation was made. */
  cachedAt?: string | null;
  /** Default: the next end of the declaration's window, counted from `cachedAt`. */
  freshUntil?: string | null;
  stale?: boolean;
  /** Field groups still being fetched: such an answer is not stored by anyone and not charged. */
  pending?: string[];
  notLoaded?: string[];
  redacted?: string[];
  preview?: boolean;
  ignored?: string[];
  warnings?: Sentence[];
  page?: Page;
  /** Documented extras of single operations, such as `financialsMissingYears`. */
  extra?: Record<string, unknown>;
}

export interface Answer<Data> {
  data: Data | RenderedData | RenderedChunks;
  meta: AnswerMeta;
}

/** What the handler of a file says. */
export interface FileAnswer {
  file: AnswerFile;
  meta: AnswerMeta;
}

export interface Example {
  /** What it shows, in a few words. */
  title: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The first of these that may be shown stands in its place while whoever it is about is hidden. */
  alternatives?: readonly Omit<Example, 'alternatives'>[];
}

/** What visitors of our own pages see of a Pro operation without having Pro. */
export interface Preview<Data, Shown extends TSchema> {
  /** For the documentation: what is left. */
  about: string;
  data: Shown;
  /** Query parameters that the preview needs less of than a plain request asks for: five rows, not fifty. */
  query?: Readonly<Record<string, unknown>>;
  reduce(data: Data, meta: AnswerMeta): { data: Static<Shown>; meta: AnswerMeta };
}

type Values<Schema> = Schema extends TObject ? Static<Schema> : unknown;

/** All that is said of an operation, but for how it is performed. */
export interface Declaration<
  P extends TObject | undefined = TObject | undefined,
  Q extends TObject | undefined = TObject | undefined,
  B extends TObject | undefined = TObject | undefined,
  D extends TSchema = TSchema,
  V extends TSchema = TSchema,
> {
  method?: 'GET' | 'POST';
  /** `/api/company/{cui}` */
  path: string;
  /** Beside the operations that the specification promises. */
  extra?: true;
  /** On its way out; parameters and fields are called so by `deprecated` of deprecation.ts. */
  deprecated?: Deprecation;
  access: Access;
  /** Stands with `pro+x402`, and with nothing else. */
  price?: Price;
  /** `pages`: free visitors get it from a page of ours or by an agent, not by a request of their own, though it is sold by request. */
  visitors?: 'pages';
  /** Stands with `pro` only; without one, free visitors get nothing of it. */
  preview?: Preview<Static<D>, V>;
  /** A table of it is one page for everybody: lists of persons are not handed out in bulk. */
  onePage?: true;
  fresh: FreshnessWindow;
  title: string;
  about: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes of the body at most, where the usual 64 KB are too many or too few. */
  bodyBytesMax?: number;
  data: D;
  /** The answer is a file, not JSON in the envelope; `data` is `FILE` then. Stands with `pro` only: no part of a file is a preview. */
  file?: FileSpec;
  /** Where `data` is a list: the field of a row that holds the record that was asked for. `fields` then chooses from it, too. */
  record?: string;
  /** Extra fields of `meta`, described. */
  meta?: TObject;
  /** Whether there is nothing in the answer that anybody would pay for. Default: it is null, or an empty list. */
  empty?(data: Static<D>): boolean;
  /** Errors that few operations give: callers read here that this one does. All others follow from the rest of the declaration. */
  errors?: readonly OperationError[];
  examples: readonly Example[];
}

export type OperationError = Extract<ApiErrorCode, 'DOCUMENTATION_NOT_READY' | 'WITHDRAWN' | 'UNPROCESSABLE_DOCUMENT'>;

export type Handle<P, Q, B, D extends TSchema> = (
  input: Values<P> & Values<Q> & Values<B>,
  call: Call,
) => Promise<Answer<Static<D>>>;

/** Declares an operation; says nothing twice. The handler goes where only the kernel finds it. */
export function endpoint<
  D extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  V extends TSchema = TSchema,
>({ handle, ...declaration }: Declaration<P, Q, B, D, V> & { handle: Handle<P, Q, B, D> }): Declaration<P, Q, B, D, V> {
  keepHandler(declaration, handle);
  return declaration;
}

type FileDeclaration<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
> = Omit<
  Declaration<P, Q, B, typeof FILE>,
  'access' | 'price' | 'visitors' | 'preview' | 'data' | 'meta' | 'empty' | 'file'
> & { file: FileSpec };

/** Declares an operation that answers a file. */
export function fileEndpoint<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>({
  handle,
  ...declared
}: FileDeclaration<P, Q, B> & {
  handle(input: Values<P> & Values<Q> & Values<B>, call: Call): Promise<FileAnswer>;
}): Declaration<P, Q, B, typeof FILE> {
  const declaration = { ...declared, access: 'pro', data: FILE } as const;
  keepHandler(declaration, async (input: Values<P> & Values<Q> & Values<B>, call: Call) => {
    const { file, meta } = await handle(input, call);
    return { data: file, meta };
  });
  return declaration;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of operations holds endpoints of every input and answer type.
export type AnyEndpoint = Declaration<any, any, any, any, any>;

/** A declaration with its name. */
export interface Operation {
  id: string;
  declaration: AnyEndpoint;
}

/** A slice, or several, as a list. */
export const operationsOf = (declared: Record<string, AnyEndpoint>): Operation[] =>
  Object.entries(declared).map(([id, declaration]) => ({ id, declaration }));
