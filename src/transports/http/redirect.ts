/** Redirects to a path of the service or to an allowed origin, never to an address that a caller chose. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import type { Reply } from './reply.ts';

type RedirectStatus = 301 | 302 | 303 | 307 | 308;

export function redirect(
  status: RedirectStatus,
  to: string,
  { origins = [], headers = {} }: { origins?: readonly string[]; headers?: Reply['headers'] } = {},
): Reply {
  return { status, headers: { 'cache-control': 'no-store', ...headers, location: locationOf(to, origins) }, body: '' };
}

function locationOf(to: string, origins: readonly string[]): string {
  const path = ownPath(to);
  if (path !== null) return path;
  const url = URL.canParse(to) ? new URL(to) : null;
  if (url && url.username === '' && url.password === '' && origins.includes(url.origin)) return url.href;
  throw new ApiError('INVALID_PARAMETER', messages.http.elsewhere());
}

const LENGTH_MAX = 2_000;
/** The base against which paths are resolved: a path that leaves it leads to another host. */
const OWN = 'http://own.invalid';

/**
 * Normalises a path of the service, so that browsers read it the same way; null for a path that leads to another host or cannot
 * be parsed.
 */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > LENGTH_MAX || !text.startsWith('/') || !URL.canParse(text, OWN)) return null;
  const { origin, pathname, search, hash } = new URL(text, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}
