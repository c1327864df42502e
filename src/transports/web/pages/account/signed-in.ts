/** Who may see a page of an account: its owner; and where something grave is done, only one who has just proved to be. */
import type { Reader } from '#platform/accounts/sessions.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { type PageRequest, RedirectError } from '#transports/web/routing/page.ts';

/** Long enough to make a key and copy it; a browser left alone on a desk is a visitor's by then. */
const FRESH_MS = 10 * 60_000;

type Asking = Pick<PageRequest, 'reader' | 'language' | 'address' | 'now'>;

/** Everybody else signs in first, and comes back. */
export function signedIn({ reader, language, address }: Asking): Reader {
  if (reader === null) throw new RedirectError(toQuery('signIn', language, { next: address }));
  return reader;
}

/** Whoever signed in longer ago proves it again, and comes back. */
export function freshlySignedIn(asking: Asking): Reader {
  const reader = signedIn(asking);
  if (!isFresh(reader, asking.now))
    throw new RedirectError(toQuery('reauthenticate', asking.language, { next: asking.address }));
  return reader;
}

export const isFresh = ({ authenticatedAt }: Reader, now: number): boolean => now - authenticatedAt < FRESH_MS;
