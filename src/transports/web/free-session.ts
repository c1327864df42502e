/** The free session of a browser that opens one of our own pages: `/api` answers it without a key, as visitors see it. */
import { type BrowserSessions, FREE_SECONDS, SIGNED_IN_SECONDS } from '#platform/accounts/sessions.ts';
import { hasSessionCookie, pageCookie, setCookie } from '#transports/http/credentials.ts';
import type { Request } from '#transports/http/request.ts';
import type { SessionChange } from './routing/page.ts';

export interface SessionNeeds {
  sessions: Pick<BrowserSessions, 'visitorOf' | 'readerOf' | 'openFree'>;
  publicUrl: string | null;
}

/** The cookie header that a change of session makes. */
export const changedSession = (
  change: SessionChange,
  now: number,
  { sessions, publicUrl }: Pick<SessionNeeds, 'sessions' | 'publicUrl'>,
): string =>
  change === 'closed'
    ? setCookie(sessions.openFree(now), FREE_SECONDS, publicUrl)
    : setCookie(change.cookie, SIGNED_IN_SECONDS, publicUrl);

/** Headers that open a new session, unless the browser belongs to somebody who is signed in. */
export async function freeSession(
  request: Request,
  { sessions, publicUrl }: SessionNeeds,
): Promise<Record<string, string>> {
  const cookie = pageCookie(request, publicUrl);
  // A link on another site's page must not sign anybody out.
  if (cookie === null && hasSessionCookie(request, publicUrl)) return {};
  const visitor = cookie === null ? null : await sessions.visitorOf(cookie, request.now);
  if (visitor?.account) return {};
  return { 'set-cookie': setCookie(sessions.openFree(request.now), FREE_SECONDS, publicUrl) };
}
