import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ddlForSqlite } from '#data/store/ddl.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { cpvWalks } from './filters.ts';
import { rollupTables } from './rollup-tables.ts';

test('contracts of a town are walked along the town index, unless their code has few', async () => {
  const db = openSqlite(':memory:');
  const tables = ddlForSqlite(rollupTables)
    .split(';')
    .filter((sql) => sql.trim() !== '');
  await db.write([
    ...tables.map((sql) => ({ sql })),
    { sql: "insert into cpv_count values ('45233140', 'contract', 47000), ('33192000', 'contract', 12)" },
  ]);
  const walked = async (prefix: string) =>
    (await cpvWalks(db, 'contract', prefix, { supplierCity: 'Iași', limit: 50 })).map(({ from }) => from);
  assert.deepEqual(await walked('45'), ['contract_town']);
  assert.deepEqual(await walked('4523'), ['contract_town']);
  assert.deepEqual(await walked('45233140'), ['contract_town']);
  assert.deepEqual(await walked('3319'), ['contract']);
  await db.close();
});
