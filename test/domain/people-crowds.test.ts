/** An officer with very many firms and an address with very many, on both engines: bounded answers with the largest firms. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { networkOf } from '#domain/people/network.ts';
import { relatedTo } from '#domain/people/related-companies.ts';
import { rolesOf } from '#domain/people/roles.ts';
import { firmsOfPerson } from '#domain/people/roles-table.ts';
import { FIRST_PAGE, findPeople } from '#domain/people/search.ts';
import type { TieSubject } from '#domain/people/ties.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { writeBalances, writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';

/** More than the limit of firms that an answer considers. */
const FIRMS = 620;
const LARGEST = 611;
const busy = { name: 'HARNICU VASILE', born: ['01/02/1960', 'Turda', 'Cluj'] as [string, string, string] };
const calm = { name: 'TIHNITU ANA', born: ['03/04/1970', 'Dej', 'Cluj'] as [string, string, string] };
const nobody: ReadonlySet<string> = new Set();

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-crowds-'));
  let store: Store;
  let dataset: Dataset;
  before(async () => {
    const location = await engine.place();
    store = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    // Firms 0 to 619 share an officer; firms 620 to 1239 share an address. Two of the first group have a second officer.
    const firms = Array.from({ length: 2 * FIRMS }, (_, n) => ({
      cui: companyCui(n),
      number: `J12/${n + 1}/1998`,
      name: `FIRMA ${n} SRL`,
      street: n < FIRMS ? `Str. ${n}` : 'Str. Sediilor',
      officers: n >= FIRMS ? [] : n === 0 || n === 5 ? [calm, busy] : [busy],
    }));
    writeSnapshot(folder, '02-09-2026', firms);
    const turnover = (n: number): number => (n % FIRMS === LARGEST ? 9_000_000 : 1_000 + (n % FIRMS));
    writeBalances(
      folder,
      2025,
      firms.map(({ cui }, n) => [cui, '4711', turnover(n), 10, 1]),
    );
    const publications = await findPublications(folder);
    await ingest({ ...store, publications, personKey: 'person', strict: true, progress: silent });
    await store.generations.refresh();
    dataset = store.generations.current() as Dataset;
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const tied = async (n: number): Promise<TieSubject & { name: string; active: boolean }> => ({
    cui: companyCui(n),
    name: `FIRMA ${n} SRL`,
    active: true,
    firm: await dataset.db.one('select * from firm where cui = $1', [Number(companyCui(n))]),
  });

  test('an officer with very many firms gives the largest ones, and firms of other officers stay included', async () => {
    const { firms, truncated } = await relatedTo(await tied(0), dataset, nobody);
    assert.equal(truncated, true);
    assert.ok(firms.length <= 500 && firms.length > 400);
    assert.equal(firms[0]?.firm.name, 'FIRMA 5 SRL');
    assert.equal(firms[0]?.via.length, 2);
    assert.equal(firms[1]?.firm.name, `FIRMA ${LARGEST} SRL`);
    assert.ok(firms.every(({ firm }) => firm.name !== 'FIRMA 0 SRL'));
  });

  test('an address with very many firms gives the largest ones', async () => {
    const { firms, truncated } = await relatedTo(await tied(FIRMS), dataset, nobody);
    assert.equal(truncated, true);
    assert.ok(firms.length <= 501 && firms.length > 400);
    assert.equal(firms[0]?.firm.name, `FIRMA ${FIRMS + LARGEST} SRL`);
    assert.ok(firms.every(({ via }) => via.length === 1 && via[0]?.kind === 'address'));
  });

  test('the network has two hundred nodes including the largest firm, and is marked as truncated', async () => {
    const { nodes, edges, truncated } = await networkOf(await tied(0), dataset, nobody);
    assert.equal(nodes.length, 200);
    assert.equal(truncated, true);
    assert.ok(nodes.some(({ label }) => label === `FIRMA ${LARGEST} SRL`));
    const ids = new Set(nodes.map(({ id }) => id));
    assert.ok(edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
  });

  test('a person with very many firms has the largest roles, marked as truncated, and all firms by paging', async () => {
    const found = await findPeople(dataset.db, 'vasile harnicu', { after: FIRST_PAGE, limit: 5, hidden: nobody });
    const [person] = found.rows;
    assert.ok(person);
    assert.equal(person.companies, FIRMS);
    const { roles, truncated } = await rolesOf(person, dataset);
    assert.deepEqual([roles.length, truncated], [200, true]);
    assert.equal(roles[0]?.companyName, `FIRMA ${LARGEST} SRL`);
    const seen = new Set<number>();
    for (let above = 0; ; ) {
      const page = await firmsOfPerson(dataset.db, person.rank, above, 97);
      for (const { rank } of page) seen.add(rank);
      if (page.length < 97) break;
      above = page.at(-1)?.rank ?? 0;
    }
    assert.equal(seen.size, FIRMS);
  });
});
