/** What programs that look for services to pay for are told: per offer (the bazaar extension), in OpenAPI, and in one list. */
import type { TObject } from 'typebox';
import type { Operation } from '#api/endpoint.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { dollars, type PriceList, priceRange } from './prices.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A payer's own name for a payment, by which an answer can be fetched again for a day. */
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

/** The extensions of an operation's offers, as JSON. Payers send them back in a header, so they are kept short. */
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
 * A taste of the answer; null where none was taken yet. The whole of it stands in the OpenAPI document. It is the demo's, and says so
 * within the example, which is what catalogues keep.
 */
export const outputOf = ({ answers: { whole } }: DocumentedOperation) =>
  whole && { type: 'json', example: { success: true, 'x-demo': true, data: taste(whole.data) } };

/** The header of an offer has no room for more. */
const TASTE_FIELDS = 3;
const TASTE_TEXT = 40;

function taste(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(taste);
  if (typeof value === 'string') return value.slice(0, TASTE_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== null);
  const plain = known.filter(([, inner]) => typeof inner !== 'object');
  const shown = plain.length > 0 ? plain.slice(0, TASTE_FIELDS) : known.slice(0, 1);
  return Object.fromEntries(shown.map(([name, inner]) => [name, taste(inner)]));
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

const KEPT = ['type', 'pattern', 'enum', 'const', 'anyOf', 'items', 'minimum', 'maximum', 'maxItems'];

/** A schema without the sentences, which are in the OpenAPI document. Values of a query are texts on the wire. */
const shapeOf = (schema: TObject | undefined) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, bare(property)]),
  ),
  ...(schema?.required && { required: required(schema) }),
});

const required = (schema: TObject): string[] =>
  (schema.required as string[]).filter((name) => !('default' in (schema.properties[name] ?? {})));

function bare(schema: object): object {
  const kept = Object.entries(schema)
    .filter(([key]) => KEPT.includes(key))
    .map(([key, value]) => [key, key === 'items' ? bare(value) : key === 'anyOf' ? value.map(bare) : value]);
  const shape = Object.fromEntries(kept);
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

/** What `/.well-known/x402` lists: an address of every operation that is sold, with its example's values, so that asking it gives an offer. */
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
