/** Changes between snapshots: former names, officer dates and events, recorded once and along the served generations only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeChanges } from '#data/ingest/history.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { type WrittenFirm, type WrittenOfficer, writeSnapshot } from '#test/support/publications.ts';

const ION: WrittenOfficer = { name: 'POPESCU ION', born: ['01/03/1970', 'Dej', 'Cluj'] };
const ANA: WrittenOfficer = { name: 'IONESCU ANA', born: ['02/04/1980', 'Turda', 'Cluj'] };
const ALFA: WrittenFirm = { cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL', officers: [ION] };
const BETA: WrittenFirm = { cui: '90000022', number: 'J12/55/2004', name: 'BETA SRL' };
const GAMMA: WrittenFirm = { cui: '90000030', number: 'J12/1/2026', name: 'GAMMA SRL', officers: [ANA] };

/** A change of name, then an officer, whom the file lists twice, and a seat, then a removal and a registration. */
const SNAPSHOTS: [day: string, firms: WrittenFirm[]][] = [
  ['01-01-2026', [ALFA, BETA]],
  ['01-04-2026', [{ ...ALFA, name: 'ALFA DOI SRL' }, BETA]],
  [
    '01-07-2026',
    [
      { ...ALFA, name: 'ALFA TREI SRL', officers: [ION, ANA, ANA], street: 'Str. Nouă' },
      { ...BETA, form: 'SA' },
    ],
  ],
  ['01-10-2026', [{ ...ALFA, name: 'ALFA TREI SRL', officers: [ANA], street: 'Str. Nouă', statuses: ['1070'] }, GAMMA]],
];

function published(...snapshots: [day: string, firms: WrittenFirm[]][]): string {
  const folder = publications();
  for (const [day, firms] of snapshots) writeSnapshot(folder, day, firms);
  return folder;
}

const EVENTS = [
  'J1998001234124 2026-04-01 name ALFA SRL → ALFA DOI SRL',
  'J1998001234124 2026-07-01 address Str. Fictivă nr. 16, Cluj-Napoca, jud. Cluj → Str. Nouă nr. 16, Cluj-Napoca, jud. Cluj',
  'J1998001234124 2026-07-01 name ALFA DOI SRL → ALFA TREI SRL',
  'J1998001234124 2026-07-01 officerAdded null → IONESCU ANA (administrator)',
  'J1998001234124 2026-10-01 officerRemoved POPESCU ION → null (administrator)',
  'J1998001234124 2026-10-01 status 1048 → 1070',
];
const OTHER_EVENTS = [
  'J2004000055123 2026-07-01 legalForm SRL → SA',
  'J2004000055123 2026-10-01 removed BETA SRL → null',
  'J2026000001128 2026-10-01 registered null → GAMMA SRL',
];

interface EventRow {
  registration_number: string;
  day: string;
  kind: string;
  before: string | null;
  after: string | null;
  title: string | null;
}
async function eventsOf({ query }: Pick<Installation, 'query'>): Promise<string[]> {
  const rows = await query<EventRow>('select * from firm_event order by registration_number, day, kind');
  return rows.map(
    (row) =>
      `${row.registration_number} ${row.day} ${row.kind} ${row.before} → ${row.after}${row.title ? ` (${row.title})` : ''}`,
  );
}

onBothEngines((engine) => {
  test('four snapshots read at once give former names, officer dates and events', async () => {
    const { store, read, companyOf, query } = await installation(engine);
    await read(published(...SNAPSHOTS));
    assert.deepEqual(await eventsOf({ query }), [...EVENTS, ...OTHER_EVENTS]);
    const alfa = await companyOf('90000014');
    assert.deepEqual(alfa.formerNames, [
      { name: 'ALFA DOI SRL', until: '2026-07-01' },
      { name: 'ALFA SRL', until: '2026-04-01' },
    ]);
    assert.deepEqual(
      alfa.administrators?.map(({ name, since }) => [name, since]),
      [['IONESCU ANA', '2026-07-01']],
    );
    // The first officers of a firm precede any comparison.
    assert.equal((await companyOf('90000030')).administrators?.[0]?.since, null);
    assert.equal(store.generations.current()?.manifest.lineage.length, 4);
    await store.close();
  });

  test('the same snapshots read one by one give the same events', async () => {
    const { store, read, query } = await installation(engine);
    for (const snapshot of SNAPSHOTS) await read(published(snapshot));
    assert.deepEqual(await eventsOf({ query }), [...EVENTS, ...OTHER_EVENTS]);
    await store.close();
  });

  test('a second write of the same changes has no effect', async () => {
    const { store, read } = await installation(engine);
    const [first, second] = SNAPSHOTS;
    assert.ok(first && second);
    await read(published(first));
    const older = store.generations.current()?.manifest.parts.find((part) => part.name === 'registry');
    await read(published(second));
    const newer = store.generations.current()?.manifest.parts.find((part) => part.name === 'registry');
    assert.ok(older && newer);
    const written = await store.state.all('select * from registry_change');
    assert.ok(written.length > 0);

    const build = await store.generations.build();
    const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };
    const client = await build.part('comparison', about, [older, newer]);
    await writeChanges(client.db, store.state, older, newer, { officers: true });
    await build.close();
    assert.deepEqual(await store.state.all('select * from registry_change'), written);
    await store.close();
  });

  test('after a rollback the history follows the served generations, and abandoned changes are removed', async () => {
    const { store, read, query } = await installation(engine);
    const [first, second, third] = SNAPSHOTS;
    assert.ok(first && second && third);
    await read(published(first));
    await read(published(second));
    await store.generations.rollback();
    assert.deepEqual(await eventsOf({ query }), []);
    await read(published(third));
    assert.deepEqual(
      (await eventsOf({ query })).filter((event) => event.includes(' name ')),
      ['J1998001234124 2026-07-01 name ALFA SRL → ALFA TREI SRL'],
    );
    await read(published(...SNAPSHOTS.slice(3)));
    const days = await store.state.all<{ day: string }>('select distinct day from registry_change order by day');
    assert.deepEqual(
      days.map((row) => row.day),
      ['2026-07-01', '2026-10-01'],
    );
    await store.close();
  });

  test('a dataset rebuilt after a loss has the history of the change log', async () => {
    const { store, read } = await installation(engine);
    await read(published(...SNAPSHOTS.slice(0, 3)));
    const rebuilt = await installation(engine);
    for (const table of ['registry_change', 'registry_change_pair'])
      for (const row of await store.state.all<Record<string, string | null>>(`select * from ${table}`)) {
        const columns = Object.keys(row);
        const locations = columns.map((_, i) => `$${i + 1}`).join(', ');
        const sql = `insert into ${table} (${columns.join(', ')}) values (${locations})`;
        await rebuilt.store.state.write([{ sql, params: Object.values(row) }]);
      }
    await rebuilt.read(published(...SNAPSHOTS.slice(2)));
    assert.deepEqual(await eventsOf(rebuilt), [...EVENTS, ...OTHER_EVENTS]);
    await store.close();
    await rebuilt.store.close();
  });

  test('another person key gives other person ids and no officer events', async () => {
    const { store, read, companyOf, query } = await installation(engine);
    const [first, second] = SNAPSHOTS;
    assert.ok(first && second);
    await read(published(first));
    const before = (await companyOf('90000014')).administrators?.[0]?.personId;
    await read(published(second), { personKey: 'another key' });
    assert.notEqual((await companyOf('90000014')).administrators?.[0]?.personId, before);
    assert.deepEqual(await eventsOf({ query }), EVENTS.slice(0, 1));
    await store.close();
  });
});
