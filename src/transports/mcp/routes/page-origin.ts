/** Whether a page may speak to the connector from its reader's browser: one that gave our address a name of its own must not. */
import type { Request } from '#transports/http/request.ts';

/** Programs are of no origin. `origins`: of pages, beside our own, that may speak to the connector. */
export function isPageLetIn(request: Request, origin: string, origins: readonly string[]): boolean {
  const page = request.header('origin');
  return page === undefined || page === new URL(origin).origin || origins.includes(page);
}
