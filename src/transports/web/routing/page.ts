/** A page of the web app as one declaration: the operations whose addresses lead to it, its rendering, its form. */

import type { ApiClient } from '#api/client.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { UploadBounds, UploadedFile } from '#transports/http/body.ts';
import type { Chunks } from '#transports/http/reply.ts';
import type { Html } from '#transports/web/html.ts';

/** The viewer of a page: one admitted request, however many operations the page calls. */
export interface Viewer {
  client: ApiClient;
  context: RequestContext;
  /** Null when not signed in. */
  reader: Reader | null;
  language: Language;
  /** ms. */
  now: number;
  /** True on an installation with invented data. */
  isDemo: boolean;
}

export interface PageRequest extends Viewer {
  /** The path and query in this language. */
  address: string;
  /** The origin of the service, without a slash at the end: for links in emails. */
  origin: string;
  /** The request comes from this machine, without a proxy. */
  isFromThisMachine: boolean;
  /** The header User-Agent. */
  userAgent: string | undefined;
  /** The cookie of a browser that signed in before; not verified. */
  knownBrowser: string | null;
  /** Another cookie of the request. */
  cookie(name: string): string | null;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/** A change of the reader's session: the cookie of a new one, or its end. */
export type SessionChange = { cookie: string } | 'closed';

/** The content between header and footer, and metadata for tabs and search engines. */
export interface View {
  title: string;
  description?: string;
  body: Html;
  /** Default: 200. */
  status?: number;
  /** The canonical path, where several addresses render the same page. */
  canonical?: string;
  /** The query for the other language, where a value is parsed by language. */
  otherQuery?: string;
  /** Excluded from search engines: persons, results, pages of one reader. */
  isUnlisted?: boolean;
  /** The page itself has the search field; the header leaves it out. */
  hasSearch?: boolean;
  /** Client scripts; the page works without them. */
  scripts?: readonly string[];
  /** For search engines, from published fields only. */
  structured?: object;
  /** Of one reader only: not stored in caches, not indexed. */
  isPrivate?: boolean;
  /** The address has a secret and must not be sent as a referrer; `withForm` for a page with a posted form. */
  hasSecretAddress?: boolean | 'withForm';
  /** For work in progress: a browser without scripts reloads the page after this time. */
  reloadSeconds?: number;
  /** Foreign origins that its forms redirect to. */
  formOrigins?: readonly string[];
  /** Apps open the page in a popup and wait for its result: the opener keeps access to the window. */
  isOpenedByApps?: boolean;
  /** Default: unchanged. */
  session?: SessionChange;
  /** A value of the header Set-Cookie. */
  cookie?: string;
}

/** A file instead of a page, sent as a download. */
export interface FileView {
  file: { name: string; type: string; body: Chunks };
}

export interface RedirectOptions {
  isPermanent?: boolean;
  /** Foreign origins that the redirect may lead to; the page of the form names them in `formOrigins`. */
  origins?: readonly string[];
  session?: SessionChange | null;
  cookie?: string | null;
}

/** Thrown to redirect the reader. */
export class RedirectError extends Error {
  readonly path: string;
  readonly isPermanent: boolean;
  readonly origins: readonly string[];
  readonly session: SessionChange | null;
  readonly cookie: string | null;

  constructor(
    path: string,
    { isPermanent = false, origins = [], session = null, cookie = null }: RedirectOptions = {},
  ) {
    super(`redirect to ${path}`);
    this.path = path;
    this.isPermanent = isPermanent;
    this.origins = origins;
    this.session = session;
    this.cookie = cookie;
  }
}

/** A submitted form. */
export interface FormRequest extends PageRequest {
  fields: URLSearchParams;
  /** Deleted after `submit`. */
  files: readonly UploadedFile[];
}

export interface Form {
  /** The size limits; `filesMax` 0 for a form without files. */
  bounds: UploadBounds;
  /** Renders the outcome. After a change it throws `RedirectError` to a page that displays it, so that a reload repeats nothing. */
  submit(request: FormRequest): Promise<View>;
}

export interface Page {
  /** Operations whose API address redirects a browser without a session to this page, with the same parameters. */
  operations?: readonly (keyof ApiClient)[];
  /** Throws an `ApiError`, which is rendered as a page too, or a `RedirectError`. */
  show(request: PageRequest): Promise<View | FileView> | View | FileView;
  /** The form that posts to the same address; accepted from pages of the service only. */
  form?: Form;
}

/** A page under its addresses: `/firma/{cui}` and `/en/company/{cui}`. */
export interface RoutedPage extends Page {
  path: Record<Language, string>;
}
