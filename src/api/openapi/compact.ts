/** The compact OpenAPI document for language models: every operation with its parameters and the names of its fields. */
import { type Json, withoutUnused } from './components.ts';
import { firstSentence } from './overview.ts';

interface FullDocument extends Json {
  info: Json;
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Record<string, Json>>;
}

const ERROR = { $ref: '#/components/responses/Error' };

/** `document`: the result of `openapi`. `overview`: the facts that hold for all operations. */
export function compact(document: Json, overview: string): Json {
  // Tags group documentation pages; operations of this document do not refer to them.
  const { info, paths, components, tags: _, ...rest } = document as FullDocument;
  const { title, version, summary, contact, license } = info;
  const { parameters = {}, securitySchemes = {}, schemas = {} } = components;
  const shared = sharedParameters(paths, parameters);
  return withoutUnused({
    ...rest,
    info: { title, version, summary, description: overview, contact, license },
    paths: mapValues(paths, (methods) => mapValues(methods, (operation) => brief(operation, shared))),
    components: {
      parameters: shared.components,
      securitySchemes,
      responses: { Error: { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) } },
      schemas: mapValues(schemas, answerSchema),
    },
  });
}

function brief(operation: Json, shared: SharedParameters): Json {
  const { operationId, summary, security, deprecated, parameters, requestBody, responses } = operation;
  return {
    operationId,
    summary,
    ...(security !== undefined && { security }),
    ...(deprecated !== undefined && { deprecated }),
    parameters: (parameters as Json[]).map(shared.refer),
    ...(requestBody !== undefined && { requestBody: body(requestBody as Json) }),
    responses: { 200: answer((responses as Record<string, Json>)[200] ?? {}), default: ERROR },
  };
}

const body = ({ required, content }: Json): Json => ({
  required,
  content: mapValues(content as Record<string, Json>, ({ schema }) => ({ schema: inputSchema(schema as Json) })),
});

/**
 * The schemas of `data` and `meta`; the overview describes the envelope. A file has its media types; those of tables go with the
 * parameter `format`.
 */
function answer({ content }: Json): Json {
  const types = content as Record<string, Json>;
  const json = types['application/json'];
  return {
    description: 'OK',
    content: mapValues(json ? { 'application/json': json } : types, ({ schema }) => ({
      schema: enveloped(schema as Json),
    })),
  };
}

function enveloped(schema: Json): Json {
  const { data, meta } = (schema.properties ?? {}) as Record<string, Json>;
  return data && meta ? { properties: { data: answerSchema(data), meta: answerSchema(meta) } } : answerSchema(schema);
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

interface SharedParameters {
  /** Returns the parameter, or a reference to the shared one. */
  refer(parameter: Json): Json;
  readonly components: Record<string, Json>;
}

function sharedParameters(paths: Record<string, Record<string, Json>>, named: Record<string, Json>): SharedParameters {
  const components: Record<string, Json> = {};
  /** Component names by the text of the parameter. */
  const names = new Map<string, string>();
  const share = (parameter: Json, name: string): void => {
    names.set(JSON.stringify(parameter), name);
    components[name] = parameter;
  };
  for (const [name, parameter] of Object.entries(named)) share(briefParameter(parameter), name);
  const all = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => (parameters as Json[]).filter(({ $ref }) => $ref === undefined).map(briefParameter));
  for (const [text, [parameter, ...others]] of Map.groupBy(all, (one) => JSON.stringify(one)))
    if (parameter && others.length > 0 && !names.has(text))
      share(parameter, freeName(String(parameter.name), components));
  return {
    components,
    refer(parameter) {
      if (parameter.$ref !== undefined) return { $ref: parameter.$ref };
      const plain = briefParameter(parameter);
      const name = names.get(JSON.stringify(plain));
      return name === undefined ? plain : { $ref: `#/components/parameters/${name}` };
    },
  };
}

function briefParameter({ name, in: where, required, deprecated, style, explode, description, schema }: Json): Json {
  return {
    name,
    in: where,
    ...(required === true && { required }),
    ...(deprecated !== undefined && { deprecated }),
    ...(style !== undefined && { style, explode }),
    description: firstSentence(String(description)),
    schema: inputSchema(schema as Json),
  };
}

/** `limit`, `limit2`, …: the same name may have other bounds elsewhere. */
function freeName(name: string, used: Record<string, unknown>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}${n}`;
    if (!(free in used)) return free;
  }
}

const ANSWER_KEYWORDS = new Set(['$ref', 'type', 'enum', 'const', 'deprecated']);
const INPUT_KEYWORDS = ANSWER_KEYWORDS.union(
  new Set(['format', 'pattern', 'default', 'minimum', 'maximum', 'minLength', 'maxLength']),
).union(new Set(['minItems', 'maxItems', 'uniqueItems', 'required', 'unevaluatedProperties']));

const MAPS = new Set(['properties', 'patternProperties']);
const LISTS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties']);

/** The short schema of an answer: field names and types. */
function answerSchema(schema: Json): Json {
  const { type, ...rest } = pick(schema, ANSWER_KEYWORDS, answerSchema);
  // A schema with properties is always an object.
  return type === undefined || (type === 'object' && 'properties' in rest) ? rest : { type, ...rest };
}

/** The short schema of a sent value, with all its bounds. */
const inputSchema = (schema: Json): Json => pick(schema, INPUT_KEYWORDS, inputSchema);

function pick(schema: Json, keywords: ReadonlySet<string>, inner: (schema: Json) => Json): Json {
  const plain: Json = {};
  for (const [keyword, value] of Object.entries(schema))
    if (keywords.has(keyword)) plain[keyword] = value;
    else if (MAPS.has(keyword)) plain[keyword] = mapValues(value as Record<string, Json>, inner);
    else if (LISTS.has(keyword)) plain[keyword] = (value as Json[]).map(inner);
    else if (SINGLE.has(keyword) && typeof value === 'object') plain[keyword] = inner(value as Json);
  return plain;
}

const mapValues = <From>(members: Record<string, From>, map: (member: From) => Json): Record<string, Json> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
