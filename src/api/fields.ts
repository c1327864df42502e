/**
 * Chosen columns for spreadsheets: `fields=cui,name,fiscalAddress.locality` makes of a record a flat one with exactly those
 * names, in that order. It goes with every operation that answers one record, and with rows that each hold one (`record`).
 */
import type { TSchema } from 'typebox';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { nearest } from '#lib/values/near.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { wrongIs } from './sentences.ts';

/** Columns of one answer: more is a whole record, which is asked for by leaving `fields` out. */
export const FIELDS_MAX = 50;

/** A name may be as long as the address; more of it than this tells nobody anything. */
const NAME_SHOWN_MAX = 60;

/** As many names as a sentence can hold. */
const NAMES_SHOWN_MAX = 8;

/** What a name leads through, from the record or row down. */
interface Column {
  name: string;
  path: readonly string[];
}

export type Columns = readonly Column[];

/** A value, a group or a list, in each of the shapes that it may have. */
type Place = readonly Shape[];
interface Shape {
  type?: string;
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
}

/** What `fields` chooses from; null where it does not go with the operation: for files, and for lists, which have tables. */
export function selectableFields({ data, file, record }: AnyEndpoint): Place | null {
  if (file) return null;
  const place = placeOf(data);
  if (record !== undefined) return place.flatMap(({ items }) => (items ? placeOf(items) : []));
  return place.some(({ properties }) => properties) ? place : null;
}

/** The text of the parameter as columns. Throws what `refuse` makes of the problem. */
export function parseFields(declaration: AnyEndpoint, text: string, refuse: (problem: Sentence) => Error): Columns {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw refuse(wrongIs.fieldMissing());
  if (names.length > FIELDS_MAX) throw refuse(wrongIs.fieldsMax({ limit: FIELDS_MAX }));
  const place = selectableFields(declaration) ?? [];
  return names.map((name, i) => {
    const field = name.slice(0, NAME_SHOWN_MAX);
    if (names.indexOf(name) < i) throw refuse(wrongIs.fieldTwice({ field }));
    const path = pathOf(declaration, place, name.split('.'));
    const found = path && leadTo(place, path);
    if (!found) throw refuse(notKnown(field, fieldNames(declaration)));
    if (!found.every(isValue))
      throw refuse(wrongIs.fieldHolds({ field, inside: listed(namesIn(found, `${field}.`)) || `${field}.…` }));
    return { name, path };
  });
}

/** Whoever sees a preview chooses among what it has. */
export function assertInPreview(columns: Columns, preview: TSchema, refuse: (problem: Sentence) => Error): void {
  const place = placeOf(preview);
  for (const { name, path } of columns)
    if (!leadTo(place, path))
      throw refuse(wrongIs.fieldOfPro({ field: name.slice(0, NAME_SHOWN_MAX), shown: listed(namesIn(place)) }));
}

/** The record, or each of the rows, with those columns and no others. */
export const withColumns = (columns: Columns, data: unknown): unknown =>
  Array.isArray(data) ? data.map((row) => flat(columns, row)) : flat(columns, data);

const flat = (columns: Columns, record: unknown): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, path }) => [name, valueAt(record, path)]));

/** Null where a group on the way is null, or a list is shorter. */
function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  return value ?? null;
}

/** Every name that may be chosen, the first row standing for all of a list. */
export function fieldNames(declaration: AnyEndpoint): string[] {
  const place = selectableFields(declaration) ?? [];
  const { record } = declaration;
  const known = namesIn(place);
  return record === undefined
    ? known
    : [...known, ...namesIn(leadTo(place, [record]) ?? []).filter((name) => !known.includes(name))];
}

/** Fields of the record that a row holds are named as in a look-up of it, unless the row has one of that name. */
function pathOf({ record }: AnyEndpoint, place: Place, steps: string[]): string[] | null {
  if (leadTo(place, steps)) return steps;
  return record !== undefined && leadTo(place, [record, ...steps]) ? [record, ...steps] : null;
}

/** Where a path ends; null where there is no such place. */
function leadTo(place: Place, path: readonly string[]): Place | null {
  let here = place;
  for (const step of path) {
    here = here.flatMap((shape) => into(shape, step));
    if (here.length === 0) return null;
  }
  return here;
}

function into({ properties = {}, patternProperties = {}, additionalProperties, items }: Shape, step: string): Place {
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (own) return placeOf(own);
  // Rows of a list are named by their number, from 0.
  if (items) return /^(0|[1-9][0-9]?)$/.test(step) ? placeOf(items) : [];
  const [group] = Object.values(patternProperties);
  if (group) return placeOf(group);
  return typeof additionalProperties === 'object' ? placeOf(additionalProperties) : [];
}

function placeOf(schema: TSchema): Place {
  const { anyOf, oneOf, allOf } = schema as Record<string, TSchema[] | undefined>;
  const several = anyOf ?? oneOf ?? allOf;
  return several ? several.flatMap(placeOf) : [schema as Shape];
}

/** Deeper than any answer is. */
const DEPTH_MAX = 8;

function namesIn(place: Place, before = '', depth = 0): string[] {
  if (depth === DEPTH_MAX) return [];
  const names = place.flatMap(({ properties = {}, items }) =>
    Object.entries(items ? { 0: items } : properties).flatMap(([name, schema]) => {
      const inside = placeOf(schema);
      return inside.every(isValue) ? [`${before}${name}`] : namesIn(inside, `${before}${name}.`, depth + 1);
    }),
  );
  return [...new Set(names)];
}

/** Text, number, boolean or null: neither a group nor a list. */
const isValue = ({ type }: Shape): boolean => type !== 'object' && type !== 'array';

function notKnown(field: string, known: readonly string[]): Sentence {
  const last = field.split('.').at(-1)?.toLowerCase();
  const near = nearest(
    field.toLowerCase(),
    known.map((name) => name.toLowerCase()),
  ).flatMap((lower) => known.filter((name) => name.toLowerCase() === lower));
  const alike = known.filter((name) => name.toLowerCase().split('.').at(-1) === last);
  const names = [...new Set([...near, ...alike])];
  return names.length > 0
    ? wrongIs.fieldNear({ field, near: listed(names) })
    : wrongIs.fieldNotKnown({ field, known: listed(known) });
}

const listed = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN_MAX).join(', ') + (names.length > NAMES_SHOWN_MAX ? ' …' : '');
