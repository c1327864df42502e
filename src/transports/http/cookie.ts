/** The cookie of our own pages: taken from requests that a page of ours, or its reader, made; from no others. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from './request.ts';

const NAME = 'firmoteca_session';
/** What says that somebody once signed in here: it opens nothing (accounts/known-browsers.ts). */
const KNOWN = 'firmoteca_known';
/** Longer ones are not ours. */
const LENGTH_MAX = 200;

/**
 * Where readers come by https, the prefix makes browsers refuse the cookie from anybody but this very host over TLS. So a cookie
 * without it may have been planted by a neighbouring host or on the way, and is not looked at.
 */
const nameBehind = (publicUrl: string | null, name: string = NAME): string =>
  isSecure(publicUrl) ? `__Host-${name}` : name;

const isSecure = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false;

/** Null when there is none, or another site's page had the browser send it. `publicUrl` is our address as readers see it. */
export const sessionCookie = (request: Request, publicUrl: string | null): string | null =>
  isForeign(request, publicUrl) ? null : ownCookie(request, publicUrl, NAME);

/**
 * The same where a page is asked for. Who follows a link of another site is known at once: what is opened in a tab of its own cannot be
 * read by the site that led there, and pages change nothing when they are opened. Frames, pictures and scripts are not that.
 */
export const pageCookie = (request: Request, publicUrl: string | null): string | null =>
  isForeign(request, publicUrl) && !isFollowedLink(request) ? null : ownCookie(request, publicUrl, NAME);

/** What says that the browser is known: of forms of ours only. */
export const knownCookie = (request: Request, publicUrl: string | null): string | null =>
  isForeign(request, publicUrl) ? null : ownCookie(request, publicUrl, KNOWN);

/** A cookie that others of this house set at the address of one page, under a name of their own; of whom a page is shown to. */
export const namedCookie = (request: Request, publicUrl: string | null, name: string): string | null => {
  if (isForeign(request, publicUrl) && !isFollowedLink(request)) return null;
  const value = parseCookie(request.raw.headers.cookie ?? '', { decode: asSent })[name];
  return value !== undefined && value.length <= LENGTH_MAX ? value : null;
};

const isFollowedLink = (request: Request): boolean =>
  request.method === 'GET' &&
  request.header('origin') === undefined &&
  request.header('sec-fetch-mode') === 'navigate' &&
  request.header('sec-fetch-dest') === 'document';

function ownCookie(request: Request, publicUrl: string | null, name: string): string | null {
  const header = request.raw.headers.cookie;
  if (header === undefined) return null;
  const value = parseCookie(header, { decode: asSent })[nameBehind(publicUrl, name)];
  return value !== undefined && value.length <= LENGTH_MAX ? value : null;
}

/** Whether the browser has one, whoever made it ask: of what another site asks for nothing is believed, and nothing is replaced. */
export const hasSessionCookie = (request: Request, publicUrl: string | null): boolean =>
  parseCookie(request.raw.headers.cookie ?? '', { decode: asSent })[nameBehind(publicUrl)] !== undefined;

/** What we set is never encoded. */
const asSent = (value: string): string => value;

/** A form that one of our own pages sent: every browser says so of what it posts, and who says nothing is no browser. */
export function isOwnForm(request: Request, publicUrl: string | null): boolean {
  const isTold = request.header('sec-fetch-site') === 'same-origin' || request.header('origin') !== undefined;
  return isTold && !isForeign(request, publicUrl);
}

/** Browsers say who made them ask. Who types an address into the bar is asked for by nobody (`none`). */
function isForeign(request: Request, publicUrl: string | null): boolean {
  if (request.header('sec-fetch-site') === 'cross-site') return true;
  const origin = request.header('origin');
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { protocol, host } = new URL(origin);
  return !isOurs(protocol, host, request.header('host') ?? '', publicUrl);
}

/**
 * Of the public address the scheme counts too: who sits on the way can make a page of ours without TLS, and that is none. By another
 * name, such as this machine's own, readers reach us past whatever speaks TLS for us. While nothing is known of how they come, what
 * they asked for is all there is to compare.
 */
function isOurs(protocol: string, host: string, asked: string, publicUrl: string | null): boolean {
  if (publicUrl === null) return host === asked;
  const known = new URL(publicUrl);
  if (host === known.host) return protocol === known.protocol;
  return asked !== known.host && host === asked && protocol === 'http:';
}

/** `Secure` where readers come by https; scripts never see it, and other sites' pages do not send it along. */
export const setCookie = (value: string, maxAgeSeconds: number, publicUrl: string | null): string =>
  written(NAME, value, maxAgeSeconds, publicUrl);

export const setKnownCookie = (value: string, maxAgeSeconds: number, publicUrl: string | null): string =>
  written(KNOWN, value, maxAgeSeconds, publicUrl);

const written = (name: string, value: string, maxAge: number, publicUrl: string | null): string =>
  stringifySetCookie(
    {
      name: nameBehind(publicUrl, name),
      value,
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(publicUrl),
    },
    { encode: asSent },
  );
