/** The OpenAPI document for language models: every operation with its parameters and the names of its fields, and little to read beside them. */
import { type SharedParameters, sharedParameters } from './compact-parameters.ts';
import { fields, mapped, sent } from './compact-schema.ts';
import type { Json } from './components.ts';
import { withoutUnused } from './unused.ts';

interface Described extends Json {
  info: Json;
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Record<string, Json>>;
}

const ERROR = { $ref: '#/components/responses/Error' };

/** `document`: the whole one, as `openapi` makes it. `overview`: what holds for all operations, in few words. */
export function compact(document: Json, overview: string): Json {
  // Chapters group pages of documentation; here no operation refers to its own.
  const { info, paths, components, tags: _, ...rest } = document as Described;
  const { title, version, summary, contact, license } = info;
  const { parameters = {}, securitySchemes = {}, schemas = {} } = components;
  const shared = sharedParameters(paths, parameters);
  return withoutUnused({
    ...rest,
    info: { title, version, summary, description: overview, contact, license },
    paths: mapped(paths, (methods) => mapped(methods, (operation) => brief(operation, shared))),
    components: {
      parameters: shared.components,
      securitySchemes,
      responses: { Error: { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) } },
      schemas: mapped(schemas, fields),
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
  content: mapped(content as Record<string, Json>, ({ schema }) => ({ schema: sent(schema as Json) })),
});

/** Of the envelope `data` and `meta`: the overview tells the rest. A file is told by its media types. */
const answer = ({ content }: Json): Json => ({
  description: 'OK',
  content: mapped(content as Record<string, Json>, ({ schema }) => ({ schema: enveloped(schema as Json) })),
});

function enveloped(schema: Json): Json {
  const { data, meta } = (schema.properties ?? {}) as Record<string, Json>;
  return data && meta ? { properties: { data: fields(data), meta: fields(meta) } } : fields(schema);
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
