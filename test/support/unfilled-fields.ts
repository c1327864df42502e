/** Fields of a shape that are null or empty lists in all of some answers. */
import type { TSchema } from 'typebox';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Paths such as `administrators[].cui`, in the order of the shape. */
export function unfilledFields(schema: TSchema, answers: readonly unknown[]): string[] {
  const unfilled: string[] = [];
  look(schema as Schema, answers, '', unfilled);
  return unfilled;
}

function look(schema: Schema, values: readonly unknown[], path: string, unfilled: string[]): void {
  const filled = values.filter((value) => value !== null && value !== undefined);
  if (filled.length === 0) {
    unfilled.push(path || '(the answer)');
    return;
  }
  for (const form of schema.anyOf ?? [schema]) {
    if (form.properties)
      for (const [name, field] of Object.entries(form.properties))
        look(field, valuesOf(filled, name), path === '' ? name : `${path}.${name}`, unfilled);
    if (form.patternProperties)
      for (const field of Object.values(form.patternProperties))
        look(
          field,
          filled.flatMap((value) => Object.values(value as object)),
          `${path}.*`,
          unfilled,
        );
    if (form.items) look(form.items, filled.flat(1), `${path}[]`, unfilled);
  }
}

const valuesOf = (values: readonly unknown[], name: string): unknown[] =>
  values.map((value) => (value as Record<string, unknown>)[name]);
