/** Schemas with a title become named components: written once, referred to everywhere. */

export type Json = Record<string, unknown>;

export interface Components {
  /** The schema as OpenAPI shows it: titled object schemas inside are lifted and replaced by a reference. */
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
    // Compared as declared, so that a shape of the same name with another field is noticed before any client trips over it.
    const { description, deprecated, 'x-deprecated': announced, ...shape } = schema as Json;
    const source = JSON.stringify(shape);
    const known = sources.get(title);
    if (known !== undefined && known !== source) throw new Error(`Two different schemas are titled ${title}.`);
    sources.set(title, source);
    const { deprecated: _, 'x-deprecated': __, ...lasting } = plain;
    schemas[title] ??= lasting;
    // What the same shape means in one place is said there, and that it goes from there.
    return {
      $ref: `#/components/schemas/${title}`,
      ...(description !== schemas[title].description && { description }),
      ...(deprecated !== undefined && { deprecated, 'x-deprecated': announced }),
    };
  };

  const plainSchema = (schema: Json): Json => {
    const plain: Json = {};
    for (const [keyword, value] of Object.entries(schema)) {
      // We promise fields, not the absence of further ones: a newer service may say more.
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

/** `anyOf` of constants is an enumeration, and "this or null" is a type with null: both read and generate better so. */
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
