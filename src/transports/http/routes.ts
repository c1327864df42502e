/** Declared operations become routes. A request is one visit: admitted, result, and its answer put into the envelope. */

import { ApiError } from '#api/api-error.ts';
import type { Caller } from '#api/caller.ts';
import { deprecationsOf } from '#api/deprecation.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import type { RawInput } from '#api/input.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { ExecuteOptions } from '#api/request-context.ts';
import type { TableFormat } from '#api/tables/format.ts';
import { isTabular } from '#api/tables/format.ts';
import type { CredentialsOf } from './credentials.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import { fileReply } from './file-reply.ts';
import { languageInQuery } from './language.ts';
import { acceptsJson, acceptsSome } from './negotiate.ts';
import { originOf } from './origin.ts';
import { valueInQuery } from './query-value.ts';
import { type Reply, success, WHO_ASKS_AND_HOW } from './reply.ts';
import type { Request } from './request.ts';
import { decodeParams, type Router } from './router.ts';
import { said } from './sentences.ts';
import type { Handler } from './server.ts';
import { requestedFormat } from './table-format.ts';
import { tableReply } from './table-reply.ts';

/** The largest documented body, 100 fiscal codes, has under 2 KB. */
const BODY = { bytesMax: 65_536 };

export interface RouteNeeds {
  pipeline: Pipeline;
  credentialsOf: CredentialsOf;
  /** How callers reach the service; null: by the host that they name. */
  publicUrl?: string | null;
  /** The page of what a stranger's browser opened; null, or left out: it is answered as a program is. */
  pageOf?(operation: string, request: Request): string | null;
}

export function addOperations(router: Router<Handler>, operations: readonly Operation[], needs: RouteNeeds): void {
  for (const operation of operations) {
    const { method = 'GET', path } = operation.declaration;
    const leaving = deprecationsOf(operation.declaration);
    const tabular = isTabular(operation.declaration);
    router.add(method, path, (request) => {
      if (leaving.length > 0)
        request.notices = deprecationHeaders(leaving, {
          operation: operation.id,
          query: request.query,
          params: request.params,
        });
      return answer(operation, request, needs, tabular);
    });
  }
}

async function answer(operation: Operation, request: Request, needs: RouteNeeds, tabular: boolean): Promise<Reply> {
  request.operation = operation.id;
  const admitted = needs.pipeline.admit(needs.credentialsOf(request), request);
  const context = admitted instanceof Promise ? await admitted : admitted;
  request.context = context;
  if (context.caller.kind === 'anonymous' && context.refusal === null) {
    const page = needs.pageOf?.(operation.id, request) ?? null;
    if (page !== null) return ledTo(page);
  }
  // A paid request is no conditional one: whoever pays gets the answer.
  const ifNoneMatch = context.caller.kind === 'payment' ? undefined : request.header('if-none-match');
  const format = tabular ? requestedFormat(request.query, request.header('accept')) : null;
  const wishes = new RequestWishes(request, ifNoneMatch === undefined, needs.publicUrl ?? null, format?.table ?? null);
  const read = (): RawInput | Promise<RawInput> => {
    if (!format?.named && !format?.table) assertAcceptable(operation.declaration, request.header('accept'));
    return inputOf(operation, request, context.caller);
  };
  const result = await context.execute(operation, read, wishes);
  const { onSent } = result;
  if (onSent) void request.sent.then(onSent);
  if (result.table) return tableReply(result, result.table, request);
  if (result.file) return fileReply(result, result.file, request);
  return success(askedAlike(result, request.query), request, ifNoneMatch);
}

/** Not for good: the same browser, once it was here, is shown the answer itself. */
const ledTo = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', vary: WHO_ASKS_AND_HOW },
  body: '',
});

/** Whoever chose language or columns in the address finds them in the address of the next page, too. */
function askedAlike(result: OperationResult, query: string): OperationResult {
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

/** A class, because an object with a getter of its own costs more to make than the rest of a request. */
class RequestWishes implements ExecuteOptions {
  readonly fresh: boolean;
  readonly bodiless: boolean;
  readonly table: TableFormat | null;
  readonly #request: Request;
  readonly #publicUrl: string | null;

  constructor(request: Request, isUnconditional: boolean, publicUrl: string | null, table: TableFormat | null) {
    // fetch() adds no-cache by itself to every request that carries If-None-Match: then it is no wish of the caller's.
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

/** At once where no body is to be read. */
function inputOf({ declaration }: Operation, request: Request, caller: Caller): RawInput | Promise<RawInput> {
  const params = decodeParams(request.params);
  const { query } = request;
  if (!declaration.body) return { params, query, body: undefined };
  return request
    .json({ ...BODY, bytesMax: declaration.bodyBytesMax ?? BODY.bytesMax }, caller)
    .then((body) => ({ params, query, body }));
}

function assertAcceptable({ file }: AnyEndpoint, accept: string | undefined): void {
  if (file ? acceptsSome(accept, file.mediaTypes) : acceptsJson(accept)) return;
  const types = file?.mediaTypes ?? ['application/json'];
  throw new ApiError('NOT_ACCEPTABLE', said.answers({ types: types.join(', ') }));
}
