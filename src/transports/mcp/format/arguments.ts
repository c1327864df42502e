/** What a model sends to a tool becomes its input: kind to numbers in quotes, and strict about everything else. */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import { ajv } from '#api/ajv.ts';
import { ApiError } from '#api/api-error.ts';
import { validationError } from '#api/input.ts';
import { documentedSchema } from '#api/parameters.ts';
import { messages } from '#locales/messages.ts';

type Values = Record<string, unknown>;

/** A schema as clients see it: what has a default need not be sent, and nothing else may be. */
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

/** Reads what was sent, or throws the problem that names what is wrong with it. */
export function argumentReader(schema: TObject): (sent: unknown) => Values {
  let validate: ValidateFunction | undefined;
  return (sent) => {
    const values = meant(schema, sent);
    // What operations read more strictly than a schema says, they refuse themselves, in clearer words.
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

/** Holds what a tool tells against the schema that hosts were told; nothing of it is read as anything else. */
export function answerCheck(schema: Record<string, unknown>): (answer: unknown) => void {
  let validate: ValidateFunction | undefined;
  return (answer) => {
    validate ??= ajv.compile(schema);
    if (!validate(answer))
      throw new Error(`An answer breaks the schema of its tool: ${ajv.errorsText(validate.errors)}`);
  };
}

/** Models write a fiscal code as a number and a year as a text; null for what they leave out. */
function meant(schema: TObject, sent: unknown): Values {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  const known = schema.properties as Record<string, TSchema>;
  const typed = (name: string, value: unknown): unknown =>
    Object.hasOwn(known, name) ? asTyped(known[name], value) : value;
  // By entries, because an assignment to a field that is called __proto__ would be none.
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, typed(name, value)]])),
  );
}

function asTyped(schema: TSchema | undefined, value: unknown): unknown {
  const { type, items } = (schema ?? {}) as { type?: string; items?: TSchema };
  if (type === 'array' && Array.isArray(value)) return value.map((each) => asTyped(items, each));
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
