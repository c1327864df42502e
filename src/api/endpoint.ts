/** The declaration of an endpoint: route, access, validation, envelope, freshness, OpenAPI and docs derive from it. */
import type { TArray, TObject, TSchema } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import type { Bilingual, Language, Message } from '#lib/i18n/message.ts';
import type { Static } from '#lib/schema/static.ts';
import type { Awaitable } from '#lib/values/awaitable.ts';
import type { ApiErrorCode } from './api-error.ts';
import type { Caller, Transport } from './caller.ts';
import type { Deprecation } from './deprecation.ts';
import { type AnswerFile, FILE, type FileSpec } from './file.ts';
import { storeHandler } from './internal/handlers.ts';
import type { ChapterName } from './openapi/chapters.ts';
import type { SourceName } from './source-names.ts';

/** `free`: open to all callers; anonymous ones are counted by address. */
export type Access = 'free' | 'pro' | 'pro+x402';

/**
 * The price class of one paid request; the operator sets the amounts. The price of some operations grows with a list in the
 * body, which `of` names.
 */
export type PriceClass = 'reference' | 'list' | 'record' | 'document';
type Price = PriceClass | { base: PriceClass; each: PriceClass; of: string };

/** Freshness window of the answer; `static` lasts until the next generation or release. */
export type FreshnessWindow = '15s' | '30min' | '1h' | '6h' | '12h' | '24h' | '7d' | 'static';

/** The request context of a handler. */
export interface Call {
  caller: Caller;
  transport: Transport;
  /** The generation that the call reads, from its first query to its last. */
  dataset: Dataset;
  requestId: string;
  /** Instant the call came in, ms. */
  now: number;
  /** A Pro caller sent `Cache-Control: no-cache`: query the source again. */
  wantsFresh: boolean;
  /** Language of the messages in the answer. */
  language: Language;
  /** The address of the answer for its citation; null for a call without one. */
  address: string | null;
  /** The count limit of a full table, counted in a worker; without it, counting stops as for a page. */
  countMax?: number;
  signal: AbortSignal;
  /** Identity of the request context, shared by its calls; `requestMemo` keys its values by it. */
  context?: object;
}

/** Prerendered JSON bytes, validated when they were built. */
export interface RenderedData {
  bytes: Uint8Array;
  etag: string;
}

/** Prerendered JSON that is too long for memory, produced in chunks as the caller reads. */
export interface RenderedChunks {
  chunks(): Iterable<Uint8Array>;
  etag: string;
}

export interface Provenance {
  name: string;
  /**
   * The parts of the answer that this source covers, named as in `meta.notLoaded` and `meta.pending`; one row for each source of
   * each part.
   */
  covers: readonly string[];
  asOf: string | null;
  fetchedAt: string | null;
  licence: string | null;
  /** The publication, page or service that was read; null when unknown, as for files that an operator imported. */
  url: string | null;
  /**
   * Set only when the source was queried for this answer and did not answer: unreachable, or slower than the caller waits. The
   * data is then of `fetchedAt`, or unknown when that is null.
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

/** The metadata that a handler returns. Generation, dataset, window and request id are filled in. */
export interface AnswerMeta {
  source: SourceName;
  sources: Provenance[];
  /** False when a source was queried for this answer. */
  cached?: boolean;
  /** When the data was last fetched or loaded, ISO instant; default: the creation of the generation. */
  cachedAt?: string | null;
  /** Default: the next end of the declaration's window, counted from `cachedAt`. */
  freshUntil?: string | null;
  stale?: boolean;
  /** Field groups that are still being fetched. Such an answer is not stored and not charged. */
  pending?: string[];
  notLoaded?: string[];
  redacted?: string[];
  preview?: boolean;
  ignored?: string[];
  warnings?: Message[];
  page?: Page;
  /** Documented extra fields of single operations, such as `financialsMissingYears`. */
  extra?: Record<string, unknown>;
}

export interface Answer<Data> {
  data: Data | RenderedData | RenderedChunks;
  meta: AnswerMeta;
}

/** The result of a file handler. */
interface FileAnswer {
  file: AnswerFile;
  meta: AnswerMeta;
}

export interface Example {
  /** What the example shows, in a few words. */
  title: Bilingual;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Replacements, of which the first visible one is used while the person in the example is hidden. */
  alternatives?: readonly Omit<Example, 'alternatives'>[];
}

/** The part of a Pro operation that visitors of the web pages see without Pro. */
export interface Preview<Data, Visible extends TSchema> {
  /** For the documentation: what the preview contains. */
  about: Bilingual;
  data: Visible;
  /** Query parameters that differ from a plain request: five rows instead of fifty. */
  query?: Readonly<Record<string, unknown>>;
  reduce(data: Data, meta: AnswerMeta): { data: Static<Visible>; meta: AnswerMeta };
}

type Values<Schema> = Schema extends TObject ? Static<Schema> : unknown;

/** The declaration of an operation, without its handler. */
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
  /** An operation beyond the specification. */
  extra?: true;
  /** Set when the operation is deprecated; parameters and fields use `markDeprecated`. */
  deprecated?: Deprecation;
  access: Access;
  /** Required with `pro+x402`, and allowed only there. */
  price?: Price;
  /**
   * `pages`: free visitors get the operation from a page or an agent, and not by an API request, although requests are sold.
   */
  visitors?: 'pages';
  /** Allowed with `pro` only; without a preview, free visitors get nothing. */
  preview?: Preview<Static<D>, V>;
  /** A table of this list has one page for all callers: lists of persons are not handed out in bulk. */
  onePage?: true;
  fresh: FreshnessWindow;
  title: Bilingual;
  about: Bilingual;
  params?: P;
  query?: Q;
  body?: B;
  /** The body limit in bytes, where the default of 64 KB does not fit. */
  bodyBytesMax?: number;
  data: D;
  /**
   * The answer is a file, not JSON in the envelope; `data` is then `FILE`. Allowed with `pro` only, because a file has no
   * preview.
   */
  file?: FileSpec;
  /** Where `data` is a list: the row field that holds the requested record, from which `fields` also selects. */
  record?: string;
  /** Extra fields of `meta`, described. */
  meta?: TObject;
  /** Whether the answer is worth no payment. Default: null, or an empty list. */
  empty?(data: Static<D>): boolean;
  /** Errors that only few operations return; the other errors follow from the declaration. */
  errors?: readonly OperationError[];
  examples: readonly Example[];
  /** Chapter of the documentation; `inChapters` sets it for whole modules. */
  chapter?: ChapterName;
}

export type OperationError = Extract<ApiErrorCode, 'DOCUMENTATION_NOT_READY' | 'WITHDRAWN' | 'UNPROCESSABLE_DOCUMENT'>;

type Handle<P, Q, B, D extends TSchema> = (
  input: Values<P> & Values<Q> & Values<B>,
  call: Call,
) => Awaitable<Answer<Static<D>>>;

/** Declares an operation. Only the pipeline can read the stored handler. */
export function endpoint<
  D extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  V extends TSchema = TSchema,
>({ handle, ...declaration }: Declaration<P, Q, B, D, V> & { handle: Handle<P, Q, B, D> }): Declaration<P, Q, B, D, V> {
  storeHandler(declaration, handle);
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

/** Declares an operation that returns a file. */
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
  storeHandler(declaration, async (input: Values<P> & Values<Q> & Values<B>, call: Call) => {
    const { file, meta } = await handle(input, call);
    return { data: file, meta };
  });
  return declaration;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of operations holds endpoints of every input and answer type.
export type AnyEndpoint = Declaration<any, any, any, any, any>;

/** A declaration with its operation id. */
export interface Operation {
  id: string;
  declaration: AnyEndpoint;
}

/** The operations of one or several modules as a list. */
export const operationsOf = (declared: Record<string, AnyEndpoint>): Operation[] =>
  Object.entries(declared).map(([id, declaration]) => ({ id, declaration }));

/**
 * A preview of the first rows and the total of a list. `what`: the rows in words, for the documentation (`names`, `rows and the
 * total`).
 */
export const firstRows = <Row extends TSchema>(
  schema: TArray<Row>,
  count: number,
  what: Bilingual,
): Preview<Static<Row>[], TArray<Row>> => ({
  about: { en: `the first ${count} ${what.en}`, ro: `primele ${count} ${what.ro}` },
  data: schema,
  query: { limit: count },
  reduce(rows, meta) {
    const { page } = meta;
    const data = rows.slice(0, count);
    if (page === undefined) return { data, meta };
    return { data, meta: { ...meta, page: { ...page, returned: data.length, nextCursor: null, next: null } } };
  },
});
