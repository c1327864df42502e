/**
 * Whether a request was meant for us. A page can give our address a name of its own and speak to us from its reader's browser: so
 * the name must be ours, and a page must be of an origin that is let in.
 */
import { isOwnHost } from '#http/origin.ts';
import type { Request } from '#http/request.ts';

/** The origin under which we were reached, `publicUrl` where it is set; null for a name that is not ours. Without it only this machine's own names are. */
export function originReached(request: Request, publicUrl: string | null): string | null {
  const host = (request.header('host') ?? '').toLowerCase();
  if (!isOwnHost(host) && (publicUrl === null || host !== new URL(publicUrl).host)) return null;
  return publicUrl ?? `http://${host}`;
}

/** Programs are of no origin. `origins`: of pages, beside our own, that may speak to the connector. */
export function isPageLetIn(request: Request, origin: string, origins: readonly string[]): boolean {
  const page = request.header('origin');
  return page === undefined || page === new URL(origin).origin || origins.includes(page);
}
