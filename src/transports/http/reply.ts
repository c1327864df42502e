/**
 * Replies: an operation's result or an error in the envelope, with the headers for caching, rate limits, payments, deprecation
 * and CORS.
 */

import { gzipSync } from 'node:zlib';
import type { Allowance } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type DeprecatedItem, deprecationId } from '#api/deprecation.ts';
import { cacheControl, type Meta, type OperationResult, type PaymentReceipt } from '#api/operation-result.ts';
import { PaymentRequiredError } from '#api/payments.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { httpDateOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { acceptsGzip, wantsProblemJson } from './negotiate.ts';
import type { Request } from './request.ts';

export type Handler = (request: Request) => Promise<Reply> | Reply;

export interface Reply {
  status: number;
  /** A list for a repeated header such as `set-cookie`. */
  headers: Record<string, string | readonly string[]>;
  body: Uint8Array | string | Chunks | SplicedBody;
}

/**
 * A body around cached prerendered bytes, which are sent without copying and compressed once. A copy for each answer costs more
 * than all of its headers.
 */
export class SplicedBody {
  /** Single-byte characters only. */
  readonly head: string;
  readonly data: Uint8Array;
  readonly tail: string;
  /** In bytes. */
  readonly length: number;

  constructor(head: string, data: Uint8Array, tail: string) {
    this.head = head;
    this.data = data;
    this.tail = tail;
    this.length = head.length + data.length + Buffer.byteLength(tail);
  }
}

/**
 * A body that is produced as fast as its reader takes it, for content that is too long for memory or not there yet. Called at
 * most once, and not for HEAD. When the reader disconnects or exceeds its time, `signal` is aborted and the iterator closed.
 */
export type Chunks = (signal: AbortSignal) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HEAD = '{"success":true,"data":';
const META = ',"meta":';

/** Answers depend on the caller: a browser must not reuse the answer without a key for a request with one. */
export const VARY_CALLER = 'x-api-key, authorization, cookie';
/** Messages depend on the language, and lists may be requested as tables. */
export const VARY_CALLER_AND_FORMAT = `${VARY_CALLER}, accept-language, accept`;

/** `data` is inserted unchanged: prerendered bytes are not parsed again. */
export function success(
  result: OperationResult,
  { now, language }: { now: number; language: Language },
  ifNoneMatch: string | undefined,
): Reply {
  const { meta, etag, renderedAt = now } = result;
  const { freshUntil, stale } = meta;
  const pending = (meta.pending?.length ?? 0) > 0;
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    // Both count from the creation of the answer.
    'cache-control': cacheControl({ freshUntil, stale, pending }, renderedAt),
    age: String(Math.max(0, Math.floor((now - renderedAt) / 1000))),
    'content-language': language,
    vary: VARY_CALLER_AND_FORMAT,
  };
  if (result.receipt) Object.assign(headers, receiptHeaders(result.receipt));
  if (meta.cachedAt) headers['last-modified'] = httpDateOf(meta.cachedAt);
  if (!pending) {
    headers.etag = etag;
    if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  }
  const tail = `${META}${metaText(result.data, meta)}}`;
  const { chunks } = result;
  if (chunks) return { status: 200, headers, body: () => enveloped(chunks(), tail) };
  const { data } = result;
  return {
    status: 200,
    headers,
    body: typeof data === 'string' ? HEAD + data + tail : new SplicedBody(HEAD, data, tail),
  };
}

/** Metadata of the documents that were answered last, some 8 KB each with their bytes. */
const METAS_MAX = 2_000;
const metas = new Map<Uint8Array, { meta: Meta; json: string }>();

/** `JSON.stringify(meta)`. Answers with the same prerendered bytes mostly differ by their request id only. */
function metaText(data: string | Uint8Array, meta: Meta): string {
  const id = `{"requestId":${JSON.stringify(meta.requestId)}`;
  const last = typeof data === 'string' ? undefined : metas.get(data);
  if (last && isSame(last.meta, meta, 'requestId')) return id + last.json;
  const json = `,${JSON.stringify({ ...meta, requestId: undefined }).slice(1)}`;
  if (typeof data !== 'string') {
    if (metas.size >= METAS_MAX) metas.clear();
    metas.set(data, { meta, json });
  }
  return id + json;
}

/** Whether two values of the same make have the same JSON, but for one name. */
function isSame(one: unknown, other: unknown, except: string | null = null): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  // Ten times faster than by the names of their items.
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, i) => isSame(item, other[i]));
  let names = 0;
  for (const name in one) {
    if (name !== except && !isSame((one as Values)[name], (other as Values)[name])) return false;
    names++;
  }
  for (const _ in other) names--;
  return names === 0;
}

type Values = Record<string, unknown>;

function* enveloped(chunks: Iterable<Uint8Array>, tail: string): Generator<Uint8Array> {
  yield Buffer.from(HEAD);
  yield* chunks;
  yield Buffer.from(tail);
}

/** RFC 9457 on request, otherwise the error envelope; the code is the same. */
export function failure(
  problem: ApiError,
  requestId: string,
  { accept, language }: { accept: string | undefined; language: Language },
): Reply & { body: string } {
  const { code, status } = problem;
  const { title, message, details } = problem.in(language);
  const standard = wantsProblemJson(accept);
  const headers: Record<string, string> = {
    'content-type': standard ? 'application/problem+json; charset=utf-8' : JSON_TYPE,
    'cache-control': 'no-store',
    'content-language': language,
    ...problem.headers,
  };
  const body = standard
    ? {
        type: 'about:blank',
        title,
        status,
        detail: message,
        code,
        requestId,
        ...(details.length > 0 && { details }),
      }
    : { success: false, error: { code, message, ...(details.length > 0 && { details }) }, meta: { requestId } };
  const text = JSON.stringify(body);
  return problem instanceof PaymentRequiredError
    ? { status, headers: { ...headers, ...offerHeaders(problem) }, body: withOffer(text, problem) }
    : { status, headers, body: text };
}

/** If-None-Match compares weakly (`"x"` equals `W/"x"`) and may list several tags. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((one) => {
      const tag = one.trim();
      return tag === '*' || opaqueTag(tag) === opaqueTag(etag);
    }));

const opaqueTag = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

const EXPOSED = [
  'etag',
  'last-modified',
  'retry-after',
  'www-authenticate',
  'allow',
  'content-disposition',
  'deprecation',
  'sunset',
  'link',
  'x-total-count',
  'x-total-relation',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'payment-required',
  'payment-response',
  'x-payment-response',
];

/**
 * The CORS headers of open paths, also on errors: a script that cannot read the error cannot explain it. Any page may call the
 * API with a key or a payment; cookies are never sent across origins.
 */
export const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
} as const;

const CLOSED = {};

/**
 * Open paths: the API, the agents' transport (which checks the origin itself and uses no cookies), the token endpoints for apps,
 * and discovery documents.
 */
const isOpenToPages = (path: string): boolean =>
  path.startsWith('/api/') || AGENTS.test(path) || DISCOVERY_PATHS.has(path) || path.startsWith('/.well-known/');

const AGENTS = /^\/mcp(?:\/|$)/;

const DISCOVERY_PATHS: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/llms.txt',
  '/changelog.json',
  '/changelog.atom',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
  '/oauth/jwks',
]);

export const corsHeaders = (path: string): Readonly<Record<string, string>> => (isOpenToPages(path) ? OPEN : CLOSED);

export function preflight(request: Request, methods: string[]): Reply {
  if (methods.length === 0) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
  const allow = methods.join(', ');
  return {
    status: 204,
    headers: {
      allow,
      ...(isOpenToPages(request.path) && {
        'access-control-allow-methods': allow,
        'access-control-allow-headers':
          request.header('access-control-request-headers') ?? 'x-api-key, authorization, content-type',
        'access-control-max-age': '86400',
      }),
    },
    body: '',
  };
}

export function allowanceHeaders(allowance: Allowance): Record<string, string> {
  const { policy, limit, windowSeconds, remaining, resetSeconds, allowed } = allowance;
  // Half seconds count as whole ones, so a slot may free up slightly after its window; `retry-after` has that
  // longer time.
  const reset = String(Math.min(resetSeconds, windowSeconds));
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': reset,
  };
  if (!allowed) headers['retry-after'] = String(resetSeconds);
  return headers;
}

interface DeprecationRequest {
  operation: string;
  query: string;
  /** As sent in the address. */
  params: Readonly<Record<string, string>>;
}

/**
 * The headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` of a request that uses something deprecated; null
 * otherwise. A query parameter counts when it was sent.
 */
export function deprecationHeaders(
  all: readonly DeprecatedItem[],
  request: DeprecationRequest,
): Record<string, string> | null {
  const sent = new URLSearchParams(request.query);
  const matching = all.filter(
    ({ kind, location, name }) => kind !== 'parameter' || location !== 'query' || sent.has(name),
  );
  if (matching.length === 0) return null;
  return {
    deprecation: `@${midnightOf(earliest(matching.map(({ since }) => since))).getTime() / 1000}`,
    sunset: httpDateOf(midnightOf(earliest(matching.map(({ sunset }) => sunset))).toISOString()),
    link: matching.flatMap((one) => deprecationLinks(one, request)).join(', '),
  };
}

function deprecationLinks(one: DeprecatedItem, { operation, params }: DeprecationRequest): string[] {
  const { kind, instead } = one;
  const about = `</changelog#${deprecationId(operation, one)}>; rel="deprecation"; type="text/html"`;
  if (kind !== 'operation' || !instead?.startsWith('/')) return [about];
  const successor = instead.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return [about, `<${successor}>; rel="successor-version"`];
}

const earliest = (days: readonly Day[]): Day => days.toSorted()[0] ?? '';

const midnightOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** The payment receipt; each x402 version has its own header. */
export const receiptHeaders = ({ version, body }: PaymentReceipt): Record<string, string> => ({
  [version === 2 ? 'payment-response' : 'x-payment-response']: base64(JSON.stringify(body)),
});

/** Version 2 reads the offer from the header. */
const offerHeaders = ({ offer, receipt }: PaymentRequiredError): Record<string, string> => ({
  'payment-required': base64(offer.version2),
  ...(receipt && receiptHeaders(receipt)),
});

/** Version 1 reads the offer from the body. */
const withOffer = (body: string, { offer }: PaymentRequiredError): string =>
  `${body.slice(0, -1)},"x402Version":1,"accepts":${offer.version1}}`;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

type RedirectStatus = 301 | 302 | 303 | 307 | 308;

export function redirect(
  status: RedirectStatus,
  to: string,
  { origins = [], headers = {} }: { origins?: readonly string[]; headers?: Reply['headers'] } = {},
): Reply {
  return { status, headers: { 'cache-control': 'no-store', ...headers, location: locationOf(to, origins) }, body: '' };
}

function locationOf(to: string, origins: readonly string[]): string {
  const path = ownPath(to);
  if (path !== null) return path;
  const url = URL.canParse(to) ? new URL(to) : null;
  if (url && url.username === '' && url.password === '' && origins.includes(url.origin)) return url.href;
  throw new ApiError('INVALID_PARAMETER', messages.http.elsewhere());
}

const PATH_LENGTH_MAX = 2_000;
/** The base against which paths are resolved: a path that leaves it leads to another host. */
const OWN = 'http://own.invalid';

/**
 * Normalises a path of the service, so that browsers read it the same way; null for a path that leads to another host or cannot
 * be parsed.
 */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > PATH_LENGTH_MAX || !text.startsWith('/') || !URL.canParse(text, OWN)) return null;
  const { origin, pathname, search, hash } = new URL(text, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

/** `version`: another input of the document, which is rendered again when it changes. */
export function releaseDocument(
  contentType: string,
  make: () => string,
  more: Record<string, string> = {},
  version: () => string = () => '',
): Handler & { prepare(): void } {
  let rendered: { version: string; plain: Buffer; zipped: Buffer; headers: Record<string, string> } | undefined;
  const current = (): NonNullable<typeof rendered> => {
    if (rendered?.version === version()) return rendered;
    const plain = Buffer.from(make());
    const headers = { 'content-type': contentType, 'cache-control': 'no-cache', vary: 'accept-encoding', ...more };
    rendered = { version: version(), plain, zipped: gzipSync(plain), headers: { ...headers, etag: etagOf(plain) } };
    return rendered;
  };
  const reply = (request: Request): Reply => {
    const { plain, zipped, headers } = current();
    if (matches(request.header('if-none-match'), headers.etag ?? '')) return { status: 304, headers, body: '' };
    if (!acceptsGzip(request.header('accept-encoding'))) return { status: 200, headers, body: plain };
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: zipped };
  };
  return Object.assign(reply, { prepare: () => void current() });
}
