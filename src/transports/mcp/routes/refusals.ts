/** Refusals of the agents' door, as its callers read them: an error of JSON-RPC, whatever the status. */

import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';

/** Of JSON-RPC: what was sent is no JSON, or no message; all else is the server's own. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const OWN_ERROR = -32_000;

export type MessageId = string | number | null;

/** The message that a request turned out to carry: its refusal names it. */
const ids = new WeakMap<Request, MessageId>();

export const noteId = (request: Request, id: MessageId): void => void ids.set(request, id);

interface Refusal {
  status: number;
  /** Ours, for programs. */
  code: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
  /** Whole seconds after which the same may be sent again. */
  retryAfterSeconds?: number | undefined;
  rpcCode?: number;
}

function replied(
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

/** A request that was not meant for us. */
export const forbidden = (message: Message, request: Request): Reply =>
  replied({ status: 403, code: 'FORBIDDEN', message: translate(message, request.language) }, request);

/** Several messages at once. */
export const notOne = (message: Message, request: Request): Reply =>
  replied(
    { status: 400, code: 'INVALID_REQUEST', message: translate(message, request.language), rpcCode: INVALID_REQUEST },
    request,
  );

export function refusedReply(problem: ApiError, request: Request): Reply {
  const { status, headers } = problem;
  const { message } = problem.in(request.language);
  const seconds = request.context?.allowance?.resetSeconds ?? request.notices?.['retry-after'];
  return replied(
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

/** Agents know of no keys. */
const CODES: Partial<Record<ApiErrorCode, string>> = {
  API_KEY_REQUIRED: 'TOKEN_REQUIRED',
  INVALID_API_KEY: 'INVALID_TOKEN',
};
