import assert from 'node:assert/strict';
import { test } from 'node:test';
// biome-ignore lint/style/noRestrictedImports: the reference for the comparison.
import Type, { type Static as TypeBoxStatic } from 'typebox';
import { Check } from 'typebox/value';
import type { Static } from './static.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** One property of every kind of schema in use, alone and nested. */
const Row = Type.Object({
  text: Type.String({ pattern: '^x' }),
  number: Type.Number(),
  integer: Type.Integer(),
  flag: Type.Boolean(),
  nothing: Type.Null(),
  anything: Type.Unknown(),
  literal: Type.Literal('one'),
  words: Type.Enum(['a', 'b']),
  list: Type.Array(Type.Object({ id: Type.Integer(), note: Type.Optional(Type.String()) })),
  either: Type.Union([Type.String(), Type.Null(), Type.Array(Type.Integer())]),
  byName: Type.Record(Type.String(), Type.Object({ day: Type.String() })),
  unsafe: Type.Unsafe<'x' | { y: number }>({ type: 'string' }),
  empty: Type.Object({}),
  optional: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  partial: Type.Partial(Type.Object({ a: Type.String(), b: Type.Integer() })),
});

test('a schema has the same static type as in TypeBox', () => {
  const same: Same<Static<typeof Row>, TypeBoxStatic<typeof Row>> = true;
  const bare: Same<Static<Type.TSchema>, unknown> = true;
  const anyObject: Same<Static<Type.TObject>, TypeBoxStatic<Type.TObject>> = true;
  assert.ok(same && bare && anyObject);
});

test('an unsupported kind has the type never, so that its first use does not compile', () => {
  const symbol: Same<Static<Type.TSymbol>, never> = true;
  assert.ok(symbol);
});

test('a value of the static type passes the schema', () => {
  const row: Static<typeof Row> = {
    text: 'x',
    number: 1.5,
    integer: 1,
    flag: true,
    nothing: null,
    anything: [],
    literal: 'one',
    words: 'b',
    list: [{ id: 1 }, { id: 2, note: 'n' }],
    either: [1],
    byName: { a: { day: '2026-01-01' } },
    unsafe: 'x',
    empty: {},
    partial: { b: 1 },
  };
  assert.ok(Check(Row, row));
});
