/** A page of the web app is one declaration: where it is found, what it asks of the kernel, and how that looks. */

import type { ApiClient } from '#api/client.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { UploadBounds, UploadedFile } from '#transports/http/body.ts';
import type { Chunks } from '#transports/http/reply.ts';
import type { Html } from '#transports/web/html.ts';

/** Who looks at a page, and what they may ask: one visit, however many operations it takes. */
export interface Viewer {
  client: ApiClient;
  context: RequestContext;
  /** Null for whoever is not signed in. */
  reader: Reader | null;
  language: Language;
  /** ms. */
  now: number;
  /** Of an installation with invented data. */
  isDemo: boolean;
}

export interface PageRequest extends Viewer {
  /** Its path and question, in this language. */
  address: string;
  /** How readers reach us, without a slash at the end: for links in letters. */
  origin: string;
  /** It comes from this machine itself, by no proxy. */
  isFromThisMachine: boolean;
  /** As the browser tells it. */
  userAgent: string | undefined;
  /** What it carries as a browser that somebody once signed in with; nothing of it is checked yet. */
  knownBrowser: string | null;
  /** Another cookie that it carries at this address. */
  cookie(name: string): string | null;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/** What becomes of the reader's session: a new one, by its cookie, or none any more. */
export type SessionChange = { cookie: string } | 'closed';

/** What stands between header and footer, and what search engines and tabs read. */
export interface View {
  title: string;
  description?: string;
  body: Html;
  /** 200 unless said. */
  status?: number;
  /** The one address of what is shown, without the language: where a page is reached by several. */
  canonical?: string;
  /** The question for the other language, where this one typed something that each language reads its own way. */
  otherQuery?: string;
  /** Not for lists of search engines: persons, results, what is one reader's. */
  isUnlisted?: boolean;
  /** The search field stands on the page itself, not above it. */
  hasSearch?: boolean;
  /** Scripts that make it quicker to use; it works without them. */
  scripts?: readonly string[];
  /** For search engines, from published fields only. */
  structured?: object;
  /** What one reader keeps to themselves: no cache and no list of a search engine learns of it. */
  isPrivate?: boolean;
  /** Its address says too much to be told to anybody, our own pages included; `withForm` where it has a form that is posted. */
  hasSecretAddress?: boolean | 'withForm';
  /** Something is still being done: a browser without scripts looks again by itself. */
  reloadSeconds?: number;
  /** Origins that its forms lead on to, by way of ours. */
  formOrigins?: readonly string[];
  /** Apps open it in a window of theirs, and wait there for what comes after it: the window stays theirs. */
  isOpenedByApps?: boolean;
  /** Left out, it stays as it is. */
  session?: SessionChange;
  /** Another cookie that the browser is to keep, as a whole header. */
  cookie?: string;
}

/** A file instead of a page, to be saved by whoever asked for it. */
export interface FileView {
  file: { name: string; type: string; body: Chunks };
}

export interface RedirectOptions {
  isPermanent?: boolean;
  /** Others than ours that it may lead to; the page whose form leads there names them, too. */
  origins?: readonly string[];
  session?: SessionChange | null;
  cookie?: string | null;
}

/** Where a reader is sent instead. */
export class RedirectError extends Error {
  readonly path: string;
  readonly isPermanent: boolean;
  readonly origins: readonly string[];
  readonly session: SessionChange | null;
  readonly cookie: string | null;

  constructor(
    path: string,
    { isPermanent: isForGood = false, origins = [], session = null, cookie = null }: RedirectOptions = {},
  ) {
    super(`moved to ${path}`);
    this.path = path;
    this.isPermanent = isForGood;
    this.origins = origins;
    this.session = session;
    this.cookie = cookie;
  }
}

/** What a reader sent with a form. */
export interface FormRequest extends PageRequest {
  fields: URLSearchParams;
  /** They are gone when the form was taken. */
  files: readonly UploadedFile[];
}

export interface Form {
  /** What it may hold; with `filesMax` 0 it is a form without files. */
  bounds: UploadBounds;
  /** Shows what became of it. Where something was done, `MovedTo` a page that tells it: who loads that again does nothing twice. */
  submit(request: FormRequest): Promise<View>;
}

export interface Page {
  /** `/firma/{cui}` and `/en/company/{cui}`. */
  path: Record<Language, string>;
  /** Operations whose address, opened by a browser that never was here, leads to this page with the same parameters. */
  operations?: readonly (keyof ApiClient)[];
  /** Throws a `ApiError`, which becomes a page too, or `MovedTo`. */
  show(request: PageRequest): Promise<View | FileView> | View | FileView;
  /** What its form sends to the same address: taken from a page of ours only. */
  form?: Form;
}
