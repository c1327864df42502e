/** Sending a browser elsewhere: to a path of ours, or to an origin that the caller of this function names. Never to where a stranger says. */
import { ApiError } from '#api/api-error.ts';
import { ownPath } from './own-path.ts';
import type { Reply } from './reply.ts';
import { said } from './sentences.ts';

export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

export function redirect(
  status: RedirectStatus,
  to: string,
  { origins = [], headers = {} }: { origins?: readonly string[]; headers?: Reply['headers'] } = {},
): Reply {
  return { status, headers: { 'cache-control': 'no-store', ...headers, location: placeOf(to, origins) }, body: '' };
}

function placeOf(to: string, origins: readonly string[]): string {
  const path = ownPath(to);
  if (path !== null) return path;
  const url = URL.canParse(to) ? new URL(to) : null;
  if (url && url.username === '' && url.password === '' && origins.includes(url.origin)) return url.href;
  throw new ApiError('INVALID_PARAMETER', said.elsewhere());
}
