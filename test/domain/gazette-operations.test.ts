/** The Official Gazette over the demo country: decisions, lists by company, the timeline and the search; on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { words } from '#lib/values/text.ts';
import { hidePerson, unhidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService, type Envelope } from '#test/support/demo-service.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

interface Naming {
  id: string;
  cui: number | null;
  text: string;
}

function areas({ store }: DemoService) {
  const dataset = store.generations.current();
  const gazette = dataset?.partGroup('gazette');
  if (!dataset || !gazette) throw new Error('The demo has a Gazette.');
  return { db: dataset.db, gazette };
}

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
  });
  after(() => service.close());
  const decisions = (id: string, rest = '') => service.get(`/api/company/${cuiOf(id)}/decisions${rest}`);

  test('decisions of a company are listed newest first, with their text, issue and match confidence', async () => {
    const { status, body } = await decisions('giant');
    assert.equal(status, 200);
    const days = body.data.map((one: { issue: { date: string } }) => one.issue.date);
    assert.ok(days.length > 5);
    assert.deepEqual(days, days.toSorted().toReversed());
    for (const one of body.data) {
      assert.equal(one.cui, cuiOf('giant'));
      assert.equal(one.matchConfidence, 'exact');
      assert.equal(one.issue.part, 'IV');
      assert.ok(one.text.length > 100 && one.title.length > 5);
    }
    assert.equal(body.meta.source, 'gazette');
    assert.equal(body.meta.notLoaded, undefined);
  });

  test('decisions are paged without gaps or repeats', async () => {
    const all: { id: string }[] = (await decisions('giant', '?limit=200')).body.data;
    const seen: string[] = [];
    for (let next: string | null = `/api/company/${cuiOf('giant')}/decisions?limit=2`; next !== null; ) {
      const { body } = await service.get(next);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      assert.equal(body.meta.page.total, all.length);
      next = body.meta.page.next;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    const { nextCursor } = (await decisions('giant', '?limit=2')).body.meta.page;
    assert.equal((await decisions('growing', `?limit=2&cursor=${nextCursor}`)).status, 400);
    assert.equal((await decisions('giant', '?limit=201')).status, 400);
  });

  test('codes that a publication states are apart from those of the company that its name led to', async () => {
    const { gazette } = areas(service);
    const [named] = await gazette.all<{ id: string }>(
      `select id from decision where cui is not null
       order by stated_cui is not null or stated_registration_number is not null, rank limit 1`,
    );
    const { data } = (await service.get(`/api/decisions/${named?.id}`)).body;
    assert.deepEqual([data.statedCui, data.statedRegistrationNumber], [null, null]);
    assert.ok(data.cui !== null && data.registrationNumber !== null && data.matchConfidence !== 'exact');
    const [stated] = (await decisions('giant')).body.data;
    assert.deepEqual([stated.statedCui ?? stated.cui, stated.matchConfidence], [cuiOf('giant'), 'exact']);
  });

  test('a decision is found by the identifier from the list', async () => {
    const [listed] = (await decisions('insolvent')).body.data;
    const { status, body } = await service.get(`/api/decisions/${listed.id}`);
    assert.equal(status, 200);
    assert.deepEqual(body.data, listed);
  });

  test('a hidden person’s name is redacted in all texts and not found, until the person is unhidden', async () => {
    const { db, gazette } = areas(service);
    const texts = await gazette.all<Naming>(
      "select id, cui, text from decision where text like '%administratorului, %'",
    );
    const named = texts.flatMap(({ id, cui, text }) => {
      const name = /administratorului, (.+?), se prelungește/.exec(text)?.[1];
      return name && cui ? [{ id, cui, name }] : [];
    });
    const persons = await db.all<{ id: string; name: string }>('select id, name from person');
    const sorted = (name: string): string => words(name).toSorted().join(' ');
    const known = new Map(persons.map((person) => [sorted(person.name), person]));
    const one = named.find(({ name }) => words(name).length > 1 && known.has(sorted(name)));
    const person = known.get(sorted(one?.name ?? ''));
    assert.ok(one && person);
    // The registry has the name in another order of words.
    assert.notEqual(words(person.name).join(' '), words(one.name).join(' '));
    const paths = [
      `/api/decisions/${one.id}`,
      `/api/company/${one.cui}/decisions?limit=200`,
      `/api/company/${one.cui}/timeline`,
      `/api/search/all?q=${encodeURIComponent(one.name)}`,
    ];
    const answers = async () => Promise.all(paths.map(async (path) => (await service.get(path)).body.data));
    const found = ({ records }: { records: { id: string }[] }) => records.some(({ id }) => id === one.id);
    const before = await answers();
    assert.ok(before[0].text.includes(one.name));
    assert.ok(found(before[3]));

    const row = { person_id: person.id, name: person.name, reason: 'asked', hidden_at: new Date().toISOString() };
    await hidePerson(service.store.state, row);
    await until('the person is hidden', async () => !(await answers())[0].text.includes(one.name));
    const hidden = await answers();
    assert.ok(hidden[0].text.includes('administratorului, […], se prelungește'));
    for (const [i, answer] of hidden.entries())
      assert.ok(!words(JSON.stringify(answer)).join(' ').includes(words(one.name).join(' ')), `${paths[i]}`);
    assert.ok(!found(hidden[3]));
    // By its other words the decision is still found.
    const [firm] = await gazette.all<{ name: string }>('select company_name as name from decision where id = $1', [
      one.id,
    ]);
    const byFirm = await service.get(`/api/search/all?limit=50&q=${encodeURIComponent(firm?.name ?? '')}`);
    assert.ok(found(byFirm.body.data));

    await service.rebuild();
    assert.deepEqual((await answers())[0].text, hidden[0].text);
    await unhidePerson(service.store.state, person.id);
    await until('the person is visible again', async () => (await answers())[0].text !== hidden[0].text);
    assert.deepEqual((await answers())[0], before[0]);
  });

  test('an unknown identifier is a 404 with an example, and a malformed one is a 400', async () => {
    const missing = await service.get('/api/decisions/2024-1-000000000000');
    assert.equal(missing.status, 404);
    assert.match(missing.body.error?.message ?? '', /demo country: try 2024-2104-/);
    assert.equal((await service.get('/api/decisions/abc')).body.error?.code, 'INVALID_PARAMETER');
    assert.equal((await service.get('/api/decisions/2024-2104-f998229b2cbe', {})).status, 401);
  });

  test('a firm without publications has an empty list', async () => {
    const { body } = await decisions('soleTrader');
    assert.deepEqual(body.data, []);
    assert.equal(body.meta.page.total, 0);
  });

  test('decisions without a fiscal code are linked by registration number or by a unique name', async () => {
    const rows = await service.store.generations
      .current()
      ?.partGroup('gazette')
      ?.all<{ confidence: string | null; count: number }>(
        'select confidence, count(*) as count from decision group by confidence',
      );
    const counts = new Map(rows?.map((row) => [row.confidence, row.count]));
    assert.ok((counts.get('exact') ?? 0) > 100);
    assert.ok((counts.get('high') ?? 0) > 0);
  });

  test('the timeline contains the Gazette publications, each with its source', async () => {
    const { body } = await service.get(`/api/company/${cuiOf('giant')}/timeline`);
    const mentions = body.data.filter((one: { kind: string }) => one.kind === 'gazette');
    const listed = (await decisions('giant')).body.data;
    assert.deepEqual(
      mentions.map(({ date }: { date: string }) => date),
      listed.map((one: { issue: { date: string } }) => one.issue.date),
    );
    assert.ok(mentions.every((one: { source: string }) => one.source === 'gazette'));
    assert.ok(body.meta.sources.some((one: { name: string }) => one.name === 'gazette'));
    assert.equal(new Set(body.data.map((one: object) => JSON.stringify(one))).size, body.data.length);
  });

  test('the search over everything finds decisions by company name and by text, without diacritics', async () => {
    for (const q of ['zimbrul auriu industrii sa', 'pompelor brasov feldioa']) {
      const { body } = await service.get(`/api/search/all?q=${encodeURIComponent(q)}`);
      const found = body.data.records.find((one: { id: string }) => one.id.startsWith('2024-2104-'));
      assert.equal(found?.kind, 'decision', q);
      assert.equal((await service.get(found.url)).status, 200);
    }
    const none = await service.get('/api/search/all?q=xyzzyplugh');
    assert.deepEqual(none.body.data.records, []);
  });
});

test('without the Gazette decisions of a company are null, a decision is a 503, and the search reports it as not loaded', async () => {
  const service: SmallService = await smallService({ bare: true });
  try {
    const get = async (path: string) => {
      const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
      return { status: response.status, body: (await response.json()) as Envelope };
    };
    const list = await get('/api/company/90000014/decisions');
    assert.equal(list.body.data, null);
    assert.deepEqual(list.body.meta.notLoaded, ['gazette']);
    const one = await get('/api/decisions/2024-2104-f998229b2cbe');
    assert.equal(one.status, 503);
    assert.equal(one.body.error?.code, 'SOURCE_NOT_LOADED');
    const all = await get('/api/search/all?q=firma');
    assert.deepEqual(all.body.meta.notLoaded, ['shareholders', 'gazette', 'procurement']);
  } finally {
    await service.close();
  }
});
