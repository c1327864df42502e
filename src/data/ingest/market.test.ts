import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import {
  entitiesTables,
  entity,
  firm,
  firmActivities,
  firmEvent,
  firmStatus,
  historyTables,
  registryTables,
} from '#domain/companies/tables.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { rowOf } from '#test/support/table-rows.ts';
import { loadMarket } from './market.ts';
import { loadSearch } from './search.ts';

onBothEngines((engine) => {
  let generations: Generations;
  let live: Database;
  let counts: Map<string, number[]>;

  before(async () => {
    const location = await engine.place();
    generations = await location.generations('demo');
    live = await location.database();
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
      firm,
      [
        { id: 1, cui: 1, name: 'UNU', registration_number: 'J1', registered_on: '2020-05-01', county_slug: 'cluj' },
        { id: 2, cui: 2, name: 'DOI', registration_number: 'J2', registered_on: '2020-05-31', legal_form: 'SRL' },
        { id: 3, cui: 3, name: 'TREI', registration_number: 'J3', county_slug: 'cluj', legal_form: 'SRL' },
      ].map((row) => rowOf(firm, { ...row, sort_key: row.name.toLowerCase() })),
    );
    await registry.load(firmStatus, [
      { firm_id: 1, code: '1084' },
      { firm_id: 2, code: '1084' },
      { firm_id: 2, code: '1048' },
      { firm_id: 3, code: '1048' },
    ]);
    await registry.load(firmActivities, [
      { firm_id: 1, codes: 'rev2:4711' },
      { firm_id: 3, codes: 'rev3:4711' },
    ]);
    const history = await build.part('history', about);
    await history.execute(historyTables);
    await history.load(
      firmEvent,
      [
        { registration_number: 'J1', day: '2026-09-02', kind: 'status', before: '1048', after: '1084' },
        { registration_number: 'J2', day: '2026-09-02', kind: 'status', before: null, after: '1048,1084' },
        { registration_number: 'J2', day: '2026-10-02', kind: 'status', before: '1048,1084', after: '1084' },
        { registration_number: 'J3', day: '2026-10-02', kind: 'status', before: '1048', after: '10840' },
        { registration_number: 'J3', day: '2026-10-02', kind: 'name', before: '1048', after: '1084' },
      ].map((row) => rowOf(firmEvent, row)),
    );
    const entities = await build.part('entities', about);
    await entities.execute(entitiesTables);
    const town = { name: 'PRIMARIA', legalForm: null, caenCode: '8411', headquartersAddress: { county: 'Cluj' } };
    await entities.load(entity, [{ cui: 9, record: JSON.stringify(town), observed_at: '2026-11-15T00:00:00Z' }]);
    const parts = [await registry.finish(), await history.finish(), await entities.finish()];
    const search = await build.part('search', about, parts);
    const { stored, market } = await loadSearch(search, async () => new Map(), { finances: false, entities: true });
    assert.deepEqual(stored, { listing: 4, name_entry: 4 });
    await loadMarket(search, live, market);
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

  test('registered firms are counted by status, legal form, county and activity, without other entities', () => {
    assert.deepEqual(of('all'), { 'all ': [3, 1] });
    assert.deepEqual(of('status'), { 'status 1048': [1, 1], 'status 1084': [2, 0] });
    assert.deepEqual(of('legalForm'), { 'legalForm ': [1, 0], 'legalForm SRL': [2, 1] });
    assert.deepEqual(of('county'), { 'county ': [1, 0], 'county cluj': [2, 1] });
    assert.deepEqual(of('class'), { 'class rev2:4711': [1, 0], 'class rev3:4711': [1, 1] });
    assert.deepEqual(of('section'), { 'section ': [1, 0], 'section rev2:G': [1, 0], 'section rev3:G': [1, 1] });
    assert.deepEqual(of('registered'), { 'registered ': [1, 1], 'registered 2020-05': [2, 0] });
  });

  test('a strike-off counts in the first snapshot that has it', () => {
    assert.deepEqual(of('struckOff'), { 'struckOff 2026-09-02': [2, 0] });
  });

  test('strike-offs of the tax authority are counted by month among the observed firms', () => {
    assert.deepEqual(of('deregistered'), { 'deregistered 2025-03': [2, 0] });
    assert.deepEqual(of('observed'), { 'observed ': [3, 0] });
  });
});
