/** Metadata for catalogues of paid services: per offer (the bazaar extension), in OpenAPI, and in one list. */
import type { TObject } from 'typebox';
import type { Operation } from '#api/endpoint.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { dollars, type PriceList, priceRange } from './prices.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A payer's id of a payment, with which the answer can be fetched again for a day. */
export const IDENTIFIER = { pattern: '^[a-zA-Z0-9_-]+$', minLength: 16, maxLength: 128 };

const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: DRAFT,
    type: 'object',
    properties: { required: { type: 'boolean' }, id: { type: 'string', ...IDENTIFIER } },
    required: ['required'],
  },
};

const texts = new WeakMap<DocumentedOperation, string>();

/** The extensions of an operation's offers, as JSON; short, because payers send them back in a header. */
export const extensionsOf = (operation: DocumentedOperation): string =>
  texts.getOrInsertComputed(operation, () =>
    JSON.stringify({ bazaar: bazaarOf(operation), 'payment-identifier': paymentIdentifier }),
  );

export const inputOf = ({ declaration }: Operation) => {
  const { method = 'GET', examples, body } = declaration;
  const [example] = examples;
  return {
    type: 'http',
    method,
    ...(body ? { bodyType: 'json', body: example?.body ?? {} } : { queryParams: example?.query ?? {} }),
    ...(declaration.params && { pathParams: example?.params ?? {} }),
  };
};

/**
 * An excerpt of the example answer in the OpenAPI document; null before the example exists. The mark `x-demo` is inside the example, which
 * is the part that catalogues store.
 */
export const outputOf = ({ answers: { whole } }: DocumentedOperation) =>
  whole && { type: 'json', example: { success: true, 'x-demo': true, data: excerptOf(whole.data) } };

/** Bounds of the excerpt, by the size of an offer's header. */
const EXCERPT_FIELDS = 3;
const EXCERPT_TEXT = 40;

function excerptOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(excerptOf);
  if (typeof value === 'string') return value.slice(0, EXCERPT_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null);
  const plain = fields.filter(([, inner]) => typeof inner !== 'object');
  const excerpt = plain.length > 0 ? plain.slice(0, EXCERPT_FIELDS) : fields.slice(0, 1);
  return Object.fromEntries(excerpt.map(([name, inner]) => [name, excerptOf(inner)]));
}

/** Input and output by example and by schema. */
export function bazaarOf(operation: DocumentedOperation) {
  const { path, params, query, body } = operation.declaration;
  const output = outputOf(operation);
  const info = { input: inputOf(operation), ...(output && { output }) };
  const fixed = (text: string) => ({ type: 'string', const: text });
  return {
    info,
    schema: {
      $schema: DRAFT,
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: fixed('http'),
            method: fixed(info.input.method),
            ...(body ? { bodyType: fixed('json'), body: shapeOf(body) } : { queryParams: shapeOf(query) }),
            ...(params && { pathParams: shapeOf(params) }),
          },
          required: ['type', 'method'],
          additionalProperties: false,
        },
        ...(output && { output: OUTPUT }),
      },
      required: ['input'],
    },
    ...(params && { routeTemplate: path.replace(/\{(\w+)\}/g, ':$1') }),
  };
}

const OUTPUT = {
  type: 'object',
  properties: { type: { type: 'string' }, example: { type: 'object', required: ['success', 'data'] } },
  required: ['type'],
};

const SHAPE_KEYWORDS = ['type', 'pattern', 'enum', 'const', 'anyOf', 'items', 'minimum', 'maximum'];

/** A schema without its descriptions, which are in the OpenAPI document. */
const shapeOf = (schema: TObject | undefined) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, shapeOfProperty(property)]),
  ),
  ...(schema?.required && { required: required(schema) }),
});

const required = (schema: TObject): string[] =>
  (schema.required as string[]).filter((name) => !('default' in (schema.properties[name] ?? {})));

function shapeOfProperty(schema: object): object {
  const entries = Object.entries(schema)
    // No caller reaches a bound of billions; the header has to stay short.
    .filter(([key, value]) => SHAPE_KEYWORDS.includes(key) && !(key === 'maximum' && value > 1e9))
    .map(([key, value]) => [
      key,
      key === 'items' ? shapeOfProperty(value) : key === 'anyOf' ? value.map(shapeOfProperty) : value,
    ]);
  const shape = Object.fromEntries(entries);
  // Values of a query are strings on the wire.
  return shape.type === 'integer' || shape.type === 'boolean' ? { type: ['string', shape.type] } : shape;
}

/** `x-payment-info` of an operation in OpenAPI, as catalogues read it (the profile of `@agentcash/discovery`). */
export const paymentInfo =
  (prices: PriceList) =>
  ({ declaration }: Operation): Record<string, unknown> | null => {
    if (declaration.price === undefined) return null;
    const [least, most] = priceRange(declaration, prices).map(dollars);
    const price =
      least === most
        ? { mode: 'fixed', currency: 'USD', amount: least }
        : { mode: 'dynamic', currency: 'USD', min: least, max: most };
    return { price, protocols: [{ x402: {} }] };
  };

/** Content of `/.well-known/x402`: an address of every paid operation with its example's values, so that a request to it returns an offer. */
export const paymentList = (operations: readonly Operation[], origin: string) => ({
  version: 1,
  resources: operations
    .filter(({ declaration: { price, params, examples } }) => price !== undefined && (!params || examples.length > 0))
    .map((operation) => origin + exampleAddress(operation)),
});

function exampleAddress({ declaration: { path, examples } }: Operation): string {
  const [example] = examples;
  const query = new URLSearchParams(example?.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
  return query === '' ? filled : `${filled}?${query}`;
}
