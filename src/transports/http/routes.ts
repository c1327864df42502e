/** Registers declared operations as routes: each request is admitted and executed, and its result becomes a reply. */

import { ApiError } from '#api/api-error.ts';
import type { Caller } from '#api/caller.ts';
import { deprecationsOf } from '#api/deprecation.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import type { RawInput } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { ExecuteOptions, RequestContext } from '#api/request-context.ts';
import { isTabular, type TableFormat } from '#api/tables/format.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { messages } from '#locales/messages.ts';
import { originOf } from './client-address.ts';
import type { CredentialsOf } from './credentials.ts';
import { fileReply, tableReply } from './file-reply.ts';
import { acceptsJson, languageInQuery, requestedFormat, valueInQuery } from './negotiate.ts';
import { deprecationHeaders, type Handler, type Reply, success, VARY_CALLER_AND_FORMAT } from './reply.ts';
import type { Request } from './request.ts';
import { decodeParams, type Router } from './router.ts';

/** The largest documented body, 100 fiscal codes, has under 2 KB. */
const BODY = { bytesMax: 65_536 };

export interface RouteContext {
  pipeline: Pipeline;
  credentialsOf: CredentialsOf;
  /** The public address; null: the host that callers name. */
  publicUrl?: string | null;
  /** The page that replaces an operation for an anonymous browser; null, or left out: it gets the API answer. */
  pageOf?(operation: string, request: Request): string | null;
}

export function addOperations(router: Router<Handler>, operations: readonly Operation[], ports: RouteContext): void {
  for (const operation of operations) {
    const { method = 'GET', path } = operation.declaration;
    const deprecated = deprecationsOf(operation.declaration);
    const tabular = isTabular(operation.declaration);
    router.add(method, path, (request) => {
      if (deprecated.length > 0)
        request.notices = deprecationHeaders(deprecated, {
          operation: operation.id,
          query: request.query,
          params: request.params,
        });
      return answer(operation, request, ports, tabular);
    });
  }
}

function answer(operation: Operation, request: Request, ports: RouteContext, tabular: boolean): Awaitable<Reply> {
  request.operation = operation.id;
  const admitted = ports.pipeline.admit(ports.credentialsOf(request), request);
  return andThen(admitted, (context) => execute(operation, request, context, ports, tabular));
}

function execute(
  operation: Operation,
  request: Request,
  context: RequestContext,
  ports: RouteContext,
  tabular: boolean,
): Awaitable<Reply> {
  request.context = context;
  if (context.caller.kind === 'anonymous' && context.refusal === null) {
    const page = ports.pageOf?.(operation.id, request) ?? null;
    if (page !== null) return redirectTo(page);
  }
  // A paid request is not conditional: a payer gets the answer.
  const ifNoneMatch = context.caller.kind === 'payment' ? undefined : request.header('if-none-match');
  const format = tabular ? requestedFormat(request.query, request.header('accept')) : null;
  const options = new RequestOptions(
    request,
    ifNoneMatch === undefined,
    ports.publicUrl ?? null,
    format?.table ?? null,
  );
  const read = (): Awaitable<RawInput> => {
    if (!format?.named && !format?.table) assertAcceptable(operation.declaration, request.header('accept'));
    return inputOf(operation, request, context.caller);
  };
  return andThen(context.execute(operation, read, options), (result) => {
    const { onSent } = result;
    if (onSent) void request.sent.then(onSent);
    if (result.table) return tableReply(result, result.table, request);
    if (result.file) return fileReply(result, result.file, request);
    return success(withOwnParameters(result, request.query), request, ifNoneMatch);
  });
}

/** Temporary: the same browser, once it has a session, gets the answer itself. */
const redirectTo = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', vary: VARY_CALLER_AND_FORMAT },
  body: '',
});

/** Copies `lang` and `fields` of the address to the address of the next page. */
function withOwnParameters(result: OperationResult, query: string): OperationResult {
  const { page } = result.meta;
  if (query === '' || !page?.next) return result;
  const language = languageInQuery(query);
  const fields = valueInQuery(query, 'fields');
  if (language === null && fields === null) return result;
  const next = [
    page.next,
    ...(fields === null ? [] : [`fields=${encodeURIComponent(fields).replaceAll('%2C', ',')}`]),
    ...(language === null ? [] : [`lang=${language}`]),
  ];
  return { ...result, meta: { ...result.meta, page: { ...page, next: next.join('&') } } };
}

/** A class, because an object with its own getter costs more to create than the rest of a request. */
class RequestOptions implements ExecuteOptions {
  readonly fresh: boolean;
  readonly bodiless: boolean;
  readonly table: TableFormat | null;
  readonly #request: Request;
  readonly #publicUrl: string | null;

  constructor(request: Request, isUnconditional: boolean, publicUrl: string | null, table: TableFormat | null) {
    // fetch() adds no-cache to every request with If-None-Match, where it does not ask for fresh data.
    this.fresh = isUnconditional && (request.header('cache-control')?.includes('no-cache') ?? false);
    this.bodiless = request.method === 'HEAD';
    this.table = table;
    this.#request = request;
    this.#publicUrl = publicUrl;
  }

  get resource(): string {
    return this.#publicUrl === null ? `${originOf(this.#request)}${this.address}` : this.address;
  }

  get address(): string {
    const { path, query } = this.#request;
    return `${this.#publicUrl ?? ''}${path}${query === '' ? '' : `?${query}`}`;
  }
}

/** Synchronous without a body. */
function inputOf({ declaration }: Operation, request: Request, caller: Caller): Awaitable<RawInput> {
  const params = decodeParams(request.params);
  const { query } = request;
  if (!declaration.body) return { params, query, body: undefined };
  return request
    .json({ ...BODY, bytesMax: declaration.bodyBytesMax ?? BODY.bytesMax }, caller)
    .then((body) => ({ params, query, body }));
}

/** A file has the one type that it has: clients that accept JSON by default get it, too, and errors are JSON. */
function assertAcceptable({ file }: AnyEndpoint, accept: string | undefined): void {
  if (file || acceptsJson(accept)) return;
  throw new ApiError('NOT_ACCEPTABLE', messages.http.answers({ types: 'application/json' }));
}
