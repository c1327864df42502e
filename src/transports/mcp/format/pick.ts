/**
 * Objects in answers that pick fields of an operation's result, under the same or another name. A field is declared once, with its
 * brief description for `tools/list`; the compiler holds it against the type of the operation.
 */
import Type, { type TSchema } from 'typebox';
import type { ApiClient } from '#api/client.ts';
import { closed } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** `getCompany`, or a list or group in it, or in a row of it: `getCompany.activities`, `getRelated.via`. */
export type Picked<Place extends string> = Place extends `${infer Id extends keyof ApiClient & string}.${infer Path}`
  ? Element<ValueAt<Element<DataOf<Id>>, Path>>
  : Place extends keyof ApiClient
    ? Element<DataOf<Place>>
    : never;

/** The whole answer, not its preview. */
type DataOf<Id extends keyof ApiClient> = NonNullable<
  Extract<Awaited<ReturnType<ApiClient[Id]>>, { preview: false }>['data']
>;

/** The row of a list, or the record itself. */
type Element<Value> = Value extends readonly (infer Row)[] ? Row : NonNullable<Value>;

/** The value at a path; null where a group on the path may be null. */
type ValueAt<Value, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Value
    ? ValueAt<NonNullable<Value[Name]>, Rest> | Extract<Value[Name], null>
    : never
  : Path extends keyof Value
    ? Value[Path]
    : never;

/** The names and paths of a row whose values have a type. */
type PathTo<Row, Value> = {
  [Name in keyof Row & string]:
    | (Row[Name] extends Value ? Name : never)
    | (NonNullable<Row[Name]> extends readonly unknown[] ? never : PathInto<Name, Row[Name], Value>);
}[keyof Row & string];

type PathInto<Name extends string, Group, Value> = Group extends object | null
  ? {
      [Inner in keyof NonNullable<Group> & string]: NonNullable<Group>[Inner] | Extract<Group, null> extends Value
        ? `${Name}.${Inner}`
        : never;
    }[keyof NonNullable<Group> & string]
  : never;

type Fields = Record<string, TSchema>;
type Output<F extends Fields> = { [Name in keyof F]: Static<F[Name]> };

/** A path of the row, or a function for a computed field. */
type FieldSource<Row, Value> = PathTo<Row, Value> | ((row: Row, call: ToolCall) => Value);

/** Fields that the row has under the same name, with a type that fits. */
type SameName<Row, F extends Fields> = {
  [Name in keyof F]: Name extends keyof Row ? (Row[Name] extends Static<F[Name]> ? Name : never) : never;
}[keyof F];

type Sources<Row, F extends Fields> = {
  [Name in SameName<Row, F>]?: FieldSource<Row, Static<F[Name]>>;
} & { [Name in Exclude<keyof F, SameName<Row, F>>]: FieldSource<Row, Static<F[Name]>> };

export function pick<Place extends string, F extends Fields>(
  _place: Place,
  fields: F,
  sources: NoInfer<Sources<Picked<Place>, F>>,
  description?: string,
) {
  const readers = Object.keys(fields).map(
    (name) => [name, readerOf((sources as Record<string, Source>)[name] ?? name)] as const,
  );
  return {
    schema: Type.Object(fields, { ...closed, ...(description !== undefined && { description }) }),
    /** The picked fields of one row. */
    of(row: Picked<Place>, call: ToolCall): Output<F> {
      const picked: Record<string, unknown> = {};
      for (const [name, read] of readers) picked[name] = read(row, call);
      return picked as Output<F>;
    },
  };
}

type Reader = (row: unknown, call: ToolCall) => unknown;
type Source = string | Reader;

function readerOf(source: Source): Reader {
  if (typeof source === 'function') return source;
  const [name = '', inner] = source.split('.');
  const own: Reader = (row) => (row as Record<string, unknown>)[name];
  return inner === undefined ? own : (row, call) => (own(row, call) as Record<string, unknown> | null)?.[inner] ?? null;
}
