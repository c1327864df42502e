/** The cookie of our own pages: taken from requests that a page of ours, or its reader, made; from no others. */
import type { Request } from './request.ts';

const NAME = 'firmoteca_session';
/** Longer ones are not ours. */
const LENGTH_MAX = 200;

/** Null when there is none, or another site's page had the browser send it. `publicUrl` is our address as readers see it. */
export function sessionCookie(request: Request, publicUrl: string | null): string | null {
  const header = request.raw.headers.cookie;
  if (header === undefined || isForeign(request, publicUrl)) return null;
  const start = header.startsWith(`${NAME}=`) ? 0 : header.indexOf(` ${NAME}=`) + 1;
  if (start === 0 && !header.startsWith(`${NAME}=`)) return null;
  const [value = ''] = header.slice(start + NAME.length + 1).split(';', 1);
  return value.length <= LENGTH_MAX ? value.trim() : null;
}

/** Browsers say who made them ask. Who types an address into the bar is asked for by nobody (`none`). */
function isForeign(request: Request, publicUrl: string | null): boolean {
  if (request.header('sec-fetch-site') === 'cross-site') return true;
  const origin = request.header('origin');
  if (origin === undefined) return false;
  const own = [publicUrl && new URL(publicUrl).host, request.header('host')];
  return !(URL.canParse(origin) && own.includes(new URL(origin).host));
}

/** `Secure` where readers come by https; scripts never see it, and other sites' pages do not send it along. */
export const setCookie = (value: string, maxAgeSeconds: number, publicUrl: string | null): string =>
  `${NAME}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${publicUrl?.startsWith('https:') ? '; Secure' : ''}`;
