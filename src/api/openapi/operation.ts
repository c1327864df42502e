/** One declared operation as OpenAPI tells it. */
import type { TObject, TSchema } from 'typebox';
import { type Deprecation, deprecationOf } from '#api/deprecation.ts';
import type { Example } from '#api/endpoint.ts';
import { selectableFields } from '#api/fields.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { documentedSchema } from '#api/parameters.ts';
import { isTabular } from '#api/tables/format.ts';
import { chapterOf } from './chapters.ts';
import type { Components, Json } from './components.ts';
import { accessWords, deprecationWords, freshWords, priceWords } from './declaration-phrases.ts';
import { errorsOf, statusOf } from './errors.ts';
import { successes } from './responses.ts';
import { codeSamples } from './samples/samples.ts';

interface Around {
  shapes: Components;
  /** How callers reach the service. */
  origin: string;
  /** What a request costs, for catalogues; null where nothing is sold. */
  paymentInfo: Json | null;
}

export function describeOperation(operation: DocumentedOperation, { shapes, origin, paymentInfo }: Around): Json {
  const { id, declaration } = operation;
  const { access, fresh, title, about, params, query, body, examples, path } = declaration;
  const previewed = declaration.preview ? ` Visitors of our own pages see ${declaration.preview.about}.` : '';
  const price = paymentInfo ? ` Price: ${priceWords(paymentInfo)}` : '';
  const leaving = declaration.deprecated ? `\n\n**${deprecationWords(declaration.deprecated)}**` : '';
  const samples = codeSamples(declaration, origin);
  return {
    operationId: id,
    summary: title,
    description: `${about}\n\n**Access**: ${accessWords[access]}${previewed}${price}\n\n**Freshness**: ${freshWords(fresh)}${leaving}`,
    tags: [chapterOf(path).name],
    'x-access': access,
    'x-fresh': fresh,
    ...(declaration.extra && { 'x-extra': true }),
    ...announced(declaration.deprecated ?? null),
    ...(paymentInfo && { 'x-payment-info': paymentInfo, security: [{ apiKey: [] }, { bearer: [] }, { payment: [] }] }),
    // Nothing at all is enough; a key is taken, and counted by.
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
    const { description: _said, examples: _shown, ...shape } = shapes.refer(lasting(documentedSchema(property)));
    const leaving = deprecationOf(property);
    const examples = examplesOf(all, (example) => typed(property, example[key]?.[name]));
    return {
      name,
      in: where,
      required: where === 'path' || isRequired(schema, name, property),
      description: leaving ? `${description} ${deprecationWords(leaving)}` : description,
      ...announced(leaving),
      schema: shape,
      ...(Object.keys(examples).length > 0 && { examples }),
    };
  });
}

const announced = (deprecation: Deprecation | null): Json =>
  deprecation ? { deprecated: true, 'x-deprecated': deprecation } : {};

/** Of a parameter it is the parameter that goes, not the shape of its value. */
const lasting = (schema: TSchema): TSchema => {
  const { deprecated: _, 'x-deprecated': __, ...shape } = schema as TSchema & Json;
  return shape;
};

/** Examples are written as they stand in an address; a document says them as what they mean. */
function typed({ type }: { type?: string }, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** What has a default need not be sent, although the handler always gets it. */
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

/** Examples by a name made from their title: `Rich giant` → `richGiant`. */
function examplesOf(all: readonly Example[], pick: (example: Example) => unknown): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const example of all) {
    const value = pick(example);
    if (value !== undefined) found[camel(example.title)] = { summary: example.title, value };
  }
  return found;
}

const camel = (title: string): string =>
  title.toLowerCase().replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
