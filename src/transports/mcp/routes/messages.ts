/** JSON-RPC messages: what a message calls, and errors as JSON-RPC replies. */

import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';

export interface IncomingMessage {
  id: MessageId;
  /** The called tool, resource or prompt; null for a message that is answered from memory. */
  called: Called | null;
}

export interface Called {
  kind: 'tool' | 'resource' | 'prompt';
  name: string;
}

const CALLS: ReadonlyMap<unknown, { kind: Called['kind']; field: 'name' | 'uri' }> = new Map([
  ['tools/call', { kind: 'tool', field: 'name' }],
  ['resources/read', { kind: 'resource', field: 'uri' }],
  ['prompts/get', { kind: 'prompt', field: 'name' }],
]);

/** All resources share one name, because each company is one. */
export const callName = ({ kind, name }: Called): string => (kind === 'resource' ? RESOURCE : name);

export const RESOURCE = 'resource';

export function messageIn(body: unknown): IncomingMessage {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const call = CALLS.get(method);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    called: call ? { kind: call.kind, name: textIn(params, call.field) } : null,
  };
}

function textIn(params: unknown, field: 'name' | 'uri'): string {
  const value = typeof params === 'object' && params !== null ? (params as Record<string, unknown>)[field] : null;
  return typeof value === 'string' ? value : '';
}

/** Error codes of JSON-RPC: no JSON, no message; the server defines the others. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const OWN_ERROR = -32_000;

export type MessageId = string | number | null;

/** The message id of a request, for its error reply. */
const ids = new WeakMap<Request, MessageId>();

export const rememberId = (request: Request, id: MessageId): void => void ids.set(request, id);

interface Refusal {
  status: number;
  /** The code of the service, for programs. */
  code: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
  /** Whole seconds until a retry. */
  retryAfterSeconds?: number | undefined;
  rpcCode?: number;
}

function errorReply(
  { status, code, message, headers, retryAfterSeconds, rpcCode = OWN_ERROR }: Refusal,
  request: Request,
) {
  const data = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), requestId: request.id };
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-language': request.language,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ids.get(request) ?? null, error: { code: rpcCode, message, data } }),
  };
}

/** A request for another host or from a foreign origin. */
export const forbidden = (message: Message, request: Request): Reply =>
  errorReply({ status: 403, code: 'FORBIDDEN', message: translate(message, request.language) }, request);

/** A batch of messages. */
export const batchRefused = (message: Message, request: Request): Reply =>
  errorReply(
    { status: 400, code: 'INVALID_REQUEST', message: translate(message, request.language), rpcCode: INVALID_REQUEST },
    request,
  );

export function apiErrorReply(problem: ApiError, request: Request): Reply {
  const { status, headers } = problem;
  const { message } = problem.in(request.language);
  const seconds = request.context?.allowance?.resetSeconds ?? request.notices?.['retry-after'];
  return errorReply(
    {
      status,
      code: CODES[problem.code] ?? problem.code,
      message,
      headers,
      ...(status === 429 && { message: `RATE_LIMITED: ${message}`, retryAfterSeconds: Number(seconds) }),
      ...(problem.code === 'INVALID_BODY' && { rpcCode: PARSE_ERROR }),
    },
    request,
  );
}

/** Agents send tokens, not keys. */
const CODES: Partial<Record<ApiErrorCode, string>> = {
  API_KEY_REQUIRED: 'TOKEN_REQUIRED',
  INVALID_API_KEY: 'INVALID_TOKEN',
};
