/** Names of frequent words only, which are indexed by word pairs; on both engines. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Database } from '#data/store/database.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { firmsOfRanks } from '#domain/search/listing-table.ts';
import { FIRST_PAGE, findFirms } from '#domain/search/result-page.ts';
import { PAIRED_ENTRIES_MIN } from '#domain/search/word-pairs.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';

/** Enough for a word to be frequent. */
const MANY = PAIRED_ENTRIES_MIN + 10;

const names = [
  ...Array.from({ length: MANY }, (_, n) => `ALFA BETA ${n}`),
  ...Array.from({ length: MANY }, (_, n) => `GAMA ${n}`),
  'BETA GAMA ALFA',
  'ALFA BETA OMEGA GAMA',
  'GAMA DELTA ALFA',
  'GAMA DELTOID ALFA',
];

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-pairs-'));
  let store: Store;
  let db: Database;
  before(async () => {
    const location = await engine.place();
    store = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    const firms = names.map((name, n) => ({ cui: companyCui(n), number: `J12/${n + 1}/1998`, name: `${name} SRL` }));
    writeSnapshot(folder, '02-09-2026', firms);
    const publications = await findPublications(folder);
    await ingest({ ...store, publications, personKey: 'person', strict: true, progress: silent });
    await store.generations.refresh();
    db = store.generations.current()?.db as Database;
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const found = async (q: string): Promise<string[]> => {
    const { firms } = await findFirms(db, q, FIRST_PAGE, 50);
    const rows = await firmsOfRanks(
      db,
      firms.map(({ rank }) => rank),
    );
    return rows.map(({ name }) => name.replace(' SRL', ''));
  };

  test('three frequent words find the few names with all of them, in any order', async () => {
    assert.deepEqual((await found('gama alfa beta')).toSorted(), ['ALFA BETA OMEGA GAMA', 'BETA GAMA ALFA']);
    assert.equal((await found('gama alfa beta'))[0], 'BETA GAMA ALFA');
  });

  test('two frequent words find all names with both, up to the page limit', async () => {
    assert.deepEqual((await found('alfa gama')).toSorted(), names.slice(-4).toSorted());
    const { firms, totalRelation } = await findFirms(db, 'beta alfa', FIRST_PAGE, 50);
    assert.deepEqual([firms.length, totalRelation], [50, 'atLeast']);
  });

  test('above the limit of joined names the total is marked as a lower bound', async () => {
    const { firms, total, totalRelation } = await findFirms(db, 'alfabet', FIRST_PAGE, 50);
    assert.deepEqual([firms.length, totalRelation], [50, 'atLeast']);
    assert.ok(total >= 50 && total < MANY);
  });

  test('a rare word or its prefix beside frequent words selects the names', async () => {
    assert.deepEqual(await found('alfa gama omega'), ['ALFA BETA OMEGA GAMA']);
    assert.deepEqual(await found('alfa gama delt'), ['GAMA DELTA ALFA', 'GAMA DELTOID ALFA']);
    assert.equal((await found('alfa beta 77'))[0], 'ALFA BETA 77');
  });

  test('frequent words that no name combines are found without one of them', async () => {
    const hits = await found('gama beta 77');
    assert.ok(hits.length > 0 && hits.every((name) => !/GAMA.*77|77.*GAMA/.test(name) || !name.includes('BETA')));
  });
});
