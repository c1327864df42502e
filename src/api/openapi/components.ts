/** Turns schemas with a title into named components, and removes unused components. */

import { nullMeaningOf } from '#lib/schema/fields.ts';

export type Json = Record<string, unknown>;

export interface Components {
  /** The OpenAPI form of a schema: titled object schemas inside become references. */
  refer(schema: unknown): Json;
  readonly schemas: Record<string, Json>;
}

export function components(): Components {
  const schemas: Record<string, Json> = {};
  const sources = new Map<string, string>();

  const refer = (schema: unknown): Json => {
    const plain = plainSchema(schema as Json);
    const { title } = plain;
    if (typeof title !== 'string') return plain;
    // Compared as declared: two shapes with one name fail here and not in a client.
    const { description, deprecated, 'x-deprecated': announced, ...shape } = schema as Json;
    const source = JSON.stringify(shape);
    const earlier = sources.get(title);
    if (earlier !== undefined && earlier !== source) throw new Error(`Two different schemas are titled ${title}.`);
    sources.set(title, source);
    const { deprecated: _, 'x-deprecated': __, ...lasting } = plain;
    schemas[title] ??= lasting;
    // The description and deprecation of one use stand beside the reference.
    return {
      $ref: `#/components/schemas/${title}`,
      ...(description !== schemas[title].description && { description }),
      ...(deprecated !== undefined && { deprecated, 'x-deprecated': announced }),
    };
  };

  const plainSchema = (schema: Json): Json => {
    const meaning = nullMeaningOf(schema);
    const plain: Json = meaning ? { 'x-null': meaning } : {};
    for (const [keyword, value] of Object.entries(schema)) {
      // The contract promises fields, not the absence of others: a newer service may add some.
      if (keyword === 'additionalProperties' && value === false) continue;
      plain[keyword] = SCHEMA_MAPS.has(keyword)
        ? Object.fromEntries(Object.entries(value as Json).map(([name, inner]) => [name, refer(inner)]))
        : SCHEMA_LISTS.has(keyword)
          ? (value as unknown[]).map(refer)
          : SCHEMAS.has(keyword) && typeof value === 'object'
            ? refer(value)
            : value;
    }
    return simpler(plain);
  };

  return { refer, schemas };
}

const SCHEMA_MAPS = new Set(['properties', 'patternProperties']);
const SCHEMA_LISTS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'not']);

/** `anyOf` of constants becomes an enumeration, and "this or null" a nullable type: clients generated from them are simpler. */
function simpler(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] } & Json;
  if (!anyOf) return schema;
  if (anyOf.every((choice) => 'const' in choice || choice.type === 'null')) {
    const types = new Set(anyOf.map((choice) => (choice.type === 'null' ? 'null' : typeof choice.const)));
    return {
      type: types.size === 1 ? [...types][0] : [...types],
      enum: anyOf.map((choice) => choice.const ?? null),
      ...rest,
    };
  }
  const [one, none] = anyOf;
  if (anyOf.length !== 2 || !one || none?.type !== 'null' || typeof one.type !== 'string') return schema;
  return { ...one, type: [one.type, 'null'], ...(Array.isArray(one.enum) && { enum: [...one.enum, null] }), ...rest };
}

/**
 * Removes components that nothing refers to; repeated, because a removed component may hold the only reference to another one.
 */
export function withoutUnused(document: Json): Json {
  const { components, ...rest } = document as { components: Record<string, Json> };
  const referred = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g));
  let isWhole = true;
  const remaining: Record<string, Json> = {};
  for (const [kind, members] of Object.entries(components)) {
    // Security schemes are named without a reference.
    const used = Object.entries(members).filter(
      ([name]) => kind === 'securitySchemes' || referred.has(`#/components/${kind}/${name}`),
    );
    isWhole &&= used.length === Object.keys(members).length;
    remaining[kind] = Object.fromEntries(used);
  }
  return isWhole ? document : withoutUnused({ ...rest, components: remaining });
}
