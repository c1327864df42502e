/** Pages without content of one reader: rendered once per release and language, and cached compressed. */

import type { Language } from '#lib/i18n/message.ts';
import { languageInQuery } from '#transports/http/negotiate.ts';
import { type Handler, type Reply, releaseDocument } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { documentOf } from '#transports/web/routing/document.ts';
import { pageHeaders } from '#transports/web/routing/headers.ts';
import type { RoutedPage, View } from '#transports/web/routing/page.ts';

export interface CachedPage {
  page: Pick<RoutedPage, 'path'>;
  language: Language;
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  isDemo: boolean;
  publicUrl: string | null;
  view(): View;
}

export interface CacheOptions {
  /** Redacts the names of hidden persons in the whole page. */
  redact(text: string): string;
  /** A change of the version invalidates the cached page. */
  version(): string;
}

export function cachedPage(page: CachedPage, { redact, version }: CacheOptions): Handler {
  const { language, isDemo } = page;
  const headers = { ...pageHeaders({}, language, isDemo), vary: 'cookie, accept-encoding' };
  return releaseDocument('text/html; charset=utf-8', () => redact(renderPage(page.view(), page)), headers, version);
}

/** Independent of the request, even of its host. */
export function renderPage(
  view: View,
  { page, language, params = {}, isDemo, publicUrl }: CachedPage,
  query = '',
): string {
  const request = { path: pathOf(page, language, params), query, params };
  const origin = publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : '';
  return documentOf(view, { page, request, origin, language, isDemo });
}

/** Headers that open a session for the reader: the pages' requests without a key use it. */
export type OpenSession = (request: Request) => Promise<Record<string, string>>;

/** Opens the reader's session. `?lang=` redirects: it is from the time before each language had its own address. */
export async function openPage(
  request: Request,
  page: CachedPage,
  render: Handler,
  session: OpenSession,
): Promise<Reply> {
  const language = languageInQuery(request.query);
  if (language !== null && language !== page.language)
    return redirectTo(pathOf(page.page, language, page.params ?? {}));
  const [reply, headers] = await Promise.all([render(request), session(request)]);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** `location` must be an address of this service. */
export const redirectTo = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

const pathOf = ({ path }: Pick<RoutedPage, 'path'>, language: Language, params: Record<string, string>): string =>
  path[language].replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
