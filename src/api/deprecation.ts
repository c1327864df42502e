/** What is on its way out: an operation, a parameter or a field whose declaration says since when, until when, and what takes its place. */
import type { TSchema } from 'typebox';
import { type Day, daysBetween, isDay } from '#lib/values/date.ts';

export interface Deprecation {
  /** The day from which it is announced. */
  since: Day;
  /** The first day on which it may be gone. */
  sunset: Day;
  /** A path of ours, or the name of the parameter or field that takes its place; null where nothing does. */
  instead: string | null;
}

/** One thing that a declaration calls deprecated. */
export interface DeprecatedItem extends Deprecation {
  kind: 'operation' | 'parameter' | 'field';
  /** Where a parameter is sent, or a field answered; null of an operation. */
  place: 'path' | 'query' | 'body' | 'data' | 'meta' | null;
  /** Of a parameter its name, of a field its path in the answer (`data[].labelEn`); of the operation itself ''. */
  name: string;
}

/** Callers have at least this long to change what they wrote. */
const NOTICE_DAYS_MIN = 180;

const KEYWORD = 'x-deprecated';

/** The same parameter or field, announced to go. A copy: the schema may stand in other operations, too. */
export function markDeprecated<Schema extends TSchema>(schema: Schema, deprecation: Deprecation): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.assign(copy, { deprecated: true, [KEYWORD]: deprecation });
}

/** Of a parameter or field; null where it stays. */
export const deprecationOf = (schema: object): Deprecation | null =>
  (schema as { [KEYWORD]?: Deprecation })[KEYWORD] ?? null;

interface Declared {
  path: string;
  deprecated?: Deprecation;
  params?: TSchema | undefined;
  query?: TSchema | undefined;
  body?: TSchema | undefined;
  data: TSchema;
  meta?: TSchema | undefined;
}

/** Everything deprecated about an operation. Throws where the notice is too short to keep our word. */
export function deprecationsOf(declaration: Declared): DeprecatedItem[] {
  const { path, deprecated: whole, params, query, body, data, meta } = declaration;
  const found: DeprecatedItem[] = whole ? [{ kind: 'operation', place: null, name: '', ...whole }] : [];
  for (const [place, asked] of Object.entries({ path: params, query, body }) as ['path', TSchema?][])
    if (asked) found.push(...inside(asked, '').map((one) => ({ kind: 'parameter' as const, place, ...one })));
  for (const [place, answered] of Object.entries({ data, meta }) as ['data', TSchema?][])
    if (answered) found.push(...inside(answered, place).map((one) => ({ kind: 'field' as const, place, ...one })));
  for (const { name, since, sunset } of found)
    if (!isDay(since) || !isDay(sunset) || daysBetween(since, sunset) < NOTICE_DAYS_MIN)
      throw new Error(
        `${path} ${name}: what is deprecated is announced ${NOTICE_DAYS_MIN} days before it goes, not from ${since} to ${sunset}.`,
      );
  return found;
}

/** Names the announcement for good: in the changelog, in its feed and in links. */
export const deprecationId = (operation: string, { name }: DeprecatedItem): string =>
  ['deprecated', operation, ...name.split(/\W+/)].filter((word) => word !== '').join('-');

interface Shape {
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
}

function inside(shape: Shape, at: string): (Deprecation & { name: string })[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [], allOf = [] } = shape;
  return [
    ...Object.entries(properties).flatMap(([name, value]) => told(value, at === '' ? name : `${at}.${name}`)),
    ...Object.values(patternProperties).flatMap((value) => told(value, `${at}.{key}`)),
    ...(items ? inside(items, `${at}[]`) : []),
    ...[...anyOf, ...allOf].flatMap((part) => inside(part, at)),
  ];
}

function told(shape: Shape, name: string): (Deprecation & { name: string })[] {
  const own = deprecationOf(shape);
  return [...(own ? [{ name, ...own }] : []), ...inside(shape, name)];
}
