/** Sending a browser elsewhere: to a path of ours, or to an origin that the caller of this function names. Never to where a stranger says. */
import { Problem } from '#operations/problem.ts';
import type { Reply } from './reply.ts';
import { said } from './sentences.ts';

export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/** Stands for our own host, which paths are read against: whatever leaves it leads elsewhere. */
const OWN = 'http://own.invalid';

export function redirect(
  status: RedirectStatus,
  to: string,
  { origins = [], headers = {} }: { origins?: readonly string[]; headers?: Reply['headers'] } = {},
): Reply {
  return { status, headers: { 'cache-control': 'no-store', ...headers, location: placeOf(to, origins) }, body: '' };
}

/** Written out again, so that no browser reads it otherwise than we did. */
function placeOf(to: string, origins: readonly string[]): string {
  const url = URL.canParse(to, OWN) ? new URL(to, OWN) : null;
  if (url?.origin === OWN && to.startsWith('/') && !url.pathname.startsWith('//'))
    return `${url.pathname}${url.search}${url.hash}`;
  if (url && url.username === '' && url.password === '' && origins.includes(url.origin)) return url.href;
  throw new Problem('INVALID_PARAMETER', said.elsewhere());
}
