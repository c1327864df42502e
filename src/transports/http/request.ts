/** An HTTP request as handlers see it: checked head, parsed address, lazy body, lazy abort signal. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import type { Caller } from '#api/caller.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language, Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import {
  assertPlainBody,
  type BodyHolder,
  type BodySlots,
  type BodyTimeout,
  inFolder,
  isFormInUtf8,
  isJsonInUtf8,
  readBody,
  readUpload,
  tooLarge,
  type Upload,
  type UploadBounds,
} from './body.ts';
import { languageOf } from './negotiate.ts';

/** The body limits of a route. */
interface BodyBounds extends BodyHolder {
  bytesMax: number;
}

const AMPERSAND = 0x26;
const NO_BYTES = Buffer.alloc(0);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export class Request {
  readonly id: string = requestId();
  readonly now: number = Date.now();
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly raw: IncomingMessage;
  /** Path parameters as sent, percent-encoded: nothing is validated before the caller is admitted. */
  params: Record<string, string> = {};
  /** The operation id; null for pages and probes. */
  operation: string | null = null;
  /** The tool that an agent calls; null otherwise. */
  tool: string | null = null;
  /** The effective status, where another one is sent: a failed tool call is inside a successful answer. */
  endedAs: number | null = null;
  /** Null until the caller is admitted, and for pages and probes. */
  context: RequestContext | null = null;
  /** Deprecation headers for any outcome of the request. */
  notices: Readonly<Record<string, string>> | null = null;
  readonly #response: ServerResponse;
  readonly #bodies: BodySlots;
  #signal: AbortSignal | undefined;
  isBodyRequested = false;
  #language: Language | undefined;

  constructor(raw: IncomingMessage, response: ServerResponse, bodies: BodySlots) {
    this.raw = raw;
    this.#response = response;
    this.#bodies = bodies;
    this.method = raw.method ?? 'GET';
    const url = originForm(raw.url ?? '/');
    const split = url.indexOf('?');
    this.path = split < 0 ? url : url.slice(0, split);
    this.query = split < 0 ? '' : url.slice(split + 1);
  }

  header(name: string): string | undefined {
    const value = this.raw.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** The language of API answers. */
  get language(): Language {
    this.#language ??= languageOf(this.query, this.header('accept-language'), 'en');
    return this.#language;
  }

  /** Aborted when the caller disconnects. */
  get signal(): AbortSignal {
    this.#signal ??= abortedWith(this.#response);
    return this.#signal;
  }

  /** Resolves at the end of the exchange: whether the whole answer was sent. */
  get sent(): Promise<boolean> {
    const response = this.#response;
    return new Promise((resolve) => {
      const end = (): void => resolve(response.writableFinished);
      if (response.closed) end();
      else response.once('close', end);
    });
  }

  /**
   * The caller sent `Expect: 100-continue` and got no answer yet: the next bytes on the connection may or may not be the body.
   */
  get isAwaitingContinue(): boolean {
    return (
      !this.isBodyRequested &&
      !this.raw.complete &&
      (this.raw.headers.expect ?? '').toLowerCase().includes('100-continue')
    );
  }

  /** Announces that the body is read: a caller that expects 100-continue gets it only now, and not when it is refused before. */
  requestBody(): void {
    if (this.isAwaitingContinue && this.raw.httpVersionMinor > 0) this.#response.writeContinue();
    this.isBodyRequested = true;
  }

  /** The body as sent, of any type, because signatures cover bytes. Throws when it is too large or too late. */
  async bytes({ bytesMax, ...holder }: BodyBounds, caller: Caller): Promise<Buffer> {
    this.#assertFits(bytesMax);
    // A short body mostly came with its head, and is there once the parser is through with the packet.
    await undefined;
    if (this.raw.complete && !this.isBodyRequested) {
      this.isBodyRequested = true;
      if (this.raw.readableLength > bytesMax) throw tooLarge(bytesMax);
      return this.raw.read() ?? NO_BYTES;
    }
    return this.#bodies.arrival(caller, holder, (wait) => {
      this.requestBody();
      return readBody(this.raw, bytesMax, wait);
    });
  }

  /** The body as JSON. Throws also for another media type, invalid UTF-8 or invalid JSON. */
  async json(bounds: BodyBounds, caller: Caller): Promise<unknown> {
    if (!isJsonInUtf8(this.header('content-type') ?? ''))
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', messages.body.asJson());
    const bytes = await this.bytes(bounds, caller);
    try {
      return JSON.parse(UTF8.decode(bytes));
    } catch {
      throw new ApiError('INVALID_BODY', messages.body.noJson());
    }
  }

  /** The fields of a form. */
  async form({ fieldsMax, ...bounds }: BodyBounds & { fieldsMax: number }, caller: Caller): Promise<URLSearchParams> {
    if (!isFormInUtf8(this.header('content-type') ?? ''))
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', messages.body.asForm());
    const bytes = await this.bytes(bounds, caller);
    let fields = 1;
    for (const byte of bytes) if (byte === AMPERSAND) fields++;
    if (fields > fieldsMax) throw new ApiError('INVALID_BODY', messages.body.manyFields({ max: fieldsMax }));
    return new URLSearchParams(bytes.toString());
  }

  /** A form with files, which are deleted when `use` ends. */
  async multipart<Result>(
    bounds: UploadBounds,
    caller: Caller,
    use: (upload: Upload) => Promise<Result>,
  ): Promise<Result> {
    this.#assertFits(bounds.bytesMax);
    return inFolder(async (folder) => {
      const read = (wait: BodyTimeout): Promise<Upload> => {
        this.requestBody();
        return readUpload(this.raw, folder, bounds, wait);
      };
      return use(await this.#bodies.arrival(caller, bounds, read));
    });
  }

  #assertFits(bytesMax: number): void {
    assertPlainBody(this.raw);
    if (Number(this.header('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax);
  }
}

/** HTTP/1.1 allows an absolute address (`GET http://host/api/rates`); only the part after the host counts. */
const originForm = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]+(?=\/)/i, ''));

function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return controller.signal;
}

/** Generated in batches: one call of the random generator costs more than an id. */
const POOL = 256;
const BYTES = 12;
let pool = Buffer.alloc(0);
let used = POOL;

export function requestId(): string {
  if (used === POOL) {
    pool = randomBytes(POOL * BYTES);
    used = 0;
  }
  const at = used++ * BYTES;
  return pool.toString('base64url', at, at + BYTES);
}

/** The connection closes: the sender may frame the following bytes differently. */
const CLOSE = { connection: 'close' };

/**
 * A name or an address with a port (RFC 3986); other characters could be read as a path, a user or a header by a system behind.
 */
const HOST = /^(?:\[[0-9a-z:.%_~-]*\]|[0-9a-z._~%!$&'()*+,;=-]*)(?::[0-9]*)?$/i;

/** The longest address that is read, in characters; the longest documented one is under 1 KB. */
export const URL_LENGTH_MAX = 8_192;

export const uriTooLong = (): ApiError =>
  new ApiError('URI_TOO_LONG', messages.http.longAddress({ max: URL_LENGTH_MAX }));

export function assertWellFormed({ raw, path }: Request): void {
  if ((raw.url?.length ?? 0) > URL_LENGTH_MAX) throw uriTooLong();
  if (!path.startsWith('/')) throw new ApiError('INVALID_PARAMETER', messages.http.noSlash());
  // HTTP/1.0 has no Host.
  if (!assertOnce(raw) && raw.httpVersionMinor > 0)
    throw headerError('host', messages.http.noHost(), messages.wrong.missing());
  if (!HOST.test(raw.headers.host ?? ''))
    throw headerError('host', messages.http.noHostName(), messages.wire.noHostName());
  const transfer = raw.headers['transfer-encoding'];
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked')
    throw headerError('transfer-encoding', messages.http.otherTransfer(), messages.wire.notChunked());
}

/** Headers that may appear only once: node keeps the first or joins them, and a proxy in front may keep the last. */
const ONCE = ['host', 'x-api-key', 'x-payment', 'authorization', 'payment-signature'];
/** Most headers are skipped by their length, without an allocation. */
const ONCE_LENGTHS = new Set(ONCE.map(({ length }) => length));

/** Checks the raw headers; returns whether there is a Host. */
function assertOnce({ rawHeaders }: IncomingMessage): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (!ONCE_LENGTHS.has(sent.length)) continue;
    const name = sent.toLowerCase();
    const number = ONCE.indexOf(name);
    if (number < 0) continue;
    if (seen & (1 << number)) throw headerError(name, messages.http.twice({ name: sent }), messages.wire.twice());
    seen |= 1 << number;
  }
  return (seen & (1 << ONCE.indexOf('host'))) !== 0;
}

const headerError = (name: string, message: Message, problem: Message): ApiError =>
  new ApiError('INVALID_PARAMETER', message, { details: [{ in: 'header', name, problem }], headers: CLOSE });
