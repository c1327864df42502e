/**
 * The type of a schema's values, for the kinds of schema in use. TypeBox's `Static` also reads bare JSON Schema: for a schema that is a
 * type parameter, the compiler instantiates 110,000 types.
 */
export type Static<Schema> = Schema extends { '~unsafe': infer Value }
  ? Value
  : Schema extends { '~kind': infer Kind }
    ? Kind extends keyof ByKind<Schema>
      ? ByKind<Schema>[Kind]
      : never
    : unknown;

interface ByKind<Schema> {
  String: string;
  Number: number;
  Integer: number;
  Boolean: boolean;
  Null: null;
  Unknown: unknown;
  Literal: Schema extends { const: infer Value } ? Value : never;
  Enum: Schema extends { enum: (infer Value)[] } ? Value : never;
  Array: Schema extends { items: infer Item } ? Static<Item>[] : never;
  Union: Schema extends { anyOf: (infer Member)[] } ? Static<Member> : never;
  Object: Schema extends { properties: infer Properties } ? StaticObject<Properties> : never;
  Record: Schema extends { patternProperties: Record<string, infer Value> } ? Record<string, Static<Value>> : never;
}

type StaticObject<Properties> = keyof Properties extends never
  ? object
  : Optional<Properties> extends never
    ? { [Name in keyof Properties]: Static<Properties[Name]> }
    : Flat<
        { [Name in Exclude<keyof Properties, Optional<Properties>>]: Static<Properties[Name]> } & {
          [Name in Optional<Properties>]?: Static<Properties[Name]>;
        }
      >;

type Optional<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { '~optional': true } ? Name : never;
}[keyof Properties];

type Flat<Type> = { [Name in keyof Type]: Type[Name] };
