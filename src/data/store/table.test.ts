import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartBuild } from './dataset.ts';
import { statementsOf } from './ddl.ts';
import { bigint, bytes, ddlOf, flag, integer, type Row, rowReader, table, text } from './table.ts';

const address = table(
  'address',
  { id: integer().primaryKey(), town: text().bytewise().notNull(), entrance: text(), floor: integer(), seal: bytes() },
  { compact: true },
);
const link = table(
  'link',
  { from_id: bigint().notNull(), to_id: bigint().notNull(), active: flag() },
  { primaryKey: ['from_id', 'to_id'], clustered: true },
);

test('a definition prints its DDL', () => {
  assert.equal(
    ddlOf(address, link),
    `create table address (id integer primary key, town text collate "C" not null, entrance text, floor integer, seal bytea);
create table link (
  from_id bigint not null,
  to_id bigint not null,
  active integer,
  primary key (from_id, to_id)
) /* clustered */;
`,
  );
});

test('a row is put into the order of the columns', () => {
  const { names, values } = rowReader(address);
  assert.deepEqual(names, ['id', 'town', 'entrance', 'floor', 'seal']);
  assert.deepEqual(values({ seal: null, floor: 3, entrance: 'B', town: 'Cluj', id: 1 }), [1, 'Cluj', 'B', 3, null]);
});

test('a value that cannot be stored is refused with its row and column', () => {
  const { values } = rowReader(link);
  values({ from_id: 1, to_id: 2, active: true });
  assert.throws(
    () => values({ from_id: 1, to_id: Number.NaN, active: null }),
    /^TypeError: Row 2 for link: column to_id is NaN/,
  );
});

/** Compiled, never called: a line with an expected error that compiles fails the type check. */
export async function typeErrors(part: PartBuild): Promise<void> {
  const row: Row<typeof address> = { id: 1, town: 'Cluj', entrance: 'B', floor: 3, seal: null };
  await part.load(address, [row]);
  // @ts-expect-error: a row is an object, not an array of values.
  await part.load(address, [[1, 'Cluj', 'B', 3, null]]);
  // @ts-expect-error: values of two columns are exchanged.
  await part.load(address, [{ ...row, entrance: row.floor, floor: row.entrance }]);
  // @ts-expect-error: values of two columns of the same type are exchanged.
  await part.load(address, [{ ...row, entrance: row.town }]);
  // @ts-expect-error: a column that must not be null.
  await part.load(address, [{ ...row, town: null }]);
  // @ts-expect-error: a column is missing.
  await part.load(address, [{ id: 1, town: 'Cluj', entrance: null, floor: null }]);
  // @ts-expect-error: a row of another table.
  await part.load(link, [row]);
}

test('a text is taken apart into its statements, whose quoted text and comments may hold semicolons', () => {
  const statements = [
    `create table "a;b" (c text default 'it''s; ok') /* clustered; */`,
    `-- a comment; here
    insert into a values (1 - 2 / 3, ';')`,
    'select 1',
  ];
  assert.deepEqual(statementsOf(`${statements.join(';')};\n ;`), statements);
  assert.deepEqual(statementsOf(' \n'), []);
});
