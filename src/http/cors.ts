/** Any page may call the API with a key or a payment; cookies are never sent across origins. */
import { Problem } from '#operations/problem.ts';
import type { Reply } from './reply.ts';
import type { Request } from './request.ts';

const EXPOSED = [
  'etag',
  'last-modified',
  'retry-after',
  'www-authenticate',
  'allow',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'payment-required',
  'payment-response',
  'x-payment-response',
];

/** On every answer, errors too: a browser that may not read the error cannot tell its user what is wrong. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  'x-content-type-options': 'nosniff',
} as const;

export function preflight(request: Request, methods: string[]): Reply {
  if (methods.length === 0)
    throw new Problem(
      'ROUTE_NOT_FOUND',
      'There is no such path. The list of operations is at /docs and /openapi.json.',
    );
  return {
    status: 204,
    headers: {
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers':
        request.header('access-control-request-headers') ?? 'x-api-key, authorization, content-type',
      'access-control-max-age': '86400',
    },
    body: '',
  };
}
