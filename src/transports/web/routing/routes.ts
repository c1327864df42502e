/** Routes of pages: each view is one admitted request, counted once, with the reader's session or a new free one. */

import { ApiError, asStoreError } from '#api/api-error.ts';
import { apiClient } from '#api/client.ts';
import type { Context } from '#api/context.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { RequestContext } from '#api/request-context.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type BrowserSessions, FREE_SECONDS, SIGNED_IN_SECONDS } from '#platform/accounts/sessions.ts';
import type { KnownBrowsers } from '#platform/accounts/sign-in-attempts.ts';
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
  type PageRequest,
  RedirectError,
  type RoutedPage,
  type SessionChange,
  type View,
} from './page.ts';

/** Admits requests of pages. */
type AdmitContext = Pick<Context, 'publicUrl'> & { pipeline: Pick<Pipeline, 'admit'>; addressOf: AddressOf };

type SessionContext = Pick<Context, 'publicUrl'> & {
  sessions: Pick<BrowserSessions, 'visitorOf' | 'readerOf' | 'openFree'>;
};

type PagesContext = AdmitContext &
  SessionContext &
  Pick<Context, 'isDemo'> & {
    declared: Record<string, AnyEndpoint>;
    known: Pick<KnownBrowsers, 'anyName'>;
    report(error: unknown, requestId: string): void;
  };

export function addPages(router: Router<Handler>, pages: readonly RoutedPage[], context: PagesContext): void {
  for (const page of pages) for (const language of languages) addPage(router, page, language, context);
  router.errorPage = (problem, request) =>
    wantsPage(request) ? errorReply(problem, request, languageOfPath(request.path), context) : null;
}

function addPage(router: Router<Handler>, page: RoutedPage, language: Language, context: PagesContext): void {
  const path = page.path[language];
  router.add('GET', path, (request) => renderReply(page, request, language, context, (viewer) => page.show(viewer)));
  const { form } = page;
  if (form)
    router.add('POST', path, (request) =>
      renderReply(page, request, language, context, (viewer) => submitForm(form, request, viewer, context)),
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
type Render = (viewer: PageRequest) => Promise<View | FileView> | View | FileView;

async function renderReply(
  page: RoutedPage,
  request: Request,
  language: Language,
  context: PagesContext,
  render: Render,
): Promise<Reply> {
  const { isDemo } = context;
  try {
    const viewer = await viewerOf(request, language, context);
    const view = await render(viewer);
    if ('file' in view) return { status: 200, headers: fileHeaders(view), body: view.file.body };
    const origin = context.publicUrl ?? originOf(request);
    const style = isFirstDocument(request) ? inlineStyle() : null;
    const body = documentOf(view, {
      page,
      request,
      origin,
      language,
      isDemo,
      ...signedIn(request, viewer, context),
      style,
    });
    return {
      status: view.status ?? 200,
      headers: {
        ...pageHeaders(view, language, isDemo, style),
        ...tlsHeaders(context.publicUrl),
        ...(await cookiesOf(view, request, context)),
      },
      body,
    };
  } catch (error) {
    if (error instanceof RedirectError) return redirectReply(error, request, context);
    return errorReply(error, request, language, context, page);
  }
}

const redirectReply = (
  { path, isPermanent, origins, session, cookie }: RedirectError,
  request: Request,
  context: PagesContext,
): Reply => {
  const cookies = [session && sessionHeader(session, request.now, context), cookie].filter((each) => each !== null);
  return redirect(isPermanent ? 308 : 303, path, {
    origins,
    headers: cookies.length > 0 ? { 'set-cookie': cookies } : {},
  });
};

async function cookiesOf(
  { session, cookie }: View,
  request: Request,
  context: PagesContext,
): Promise<Reply['headers']> {
  if (session === undefined && cookie === undefined) return freeSessionHeaders(request, context);
  const cookies = [session && sessionHeader(session, request.now, context), cookie];
  return { 'set-cookie': cookies.filter((each) => each !== undefined) };
}

/** After a link on another site the session cookie may be present but is not accepted: the header then displays no account state. */
function signedIn(request: Request, { reader }: PageRequest, { publicUrl }: PagesContext): { isSignedIn?: boolean } {
  const isUnverified = pageCookie(request, publicUrl) === null && hasSessionCookie(request, publicUrl);
  return isUnverified ? {} : { isSignedIn: reader !== null };
}

/**
 * The first document that a browser loads: later ones have a session, and the style is cached. Search engines and programs have no session
 * either, but send no fetch metadata.
 */
const isFirstDocument = (request: Request): boolean =>
  request.header('cookie') === undefined && request.header('sec-fetch-dest') === 'document';

async function viewerOf(request: Request, language: Language, context: PagesContext): Promise<PageRequest> {
  const requestContext = await admitPage(request, language, context);
  const cookie = pageCookie(request, context.publicUrl);
  return {
    client: apiClient(context.declared, requestContext),
    context: requestContext,
    reader: cookie === null ? null : await context.sessions.readerOf(cookie, request.now),
    address: addressOf(request),
    origin: context.publicUrl ?? originOf(request),
    isFromThisMachine: isFromThisMachine(request),
    userAgent: request.header('user-agent'),
    knownBrowser: knownBrowserCookie(request, context.publicUrl),
    cookie: (name) => namedCookie(request, context.publicUrl, name),
    language,
    now: request.now,
    isDemo: context.isDemo,
    params: decodeParams(request.params),
    query: new URLSearchParams(request.query),
  };
}

/** Renders an error as a page. An internal error has the request id under which the log has it. */
function errorReply(
  error: unknown,
  request: Request,
  language: Language,
  { isDemo, publicUrl, report }: Pick<PagesContext, 'isDemo' | 'publicUrl' | 'report'>,
  page: RoutedPage | null = null,
): Reply {
  const explained = asStoreError(error);
  if (explained !== error || !(error instanceof ApiError)) report(error, request.id);
  const problem = explained instanceof ApiError ? explained : null;
  const view = errorView(problem, { language, address: addressOf(request), requestId: request.id });
  return {
    status: view.status ?? 500,
    headers: { ...pageHeaders(view, language, isDemo), ...tlsHeaders(publicUrl), ...problem?.headers },
    body: documentOf(view, { page, request, origin: publicUrl ?? originOf(request), language, isDemo }),
  };
}

async function submitForm(
  { bounds, submit }: Form,
  request: Request,
  viewer: PageRequest,
  { publicUrl, known }: Pick<PagesContext, 'publicUrl' | 'known'>,
): Promise<View> {
  if (!isOwnForm(request, publicUrl)) throw new ApiError('INVALID_BODY', messages.forms.otherSite());
  const { caller } = viewer.context;
  if (bounds.filesMax > 0)
    return request.multipart(bounds, caller, ({ fields, files }) => submit({ ...viewer, fields, files }));
  const holder = viewer.reader?.account ?? known.anyName(viewer.knownBrowser, viewer.now);
  const fields = await request.form(bounds.of ? { ...bounds, known: holder } : bounds, caller);
  return submit({ ...viewer, fields, files: [] });
}

export async function admitPage(
  request: Request,
  language: Language,
  { pipeline, addressOf, publicUrl }: AdmitContext,
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

/** The value of Set-Cookie for a change of session. */
const sessionHeader = (
  change: SessionChange,
  now: number,
  { sessions, publicUrl }: Pick<SessionContext, 'sessions' | 'publicUrl'>,
): string =>
  change === 'closed'
    ? setSessionCookie(sessions.openFree(now), FREE_SECONDS, publicUrl)
    : setSessionCookie(change.cookie, SIGNED_IN_SECONDS, publicUrl);

/** Headers that open a free session, unless the browser is signed in: `/api` then answers the pages' scripts without a key. */
export async function freeSessionHeaders(
  request: Request,
  { sessions, publicUrl }: SessionContext,
): Promise<Record<string, string>> {
  const cookie = pageCookie(request, publicUrl);
  // A link on another site must not sign the reader out.
  if (cookie === null && hasSessionCookie(request, publicUrl)) return {};
  const visitor = cookie === null ? null : await sessions.visitorOf(cookie, request.now);
  if (visitor?.account) return {};
  return { 'set-cookie': setSessionCookie(sessions.openFree(request.now), FREE_SECONDS, publicUrl) };
}
