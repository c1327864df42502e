/** The states of a documentation: the statements that write states perform only the transitions of states.ts. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { documentationOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import {
  changeState,
  changeVersionState,
  insertDocumentation,
  insertVersion,
  lockDocumentation,
  supersedeOlder,
  withdrawVersions,
} from '#domain/documents/tables/documentation-writes-table.ts';
import { type DocumentationState, mayBecome } from '#domain/documents/tables/rows.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const STATES: readonly DocumentationState[] = [
  ...(['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'] as const),
];
const SINCE = '2026-11-15T10:00:00.000Z';
const LATER = '2026-11-16T10:00:00.000Z';

test('the transitions are those of the contract, plus announced to none', () => {
  const ways = STATES.flatMap((from) => STATES.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`));
  const contract = [
    ...['none → announced', 'announced → collecting'],
    ...['available', 'partial', 'failed'].map((to) => `collecting → ${to}`),
    ...['failed', 'partial'].map((from) => `${from} → collecting`),
    ...['available', 'partial'].map((from) => `${from} → superseded`),
    ...STATES.filter((from) => from !== 'withdrawn').map((from) => `${from} → withdrawn`),
  ];
  assert.deepEqual(ways.toSorted(), [...contract, 'announced → none'].toSorted());
});

test('only one source file writes documentation states', () => {
  const writing = globSync('{src,demo-country}/**/*.ts').filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /update (documentation|documentation_version) set[^;`]*\bstate = /.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(writing.toSorted(), ['src/domain/documents/tables/documentation-writes-table.ts']);
});

onBothEngines((engine) => {
  let db: Database;
  before(async () => {
    db = await (await engine.place()).database();
    await migrate(db, migrationsOf('documents', engine.name));
  });
  after(() => db.close());

  test('a documentation takes every legal transition and no other, and records the time', async () => {
    for (const from of STATES)
      for (const to of STATES) {
        const notice = `${from}-${to}`;
        await db.write([
          insertDocumentation({ notice, systemId: 1, typeId: 2 }, SINCE, 0),
          lockDocumentation(notice, 'us', 10, 0),
          { sql: 'update documentation set state = $2 where notice = $1', params: [notice, from] },
          changeState(notice, 'somebody else', to, { since: LATER }),
        ]);
        assert.equal((await documentationOf(db, notice))?.state, from, 'a collector without the lock changes nothing');
        await db.write([changeState(notice, 'us', to, { since: LATER })]);
        const row = await documentationOf(db, notice);
        const isLegal = mayBecome(from, to);
        assert.deepEqual([row?.state, row?.since], isLegal ? [to, LATER] : [from, SINCE], notice);
      }
  });

  test('a version takes every legal transition and no other, and records the time', async () => {
    for (const from of STATES)
      for (const to of STATES) {
        const notice = `version-${from}-${to}`;
        await db.write([
          ...insertVersion(notice, 1, [], SINCE),
          { sql: 'update documentation_version set state = $2 where notice = $1', params: [notice, from] },
          to === 'superseded'
            ? supersedeOlder(notice, 2, LATER)
            : to === 'withdrawn'
              ? withdrawVersions(notice, LATER)
              : changeVersionState(notice, 1, to, LATER),
        ]);
        const [row] = await versionsOf(db, notice);
        assert.deepEqual([row?.state, row?.since], mayBecome(from, to) ? [to, LATER] : [from, SINCE], notice);
      }
  });

  test('a withdrawn notice cannot be locked', async () => {
    const [rows] = await db.write([lockDocumentation('announced-withdrawn', 'another', 100, 50)]);
    assert.deepEqual(rows, []);
  });
});
