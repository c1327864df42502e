/** Any page may call the API with a key or a payment, and read how; pages of ours are for their readers. Cookies are never sent across origins. */
import { ApiError } from '#api/api-error.ts';
import { said } from '#api/sentences.ts';
import type { Reply } from './reply.ts';
import type { Request } from './request.ts';

const EXPOSED = [
  'etag',
  'last-modified',
  'retry-after',
  'www-authenticate',
  'allow',
  'content-disposition',
  'deprecation',
  'sunset',
  'link',
  'x-total-count',
  'x-total-relation',
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

/** On every answer of what is open, errors too: a browser that may not read the error cannot tell its user what is wrong. */
export const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
} as const;

const CLOSED = {};

/** The API, the agents' door (which looks at the origin itself, and lets nobody in by a cookie), where apps get their tokens, and what programs read to find their way there. */
const isOpen = (path: string): boolean =>
  path.startsWith('/api/') || AGENTS.test(path) || READ_BY_PROGRAMS.has(path) || path.startsWith('/.well-known/');

const AGENTS = /^\/mcp(?:\/|$)/;

const READ_BY_PROGRAMS: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/llms.txt',
  '/changelog.json',
  '/changelog.atom',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
  '/oauth/jwks',
]);

export const corsHeaders = (path: string): Readonly<Record<string, string>> => (isOpen(path) ? OPEN : CLOSED);

export function preflight(request: Request, methods: string[]): Reply {
  if (methods.length === 0) throw new ApiError('ROUTE_NOT_FOUND', said.noSuchPath());
  const allow = methods.join(', ');
  return {
    status: 204,
    headers: {
      allow,
      ...(isOpen(request.path) && {
        'access-control-allow-methods': allow,
        'access-control-allow-headers':
          request.header('access-control-request-headers') ?? 'x-api-key, authorization, content-type',
        'access-control-max-age': '86400',
      }),
    },
    body: '',
  };
}
