/**
 * Field selection: `fields=cui,name,fiscalAddress.locality` flattens a record to exactly those columns, in that order. Available
 * for operations that answer one record, and for rows that each hold one (`record`).
 */

import type { TSchema } from 'typebox';
import type { Message } from '#lib/i18n/message.ts';
import { nearest } from '#lib/values/nearest.ts';
import { messages } from '#locales/messages.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** The most columns of one answer; a caller who needs more leaves `fields` out. */
export const FIELDS_MAX = 50;

/** The most characters of a parameter name that are returned to the caller. */
const NAME_LENGTH_MAX = 60;

/** The most names in one message. */
const NAMES_MAX = 8;

/** A column and its path from the record or row. */
interface Column {
  name: string;
  path: readonly string[];
}

export type Columns = readonly Column[];

/** The schemas that a value, a group or a list may have. */
type SchemaVariants = readonly Shape[];
interface Shape {
  type?: string;
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
}

/** The schemas that `fields` selects from; null where it does not apply: files, and lists, which have tables. */
export function selectableFields({ data, file, record }: AnyEndpoint): SchemaVariants | null {
  if (file) return null;
  const variants = variantsOf(data);
  if (record !== undefined) return variants.flatMap(({ items }) => (items ? variantsOf(items) : []));
  return variants.some(({ properties }) => properties) ? variants : null;
}

/** Parses the parameter into columns, or throws the error that `refuse` creates from the message. */
export function parseFields(declaration: AnyEndpoint, text: string, refuse: (problem: Message) => Error): Columns {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw refuse(messages.wrong.fieldMissing());
  if (names.length > FIELDS_MAX) throw refuse(messages.wrong.fieldsMax({ limit: FIELDS_MAX }));
  const variants = selectableFields(declaration) ?? [];
  return names.map((name, i) => {
    const field = name.slice(0, NAME_LENGTH_MAX);
    if (names.indexOf(name) < i) throw refuse(messages.wrong.fieldTwice({ field }));
    const path = pathOf(declaration, variants, name.split('.'));
    const selected = path && schemasAt(variants, path);
    if (!selected) throw refuse(unknownField(field, fieldNames(declaration)));
    if (!selected.every(isValue))
      throw refuse(
        messages.wrong.fieldHolds({ field, inside: nameList(namesIn(selected, `${field}.`)) || `${field}.…` }),
      );
    return { name, path };
  });
}

/** Throws when a column is not part of the preview. */
export function assertInPreview(columns: Columns, preview: TSchema, refuse: (problem: Message) => Error): void {
  const variants = variantsOf(preview);
  for (const { name, path } of columns)
    if (!schemasAt(variants, path))
      throw refuse(
        messages.wrong.fieldOfPro({ field: name.slice(0, NAME_LENGTH_MAX), shown: nameList(namesIn(variants)) }),
      );
}

/** Reduces the record, or each row, to the selected columns. */
export const withColumns = (columns: Columns, data: unknown): unknown =>
  Array.isArray(data) ? data.map((row) => flat(columns, row)) : flat(columns, data);

const flat = (columns: Columns, record: unknown): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, path }) => [name, valueAt(record, path)]));

/** Null where a group on the path is null or a list is shorter. */
function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  return value ?? null;
}

/** All selectable names, the first row standing for a whole list. */
export function fieldNames(declaration: AnyEndpoint): string[] {
  const variants = selectableFields(declaration) ?? [];
  const { record } = declaration;
  const names = namesIn(variants);
  return record === undefined
    ? names
    : [...names, ...namesIn(schemasAt(variants, [record]) ?? []).filter((name) => !names.includes(name))];
}

/** Fields of a row's record are named as in its own look-up, unless the row has a field of that name. */
function pathOf({ record }: AnyEndpoint, variants: SchemaVariants, steps: string[]): string[] | null {
  if (schemasAt(variants, steps)) return steps;
  return record !== undefined && schemasAt(variants, [record, ...steps]) ? [record, ...steps] : null;
}

/** The schemas at the end of a path; null for an unknown path. */
function schemasAt(variants: SchemaVariants, path: readonly string[]): SchemaVariants | null {
  let here = variants;
  for (const step of path) {
    here = here.flatMap((shape) => into(shape, step));
    if (here.length === 0) return null;
  }
  return here;
}

function into(
  { properties = {}, patternProperties = {}, additionalProperties, items }: Shape,
  step: string,
): SchemaVariants {
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (own) return variantsOf(own);
  // Rows of a list are named by their index, from 0.
  if (items) return /^(0|[1-9][0-9]?)$/.test(step) ? variantsOf(items) : [];
  const [group] = Object.values(patternProperties);
  if (group) return variantsOf(group);
  return typeof additionalProperties === 'object' ? variantsOf(additionalProperties) : [];
}

function variantsOf(schema: TSchema): SchemaVariants {
  const { anyOf, oneOf, allOf } = schema as Record<string, TSchema[] | undefined>;
  const several = anyOf ?? oneOf ?? allOf;
  return several ? several.flatMap(variantsOf) : [schema as Shape];
}

/** Deeper than any answer. */
const DEPTH_MAX = 8;

function namesIn(variants: SchemaVariants, before = '', depth = 0): string[] {
  if (depth === DEPTH_MAX) return [];
  const names = variants.flatMap(({ properties = {}, items }) =>
    Object.entries(items ? { 0: items } : properties).flatMap(([name, schema]) => {
      const inside = variantsOf(schema);
      return inside.every(isValue) ? [`${before}${name}`] : namesIn(inside, `${before}${name}.`, depth + 1);
    }),
  );
  return [...new Set(names)];
}

/** A text, number, boolean or null; neither a group nor a list. */
const isValue = ({ type }: Shape): boolean => type !== 'object' && type !== 'array';

function unknownField(field: string, known: readonly string[]): Message {
  const last = field.split('.').at(-1)?.toLowerCase();
  const near = nearest(
    field.toLowerCase(),
    known.map((name) => name.toLowerCase()),
  ).flatMap((lower) => known.filter((name) => name.toLowerCase() === lower));
  const sameLastStep = known.filter((name) => name.toLowerCase().split('.').at(-1) === last);
  const names = [...new Set([...near, ...sameLastStep])];
  return names.length > 0
    ? messages.wrong.fieldNear({ field, near: nameList(names) })
    : messages.wrong.fieldNotKnown({ field, known: nameList(known) });
}

const nameList = (names: readonly string[]): string =>
  names.slice(0, NAMES_MAX).join(', ') + (names.length > NAMES_MAX ? ' …' : '');
