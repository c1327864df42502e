/** Pages that are the same for everybody: made once per release and language, kept compressed, in the frame of all our pages. */

import type { Language } from '#lib/i18n/message.ts';
import { languageInQuery } from '#transports/http/negotiate.ts';
import { releaseDocument } from '#transports/http/release-document.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Handler } from '#transports/http/server.ts';
import { documentOf } from '#transports/web/routing/document.ts';
import { pageHeaders } from '#transports/web/routing/headers.ts';
import type { Page, View } from '#transports/web/routing/page.ts';

export interface KeptPage {
  page: Pick<Page, 'path'>;
  language: Language;
  /** Values of its path. */
  params?: Record<string, string>;
  isDemo: boolean;
  publicUrl: string | null;
  view(): View;
}

export interface Kept {
  /** What must not be shown is taken out of the whole page. */
  shown(text: string): string;
  /** It is made anew when this changes. */
  version(): string;
}

export function keptPage(kept: KeptPage, { shown, version }: Kept): Handler {
  const { language, isDemo } = kept;
  const headers = { ...pageHeaders({}, language, isDemo), vary: 'cookie, accept-encoding' };
  return releaseDocument('text/html; charset=utf-8', () => shown(framed(kept.view(), kept)), headers, version);
}

/** Without anything of one request in it, not even where that was sent to. */
export function framed(view: View, { page, language, params = {}, isDemo, publicUrl }: KeptPage, query = ''): string {
  const request = { path: pathOf(page, language, params), query, params };
  const origin = publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : '';
  return documentOf(view, { page, request, origin, language, isDemo });
}

/** Headers that open the reader’s session: without a key our pages show what visitors see. */
export type OpenSession = (request: Request) => Promise<Record<string, string>>;

/** With the reader's session. Addresses with `?lang=` are older than pages that have one for each language. */
export async function opened(request: Request, page: KeptPage, show: Handler, session: OpenSession): Promise<Reply> {
  const asked = languageInQuery(request.query);
  if (asked !== null && asked !== page.language) return led(pathOf(page.page, asked, page.params ?? {}));
  const [reply, headers] = await Promise.all([show(request), session(request)]);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Only ever to an address of our own. */
export const led = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

const pathOf = ({ path }: Pick<Page, 'path'>, language: Language, params: Record<string, string>): string =>
  path[language].replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
