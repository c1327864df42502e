/** The one table of error codes, and the error that every part throws to answer with one of them. */

export const problems = {
  INVALID_PARAMETER: [400, 'A path, query or header value is outside its documented shape; details name it.'],
  INVALID_BODY: [400, 'The body is no JSON, not of the documented shape, or did not arrive in time.'],
  API_KEY_REQUIRED: [401, 'This operation needs a Pro key and none was sent.'],
  INVALID_API_KEY: [401, 'The key is malformed, unknown, revoked or expired.'],
  PAYMENT_REQUIRED: [402, 'Send a Pro key, or pay for this request.'],
  PAYMENT_INVALID: [402, 'The payment cannot be used for this request.'],
  PAYMENT_FAILED: [402, 'The payment was refused when it was settled.'],
  SUBSCRIPTION_INACTIVE: [403, 'The key is right, but its account has no active Pro subscription.'],
  PRO_KEY_REQUIRED: [403, 'Only a Pro key opens this operation.'],
  IP_BLOCKED: [403, 'Requests from this address are blocked; a valid Pro key passes.'],
  NOT_FOUND: [404, 'No source knows it.'],
  ROUTE_NOT_FOUND: [404, 'There is no such path.'],
  METHOD_NOT_ALLOWED: [405, 'The path exists, but not with this method; see the Allow header.'],
  NOT_ACCEPTABLE: [406, 'The answer exists only in media types that the Accept header rules out.'],
  BODY_TOO_LARGE: [413, 'The body is larger than this operation reads.'],
  URI_TOO_LONG: [414, 'The address is longer than the service reads.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be application/json.'],
  RANGE_NOT_SATISFIABLE: [416, 'The part that the Range header asks for lies beyond the end of the file.'],
  HEADERS_TOO_LARGE: [431, 'The headers are larger than the service reads.'],
  PAYMENT_REUSED: [409, 'This payment was used for another request.'],
  PAYMENT_IN_PROGRESS: [409, 'A request with this payment is still being answered.'],
  DOCUMENTATION_NOT_READY: [409, 'The documents are not collected yet; try again after Retry-After.'],
  WITHDRAWN: [410, 'The documentation was withdrawn by its authority.'],
  UNPROCESSABLE_DOCUMENT: [422, 'The file cannot be read as what it claims to be.'],
  RATE_LIMITED: [429, 'Too many requests; try again after Retry-After.'],
  INTERNAL_ERROR: [500, 'Our fault. It is logged under the request id.'],
  UPSTREAM_INVALID: [502, 'A public source answered something unreadable, and nothing is stored.'],
  UPSTREAM_UNAVAILABLE: [503, 'A public source does not answer, and nothing is stored.'],
  SOURCE_NOT_LOADED: [503, 'This installation has not loaded the source that the operation lives from.'],
  PAYMENT_PENDING: [503, 'The settlement of the payment is not known yet; ask again with the same payment.'],
  PAYMENT_UNAVAILABLE: [503, 'Payments cannot be taken at the moment.'],
  OVERLOADED: [503, 'Too much work at once; try again after Retry-After.'],
  SERVICE_STARTING: [503, 'The service is starting; try again after Retry-After.'],
  UPSTREAM_TIMEOUT: [504, 'A public source took too long, and nothing is stored.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;

export type ProblemCode = keyof typeof problems;

export interface Detail {
  in: 'path' | 'query' | 'body' | 'header';
  name: string;
  problem: string;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  /** `message` is one sentence that a person can act on; it leaves the house. */
  constructor(code: ProblemCode, message: string, more: { details?: Detail[]; headers?: Record<string, string> } = {}) {
    super(message);
    this.code = code;
    this.details = more.details ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return problems[this.code][0];
  }
}
