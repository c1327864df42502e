/** Pages that are the same for everybody: made once per release and language, kept compressed, in the frame of all our pages. */

import type { Language } from '#lib/i18n/message.ts';
import { languageInQuery } from '#transports/http/negotiate.ts';
import { type Handler, type Reply, releaseDocument } from '#transports/http/reply.ts';

import type { Request } from '#transports/http/request.ts';
import { documentOf } from '#transports/web/routing/document.ts';
import { pageHeaders } from '#transports/web/routing/headers.ts';
import type { Page, View } from '#transports/web/routing/page.ts';

export interface CachedPage {
  page: Pick<Page, 'path'>;
  language: Language;
  /** Values of its path. */
  params?: Record<string, string>;
  isDemo: boolean;
  publicUrl: string | null;
  view(): View;
}

export interface CacheOptions {
  /** What must not be shown is taken out of the whole page. */
  redact(text: string): string;
  /** It is made anew when this changes. */
  version(): string;
}

export function cachedPage(kept: CachedPage, { redact: shown, version }: CacheOptions): Handler {
  const { language, isDemo } = kept;
  const headers = { ...pageHeaders({}, language, isDemo), vary: 'cookie, accept-encoding' };
  return releaseDocument('text/html; charset=utf-8', () => shown(renderPage(kept.view(), kept)), headers, version);
}

/** Without anything of one request in it, not even where that was sent to. */
export function renderPage(
  view: View,
  { page, language, params = {}, isDemo, publicUrl }: CachedPage,
  query = '',
): string {
  const request = { path: pathOf(page, language, params), query, params };
  const origin = publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : '';
  return documentOf(view, { page, request, origin, language, isDemo });
}

/** Headers that open the reader’s session: without a key our pages show what visitors see. */
export type OpenSession = (request: Request) => Promise<Record<string, string>>;

/** With the reader's session. Addresses with `?lang=` are older than pages that have one for each language. */
export async function openPage(
  request: Request,
  page: CachedPage,
  show: Handler,
  session: OpenSession,
): Promise<Reply> {
  const asked = languageInQuery(request.query);
  if (asked !== null && asked !== page.language) return redirectTo(pathOf(page.page, asked, page.params ?? {}));
  const [reply, headers] = await Promise.all([show(request), session(request)]);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Only ever to an address of our own. */
export const redirectTo = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

const pathOf = ({ path }: Pick<Page, 'path'>, language: Language, params: Record<string, string>): string =>
  path[language].replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
