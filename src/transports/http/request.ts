/** One HTTP request as our handlers see it: parsed address, lazy body, lazy abort signal. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import type { Caller } from '#api/caller.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import type { BodySlots } from './body-slots.ts';
import { languageOf } from './language.ts';
import { isFormInUtf8, isJsonInUtf8 } from './media-type.ts';
import { assertPlainBody, type BodyTimeout, readBody, tooLarge } from './read-body.ts';
import { body } from './sentences.ts';
import { inFolder, readUpload, type Upload, type UploadBounds } from './upload.ts';

/** What a route takes of a body. */
export interface BodyBounds {
  bytesMax: number;
  /** How long it may be on its way; left out, as long as the server gives callers of that kind. */
  waitMs?: number;
}

const AMPERSAND = 0x26;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export class Request {
  readonly id: string = requestId();
  readonly now: number = Date.now();
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly raw: IncomingMessage;
  /** Path parameters as sent: still percent-encoded, because nothing of a request is judged before its caller is admitted. */
  params: Record<string, string> = {};
  /** The operation that was asked for; null for pages and probes. */
  operation: string | null = null;
  /** What an agent calls; null for all others. */
  tool: string | null = null;
  /** What became of it, as HTTP would say it, where another status is sent: an agent's call fails within an answer. */
  endedAs: number | null = null;
  /** Null until the caller was admitted, and for pages and probes. */
  context: RequestContext | null = null;
  /** Headers of whatever becomes of the request: that what it asks for is on its way out. */
  notices: Readonly<Record<string, string>> | null = null;
  readonly #response: ServerResponse;
  readonly #bodies: BodySlots;
  #signal: AbortSignal | undefined;
  #isBodyWanted = false;
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

  /** In which the API answers. */
  get language(): Language {
    this.#language ??= languageOf(this.query, this.header('accept-language'), 'en');
    return this.#language;
  }

  /** Aborted when the caller goes away. Made on demand: most handlers never look. */
  get signal(): AbortSignal {
    this.#signal ??= abortedWith(this.#response);
    return this.#signal;
  }

  /** Ends with the exchange: whether the whole answer left. */
  get sent(): Promise<boolean> {
    const response = this.#response;
    return new Promise((resolve) => {
      const end = (): void => resolve(response.writableFinished);
      if (response.closed) end();
      else response.once('close', end);
    });
  }

  /** The caller asked whether to send the body, and was not told to: what comes next on the connection may be the body, or not. */
  get isBodyHeldBack(): boolean {
    return (
      !this.#isBodyWanted &&
      !this.raw.complete &&
      (this.raw.headers.expect ?? '').toLowerCase().includes('100-continue')
    );
  }

  /** Somebody reads the body: who asked whether to send it is told to, and nobody is who is refused before. */
  wantBody(): void {
    if (this.isBodyHeldBack && this.raw.httpVersionMinor > 0) this.#response.writeContinue();
    this.#isBodyWanted = true;
  }

  /** The body as it was sent, of whatever type: signatures are of bytes. Refused when it is too large or too late. */
  async bytes({ bytesMax, waitMs }: BodyBounds, caller: Caller): Promise<Buffer> {
    this.#assertFits(bytesMax);
    return this.#bodies.arrival(caller, waitMs, (wait) => {
      this.wantBody();
      return readBody(this.raw, bytesMax, wait);
    });
  }

  /** The body as JSON: refused also when it is of another type, no UTF-8 or no JSON. */
  async json(bounds: BodyBounds, caller: Caller): Promise<unknown> {
    if (!isJsonInUtf8(this.header('content-type') ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', body.asJson());
    const bytes = await this.bytes(bounds, caller);
    try {
      return JSON.parse(UTF8.decode(bytes));
    } catch {
      throw new ApiError('INVALID_BODY', body.noJson());
    }
  }

  /** The fields of a form that a page sent. */
  async form({ fieldsMax, ...bounds }: BodyBounds & { fieldsMax: number }, caller: Caller): Promise<URLSearchParams> {
    if (!isFormInUtf8(this.header('content-type') ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', body.asForm());
    const bytes = await this.bytes(bounds, caller);
    let fields = 1;
    for (const byte of bytes) if (byte === AMPERSAND) fields++;
    if (fields > fieldsMax) throw new ApiError('INVALID_BODY', body.manyFields({ max: fieldsMax }));
    return new URLSearchParams(bytes.toString());
  }

  /** A form with files, for as long as `use` takes: then the files are gone, whatever became of it. */
  async multipart<Result>(
    bounds: UploadBounds,
    caller: Caller,
    use: (upload: Upload) => Promise<Result>,
  ): Promise<Result> {
    this.#assertFits(bounds.bytesMax);
    return inFolder(async (folder) => {
      const read = (wait: BodyTimeout): Promise<Upload> => {
        this.wantBody();
        return readUpload(this.raw, folder, bounds, wait);
      };
      return use(await this.#bodies.arrival(caller, bounds.waitMs, read));
    });
  }

  #assertFits(bytesMax: number): void {
    assertPlainBody(this.raw);
    if (Number(this.header('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax);
  }
}

/**
 * Proxies may send the whole address (`GET http://host/api/rates`), and HTTP/1.1 wants every server to take it; what counts is the
 * part after the host, which nothing here depends on.
 */
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

/** Drawn many at a time: one call into the random generator costs more than the id. */
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
