/** Answers as OpenAPI tells them: the envelope around `data`, the headers that matter, and errors shared by all operations. */
import type { Components, Json } from './components.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { ErrorEnvelope, Meta, ProblemJson } from './envelope.ts';
import { type ErrorGroup, errorGroups } from './errors.ts';
import { type ProblemCode, problems } from './problem.ts';

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

export const headers = {
  ETag: text('Changes exactly when `data` or your class of access changes.', 'W/"iVNG1UCzX2pSTkqmO7Rx"'),
  CacheControl: text('How long you may keep the answer.', 'private, max-age=86400'),
  LastModified: text('When the data was last fetched or loaded.', 'Sun, 15 Nov 2026 04:00:00 GMT'),
  RequestId: text('Names this request; tell it when you ask about it.', 'c2nPZ0l2bXq1T0uV'),
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 }, example: 5 },
  Authenticate: text('What is missing or wrong.', 'Bearer'),
};

const refer = (name: keyof typeof headers): Json => ({ $ref: `#/components/headers/${name}` });

const answerHeaders = {
  ETag: refer('ETag'),
  'Cache-Control': refer('CacheControl'),
  'Last-Modified': refer('LastModified'),
  'X-Request-Id': refer('RequestId'),
};

export const notModified: Json = {
  description: 'You already have it: nothing changed since the ETag you sent.',
  headers: answerHeaders,
};

export function success(declaration: AnyEndpoint, shapes: Components): Json {
  const meta = shapes.refer(Meta);
  return {
    description: declaration.title,
    headers: answerHeaders,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data', 'meta'],
          properties: {
            success: { const: true, description: 'Always true.' },
            data: shapes.refer(declaration.data),
            meta: declaration.meta ? { allOf: [meta, shapes.refer(declaration.meta)] } : meta,
          },
        },
      },
    },
  };
}

export function errorResponse(group: ErrorGroup, shapes: Components): Json {
  const codes: readonly ProblemCode[] = errorGroups[group];
  const waits = group === 'TooManyRequests' || group === 'Unavailable';
  const sample = (make: (code: ProblemCode) => Json): Json =>
    Object.fromEntries(codes.map((code) => [code, { summary: problems[code][1], value: make(code) }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code][1]}`).join('\n\n'),
    headers: {
      'X-Request-Id': refer('RequestId'),
      ...(waits && { 'Retry-After': refer('RetryAfter') }),
      ...(group === 'Unauthorized' && { 'WWW-Authenticate': refer('Authenticate') }),
    },
    content: {
      'application/json': {
        schema: shapes.refer(ErrorEnvelope),
        examples: sample((code) => ({
          success: false,
          error: { code, message: problems[code][1] },
          meta: { requestId: headers.RequestId.example },
        })),
      },
      'application/problem+json': {
        schema: shapes.refer(ProblemJson),
        examples: sample((code) => ({
          type: 'about:blank',
          title: problems[code][1],
          status: problems[code][0],
          detail: problems[code][1],
          code,
          requestId: headers.RequestId.example,
        })),
      },
    },
  };
}
