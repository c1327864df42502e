/** The key that a request carries, in whichever header; nothing is said of whether it is known. */
import { ApiError } from '#api/api-error.ts';
import type { Request } from './request.ts';
import { said, wrongIs } from './sentences.ts';

/** The key of either header; both are fine when they agree. */
export function keyOf({ raw: { headers } }: Request): string | null {
  const own = headers['x-api-key'] as string | undefined;
  const bearer = bearerOf(headers.authorization);
  if (own !== undefined && bearer !== undefined && own !== bearer) {
    throw new ApiError('INVALID_PARAMETER', said.twoKeys(), {
      details: [{ in: 'header', name: 'authorization', problem: wrongIs.otherKey() }],
    });
  }
  return own ?? bearer ?? null;
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    throw new ApiError('INVALID_API_KEY', said.bearer(), {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
  return bearer;
}
