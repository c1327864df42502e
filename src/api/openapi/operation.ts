/** The OpenAPI description of one operation. */
import type { TObject, TSchema } from 'typebox';
import { type Deprecation, deprecationOf } from '#api/deprecation.ts';
import type { Access, AnyEndpoint, Example, FreshnessWindow } from '#api/endpoint.ts';
import { selectableFields } from '#api/fields.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { documentedSchema } from '#api/parameters.ts';
import { isPaged, isTabular } from '#api/tables/format.ts';
import { chapterOf } from './chapters.ts';
import { type CodeSample, encoded, type SampleRequest, samplesOf } from './code-samples.ts';
import type { Components, Json } from './components.ts';
import { errorsOf, statusOf, successes } from './responses.ts';

interface OperationSurroundings {
  shapes: Components;
  /** The origin under which callers reach the service. */
  origin: string;
  /** The price for catalogues; null where nothing is sold. */
  paymentInfo: Json | null;
}

export function describeOperation(
  operation: DocumentedOperation,
  { shapes, origin, paymentInfo }: OperationSurroundings,
): Json {
  const { id, declaration } = operation;
  const { access, fresh, title, about, params, query, body, examples } = declaration;
  const previewText = declaration.preview ? ` Visitors of our own pages see ${declaration.preview.about.en}.` : '';
  const price = paymentInfo ? ` Price: ${priceText(paymentInfo)}` : '';
  const deprecation = declaration.deprecated ? `\n\n**${deprecationText(declaration.deprecated)}**` : '';
  const samples = codeSamples(declaration, origin);
  return {
    operationId: id,
    summary: title.en,
    description: `${about.en}\n\n**Access**: ${accessText[access]}${previewText}${price}\n\n**Freshness**: ${freshnessText(fresh)}${deprecation}`,
    tags: [chapterOf(declaration).name.en],
    'x-access': access,
    'x-fresh': fresh,
    ...(declaration.extra && { 'x-extra': true }),
    ...deprecationKeywords(declaration.deprecated ?? null),
    ...(paymentInfo && { 'x-payment-info': paymentInfo, security: [{ apiKey: [] }, { bearer: [] }, { payment: [] }] }),
    // No key is needed; with a key, requests are counted by it.
    ...(access === 'free' && { security: [{}, { apiKey: [] }, { bearer: [] }] }),
    parameters: [
      ...parameters('path', params, examples, shapes),
      ...parameters('query', query, examples, shapes),
      ...(selectableFields(declaration) ? [{ $ref: '#/components/parameters/fields' }] : []),
      { $ref: '#/components/parameters/lang' },
      ...(isTabular(declaration) ? [{ $ref: '#/components/parameters/format' }] : []),
    ],
    ...(body && { requestBody: requestBody(body, examples, shapes) }),
    responses: {
      ...successes(operation, shapes),
      ...Object.fromEntries(
        errorsOf(declaration).map((group) => [statusOf(group), { $ref: `#/components/responses/${group}` }]),
      ),
    },
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
  };
}

function parameters(
  where: 'path' | 'query',
  schema: TObject | undefined,
  all: readonly Example[],
  shapes: Components,
): Json[] {
  const key = where === 'path' ? 'params' : 'query';
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description } = property as { description?: string };
    const {
      description: _description,
      examples: _examples,
      ...shape
    } = shapes.refer(withoutDeprecation(documentedSchema(property)));
    const deprecation = deprecationOf(property);
    const examples = examplesOf(all, (example) => typedExample(property, example[key]?.[name]));
    return {
      name,
      in: where,
      required: where === 'path' || isRequired(schema, name, property),
      description: deprecation ? `${description} ${deprecationText(deprecation)}` : description,
      ...deprecationKeywords(deprecation),
      schema: shape,
      ...(Object.keys(examples).length > 0 && { examples }),
    };
  });
}

const deprecationKeywords = (deprecation: Deprecation | null): Json =>
  deprecation ? { deprecated: true, 'x-deprecated': deprecation } : {};

/** A deprecated parameter is marked itself, not the shape of its value. */
const withoutDeprecation = (schema: TSchema): TSchema => {
  const { deprecated: _, 'x-deprecated': __, ...shape } = schema as TSchema & Json;
  return shape;
};

/** Example values are texts of an address; the document has typed values. */
interface ExampleSchema {
  type?: string;
  items?: ExampleSchema;
}

function typedExample({ type, items }: ExampleSchema, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (items) return [typedExample(items, text)];
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** A parameter with a default is optional, although the handler always gets it. */
const isRequired = (schema: TObject | undefined, name: string, property: TSchema): boolean =>
  ((schema?.required ?? []) as string[]).includes(name) && !('default' in property);

const requestBody = (body: TObject, all: readonly Example[], shapes: Components): Json => ({
  required: true,
  description: 'JSON in UTF-8. Properties that are not described are refused.',
  content: {
    'application/json': {
      schema: { ...shapes.refer(body), unevaluatedProperties: false },
      examples: examplesOf(all, (example) => example.body),
    },
  },
});

/** Examples by a name derived from the title: `Rich giant` → `richGiant`. */
function examplesOf(all: readonly Example[], pick: (example: Example) => unknown): Record<string, Json> {
  const named: Record<string, Json> = {};
  for (const example of all) {
    const value = pick(example);
    if (value !== undefined) named[camel(example.title.en)] = { summary: example.title.en, value };
  }
  return named;
}

const camel = (title: string): string =>
  title.toLowerCase().replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');

const accessText: Record<Access, string> = {
  free: 'Everybody, without a key or a payment; strangers are counted by their address.',
  pro: 'A Pro key only; it cannot be bought per request.',
  'pro+x402': 'A Pro key, or a payment per request (x402) where the installation takes payments.',
};

/** `x-payment-info` of API catalogues: one price, or a minimum and a maximum. */
export function priceText({ price }: Json): string {
  const { amount, min, max } = price as { amount?: string; min?: string; max?: string };
  return amount === undefined ? `$${min} to $${max} a request, by its size.` : `$${amount} a request.`;
}

const windows: Record<Exclude<FreshnessWindow, 'static'>, string> = {
  '15s': '15 seconds',
  '30min': '30 minutes',
  '1h': '1 hour',
  '6h': '6 hours',
  '12h': '12 hours',
  '24h': '24 hours',
  '7d': '7 days',
};

const freshnessText = (fresh: FreshnessWindow): string =>
  fresh === 'static'
    ? 'Until the next release of the data.'
    : `${windows[fresh]}; an older answer is refreshed, or says \`meta.stale\`.`;

export const deprecationText = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}: it may be gone from ${sunset} on. ${instead === null ? 'Nothing takes its place.' : `Use \`${instead}\`.`}`;

/** The origin without a configured one, as in the README. */
export const LOCAL_ORIGIN = 'http://127.0.0.1:8080';

/** `origin`: under which callers reach the service. */
export function codeSamples(declaration: AnyEndpoint, origin: string): CodeSample[] {
  const request = sampleRequest(declaration, origin);
  return request ? samplesOf(request) : [];
}

/** The origin of a configured public URL, which may be a path. */
export const originIn = (publicUrl: string | null): string =>
  publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : LOCAL_ORIGIN;

/** The first example of an operation as a request; null without a visible example, which fills the path. */
export function sampleRequest(declaration: AnyEndpoint, origin: string): SampleRequest | null {
  const { method = 'GET', path, file, examples } = declaration;
  const [example] = examples;
  if (!example) return null;
  const { params = {}, query = {}, body } = example;
  return {
    method,
    origin,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? '')),
    query: Object.entries(query),
    body,
    isFile: file !== undefined,
    isPaged: isPaged(declaration),
  };
}
