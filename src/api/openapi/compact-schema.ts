/** Schemas with few words: of what is sent all bounds, of what is answered the names of fields and their types. */
import type { Json } from './components.ts';

const ANSWERED = new Set(['$ref', 'type', 'enum', 'const', 'deprecated']);
const SENT = ANSWERED.union(
  new Set(['format', 'pattern', 'default', 'minimum', 'maximum', 'minLength', 'maxLength']),
).union(new Set(['minItems', 'maxItems', 'uniqueItems', 'required', 'unevaluatedProperties']));

const MAPS = new Set(['properties', 'patternProperties']);
const LISTS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties']);

/** A field of an answer, with all below it. */
export function fields(schema: Json): Json {
  const { type, ...rest } = pick(schema, ANSWERED, fields);
  // Whatever has properties is an object.
  return type === undefined || (type === 'object' && 'properties' in rest) ? rest : { type, ...rest };
}

/** A value that a caller sends. */
export const sent = (schema: Json): Json => pick(schema, SENT, sent);

function pick(schema: Json, kept: ReadonlySet<string>, inner: (schema: Json) => Json): Json {
  const plain: Json = {};
  for (const [keyword, value] of Object.entries(schema))
    if (kept.has(keyword)) plain[keyword] = value;
    else if (MAPS.has(keyword)) plain[keyword] = mapped(value as Record<string, Json>, inner);
    else if (LISTS.has(keyword)) plain[keyword] = (value as Json[]).map(inner);
    else if (SINGLE.has(keyword) && typeof value === 'object') plain[keyword] = inner(value as Json);
  return plain;
}

export const mapped = <From>(members: Record<string, From>, map: (member: From) => Json): Record<string, Json> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
