import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { entitiesTables, historyTables, registryTables } from '#domain/companies/tables.ts';
import { listingTables } from '#domain/search/tables.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { loadMarket } from './market.ts';

onBothEngines((engine) => {
  let generations: Generations;
  let live: Database;
  let counts: Map<string, number[]>;

  before(async () => {
    const place = await engine.place();
    generations = await place.generations('demo');
    live = await place.database();
    await migrate(live, migrationsOf('live', engine.name));
    const observation = (cui: number, deregisteredOn: string | null) => ({
      sql: 'insert into fiscal_observation (cui, found, record, fetched_at) values ($1, 1, $2, $3)',
      params: [cui, JSON.stringify({ cui: String(cui), deregisteredOn, iban: null }), '2026-11-15T00:00:00Z'],
    });
    await live.write([
      observation(1, '2025-03-31'),
      observation(2, '2025-03-01'),
      observation(3, null),
      observation(9, '2025-03-02'),
    ]);

    const build = await generations.build();
    const about = { source: 'computed', asOf: null, licence: null, fingerprint: 'hand' };
    const registry = await build.part('registry', about);
    await registry.execute(registryTables);
    await registry.load(
      'firm',
      ['id', 'cui', 'name', 'registration_number', 'registered_on', 'sort_key'],
      [
        [1, 1, 'UNU', 'J1', '2020-05-01', 'unu'],
        [2, 2, 'DOI', 'J2', '2020-05-31', 'doi'],
        [3, 3, 'TREI', 'J3', null, 'trei'],
      ],
    );
    const history = await build.part('history', about);
    await history.execute(historyTables);
    await history.load(
      'firm_event',
      ['registration_number', 'day', 'kind', 'before', 'after'],
      [
        ['J1', '2026-09-02', 'status', '1048', '1084'],
        ['J2', '2026-09-02', 'status', null, '1048,1084'],
        ['J2', '2026-10-02', 'status', '1048,1084', '1084'],
        ['J3', '2026-10-02', 'status', '1048', '10840'],
        ['J3', '2026-10-02', 'name', '1048', '1084'],
      ],
    );
    const entities = await build.part('entities', about);
    await entities.execute(entitiesTables);
    await entities.load('entity', ['cui', 'record', 'observed_at'], [[9, '{}', '2026-11-15T00:00:00Z']]);
    const parts = [await registry.finish(), await history.finish(), await entities.finish()];
    const search = await build.part('search', about, parts);
    await search.execute(listingTables);
    await search.load(
      'listing',
      [
        'rank',
        'firm_id',
        'cui',
        'name',
        'county_slug',
        'legal_form',
        'status_code',
        'active',
        'caen',
        'caen_revision',
        'caen_told',
      ],
      [
        [1, 3, 3, 'TREI', 'cluj', 'SRL', '1048', 1, '4711', 'rev3', 0],
        [2, 1, 1, 'UNU', 'cluj', null, '1084', 0, '4711', 'rev2', 0],
        [3, 2, 2, 'DOI', null, 'SRL', '1084', 0, null, null, 0],
        [4, null, 9, 'PRIMARIA', 'cluj', null, null, 1, '8411', null, 0],
      ],
    );
    await loadMarket(search, live);
    await build.publish([...parts, await search.finish()], []);
    await build.close();
    const { db } = generations.current() as Dataset;
    const rows = await db.all<{ kind: string; value: string; companies: number; active: number }>(
      'select * from market',
    );
    counts = new Map(rows.map(({ kind, value, companies, active }) => [`${kind} ${value}`, [companies, active]]));
  });

  after(async () => {
    await generations.close();
    await live.close();
  });

  const of = (kind: string) => Object.fromEntries([...counts].filter(([key]) => key.startsWith(`${kind} `)));

  test('registrations are counted by status, form, county and activity; who is outside the registry is not', () => {
    assert.deepEqual(of('all'), { 'all ': [3, 1] });
    assert.deepEqual(of('status'), { 'status 1048': [1, 1], 'status 1084': [2, 0] });
    assert.deepEqual(of('legalForm'), { 'legalForm ': [1, 0], 'legalForm SRL': [2, 1] });
    assert.deepEqual(of('county'), { 'county ': [1, 0], 'county cluj': [2, 1] });
    assert.deepEqual(of('class'), { 'class rev2:4711': [1, 0], 'class rev3:4711': [1, 1] });
    assert.deepEqual(of('section'), { 'section ': [1, 0], 'section rev2:G': [1, 0], 'section rev3:G': [1, 1] });
    assert.deepEqual(of('registered'), { 'registered ': [1, 1], 'registered 2020-05': [2, 0] });
  });

  test('a strike-off is counted in the snapshot that shows it first', () => {
    assert.deepEqual(of('struckOff'), { 'struckOff 2026-09-02': [2, 0] });
  });

  test('the tax authority’s strike-offs are counted by month, of the firms that were asked about', () => {
    assert.deepEqual(of('deregistered'), { 'deregistered 2025-03': [2, 0] });
    assert.deepEqual(of('observed'), { 'observed ': [3, 0] });
  });
});
