/** Routes of pages: each view is one admitted request, counted once, with the reader's session or a new free one. */

import { ApiError, asStoreError } from '#api/api-error.ts';
import { apiClient } from '#api/client.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { RequestContext } from '#api/request-context.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type BrowserSessions, FREE_SECONDS, SIGNED_IN_SECONDS } from '#platform/accounts/sessions.ts';
import { type AddressOf, isFromThisMachine, originOf } from '#transports/http/client-address.ts';
import {
  hasSessionCookie,
  isOwnForm,
  knownBrowserCookie,
  namedCookie,
  pageCookie,
  setSessionCookie,
} from '#transports/http/credentials.ts';
import { type Handler, type Reply, redirect } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { decodeParams, type Router } from '#transports/http/router.ts';
import { inlineStyle } from '#transports/web/assets/assets.ts';
import { errorView } from '#transports/web/pages/error-view.ts';
import { documentOf } from './document.ts';
import { fileHeaders, pageHeaders, tlsHeaders } from './headers.ts';
import {
  type FileView,
  type Form,
  type Page,
  type PageRequest,
  RedirectError,
  type SessionChange,
  type View,
} from './page.ts';

export interface PageNeeds extends SessionNeeds, AdmitNeeds {
  declared: Record<string, AnyEndpoint>;
  isDemo: boolean;
  report(error: unknown, requestId: string): void;
}

export function addPages(router: Router<Handler>, pages: readonly Page[], needs: PageNeeds): void {
  for (const page of pages) for (const language of languages) addPage(router, page, language, needs);
  router.errorPage = (problem, request) =>
    wantsPage(request) ? errorReply(problem, request, languageOfPath(request.path), needs) : null;
}

function addPage(router: Router<Handler>, page: Page, language: Language, needs: PageNeeds): void {
  const path = page.path[language];
  router.add('GET', path, (request) => renderReply(page, request, language, needs, (viewer) => page.show(viewer)));
  const { form } = page;
  if (form)
    router.add('POST', path, (request) =>
      renderReply(page, request, language, needs, (viewer) => submitForm(form, request, viewer, needs.publicUrl)),
    );
}

/** Operations and addresses for programs answer with the envelope, also to browsers. */
const wantsPage = (request: Request): boolean =>
  request.operation === null &&
  !/^\/(?:api|mcp|assets|\.well-known)(?:\/|$)/.test(request.path) &&
  (request.header('accept') ?? '').includes('text/html');

const languageOfPath = (path: string): Language => (/^\/en(?:\/|$)/.test(path) ? 'en' : 'ro');

/** The requested address on this host: two slashes would start another host's name. */
const addressOf = ({ path, query }: Request): string =>
  `${path.replace(/^\/+/, '/')}${query === '' ? '' : `?${query}`}`;

/** Renders the view for an admitted reader. */
type Show = (viewer: PageRequest) => Promise<View | FileView> | View | FileView;

async function renderReply(
  page: Page,
  request: Request,
  language: Language,
  needs: PageNeeds,
  show: Show,
): Promise<Reply> {
  const { isDemo } = needs;
  try {
    const viewer = await viewerOf(request, language, needs);
    const view = await show(viewer);
    if ('file' in view) return { status: 200, headers: fileHeaders(view), body: view.file.body };
    const origin = needs.publicUrl ?? originOf(request);
    const style = isFirstVisit(request) ? inlineStyle() : null;
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
    if (error instanceof RedirectError) return redirectReply(error, request, needs);
    return errorReply(error, request, language, needs, page);
  }
}

const redirectReply = (
  { path, isPermanent: isForGood, origins, session, cookie }: RedirectError,
  request: Request,
  needs: PageNeeds,
): Reply => {
  const cookies = [session && sessionHeader(session, request.now, needs), cookie].filter((each) => each !== null);
  return redirect(isForGood ? 308 : 303, path, {
    origins,
    headers: cookies.length > 0 ? { 'set-cookie': cookies } : {},
  });
};

async function cookiesOf({ session, cookie }: View, request: Request, needs: PageNeeds): Promise<Reply['headers']> {
  if (session === undefined && cookie === undefined) return freeSessionHeaders(request, needs);
  const cookies = [session && sessionHeader(session, request.now, needs), cookie];
  return { 'set-cookie': cookies.filter((each) => each !== undefined) };
}

/** After a link on another site the session cookie may be present but is not accepted: the header then displays no account state. */
function signedIn(request: Request, { reader }: PageRequest, { publicUrl }: PageNeeds): { isSignedIn?: boolean } {
  const isUnknown = pageCookie(request, publicUrl) === null && hasSessionCookie(request, publicUrl);
  return isUnknown ? {} : { isSignedIn: reader !== null };
}

/**
 * The first document that a browser loads: later ones have a session, and the style is cached. Search engines and programs have no session
 * either, but send no fetch metadata.
 */
const isFirstVisit = (request: Request): boolean =>
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
    knownBrowser: knownBrowserCookie(request, needs.publicUrl),
    cookie: (name) => namedCookie(request, needs.publicUrl, name),
    language,
    now: request.now,
    isDemo: needs.isDemo,
    params: decodeParams(request.params),
    query: new URLSearchParams(request.query),
  };
}

/** Renders an error as a page. An internal error has the request id under which the log has it. */
function errorReply(
  error: unknown,
  request: Request,
  language: Language,
  { isDemo, publicUrl, report }: Pick<PageNeeds, 'isDemo' | 'publicUrl' | 'report'>,
  page: Page | null = null,
): Reply {
  const explained = asStoreError(error);
  if (!(explained instanceof ApiError)) report(error, request.id);
  const problem = explained instanceof ApiError ? explained : null;
  const view = errorView(problem, { language, address: addressOf(request), requestId: request.id });
  return {
    status: view.status ?? 500,
    headers: { ...pageHeaders(view, language, isDemo), ...tlsHeaders(publicUrl), ...problem?.headers },
    body: documentOf(view, { page, request, origin: publicUrl ?? originOf(request), language, isDemo }),
  };
}

async function submitForm(
  { bounds, submit: take }: Form,
  request: Request,
  viewer: PageRequest,
  publicUrl: string | null,
): Promise<View> {
  if (!isOwnForm(request, publicUrl)) throw new ApiError('INVALID_BODY', messages.forms.otherSite());
  const { caller } = viewer.context;
  if (bounds.filesMax > 0)
    return request.multipart(bounds, caller, ({ fields, files }) => take({ ...viewer, fields, files }));
  const fields = await request.form(bounds, caller);
  return take({ ...viewer, fields, files: [] });
}

export interface AdmitNeeds {
  pipeline: Pick<Pipeline, 'admit'>;
  addressOf: AddressOf;
  publicUrl: string | null;
}

export async function admitPage(
  request: Request,
  language: Language,
  { pipeline, addressOf, publicUrl }: AdmitNeeds,
): Promise<RequestContext> {
  const { id, now, signal } = request;
  const session = pageCookie(request, publicUrl);
  const noOtherCredentials = { key: null, token: null, payment: null, unreadable: null };
  const context = await pipeline.admit(
    { transport: 'page', address: addressOf(request), session, ...noOtherCredentials },
    { id, now, signal, language },
  );
  request.context = context;
  if (context.refusal) throw context.refusal;
  return context;
}

export interface SessionNeeds {
  sessions: Pick<BrowserSessions, 'visitorOf' | 'readerOf' | 'openFree'>;
  publicUrl: string | null;
}

/** The value of Set-Cookie for a change of session. */
const sessionHeader = (
  change: SessionChange,
  now: number,
  { sessions, publicUrl }: Pick<SessionNeeds, 'sessions' | 'publicUrl'>,
): string =>
  change === 'closed'
    ? setSessionCookie(sessions.openFree(now), FREE_SECONDS, publicUrl)
    : setSessionCookie(change.cookie, SIGNED_IN_SECONDS, publicUrl);

/** Headers that open a free session, unless the browser is signed in: `/api` then answers the pages' scripts without a key. */
export async function freeSessionHeaders(
  request: Request,
  { sessions, publicUrl }: SessionNeeds,
): Promise<Record<string, string>> {
  const cookie = pageCookie(request, publicUrl);
  // A link on another site must not sign the reader out.
  if (cookie === null && hasSessionCookie(request, publicUrl)) return {};
  const visitor = cookie === null ? null : await sessions.visitorOf(cookie, request.now);
  if (visitor?.account) return {};
  return { 'set-cookie': setSessionCookie(sessions.openFree(request.now), FREE_SECONDS, publicUrl) };
}
