/** The table of error codes, and the error that every module throws to answer with one of them. */

import { isDiskFull, isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Language, type Message, translate } from '#lib/i18n/message.ts';
import { registerErrorCodec } from '#lib/workers/error-codec.ts';
import { messages } from '#locales/messages.ts';

const statuses = {
  INVALID_PARAMETER: 400,
  INVALID_BODY: 400,
  API_KEY_REQUIRED: 401,
  INVALID_API_KEY: 401,
  PAYMENT_REQUIRED: 402,
  PAYMENT_INVALID: 402,
  PAYMENT_FAILED: 402,
  SUBSCRIPTION_INACTIVE: 403,
  PRO_KEY_REQUIRED: 403,
  IP_BLOCKED: 403,
  NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  HEADERS_TOO_LARGE: 431,
  PAYMENT_REUSED: 409,
  PAYMENT_IN_PROGRESS: 409,
  DOCUMENTATION_NOT_READY: 409,
  WITHDRAWN: 410,
  UNPROCESSABLE_DOCUMENT: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_INVALID: 502,
  UPSTREAM_UNAVAILABLE: 503,
  SOURCE_NOT_LOADED: 503,
  STORE_UNAVAILABLE: 503,
  PAYMENT_PENDING: 503,
  PAYMENT_UNAVAILABLE: 503,
  OVERLOADED: 503,
  SERVICE_STARTING: 503,
  UPSTREAM_TIMEOUT: 504,
} as const satisfies Record<keyof typeof messages.problem, number>;

export type ApiErrorCode = keyof typeof statuses;

/** HTTP status and English meaning of every code. */
export const errorCodes = {} as Record<ApiErrorCode, readonly [status: number, meaning: string]>;
for (const [code, status] of Object.entries(statuses) as [ApiErrorCode, number][])
  errorCodes[code] = [status, translate(messages.problem[code](), 'en')];

interface ValueLocation {
  in: 'path' | 'query' | 'body' | 'header';
  name: string;
}

/** One wrong input value, with a translatable message. */
export interface InvalidValue extends ValueLocation {
  problem: Message;
}

/** A wrong value with its message in one language. */
interface ErrorDetail extends ValueLocation {
  problem: string;
}

interface ApiErrorOptions {
  details?: InvalidValue[];
  headers?: Record<string, string>;
}

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The message for the caller; it names what the caller can do. */
  readonly explanation: Message;
  readonly headers: Readonly<Record<string, string>>;
  /** The untranslated wrong values; `details` and `in` render them. */
  readonly faults: readonly InvalidValue[];

  constructor(code: ApiErrorCode, message: Message, options: ApiErrorOptions = {}) {
    super(translate(message, 'en'));
    this.code = code;
    this.explanation = message;
    this.faults = options.details ?? [];
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return statuses[this.code];
  }

  /** In English, like `message`. */
  get details(): readonly ErrorDetail[] {
    return this.in('en').details;
  }

  /** The texts of the answer in the caller's language. */
  in(language: Language): { title: string; message: string; details: ErrorDetail[] } {
    return {
      title: translate(messages.problem[this.code](), language),
      message: translate(this.explanation, language),
      details: this.faults.map(({ problem, ...location }) => ({ ...location, problem: translate(problem, language) })),
    };
  }
}

registerErrorCodec({
  kind: 'problem',
  accepts: (error) => error instanceof ApiError,
  revive(own) {
    // The codec of this kind wrote exactly these fields.
    const { code, explanation, faults, headers } = own as unknown as ApiError;
    return new ApiError(code, explanation, { details: [...faults], headers });
  },
});

/** The request body did not arrive in time or was not accepted, so its content is unknown. */
export class BodyNotReceived extends ApiError {}

/** A restarted database is back within seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Turns a store that does not answer, and a full disk, into 503 with `Retry-After`; returns every other error unchanged. */
export const asStoreError = (error: unknown): unknown =>
  (isStoreUnavailable(error) || isDiskFull(error)) && !(error instanceof ApiError)
    ? new ApiError('STORE_UNAVAILABLE', messages.problem.STORE_UNAVAILABLE(), {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    : error;
