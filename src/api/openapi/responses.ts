/** Responses in OpenAPI: the envelope around `data`, the headers, and errors, which operations share by HTTP status. */
import { type ApiErrorCode, errorCodes } from '#api/api-error.ts';
import { deprecationsOf } from '#api/deprecation.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { FileSpec } from '#api/file.ts';
import type { DocumentedOperation, ExampleAnswer } from '#api/operation-examples.ts';
import { isTabular, tableTypes } from '#api/tables/format.ts';
import type { Components, Json } from './components.ts';
import { ErrorEnvelope, Meta, ProblemJson } from './envelope.ts';

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });
const whole = (description: string, minimum: number, example: number): Json => ({
  description,
  schema: { type: 'integer', minimum },
  example,
});

export const headers = {
  ETag: text('Changes exactly when `data`, your class of access or your language changes.', 'W/"iVNG1UCzX2pSTkqmO7Rx"'),
  ContentLanguage: text('Language of the sentences in the answer.', 'en'),
  CacheControl: text('How long you may keep the answer.', 'private, max-age=86400'),
  LastModified: text('When the data was last fetched or loaded.', 'Sun, 15 Nov 2026 04:00:00 GMT'),
  FileLastModified: text(
    'Day on which the document was published; left out where it is not known, and of archives.',
    'Tue, 03 Nov 2026 00:00:00 GMT',
  ),
  RequestId: text('Names this request; tell it when you ask about it.', 'c2nPZ0l2bXq1T0uV'),
  RetryAfter: whole('Seconds to wait.', 1, 5),
  RateLimitPolicy: text(
    'The limit that is nearest to its end: its name, requests (`q`) and seconds (`w`) of its sliding window.',
    '"pro";q=1200;w=60',
  ),
  RateLimit: text(
    'What is left of it (`r`), and the seconds (`t`) until the oldest counted request leaves the window.',
    '"pro";r=1199;t=60',
  ),
  RateLimitLimit: whole('Requests in the window, as in `RateLimit-Policy`.', 1, 1200),
  RateLimitRemaining: whole('Requests left, as in `RateLimit`.', 0, 1199),
  RateLimitReset: whole('Seconds until the oldest counted request leaves the window, as in `RateLimit`.', 1, 60),
  PaymentRequired: text('The offer (x402 version 2): Base64 of JSON.', 'eyJ4NDAyVmVyc2lvbiI6Mn0='),
  PaymentResponse: text(
    'The receipt of a payment: Base64 of JSON. Without it nothing was charged.',
    'eyJzdWNjZXNzIjp0cnVlfQ==',
  ),
  FileETag: text(
    'Changes with the content; the SHA-256 of it where one is known.',
    '"9f86d081884c7d659a2feaa0c55ad015"',
  ),
  ContentDisposition: text('The name of the file.', 'attachment; filename="caiet.pdf"'),
  TableDisposition: text(
    'On tables only: the name of the file, with the day.',
    'attachment; filename="firmoteca-county-companies-2026-11-15.csv"',
  ),
  TotalCount: whole('On tables only: rows of the whole list.', 0, 1234),
  TotalRelation: text('On tables only: whether that is `exact` or `atLeast` so many.', 'exact'),
  NextPage: text(
    'On tables of one page that is not the last: where the list goes on.',
    '</api/firme/cluj?limit=50&cursor=…&format=csv>; rel="next"',
  ),
  AcceptRanges: text('`bytes` where a part of the file can be asked for, else `none`.', 'bytes'),
  ContentRange: text('Which part this is, and of how many bytes.', 'bytes 0-1023/146515'),
  Deprecation: text('Since when a part of this is deprecated (RFC 9745): `@` and seconds.', '@1798761600'),
  Sunset: text('From when it may be gone (RFC 8594).', 'Thu, 01 Jul 2027 00:00:00 GMT'),
  Link: text(
    'Where to read about it (`rel="deprecation"`), and the operation that takes its place (`rel="successor-version"`).',
    '</changelog>; rel="deprecation"; type="text/html"',
  ),
  Authenticate: text('What is missing or wrong.', 'Bearer'),
};

const refer = (name: keyof typeof headers): Json => ({ $ref: `#/components/headers/${name}` });

/** The headers of every answer to a counted request. */
const limitHeaders = {
  'RateLimit-Policy': refer('RateLimitPolicy'),
  RateLimit: refer('RateLimit'),
  'X-RateLimit-Limit': refer('RateLimitLimit'),
  'X-RateLimit-Remaining': refer('RateLimitRemaining'),
  'X-RateLimit-Reset': refer('RateLimitReset'),
};

const answerHeaders = {
  ETag: refer('ETag'),
  'Content-Language': refer('ContentLanguage'),
  'Cache-Control': refer('CacheControl'),
  'Last-Modified': refer('LastModified'),
  'X-Request-Id': refer('RequestId'),
  ...limitHeaders,
};

/** The headers of operations with a deprecated part. */
const noticeHeaders = { Deprecation: refer('Deprecation'), Sunset: refer('Sunset'), Link: refer('Link') };

const notModified: Json = {
  description: 'You already have it: nothing changed since the ETag you sent.',
  headers: answerHeaders,
};

/** The successful responses of an operation. */
export const successes = (operation: DocumentedOperation, shapes: Components): Json => {
  const { file, method } = operation.declaration;
  return file
    ? { 200: wholeFile(file), ...(!file.isStreamed && { 206: partOfFile(file) }), 304: notModified }
    : { 200: success(operation, shapes), ...(method !== 'POST' && { 304: notModified }) };
};

const fileContent = ({ mediaTypes }: FileSpec): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

const fileHeaders = {
  ...answerHeaders,
  ETag: refer('FileETag'),
  'Last-Modified': refer('FileLastModified'),
  'Content-Disposition': refer('ContentDisposition'),
  'Accept-Ranges': refer('AcceptRanges'),
};

const wholeFile = (file: FileSpec): Json => ({
  description: `${file.about.en} The file as it is, to be saved under the name that \`Content-Disposition\` gives. Errors come in the envelope.`,
  headers: fileHeaders,
  content: fileContent(file),
});

const partOfFile = (file: FileSpec): Json => ({
  description:
    'The part that `Range: bytes=first-last` asks for; one part at a time. Send the ETag as `If-Range` to get the whole if the file changed.',
  headers: { ...fileHeaders, 'Content-Range': refer('ContentRange') },
  content: fileContent(file),
});

/** Lists as tables for spreadsheets. */
const tableContent: Json = {
  [tableTypes.csv]: {
    schema: { type: 'string', description: 'With `format=csv`: the rows, their fields named in the first line.' },
  },
  [tableTypes.xlsx]: {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'With `format=xlsx`: a sheet of the rows and one of their sources.',
    },
  },
};

const tableHeaders = {
  'Content-Disposition': refer('TableDisposition'),
  'X-Total-Count': refer('TotalCount'),
  'X-Total-Relation': refer('TotalRelation'),
  Link: refer('NextPage'),
};

function success({ declaration, answers }: DocumentedOperation, shapes: Components): Json {
  const meta = shapes.refer(Meta);
  const examples = answersOf(answers);
  return {
    description: declaration.title.en,
    headers: {
      ...answerHeaders,
      ...(deprecationsOf(declaration).length > 0 && noticeHeaders),
      ...(isTabular(declaration) && tableHeaders),
      ...(declaration.access === 'pro+x402' && { 'Payment-Response': refer('PaymentResponse') }),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data', 'meta'],
          properties: {
            success: { const: true, description: 'Always true.' },
            data: dataOf(declaration, shapes),
            meta: declaration.meta ? { allOf: [meta, shapes.refer(declaration.meta)] } : meta,
          },
        },
        ...(Object.keys(examples).length > 0 && { examples }),
      },
      ...(isTabular(declaration) && tableContent),
    },
  };
}

/** The schema of `data`: the whole, or the preview where it has its own schema. */
function dataOf({ data, preview }: AnyEndpoint, shapes: Components): Json {
  const whole = shapes.refer(data);
  if (!preview || preview.data === data) return whole;
  return {
    anyOf: [whole, shapes.refer(preview.data)],
    description: 'The whole; visitors of our own pages see the other.',
  };
}

/** Recorded answers of the demo country, marked as invented, because installations with real data show them too. */
function answersOf({ whole, preview }: DocumentedOperation['answers']): Json {
  const invented = (what: string, value: ExampleAnswer): Json => ({
    summary: `Example of the demo: invented firms and persons${what}`,
    'x-demo': true,
    value,
  });
  return {
    ...(whole && { demo: invented('; lists are cut to their first rows', whole) }),
    ...(preview && { preview: invented('; the same as visitors of our own pages see it', preview) }),
  };
}

/** Responses with `Retry-After`. */
const waiting: ReadonlySet<ErrorGroup> = new Set([
  'TooManyRequests',
  'Unavailable',
  'UnavailableForSale',
  'NotReady',
  'NotReadyOrPaymentConflict',
]);
/** Responses given before the caller is identified. */
const beforeAdmission: ReadonlySet<ErrorGroup> = new Set(['UriTooLong', 'HeadersTooLarge']);

export function errorResponse(group: ErrorGroup, shapes: Components): Json {
  const codes: readonly ApiErrorCode[] = errorGroups[group];
  const sample = (make: (code: ApiErrorCode) => Json): Json =>
    Object.fromEntries(codes.map((code) => [code, { summary: errorCodes[code][1], value: make(code) }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('\n\n'),
    headers: {
      'X-Request-Id': refer('RequestId'),
      ...(!beforeAdmission.has(group) && limitHeaders),
      ...(waiting.has(group) && { 'Retry-After': refer('RetryAfter') }),
      ...(group === 'Unauthorized' && { 'WWW-Authenticate': refer('Authenticate') }),
      ...(group === 'PaymentRequired' && { 'Payment-Required': refer('PaymentRequired') }),
    },
    content: {
      'application/json': {
        schema: shapes.refer(ErrorEnvelope),
        examples: sample((code) => ({
          success: false,
          error: { code, message: errorCodes[code][1] },
          meta: { requestId: headers.RequestId.example },
        })),
      },
      'application/problem+json': {
        schema: shapes.refer(ProblemJson),
        examples: sample((code) => ({
          type: 'about:blank',
          title: errorCodes[code][1],
          status: errorCodes[code][0],
          detail: errorCodes[code][1],
          code,
          requestId: headers.RequestId.example,
        })),
      },
    },
  };
}

/** The errors of an operation, grouped as in the documentation: one response for each HTTP status. */

export const errorGroups = {
  BadParameter: ['INVALID_PARAMETER'],
  BadRequest: ['INVALID_PARAMETER', 'INVALID_BODY'],
  Unauthorized: ['API_KEY_REQUIRED', 'INVALID_API_KEY'],
  PaymentRequired: ['PAYMENT_REQUIRED', 'PAYMENT_INVALID', 'PAYMENT_FAILED'],
  Forbidden: ['SUBSCRIPTION_INACTIVE', 'IP_BLOCKED'],
  ForbiddenWithoutPro: ['SUBSCRIPTION_INACTIVE', 'PRO_KEY_REQUIRED', 'IP_BLOCKED'],
  NotFound: ['NOT_FOUND'],
  NotAcceptable: ['NOT_ACCEPTABLE'],
  PaymentConflict: ['PAYMENT_REUSED', 'PAYMENT_IN_PROGRESS'],
  NotReady: ['DOCUMENTATION_NOT_READY'],
  NotReadyOrPaymentConflict: ['DOCUMENTATION_NOT_READY', 'PAYMENT_REUSED', 'PAYMENT_IN_PROGRESS'],
  Withdrawn: ['WITHDRAWN'],
  PreconditionFailed: ['PRECONDITION_FAILED'],
  BodyTooLarge: ['BODY_TOO_LARGE'],
  UriTooLong: ['URI_TOO_LONG'],
  UnsupportedMediaType: ['UNSUPPORTED_MEDIA_TYPE'],
  RangeNotSatisfiable: ['RANGE_NOT_SATISFIABLE'],
  Unprocessable: ['UNPROCESSABLE_DOCUMENT'],
  TooManyRequests: ['RATE_LIMITED'],
  HeadersTooLarge: ['HEADERS_TOO_LARGE'],
  InternalError: ['INTERNAL_ERROR'],
  BadGateway: ['UPSTREAM_INVALID'],
  Unavailable: ['UPSTREAM_UNAVAILABLE', 'SOURCE_NOT_LOADED', 'STORE_UNAVAILABLE', 'OVERLOADED', 'SERVICE_STARTING'],
  UnavailableForSale: [
    'UPSTREAM_UNAVAILABLE',
    'SOURCE_NOT_LOADED',
    'STORE_UNAVAILABLE',
    'PAYMENT_PENDING',
    'PAYMENT_UNAVAILABLE',
    'OVERLOADED',
    'SERVICE_STARTING',
  ],
  GatewayTimeout: ['UPSTREAM_TIMEOUT'],
} as const satisfies Record<string, readonly [ApiErrorCode, ...ApiErrorCode[]]>;

export type ErrorGroup = keyof typeof errorGroups;

export const statusOf = (group: ErrorGroup): number => errorCodes[errorGroups[group][0]][0];

/** Derived from the declaration: a path parameter may name nothing, a body may be wrong, a source may not answer. */
export function errorsOf(declaration: AnyEndpoint): ErrorGroup[] {
  const body = declaration.body !== undefined;
  const sold = declaration.access === 'pro+x402';
  const free = declaration.access === 'free';
  const own = new Set(declaration.errors);
  const isCollected = own.has('DOCUMENTATION_NOT_READY');
  const groups: Record<ErrorGroup, boolean> = {
    BadParameter: !body,
    BadRequest: body,
    Unauthorized: true,
    PaymentRequired: sold,
    Forbidden: (sold && declaration.visitors === undefined) || free,
    ForbiddenWithoutPro: !free && (!sold || declaration.visitors !== undefined),
    NotFound: declaration.params !== undefined || declaration.query !== undefined,
    NotAcceptable: true,
    PaymentConflict: sold && !isCollected,
    NotReady: !sold && isCollected,
    NotReadyOrPaymentConflict: sold && isCollected,
    Withdrawn: own.has('WITHDRAWN'),
    PreconditionFailed: declaration.file !== undefined,
    BodyTooLarge: body,
    UriTooLong: true,
    UnsupportedMediaType: body,
    RangeNotSatisfiable: declaration.file !== undefined && !declaration.file.isStreamed,
    Unprocessable: own.has('UNPROCESSABLE_DOCUMENT'),
    TooManyRequests: true,
    HeadersTooLarge: true,
    InternalError: true,
    BadGateway: declaration.fresh !== 'static',
    Unavailable: !sold,
    UnavailableForSale: sold,
    GatewayTimeout: declaration.fresh !== 'static',
  };
  return (Object.keys(groups) as ErrorGroup[]).filter((group) => groups[group]);
}
