/** What goes back over the wire, built from an operation's answer or from a problem: always the envelope. */

import type { ApiError } from '#api/api-error.ts';
import { cacheControl } from '#api/freshness.ts';
import type { OperationResult } from '#api/operation-result.ts';
import { PaymentRequiredError } from '#api/sale.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { httpDateOf } from '#lib/values/instant.ts';
import { wantsProblemJson } from './negotiate.ts';
import { offerHeaders, receiptHeaders, withOffer } from './payment-headers.ts';

export interface Reply {
  status: number;
  /** A list where a header stands several times, as `set-cookie` may. */
  headers: Record<string, string | readonly string[]>;
  body: Uint8Array | string | Chunks | SplicedBody;
}

/**
 * A body around bytes that were rendered before and are kept: they are sent as they lie there, and compressed once. A copy of them
 * for each answer costs more than all of its headers.
 */
export class SplicedBody {
  /** Of one byte each letter. */
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
 * A body that is made as fast as its reader takes it, for what is too long to be in memory at once or is not there yet. Called
 * once at most, and not for HEAD. `signal` is aborted when the reader is gone or out of time; the iterator is closed then.
 */
export type Chunks = (signal: AbortSignal) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HEAD = '{"success":true,"data":';
const META = ',"meta":';

/** A browser that kept a visitor's answer must not give it to the same reader's key. */
export const WHO_ASKS = 'x-api-key, authorization, cookie';
/** Answers with sentences are another text in another language, lists may be asked for as tables. */
export const WHO_ASKS_AND_HOW = `${WHO_ASKS}, accept-language, accept`;

/** `data` is spliced in as it is: pre-rendered bytes are never parsed again. */
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
    // Both count from the moment in which the answer was made.
    'cache-control': cacheControl({ freshUntil, stale, pending }, renderedAt),
    age: String(Math.max(0, Math.floor((now - renderedAt) / 1000))),
    'content-language': language,
    vary: WHO_ASKS_AND_HOW,
  };
  if (result.receipt) Object.assign(headers, receiptHeaders(result.receipt));
  if (meta.cachedAt) headers['last-modified'] = httpDateOf(meta.cachedAt);
  if (!pending) {
    headers.etag = etag;
    if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  }
  const tail = `${META}${JSON.stringify(meta)}}`;
  const { chunks } = result;
  if (chunks) return { status: 200, headers, body: () => enveloped(chunks(), tail) };
  const { data } = result;
  return {
    status: 200,
    headers,
    body: typeof data === 'string' ? HEAD + data + tail : new SplicedBody(HEAD, data, tail),
  };
}

function* enveloped(chunks: Iterable<Uint8Array>, tail: string): Generator<Uint8Array> {
  yield Buffer.from(HEAD);
  yield* chunks;
  yield Buffer.from(tail);
}

/** RFC 9457 when the caller asks for it, our envelope otherwise; the code is the same. */
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

/** If-None-Match compares weakly: `"x"` and `W/"x"` are the same answer, and the header may list several. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((one) => {
      const tag = one.trim();
      return tag === '*' || opaque(tag) === opaque(etag);
    }));

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
