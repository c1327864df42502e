/** Schemas of arguments and answers as clients see them, and the values that are read and validated by them. */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import { ajv } from '#api/ajv.ts';
import { ApiError } from '#api/api-error.ts';
import { validationError } from '#api/input.ts';
import { documentedSchema } from '#api/parameters.ts';
import { lazy } from '#lib/i18n/lazy.ts';
import { messages } from '#locales/messages.ts';

type Values = Record<string, unknown>;

/** A schema as clients see it: arguments with a default are optional, unknown ones refused. */
export function wireSchema(schema: TObject): Record<string, unknown> {
  return closedWith(
    schema,
    Object.fromEntries(Object.entries<TSchema>(schema.properties).map(([name, own]) => [name, documentedSchema(own)])),
  );
}

function closedWith(schema: TObject, properties: Record<string, TSchema>): Record<string, unknown> {
  const required = (schema.required ?? []).filter((name) => !('default' in (schema.properties[name] as object)));
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** Reads the arguments of a call, or throws the ApiError that names the wrong ones. */
export function argumentReader(schema: TObject): (sent: unknown) => Values {
  let validate: ValidateFunction | undefined;
  return (sent) => {
    const values = coerced(schema, sent);
    // Operations with stricter rules than the schema refuse a value themselves, with a clearer message.
    validate ??= ajv.compile(closedWith(schema, schema.properties));
    if (values.cui === undefined && schema.required?.includes('cui'))
      throw new ApiError('INVALID_PARAMETER', messages.agents.argument.noCui());
    if (!validate(values)) throw validationError('query', validate.errors ?? [], schema, values);
    for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
      const fallback = (property as { default?: unknown }).default;
      if (values[name] === undefined && fallback !== undefined) values[name] = fallback;
    }
    return values;
  };
}

/** Validates an answer against the published schema, without coercion. `prepare` compiles it, up to 100 ms. */
export function answerCheck(schema: Record<string, unknown>): { check(answer: unknown): void; prepare(): void } {
  const validator = lazy(() => ajv.compile(schema));
  return {
    check(answer) {
      const validate = validator();
      if (!validate(answer))
        throw new Error(`An answer breaks the schema of its tool: ${ajv.errorsText(validate.errors)}`);
    },
    prepare: () => void validator(),
  };
}

/** Models write a fiscal code as a number, a year as a text, and null for an absent argument. */
function coerced(schema: TObject, sent: unknown): Values {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  const properties = schema.properties as Record<string, TSchema>;
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(sent))
    if (value !== null)
      entries.push([name, Object.hasOwn(properties, name) ? coercedValue(properties[name], value) : value]);
  // By entries, because an assignment to a field named __proto__ would set the prototype.
  return Object.fromEntries(entries);
}

function coercedValue(schema: TSchema | undefined, value: unknown): unknown {
  const { type, items } = (schema ?? {}) as { type?: string; items?: TSchema };
  if (type === 'array' && Array.isArray(value)) return value.map((each) => coercedValue(items, each));
  if (type === 'string' && typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (
    (type === 'integer' || type === 'number') &&
    typeof value === 'string' &&
    /^-?[0-9]{1,15}(\.[0-9]{1,6})?$/.test(value)
  )
    return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** The keywords of JSON Schema that answers use. */
interface Shape {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/**
 * The schema of an answer as hosts read it, all tools at once: complete in types, fields and required names, brief in words. Numbers
 * keep their descriptions, because a name does not show whether a figure is lei, a share or a ratio; so do fields with a warning
 * ("never summed with contracts"). Fields that every answer has are explained once, in the instructions.
 */
export const answerSchema = (schema: TObject): Record<string, unknown> => ({ ...brief(wireSchema(schema) as Shape) });

function brief(shape: Shape): Shape {
  const { description, properties, patternProperties, items, ...rest } = nullable(shape);
  return {
    ...rest,
    ...(description !== undefined && (isFigure(rest) || WARNING.test(description)) && { description }),
    ...(properties && { properties: briefEach(properties) }),
    ...(patternProperties && { patternProperties: briefEach(patternProperties) }),
    ...(items && { items: brief(items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(brief) }),
  };
}

const briefEach = (shapes: Record<string, Shape>): Record<string, Shape> =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, brief(shape)]));

const WARNING = /\bnever\b/;

/** Integers are counts and years, which explain themselves. */
const isFigure = ({ type }: Shape): boolean => type === 'number' || (Array.isArray(type) && type.includes('number'));

/** Writes "this or null" as a list of two types, which halves its length. */
function nullable(shape: Shape): Shape {
  const { anyOf, ...rest } = shape;
  const [one, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (anyOf?.length !== 2 || typeof one?.type !== 'string' || others.length > 0) return shape;
  return { ...one, ...rest, type: [one.type, 'null'], ...(one.enum && { enum: [...one.enum, null] }) };
}
