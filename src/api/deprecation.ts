/** Deprecated operations, parameters and fields, as declared: since when, until when, and the replacement. */
import type { TSchema } from 'typebox';
import { type Day, daysBetween, isDay } from '#lib/values/date.ts';

export interface Deprecation {
  /** The day of the announcement. */
  since: Day;
  /** The first day without it. */
  sunset: Day;
  /** The replacement: a path of the API, or the name of a parameter or field; null without one. */
  instead: string | null;
}

/** One deprecated item of a declaration. */
export interface DeprecatedItem extends Deprecation {
  kind: 'operation' | 'parameter' | 'field';
  /** The part of the request or of the answer; null for an operation. */
  location: 'path' | 'query' | 'body' | 'data' | 'meta' | null;
  /** The name of a parameter, the path of a field (`data[].labelEn`), or '' for an operation. */
  name: string;
}

/** The notice period that callers are promised. */
const NOTICE_DAYS_MIN = 180;

const KEYWORD = 'x-deprecated';

/** Marks a parameter or field as deprecated. Returns a copy, because other operations may use the same schema. */
export function markDeprecated<Schema extends TSchema>(schema: Schema, deprecation: Deprecation): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.assign(copy, { deprecated: true, [KEYWORD]: deprecation });
}

/** The deprecation of a parameter or field; null without one. */
export const deprecationOf = (schema: object): Deprecation | null =>
  (schema as { [KEYWORD]?: Deprecation })[KEYWORD] ?? null;

interface DeclarationParts {
  path: string;
  deprecated?: Deprecation;
  params?: TSchema | undefined;
  query?: TSchema | undefined;
  body?: TSchema | undefined;
  data: TSchema;
  meta?: TSchema | undefined;
}

/** All deprecated items of an operation. Throws when the notice period is too short. */
export function deprecationsOf(declaration: DeclarationParts): DeprecatedItem[] {
  const { path, deprecated: whole, params, query, body, data, meta } = declaration;
  const items: DeprecatedItem[] = whole ? [{ kind: 'operation', location: null, name: '', ...whole }] : [];
  for (const [location, schema] of Object.entries({ path: params, query, body }) as ['path', TSchema?][])
    if (schema)
      items.push(...deprecatedFields(schema, '').map((one) => ({ kind: 'parameter' as const, location, ...one })));
  for (const [location, schema] of Object.entries({ data, meta }) as ['data', TSchema?][])
    if (schema)
      items.push(...deprecatedFields(schema, location).map((one) => ({ kind: 'field' as const, location, ...one })));
  for (const { name, since, sunset } of items)
    if (!isDay(since) || !isDay(sunset) || daysBetween(since, sunset) < NOTICE_DAYS_MIN)
      throw new Error(
        `${path} ${name}: what is deprecated is announced ${NOTICE_DAYS_MIN} days before it goes, not from ${since} to ${sunset}.`,
      );
  return items;
}

/** The permanent id of an announcement, in the changelog, its feed and links. */
export const deprecationId = (operation: string, { name }: DeprecatedItem): string =>
  ['deprecated', operation, ...name.split(/\W+/)].filter((word) => word !== '').join('-');

interface Shape {
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
}

function deprecatedFields(shape: Shape, at: string): (Deprecation & { name: string })[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [], allOf = [] } = shape;
  return [
    ...Object.entries(properties).flatMap(([name, value]) =>
      fieldDeprecations(value, at === '' ? name : `${at}.${name}`),
    ),
    ...Object.values(patternProperties).flatMap((value) => fieldDeprecations(value, `${at}.{key}`)),
    ...(items ? deprecatedFields(items, `${at}[]`) : []),
    ...[...anyOf, ...allOf].flatMap((part) => deprecatedFields(part, at)),
  ];
}

function fieldDeprecations(shape: Shape, name: string): (Deprecation & { name: string })[] {
  const own = deprecationOf(shape);
  return [...(own ? [{ name, ...own }] : []), ...deprecatedFields(shape, name)];
}
