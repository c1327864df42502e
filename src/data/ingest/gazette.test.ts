import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import { ddlForSqlite } from '#data/store/ddl.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { listingTables, nameTables } from '#domain/search/tables.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { linksOf } from './gazette.ts';

const CUI = [1, 2, 3, 4, 5].map((n) => cuiOf(9_100_000 + n));
const NUMBER = ['J1998000001126', 'J1998000002126', 'J1998000003126', 'J1998000004126', 'J1998000005126'];

/** Alfa is unique; two firms are named Beta, one of them active; two active ones are named Gama; Alfa was formerly Delta. */
async function names() {
  const db = openSqlite(':memory:');
  const firms: [name: string, active: number][] = [
    ['alfa', 1],
    ['beta', 1],
    ['beta', 0],
    ['gama', 1],
    ['gama', 1],
  ];
  const tables = ddlForSqlite(listingTables + nameTables)
    .split(';')
    .filter((sql) => sql.trim() !== '');
  await db.write([
    ...tables.map((sql) => ({ sql })),
    ...firms.flatMap(([name, active], i) => [
      {
        sql: 'insert into listing (rank, cui, name, registration_number, active, caen_told) values ($1, $2, $3, $4, $5, 0)',
        params: [i + 1, Number(CUI[i]), name, NUMBER[i] ?? '', active],
      },
      { sql: 'insert into name_entry (id, rank, former, bare) values ($1, $1, 0, $2)', params: [i + 1, name] },
    ]),
    { sql: "insert into name_entry (id, rank, former, bare) values (99, 1, 1, 'delta')" },
  ]);
  return db;
}

const record = (companyName: string, given: Partial<GazetteRecord> = {}): GazetteRecord => ({
  part: 'IV',
  number: 1,
  bis: false,
  date: '2026-01-05',
  page: null,
  kind: 'notice',
  companyName,
  registrationNumber: null,
  cui: null,
  title: 'ANUNȚ',
  text: 'Text',
  url: null,
  ...given,
});

test('a code or number identifies the firm, and the name determines the confidence', async () => {
  const db = await names();
  const links = await linksOf(db, [
    record('ALFA S.R.L.', { cui: CUI[0] ?? '' }),
    record('DELTA S.R.L.', { cui: CUI[0] ?? '' }),
    record('OMEGA S.R.L.', { cui: CUI[0] ?? '' }),
    record('Gama SRL', { registrationNumber: NUMBER[4] ?? '' }),
    record('OMEGA S.R.L.', { cui: cuiOf(9_200_000) }),
    record('OMEGA S.R.L.', { cui: '91000010' }),
  ]);
  assert.deepEqual(
    links.map(({ cui, confidence }) => [cui, confidence]),
    [
      [CUI[0], 'exact'],
      [CUI[0], 'exact'],
      [CUI[0], 'high'],
      [CUI[4], 'exact'],
      [cuiOf(9_200_000), 'high'],
      [null, null],
    ],
  );
  await db.close();
});

test('a name alone identifies the firm if it is unambiguous', async () => {
  const db = await names();
  const links = await linksOf(db, [
    record('„Alfa” S.R.L.'),
    record('BETA SRL'),
    record('GAMA SRL'),
    record('DELTA SRL'),
  ]);
  assert.deepEqual(
    links.map(({ cui, confidence }) => [cui, confidence]),
    [
      [CUI[0], 'high'],
      [CUI[1], 'low'],
      [null, null],
      [CUI[0], 'low'],
    ],
  );
  await db.close();
});
