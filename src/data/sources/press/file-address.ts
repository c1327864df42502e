/** The allowed addresses of press files: static files of the tax authority, and no address that only resembles one. */

export const PRESS_HOST = 'static.anaf.ro';
const PREFIX = '/static/';
const LENGTH_MAX = 1_000;

/** Encoded separators and control characters, once or twice: a server may decode them to another path. */
const ENCODED = /%(?:25)*(?:2f|5c|[01][0-9a-f]|7f)/i;

/** The parsed form drops a port of 443 and an empty user or query: the text must not have them either. */
const PLAIN = new RegExp(`^https://${RegExp.escape(PRESS_HOST)}/[^?#@]*$`, 'i');

/** The address in its one normal form; null for any that is not plainly a static file of the authority. */
export function pressAddress(text: string): string | null {
  if (text.length > LENGTH_MAX || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.hostname !== PRESS_HOST) return null;
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.search !== '' || url.hash !== '')
    return null;
  if (!url.pathname.startsWith(PREFIX) || ENCODED.test(url.pathname)) return null;
  return PLAIN.test(text) ? url.href : null;
}
