/** The cookies of one site during one session, in memory only. */

export interface CookieJar {
  /** `set-cookie` lines of an answer. */
  store(lines: readonly string[]): void;
  /** For the next request; null when there is none. */
  header(): string | null;
  empty(): void;
}

/** A site sets a few. */
const COOKIES_MAX = 30;
const COOKIE_BYTES_MAX = 4_096;

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    store(lines) {
      for (const line of lines) {
        const pair = line.split(';', 1)[0]?.trim() ?? '';
        const name = pair.split('=', 1)[0] ?? '';
        if (name === '' || name === pair || pair.length > COOKIE_BYTES_MAX || !SENDABLE.test(pair)) continue;
        if (isExpired(line)) cookies.delete(name);
        else if (cookies.has(name) || cookies.size < COOKIES_MAX) cookies.set(name, pair);
      }
    },
    header: () => (cookies.size === 0 ? null : [...cookies.values()].join('; ')),
    empty: () => cookies.clear(),
  };
}

/** The characters that Node accepts in a header; other cookies are ignored. */
const SENDABLE = /^[\x21-\x7e ]+$/;

/** Whether a line deletes its cookie. */
function isExpired(line: string): boolean {
  const attributes = line.split(';').map((part) => part.trim().toLowerCase());
  const expires = attributes.find((part) => part.startsWith('expires='))?.slice('expires='.length);
  return attributes.includes('max-age=0') || (expires !== undefined && Date.parse(expires) < Date.now());
}
