/** Persons over two generations, on both engines: stable ids, and hidden persons stay hidden in new data. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { offline } from '#data/live/ports.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { type App, app } from '#server/app.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { knownSecrets } from '#test/support/known-secrets.ts';
import { type WrittenFirm, writeSnapshot } from '#test/support/publications.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

const born = (day: string): [string, string, string] => [day, 'Cluj-Napoca', 'Cluj'];

const firm = (n: number, officers: WrittenFirm['officers'] = []): WrittenFirm => ({
  cui: companyCui(n),
  number: `J12/${n + 1}/1998`,
  name: `FIRMA ${n} SRL`,
  officers,
});

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-generations-'));
  let store: Store;
  let created: App;
  let served: Listening;
  const read = async (day: string, firms: WrittenFirm[]) => {
    writeSnapshot(folder, day, firms);
    const publications = await findPublications(folder);
    await ingest({ ...store, publications, personKey: 'person', strict: true, progress: silent });
    await store.generations.refresh();
  };
  before(async () => {
    const location = await engine.place();
    store = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    await read('02-09-2026', [
      firm(0, [{ name: 'ȘTEFAN ION', born: born('01/02/1970') }]),
      firm(1, [
        { name: 'STEFAN ION', born: born('01/02/1970') },
        { name: 'STEFAN ION', born: born('09/09/1980') },
      ]),
      firm(2, [{ name: 'STEFAN ION' }]),
      firm(3, [{ name: 'STEFAN ION' }, { name: 'ALFA INSOLV IPURL', title: 'lichidator judiciar' }]),
    ]);
    created = await app({
      config: {
        country: 'demo',
        today: () => '2026-11-15',
        publicUrl: null,
        trustedProxies: [],
        dataFolder: location.folder,
      },
      secrets: knownSecrets,
      store,
      live: offline,
      profile: demoProfile('person'),
      log: { access: null, error: () => {} },
    });
    served = await listening(created.router);
  });
  after(async () => {
    await served.close();
    await created.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const get = async (path: string) => {
    const response = await fetch(served.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
    return { status: response.status, ...((await response.json()) as { data: Found[] }) };
  };
  interface Found {
    id: string;
    companiesCount: number;
    identityConfidence: { level: string };
  }
  const namesakes = async (): Promise<Found[]> => (await get('/api/search/people?q=ion%20stefan')).data;

  test('lines with equal birth data are one person in any spelling; namesakes and lines without birth data stay separate', async () => {
    const found = await namesakes();
    assert.deepEqual(found.map((one) => `${one.companiesCount} ${one.identityConfidence.level}`).toSorted(), [
      '1 high',
      '1 low',
      '1 low',
      '2 high',
    ]);
    assert.equal((await get('/api/search/people?q=alfa')).data.length, 0);
  });

  test('ids are the same in the next generation, and a hidden person stays hidden in new firms', async () => {
    const before = await namesakes();
    const [first] = before;
    assert.ok(first);
    await hidePerson(store.state, {
      person_id: first.id,
      name: null,
      reason: 'asked',
      hidden_at: new Date().toISOString(),
    });
    await until('the person is hidden', async () => (await namesakes()).length < before.length);
    assert.deepEqual(
      (await namesakes()).map((one) => one.id),
      before.slice(1).map((one) => one.id),
    );
    await read('02-10-2026', [
      firm(0, [{ name: 'ȘTEFAN ION', born: born('01/02/1970') }]),
      firm(1, [{ name: 'STEFAN ION', born: born('09/09/1980') }]),
      firm(2, [{ name: 'STEFAN ION' }]),
      firm(3, [{ name: 'STEFAN ION' }, { name: 'ALFA INSOLV IPURL', title: 'administrator judiciar' }]),
      firm(4, [{ name: 'Ştefan  Ion', born: born('1970-02-01') }]),
    ]);
    assert.deepEqual(new Set((await namesakes()).map((one) => one.id)), new Set(before.slice(1).map((one) => one.id)));
    for (const n of [0, 1, 4]) {
      for (const rest of ['', '/timeline', '/network', '/related']) {
        const { status, data } = await get(`/api/company/${companyCui(n)}${rest}`);
        assert.equal(status, 200);
        const text = JSON.stringify(data);
        assert.ok(!text.includes(first.id), `${n}${rest}`);
        if (n !== 1) assert.doesNotMatch(text, /tefan/i);
      }
    }
    assert.equal((await get(`/api/person/${first.id}`)).status, 404);
    const timeline = JSON.stringify((await get(`/api/company/${companyCui(1)}/timeline`)).data);
    assert.match(timeline, /Legal representative left/);
    assert.doesNotMatch(timeline, /STEFAN/);
  });

  test('an officer with a changed title is an added and a removed role, each with its title', async () => {
    const { data } = await get(`/api/company/${companyCui(3)}/timeline`);
    const changes = (data as unknown as { kind: string; details: string }[]).filter(({ kind }) =>
      kind.startsWith('officer'),
    );
    assert.deepEqual(
      changes.map(({ kind, details }) => [kind, details]),
      [
        ['officerAdded', 'ALFA INSOLV IPURL, administrator judiciar'],
        ['officerRemoved', 'ALFA INSOLV IPURL, lichidator judiciar'],
      ],
    );
  });
});
