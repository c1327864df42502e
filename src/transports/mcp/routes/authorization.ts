/** Bearer tokens of the MCP routes: reading one, the challenge without one (RFC 6750), and the resource metadata (RFC 9728). */

import { ApiError } from '#api/api-error.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { FIRST_SCOPES } from '#platform/oauth/scopes.ts';
import { originReached } from '#transports/http/client-address.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Router } from '#transports/http/router.ts';
import { forbidden } from './messages.ts';

/** A connector under the origin by which the request reached it. */
export interface Resource {
  origin: string;
  path: string;
}

export const addressOf = ({ origin, path }: Resource): string => `${origin}${path}`;

/** `message`: why the token is invalid; null without a token. */
export function unauthorized(resource: Resource, message: Message | null): ApiError {
  const problem = message && `error="invalid_token", error_description="${translate(message, 'en')}", `;
  return new ApiError(message ? 'INVALID_API_KEY' : 'API_KEY_REQUIRED', message ?? messages.operations.connectAgent(), {
    headers: { 'www-authenticate': `Bearer ${problem ?? ''}${where(resource)}` },
  });
}

/** The token of a request; null without a usable one, with the problem. */
export function tokenOf(request: Request, resource: Resource): { token: string | null; problem: ApiError | null } {
  const authorization = request.header('authorization');
  const key = request.header('x-api-key');
  if (/(?:^|&)(?:access_token|token)=/i.test(request.query))
    return {
      token: null,
      problem: new ApiError('INVALID_PARAMETER', messages.agents.transport.tokenInAddress(), {
        headers: { 'www-authenticate': `Bearer error="invalid_request", ${where(resource)}` },
      }),
    };
  if (key !== undefined) return { token: null, problem: unauthorized(resource, messages.agents.transport.key()) };
  if (authorization === undefined) return { token: null, problem: unauthorized(resource, null) };
  const token = /^Bearer +([^ ,]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) return { token: null, problem: unauthorized(resource, messages.agents.transport.bearer()) };
  if (token.startsWith('fmt_'))
    return { token: null, problem: unauthorized(resource, messages.agents.transport.key()) };
  return { token, problem: null };
}

const where = ({ origin, path }: Resource): string =>
  `resource_metadata="${origin}${METADATA_PATH}${path}", scope="${FIRST_SCOPES.join(' ')}"`;

const METADATA_PATH = '/.well-known/oauth-protected-resource';

const MAX_AGE_SECONDS = 3_600;

/** One document for each path, and one without a path for the first: some clients request only that. */
export function addResourceMetadata(router: Router<Handler>, paths: readonly string[], publicUrl: string | null): void {
  const [first = '', ...others] = paths;
  const documents = [['', first], ...[first, ...others].map((path) => [path, path])] as const;
  for (const [suffix, path] of documents)
    router.add('GET', `${METADATA_PATH}${suffix}`, (request) => {
      const origin = originReached(request, publicUrl);
      if (origin === null) return forbidden(messages.agents.transport.otherHost(), request);
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'cache-control': publicUrl === null ? 'no-store' : `public, max-age=${MAX_AGE_SECONDS}`,
        },
        body: JSON.stringify(metadataOf(origin, path)),
      };
    });
}

/** A tool requests further scopes itself. */
const metadataOf = (origin: string, path: string) => ({
  resource: `${origin}${path}`,
  authorization_servers: [origin],
  scopes_supported: FIRST_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Firmoteca',
  resource_documentation: `${origin}/docs`,
});
