/**
 * Credentials of a request: API key, payment, and the cookies of the web pages, which are accepted from requests of those pages
 * or their readers only.
 */

import { parseCookie, stringifySetCookie } from 'cookie';
import { ApiError } from '#api/api-error.ts';
import type { Credentials, SentPayment } from '#api/caller.ts';
import { messages } from '#locales/messages.ts';
import type { AddressOf } from './client-address.ts';
import type { Request } from './request.ts';

export type CredentialsOf = (request: Request) => Credentials;

/** `publicUrl`: the public address of the service, where it differs from the requested host. */
export const apiCredentials =
  (addressOf: AddressOf, publicUrl: string | null): CredentialsOf =>
  (request) => {
    let key: string | null = null;
    let unreadable: ApiError | null = null;
    try {
      key = keyOf(request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      unreadable = error;
    }
    return {
      transport: 'api',
      address: addressOf(request),
      connection: request.raw.socket,
      key,
      unreadable,
      payment: paymentOf(request),
      session: sessionCookie(request, publicUrl),
      token: null,
    };
  };

function paymentOf({ raw: { headers } }: Request): SentPayment | null {
  const newer = headers['payment-signature'] as string | undefined;
  if (newer !== undefined) return { version: 2, text: newer };
  const older = headers['x-payment'] as string | undefined;
  return older === undefined ? null : { version: 1, text: older };
}

/** The API key of either header, not verified; both headers may be sent when they agree. */
function keyOf({ raw: { headers } }: Request): string | null {
  const own = headers['x-api-key'] as string | undefined;
  const bearer = bearerOf(headers.authorization);
  if (own !== undefined && bearer !== undefined && own !== bearer) {
    throw new ApiError('INVALID_PARAMETER', messages.http.twoKeys(), {
      details: [{ in: 'header', name: 'authorization', problem: messages.wire.otherKey() }],
    });
  }
  return own ?? bearer ?? null;
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    throw new ApiError('INVALID_API_KEY', messages.http.bearer(), {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
  return bearer;
}

/** Whether a request shows a payment, or the key, the token or the session of an account, which are not verified here. */
export const showsCredential = ({ headers }: Request['raw']): boolean =>
  headers['x-api-key'] !== undefined ||
  headers.authorization !== undefined ||
  headers['payment-signature'] !== undefined ||
  headers['x-payment'] !== undefined ||
  headers.cookie?.includes('_session=s.') === true;

const SESSION_COOKIE = 'firmoteca_session';
/** Marks a browser that signed in before; it gives no access (accounts/known-browsers.ts). */
const KNOWN_BROWSER_COOKIE = 'firmoteca_known';
/** Longer values are not set by the service. */
const LENGTH_MAX = 200;

/**
 * With https, the prefix makes browsers accept the cookie from this host over TLS only. A cookie without the prefix may come
 * from a neighbouring host or an attacker on the network, and is ignored.
 */
const cookieName = (publicUrl: string | null, name: string = SESSION_COOKIE): string =>
  isSecure(publicUrl) ? `__Host-${name}` : name;

const isSecure = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false;

/**
 * The session cookie; null without one, or when another site's page caused the request. `publicUrl`: the public address of the
 * service.
 */
export const sessionCookie = (request: Request, publicUrl: string | null): string | null =>
  request.raw.headers.cookie === undefined || isCrossSite(request, publicUrl)
    ? null
    : ownCookie(request, publicUrl, SESSION_COOKIE);

/**
 * The session cookie of a page view. Following a link from another site is allowed: that site cannot read the opened page, and
 * page views change nothing. Frames, pictures and scripts are not page views.
 */
export const pageCookie = (request: Request, publicUrl: string | null): string | null =>
  isCrossSite(request, publicUrl) && !isFollowedLink(request) ? null : ownCookie(request, publicUrl, SESSION_COOKIE);

/** The cookie of a known browser, accepted from forms of the web pages only. */
export const knownBrowserCookie = (request: Request, publicUrl: string | null): string | null =>
  isCrossSite(request, publicUrl) ? null : ownCookie(request, publicUrl, KNOWN_BROWSER_COOKIE);

/** A cookie of another module for one page, under its own name; read when that page is viewed. */
export const namedCookie = (request: Request, publicUrl: string | null, name: string): string | null => {
  if (isCrossSite(request, publicUrl) && !isFollowedLink(request)) return null;
  const value = parseCookie(request.raw.headers.cookie ?? '', { decode: unencoded })[name];
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
  const value = parseCookie(header, { decode: unencoded })[cookieName(publicUrl, name)];
  return value !== undefined && value.length <= LENGTH_MAX ? value : null;
}

/**
 * Whether the browser has a session cookie, whichever site caused the request: such a request proves nothing and must not
 * replace it.
 */
export const hasSessionCookie = (request: Request, publicUrl: string | null): boolean =>
  parseCookie(request.raw.headers.cookie ?? '', { decode: unencoded })[cookieName(publicUrl)] !== undefined;

/** Values set by the service are never encoded. */
const unencoded = (value: string): string => value;

/**
 * Whether a form comes from a page of the service: browsers always mark what they post; a client without the mark is no browser.
 */
export function isOwnForm(request: Request, publicUrl: string | null): boolean {
  const isMarked = request.header('sec-fetch-site') === 'same-origin' || request.header('origin') !== undefined;
  return isMarked && !isCrossSite(request, publicUrl);
}

/** Whether another site caused the request. An address typed by the user has no initiator (`none`). */
function isCrossSite(request: Request, publicUrl: string | null): boolean {
  if (request.header('sec-fetch-site') === 'cross-site') return true;
  const origin = request.header('origin');
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { protocol, host } = new URL(origin);
  return !isOwnOrigin(protocol, host, request.header('host') ?? '', publicUrl);
}

/**
 * Whether an origin belongs to the service. The scheme of the public address counts: a network attacker can serve a page without
 * TLS. Another own name, such as localhost, bypasses the TLS proxy. Without a public URL, only the requested host can be
 * compared.
 */
function isOwnOrigin(protocol: string, host: string, requestedHost: string, publicUrl: string | null): boolean {
  if (publicUrl === null) return host === requestedHost;
  const address = new URL(publicUrl);
  if (host === address.host) return protocol === address.protocol;
  return requestedHost !== address.host && host === requestedHost && protocol === 'http:';
}

/** `Secure` with https; hidden from scripts, and not sent with requests from other sites. */
export const setSessionCookie = (value: string, maxAgeSeconds: number, publicUrl: string | null): string =>
  setCookieHeader(SESSION_COOKIE, value, maxAgeSeconds, publicUrl);

export const setKnownBrowserCookie = (value: string, maxAgeSeconds: number, publicUrl: string | null): string =>
  setCookieHeader(KNOWN_BROWSER_COOKIE, value, maxAgeSeconds, publicUrl);

const setCookieHeader = (name: string, value: string, maxAge: number, publicUrl: string | null): string =>
  stringifySetCookie(
    {
      name: cookieName(publicUrl, name),
      value,
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(publicUrl),
    },
    { encode: unencoded },
  );
