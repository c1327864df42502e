/** Pages become routes: a view is one visit of the kernel, under the rights of whoever looks, counted once. */

import { ApiError, asStoreError } from '#api/api-error.ts';
import { apiClient } from '#api/client.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import { isFromThisMachine, originOf } from '#transports/http/client-address.ts';
import { hasSessionCookie, knownCookie, namedCookie, pageCookie } from '#transports/http/credentials.ts';
import { redirect } from '#transports/http/redirect.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { decodeParams, type Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { inlineStyle } from '#transports/web/assets/assets.ts';
import { changedSession, freeSession, type SessionNeeds } from '#transports/web/free-session.ts';
import { problemView } from '#transports/web/pages/problem.ts';
import { type AdmitNeeds, admitPage } from './admission.ts';
import { documentOf } from './document.ts';
import { taken } from './forms.ts';
import { fileHeaders, pageHeaders, tlsHeaders } from './headers.ts';
import { type FileView, type Page, type PageRequest, RedirectError, type View } from './page.ts';

export interface PageNeeds extends SessionNeeds, AdmitNeeds {
  declared: Record<string, AnyEndpoint>;
  isDemo: boolean;
  report(error: unknown, requestId: string): void;
}

export function addPages(router: Router<Handler>, pages: readonly Page[], needs: PageNeeds): void {
  for (const page of pages) for (const language of languages) addPage(router, page, language, needs);
  router.errorPage = (problem, request) =>
    isForPeople(request) ? problemReply(problem, request, languageOfPath(request.path), needs) : null;
}

function addPage(router: Router<Handler>, page: Page, language: Language, needs: PageNeeds): void {
  const path = page.path[language];
  router.add('GET', path, (request) => shown(page, request, language, needs, (viewer) => page.show(viewer)));
  const { form } = page;
  if (form)
    router.add('POST', path, (request) =>
      shown(page, request, language, needs, (viewer) => taken(form, request, viewer, needs.publicUrl)),
    );
}

/** Operations and addresses of programs are answered as programs are, whoever opens them. */
const isForPeople = (request: Request): boolean =>
  request.operation === null &&
  !/^\/(?:api|mcp|assets|\.well-known)(?:\/|$)/.test(request.path) &&
  (request.header('accept') ?? '').includes('text/html');

const languageOfPath = (path: string): Language => (/^\/en(?:\/|$)/.test(path) ? 'en' : 'ro');

/** What was asked for, on this host: two slashes would begin the name of another. */
const addressOf = ({ path, query }: Request): string =>
  `${path.replace(/^\/+/, '/')}${query === '' ? '' : `?${query}`}`;

/** What is to be seen, once the reader is admitted. */
type Show = (viewer: PageRequest) => Promise<View | FileView> | View | FileView;

async function shown(page: Page, request: Request, language: Language, needs: PageNeeds, show: Show): Promise<Reply> {
  const { isDemo } = needs;
  try {
    const viewer = await viewerOf(request, language, needs);
    const view = await show(viewer);
    if ('file' in view) return { status: 200, headers: fileHeaders(view), body: view.file.body };
    const origin = needs.publicUrl ?? originOf(request);
    const style = isNewcomer(request) ? inlineStyle() : null;
    const body = documentOf(view, {
      page,
      request,
      origin,
      language,
      isDemo,
      ...signedIn(request, viewer, needs),
      style,
    });
    return {
      status: view.status ?? 200,
      headers: {
        ...pageHeaders(view, language, isDemo, style),
        ...tlsHeaders(needs.publicUrl),
        ...(await cookiesOf(view, request, needs)),
      },
      body,
    };
  } catch (error) {
    if (error instanceof RedirectError) return moved(error, request, needs);
    return problemReply(error, request, language, needs, page);
  }
}

const moved = (
  { path, isPermanent: isForGood, origins, session, cookie }: RedirectError,
  request: Request,
  needs: PageNeeds,
): Reply => {
  const cookies = [session && changedSession(session, request.now, needs), cookie].filter((each) => each !== null);
  return redirect(isForGood ? 308 : 303, path, {
    origins,
    headers: cookies.length > 0 ? { 'set-cookie': cookies } : {},
  });
};

async function cookiesOf({ session, cookie }: View, request: Request, needs: PageNeeds): Promise<Reply['headers']> {
  if (session === undefined && cookie === undefined) return freeSession(request, needs);
  const cookies = [session && changedSession(session, request.now, needs), cookie];
  return { 'set-cookie': cookies.filter((each) => each !== undefined) };
}

/** Who comes by a link on another site may be signed in, but is not looked at as such: then nothing is said. */
function signedIn(request: Request, { reader }: PageRequest, { publicUrl }: PageNeeds): { isSignedIn?: boolean } {
  const isUnknown = pageCookie(request, publicUrl) === null && hasSessionCookie(request, publicUrl);
  return isUnknown ? {} : { isSignedIn: reader !== null };
}

/**
 * A browser that shows a page and was never here: one that was brings a session, and has kept our style. Search engines and programs,
 * which bring none either, do not say that they show it, and would fetch the style with every page.
 */
const isNewcomer = (request: Request): boolean =>
  request.header('cookie') === undefined && request.header('sec-fetch-dest') === 'document';

async function viewerOf(request: Request, language: Language, needs: PageNeeds): Promise<PageRequest> {
  const context = await admitPage(request, language, needs);
  const cookie = pageCookie(request, needs.publicUrl);
  return {
    client: apiClient(needs.declared, context),
    context,
    reader: cookie === null ? null : await needs.sessions.readerOf(cookie, request.now),
    address: addressOf(request),
    origin: needs.publicUrl ?? originOf(request),
    isFromThisMachine: isFromThisMachine(request),
    userAgent: request.header('user-agent'),
    knownBrowser: knownCookie(request, needs.publicUrl),
    cookie: (name) => namedCookie(request, needs.publicUrl, name),
    language,
    now: request.now,
    isDemo: needs.isDemo,
    params: decodeParams(request.params),
    query: new URLSearchParams(request.query),
  };
}

/** Every error is a page with a way on. What is our fault says so, with the number under which it stands in the log. */
function problemReply(
  error: unknown,
  request: Request,
  language: Language,
  { isDemo, publicUrl, report }: Pick<PageNeeds, 'isDemo' | 'publicUrl' | 'report'>,
  page: Page | null = null,
): Reply {
  const explained = asStoreError(error);
  if (!(explained instanceof ApiError)) report(error, request.id);
  const problem = explained instanceof ApiError ? explained : null;
  const view = problemView(problem, { language, address: addressOf(request), requestId: request.id });
  return {
    status: view.status ?? 500,
    headers: { ...pageHeaders(view, language, isDemo), ...tlsHeaders(publicUrl), ...problem?.headers },
    body: documentOf(view, { page, request, origin: publicUrl ?? originOf(request), language, isDemo }),
  };
}
