/** Roles have one order, whatever the engine joins first: both engines give the same answers, and an ETag changes only with the data. */
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
import { onBothEngines } from '#test/support/both-engines.ts';
import { write, writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const NAME = 'TIHNITU DAN';
/** Enough rows for PostgreSQL to scan the table of shares sequentially, in insertion order. */
const FIRMS = 600;
/** The person is the officer of the first firm and a shareholder of every fifth one; the shares are listed in reverse. */
const HELD = Array.from({ length: FIRMS }, (_, n) => n).filter((n) => n > 0 && n % 5 === 0);

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-order-'));
  let store: Store;
  let dataset: Dataset;
  before(async () => {
    const location = await engine.place();
    store = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    writeSnapshot(
      folder,
      '02-09-2026',
      Array.from({ length: FIRMS }, (_, n) => ({
        cui: companyCui(n),
        number: `J12/${n + 1}/1998`,
        name: `BARCA ${String(n).padStart(3, '0')} SRL`,
        street: `Str. ${n}`,
        officers: n === 0 ? [{ name: NAME, born: ['05/06/1971', 'Turda', 'Cluj'] as [string, string, string] }] : [],
      })),
    );
    const others = Array.from({ length: FIRMS }, (_, n) => `${companyCui(n)};company;NORDWIND ${n} GMBH;;50;;;`);
    const his = HELD.toReversed().map((n) => `${companyCui(n)};person;${NAME};;50;;1971-06-05;Turda`);
    const header = 'cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place';
    write(folder, 'import/shareholders.csv', [header, ...his, ...others].join('\n'));
    const publications = await findPublications(folder);
    await ingest({ ...store, publications, personKey: 'person', strict: true, progress: silent });
    await store.generations.refresh();
    dataset = store.generations.current() as Dataset;
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('the roles of one shareholder are in the order of the firms, whatever the order of the shares', async () => {
    const cui = companyCui(0);
    const firm = await dataset.db.one<never>('select * from firm where cui = $1', [Number(cui)]);
    const { edges } = await networkOf({ cui, name: 'BARCA 000 SRL', active: true, firm }, dataset, new Set());
    const led = edges.filter(({ to }) => to.startsWith('firm:')).map(({ to }) => Number(to.slice('firm:'.length)));
    assert.equal(led.length, HELD.length);
    assert.deepEqual(
      led,
      led.toSorted((a, b) => a - b),
    );
  });
});
