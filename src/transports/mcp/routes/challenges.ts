/** What somebody without a good token is told: where to get one, and for what (RFC 6750, RFC 9728). */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { FIRST_SCOPES } from '#platform/oauth/scopes.ts';
import type { Request } from '#transports/http/request.ts';

import { METADATA_PATH } from './metadata.ts';

/** A place of the connector under the origin by which it was reached. */
export interface Resource {
  origin: string;
  path: string;
}

export const addressOf = ({ origin, path }: Resource): string => `${origin}${path}`;

/** Null: nothing that could be a token was sent, or it was and is no good, which the message says. */
export function unauthorized(resource: Resource, message: Message | null): ApiError {
  const wrong = message && `error="invalid_token", error_description="${translate(message, 'en')}", `;
  return new ApiError(message ? 'INVALID_API_KEY' : 'API_KEY_REQUIRED', message ?? messages.operations.connectAgent(), {
    headers: { 'www-authenticate': `Bearer ${wrong ?? ''}${where(resource)}` },
  });
}

/** The token that a request carries; null for none. Thrown: what cannot be one, or stands where it must not. */
export function tokenOf(request: Request, resource: Resource): { token: string | null; wrong: ApiError | null } {
  const authorization = request.header('authorization');
  const key = request.header('x-api-key');
  if (/(?:^|&)(?:access_token|token)=/i.test(request.query))
    return {
      token: null,
      wrong: new ApiError('INVALID_PARAMETER', messages.agents.door.tokenInAddress(), {
        headers: { 'www-authenticate': `Bearer error="invalid_request", ${where(resource)}` },
      }),
    };
  if (key !== undefined) return { token: null, wrong: unauthorized(resource, messages.agents.door.key()) };
  if (authorization === undefined) return { token: null, wrong: unauthorized(resource, null) };
  const token = /^Bearer +([^ ,]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) return { token: null, wrong: unauthorized(resource, messages.agents.door.bearer()) };
  if (token.startsWith('fmt_')) return { token: null, wrong: unauthorized(resource, messages.agents.door.key()) };
  return { token, wrong: null };
}

const where = ({ origin, path }: Resource): string =>
  `resource_metadata="${origin}${METADATA_PATH}${path}", scope="${FIRST_SCOPES.join(' ')}"`;
