/** People over the demo country, on both engines: search, profile, paging, counts, and redaction in every answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '#data/store/database.ts';
import { showcasePerson } from '#demo-country/showcase.ts';
import { readsByDay } from '#domain/people/reads-table.ts';
import { words } from '#lib/values/text.ts';
import { hidePerson, unhidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import { until } from '#test/support/until.ts';

interface Row {
  id: string;
  name: string;
  companiesCount: number;
  activeCount: number;
  counties: string[];
  identityConfidence: { level: string; reasons: string[] };
}

onBothEngines((engine) => {
  let service: DemoService;
  let db: Database;
  let busiest: Row;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 300, runningClock());
    // Rows contain the activity from the tax authority: lists are stable once it has reported all of them.
    db = (service.store.generations.current() as { db: Database }).db;
    busiest = (await search(showcasePerson.name))[0] as Row;
  });
  after(() => service.close());
  const search = async (q: string, rest = ''): Promise<Row[]> => {
    const { status, body } = await service.get(`/api/search/people?q=${encodeURIComponent(q)}${rest}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  test('a person is found by name words in any order and case, without diacritics, and by prefixes', async () => {
    for (const q of [
      'CUTEZĂTORU HARALAMBIE-NEOFIT',
      'cutezatoru haralambie neofit',
      'neofit cutezătoru haralambie',
      'Haralambie Cutezătoru',
      'cutez',
      'har neo cut',
      'cutezator',
      '  cutezatoru,   haralambie. ',
      'CUTEZATORU\u0306 HARALAMBIE',
    ])
      assert.equal((await search(q))[0]?.id, busiest.id, q);
    assert.deepEqual(await search('cutezatoru ion'), []);
    assert.deepEqual(await search('cutezatorul'), []);
  });

  test('exact names come first, then names with the whole word, then names with the prefix', async () => {
    const all = await db.all<{ name: string }>('select name from person');
    const surnames = Map.groupBy(all, ({ name }) => words(name)[0] ?? '');
    const [surname] = [...surnames].find(([word, bearers]) => word.length > 3 && bearers.length > 2) ?? [''];
    const start = surname.slice(0, 3);
    const groups = (await pageThrough<Row>(service, `/api/search/people?q=${start}`, 50)).map(({ name }) =>
      words(name).includes(start) ? 0 : 1,
    );
    assert.ok(groups.length > 2);
    assert.deepEqual(groups, groups.toSorted());
    const full = all.find(({ name }) => words(name).length === 2)?.name ?? '';
    assert.deepEqual(words((await search(full))[0]?.name ?? '').toSorted(), words(full).toSorted());
  });

  test('every search gives the matches of a scan over all names, in pages of any size', async () => {
    const all = await db.all<{ id: string; name: string }>('select id, name from person order by rank');
    const typed = (q: string) => {
      const begun = [...new Set(words(q))];
      return all.filter(({ name }) => begun.every((word) => words(name).some((each) => each.startsWith(word))));
    };
    const syllables = fc.constantFrom(
      'a',
      'i',
      'ion',
      'pop',
      'ma',
      'mari',
      'ele',
      'escu',
      'ion ion',
      'an m',
      'alexandr',
    );
    await fc.assert(
      fc.asyncProperty(syllables, fc.integer({ min: 1, max: 50 }), async (q, limit) => {
        const found = await pageThrough<Row>(service, `/api/search/people?q=${encodeURIComponent(q)}`, limit);
        const ids = found.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual(
          ids.toSorted(),
          typed(q)
            .map(({ id }) => id)
            .toSorted(),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('hostile and senseless searches get a valid answer', async () => {
    for (const q of [
      '"',
      '*',
      'ion*',
      'ion OR pop',
      'NEAR(a b)',
      '-ion',
      "'; drop table person;--",
      ':*',
      '&',
      '!',
      '😀',
      '\u202eion',
      '\u200b',
      'a\u0301\u0301\u0301',
      '%',
      '_',
      'x'.repeat(200),
      'a b c d e f g h i j k l',
      '\u0000'.replace('\u0000', '\\0'),
    ])
      assert.ok(Array.isArray(await search(q)), q);
    assert.equal((await service.get(`/api/search/people?q=${'%20'.repeat(1_000)}`)).status, 400);
    assert.equal((await service.get(`/api/search/people?q=${'x'.repeat(201)}`)).status, 400);
    assert.deepEqual(service.errors, []);
  });

  test('a search without a hit names the demo country and suggests a name with hits', async () => {
    const { body } = await service.get('/api/search/people?q=nimeninimeni');
    const [, offered = ''] = /demo country.*try (.+)\.$/.exec(body.meta.warnings[0]) ?? [];
    assert.ok((await search(offered)).length > 0);
  });

  test('company counts and counties equal a recount over officers and shareholders', async () => {
    const held = new Map<string, Map<number, { active: number | null; county: string }>>();
    for (const sql of [
      `select o.person_id, l.rank, l.active, l.county_slug from officer o join listing l on l.firm_id = o.firm_id where o.kind = 'person'`,
      `select s.person_id, min(l.rank) as rank, max(l.active) as active, min(l.county_slug) as county_slug from shareholder s
       join listing l on l.cui = s.cui where s.kind = 'person' group by s.person_id, s.cui having count(distinct l.rank) = 1`,
    ])
      for (const row of await db.all<{ person_id: string; rank: number; active: number; county_slug: string }>(sql))
        held
          .getOrInsertComputed(row.person_id, () => new Map())
          .set(row.rank, { active: row.active, county: row.county_slug });
    const persons = await db.all<{ id: string; companies: number; active: number; counties: string }>(
      'select id, companies, active, counties from person',
    );
    assert.deepEqual(persons.map(({ id }) => id).toSorted(), [...held.keys()].toSorted());
    for (const { id, companies, active, counties } of persons) {
      const firms = [...(held.get(id)?.values() ?? [])];
      assert.equal(companies, firms.length);
      assert.equal(active, firms.filter((firm) => firm.active === 1).length);
      assert.deepEqual(counties.split(',').toSorted(), [...new Set(firms.map((firm) => firm.county))].toSorted());
    }
  });

  test('a person has roles, titles as registered and the confidence in the identity', async () => {
    const { status, body } = await service.get(`/api/person/${busiest.id}`);
    assert.equal(status, 200);
    const { roles, truncated, ...row } = body.data;
    assert.deepEqual(row, busiest);
    assert.equal(truncated, false);
    assert.equal(row.identityConfidence.level, 'high');
    assert.ok(roles.some((one: { role: string }) => one.role === 'shareholder'));
    assert.ok(roles.some((one: { title: string }) => one.title === 'administrator'));
    assert.ok(roles.some((one: { cui: string }) => one.cui === cuiOf('busiestOfficer')));
    const companies = new Set(
      roles
        .filter((one: { until: null }) => one.until === null)
        .map((one: { companyName: string; cui: string }) => `${one.cui} ${one.companyName}`),
    );
    assert.equal(companies.size, row.companiesCount);
    const ended = roles.map((one: { until: string | null }) => one.until !== null);
    assert.deepEqual(ended, ended.toSorted());
  });

  test('a role that ended recently has its end date', async () => {
    const [former] = await db.all<{ id: string; until: string }>(
      'select p.id, r.until from former_role r join person p on p.rank = r.person limit 1',
    );
    assert.ok(former);
    const { roles } = (await service.get(`/api/person/${former.id}`)).body.data;
    assert.ok(roles.some((one: { until: string }) => one.until === former.until));
  });

  test('companies of a person are paged without gaps or repeats, in pages of any size', async () => {
    const path = `/api/person/${busiest.id}/companies`;
    const whole = await pageThrough<{ cui: string; active: boolean; roles: object[] }>(service, path, 200);
    assert.equal(whole.length, busiest.companiesCount);
    assert.equal(whole.filter((one) => one.active).length, busiest.activeCount);
    assert.ok(whole.every((one) => one.roles.length > 0));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (limit) =>
        assert.deepEqual(await pageThrough(service, path, limit), whole),
      ),
      { numRuns: 10 },
    );
  });

  test('namesakes are separate persons, each with a note about the shared name', async () => {
    const [pair] = await db.all<{ bare: string }>(
      'select bare from person group by bare having count(*) > 1 order by count(*) desc limit 1',
    );
    if (!pair) return assert.fail('The country has no namesakes.');
    const found = (await search(pair.bare)).filter(({ name }) => words(name).toSorted().join(' ') === pair.bare);
    assert.ok(found.length > 1);
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    for (const { identityConfidence } of found) assert.match(identityConfidence.reasons.join(' '), /bears? the name/);
  });

  test('a company that acts as an officer is not listed as a person', async () => {
    const [practice] = await db.all<{ name: string }>(`select name from officer where kind = 'company' limit 1`);
    assert.ok(practice);
    assert.deepEqual(await search(practice.name), []);
  });

  test('an unknown id is a 404, and a malformed one is a 400', async () => {
    for (const rest of ['', '/companies']) {
      const { status, body } = await service.get(`/api/person/p${'A'.repeat(21)}${rest}`);
      assert.equal(status, 404);
      assert.equal(body.error?.code, 'NOT_FOUND');
      assert.equal((await service.get(`/api/person/POPESCU${rest}`)).status, 400);
    }
  });

  test('no birth data is stored or answered', async () => {
    const born = /1961-02-17|17[./]02[./]1961|19610217/;
    const state = service.store.state;
    for (const [where, table] of [
      [db, 'officer'],
      [db, 'shareholder'],
      [db, 'person'],
      [db, 'officer_since'],
      [db, 'firm_event'],
      [state, 'registry_change'],
    ] as const)
      for (const row of await where.all(`select * from ${table}`))
        assert.doesNotMatch(JSON.stringify(row), born, table);
    for (const path of [`/api/person/${busiest.id}`, `/api/company/${cuiOf('busiestOfficer')}`])
      assert.doesNotMatch(JSON.stringify((await service.get(path)).body), born);
  });

  test('a hidden person is removed from every answer and the other persons stay, until the person is unhidden', async () => {
    const cui = cuiOf('busiestOfficer');
    const paths = [
      `/api/search/people?q=cutezatoru`,
      `/api/company/${cui}`,
      `/api/company/${cui}/network`,
      `/api/company/${cui}/related`,
      `/api/company/${cui}/timeline`,
      `/api/company/${cuiOf('giant')}`,
    ];
    const visible = async () => {
      const bodies: string[] = [];
      for (const path of paths) bodies.push(JSON.stringify((await service.get(path)).body.data));
      return bodies;
    };
    const before = await visible();
    const requested = service.simulated.requests.anaf;
    await hidePerson(service.store.state, {
      person_id: busiest.id,
      // As the hide command writes it: texts that contain the name are redacted.
      name: busiest.name,
      reason: 'asked',
      hidden_at: new Date().toISOString(),
    });
    await until('the person is hidden', async () => (await service.get(`/api/person/${busiest.id}`)).status === 404);
    const hidden = await visible();
    for (const [i, body] of hidden.entries()) {
      assert.ok(!body.includes('CUTEZ'), `${paths[i]} names the person`);
      assert.ok(!body.includes(busiest.id), `${paths[i]} holds the id`);
    }
    assert.equal(hidden.at(-1), before.at(-1));
    assert.equal(service.simulated.requests.anaf, requested);
    for (const rest of ['', '/companies']) {
      const gone = await service.get(`/api/person/${busiest.id}${rest}`);
      const never = await service.get(`/api/person/p${'A'.repeat(21)}${rest}`);
      assert.equal(gone.status, 404);
      assert.equal(
        gone.body.error?.message.replace(busiest.id, 'X'),
        never.body.error?.message.replace(`p${'A'.repeat(21)}`, 'X'),
      );
    }
    const [administrator] = JSON.parse(hidden[1] ?? '').administrators;
    assert.deepEqual(
      [administrator.name, administrator.personId, administrator.gdprHidden, administrator.role],
      [null, null, true, 'administrator'],
    );
    assert.equal((await service.get('/api/search/people?q=cutezatoru')).body.meta.page.total, 0);
    const batch = await service.post('/api/company/batch', { cuis: [cui] });
    assert.ok(!JSON.stringify(batch.body.data).includes('CUTEZ'));

    await unhidePerson(service.store.state, busiest.id);
    await until('the person is visible', async () => (await service.get(`/api/person/${busiest.id}`)).status === 200);
    assert.deepEqual(await visible(), before);
  });

  test('reads of persons are counted by day and operation, never by name', async () => {
    const readsOf = async (expected: string): Promise<number> =>
      (await readsByDay(service.store.state))
        .filter(({ operation }) => operation === expected)
        .reduce((sum, row) => sum + row.reads, 0);
    const reads = (): Promise<number> => readsOf('getPerson');
    // Counts are written in batches: earlier ones are stored when a later one is. One batch may be under way already.
    for (let rounds = 0; rounds < 2; rounds++) {
      const marked = await readsOf('getPersonCompanies');
      await service.get(`/api/person/${busiest.id}/companies`);
      await until('the marker is written', async () => (await readsOf('getPersonCompanies')) > marked);
    }
    const before = await reads();
    for (let i = 0; i < 3; i++) await service.get(`/api/person/${busiest.id}`);
    await until('the reads are counted', async () => (await reads()) >= before + 3);
    assert.equal(await reads(), before + 3);
    assert.doesNotMatch(JSON.stringify(await service.store.state.all('select * from person_read')), /cutez/i);
  });
});
