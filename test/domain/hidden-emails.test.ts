/**
 * A hidden name cannot be reconstructed by prefix searches: decisions and press releases that name the person match, count and page
 * by their redacted text only; on both engines.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Call } from '#api/endpoint.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { pressStored, storeFile, storeReleases } from '#data/live/press-table.ts';
import { releaseOf } from '#data/sources/press/releases-page.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { showcaseDecision } from '#demo-country/gazette.ts';
import { decisionHits } from '#domain/gazette/search-hits.ts';
import { articleHits, queryTerms } from '#domain/press/search-hits.ts';
import { fold, words } from '#lib/values/text.ts';
import { hidePerson, unhidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { countedRedactions } from '#test/support/redaction-count.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const NAME = 'CUTEZĂTORU HARALAMBIE-NEOFIT';
/** The name in the spellings of texts. */
const WRITTEN = [
  'Haralambie-Neofit Cutezătoru',
  'Cute\u00adzătoru Hara-\nlambie Neofit',
  'CUTEZATORU HARALAMBIE NEOFIT',
];
/** More than any limit of texts read for one query. */
const OTHERS = 230;

const texts = [
  ...WRITTEN.map((name) => `Se numește administrator ${name} pe patru ani.`),
  'Administrator este doamna Haralamb Cutia, cu domiciliul în Cuteanu.',
  ...Array.from({ length: OTHERS }, (_, i) => `Cutia cu acte numărul ${i} se predă hotelului.`),
];
const shownTexts = texts.map((text) => WRITTEN.reduce((rest, name) => rest.replace(name, ''), text));

/** All prefixes of the name's words and of their parts, alone and after a visible word; and prefixes of other words. */
const beginnings = ['cutezatoru', 'haralambie', 'neofit', 'zatoru', 'lambie', 'cutia', 'hotelului'].flatMap((word) =>
  Array.from(word, (_, i) => word.slice(0, i + 1)),
);
const questions = [...beginnings, ...beginnings.map((begun) => `administrator ${begun}`)];

/** An independent count, to compare with the service's own. */
const counted = (q: string, visible: readonly string[]): number => {
  const [begun = '', ...whole] = q.split(' ').toReversed();
  return visible.filter((text) => {
    const own = words(text);
    return whole.every((word) => own.includes(word)) && own.some((word) => word.startsWith(begun));
  }).length;
};

/** The same count by word roots. */
const countedByRoots = (q: string, visible: readonly string[]): number =>
  visible.filter((text) =>
    queryTerms(q).every(({ word, prefix }) =>
      words(text).some((own) => (prefix ? own.startsWith(word) : own === word)),
    ),
  ).length;

const looked = countedRedactions(NAME);
const hidden = looked.hidden;

/** A release whose summary would end within the name. */
const LONG = `${'ordin '.repeat(48)}Cutezătoru Haralambie-Neofit a plecat, iar ceilalți au rămas.`;

const HOST = 'https://static.anaf.ro/static/10/Anaf';
const addressed = `${HOST}/20261102100000_control_cutezatoru%20haralambie_neofit.pdf`;

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    const { store, secrets, place: location } = service;
    const { date, number: _, ...decision } = showcaseDecision;
    const lines = texts.map((text, i) =>
      JSON.stringify({ ...decision, issueNumber: i + 1, issueDate: date, companyName: 'BUN SRL', title: 'ACT', text }),
    );
    writeFileSync(join(location.published, 'gazette/gazette.ndjson'), lines.join('\n'));
    const publications = await findPublications(location.published);
    await ingest({ ...store, publications, personKey: secrets.personKey, strict: true, progress: silent });
    await store.generations.refresh();
    const result = [...texts.slice(0, WRITTEN.length + 1), 'Control la hotel.', LONG].map((text, i) => ({
      text,
      release: releaseOf(i === 4 ? addressed : `${HOST}/2026110110000${i}_listed.pdf`, `Comunicat ${i}`),
    }));
    const now = new Date().toISOString();
    await store.live.write([{ sql: 'delete from press_release', params: [] }]);
    for (const { release, text } of result) {
      assert.ok(release);
      const attachments = [addressed, `${HOST}/anexa.pdf`].map((url) => ({ url, title: 'Anexa' }));
      const record = { sizeBytes: 1, pages: 1, text, ocrPages: [], waiting: false, problem: null };
      await store.live.write(storeReleases([{ ...release, attachments }], now));
      await store.live.write(storeFile(release.url, release.title, { outcome: 'found', fetchedAt: now, record }));
    }
  });
  after(() => service.close());

  const get = async (path: string) => {
    const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes.
    return { status: response.status, body: (await response.json()) as any };
  };

  test('decisions match and count by their redacted text', async () => {
    const dataset = service.store.generations.current() as Dataset;
    const find = decisionHits({ hidden: () => hidden });
    const found = await Promise.all(questions.map((q) => find(q, 200, { dataset } as Call)));
    const expected = questions.map((q) => counted(q, shownTexts));
    assert.deepEqual(
      found.map(({ total, rows }, i) => [questions[i], total, rows.length]),
      questions.map((q, i) => [q, expected[i], Math.min(200, expected[i] ?? 0)]),
    );
    assert.ok(found.every(({ totalRelation }) => totalRelation === 'exact'));
  });

  test('articles match and count by their redacted text, and an article with the name in its address never matches', async () => {
    const stored = pressStored(service.store.live);
    const find = articleHits({
      stored,
      hidden: () => hidden,
      licence: '',
      pages: { releases: null, files: () => null },
    });
    const visible = [...shownTexts.slice(0, WRITTEN.length + 1), LONG.replace('Cutezătoru Haralambie-Neofit', '')].map(
      (text, i) => `Comunicat ${i} ${text}`,
    );
    for (const q of [...questions, 'control la ho'])
      assert.equal((await find(q, 200)).total, countedByRoots(q, visible), `${q} ${engine}`);
  });

  test('each text is redacted once, and not again for later queries', async () => {
    const dataset = service.store.generations.current() as Dataset;
    const stored = pressStored(service.store.live);
    const ask = async (q: string) => {
      await decisionHits({ hidden: () => hidden })(q, 0, { dataset } as Call);
      await articleHits({ stored, hidden: () => hidden, licence: '', pages: { releases: null, files: () => null } })(
        q,
        0,
      );
    };
    await ask('cutez');
    looked.count = 0;
    for (const q of ['cutez', 'haralambie', 'administrator cu']) await ask(q);
    assert.equal(looked.count, 0);
  });

  test('press lists have no gap at a withheld release, and its article is a 404 like an unknown one', async () => {
    const row = { person_id: 'p-none', name: NAME, reason: null, hidden_at: new Date().toISOString() };
    const slugBefore = (await get('/api/press?limit=1')).body.data[0].articleSlug;
    assert.equal((await get('/api/press?limit=1')).body.meta.page.total, 6);
    await hidePerson(service.store.state, row);
    const total = async () => (await get('/api/press?limit=1')).body.meta.page.total;
    await until('the release is withheld', async () => (await total()) === 5);
    for (const list of ['/api/press', '/api/press-articles']) {
      const sizes: number[] = [];
      let pages = '';
      for (let next: string | null = `${list}?limit=1`; next !== null; ) {
        const { body } = await get(next);
        sizes.push(body.data.length);
        pages += JSON.stringify(body.data);
        next = body.meta.page.next;
      }
      assert.deepEqual(sizes, [1, 1, 1, 1, 1], list);
      assert.doesNotMatch(fold(pages), /cute(?!anu)|neofit|haralambie/, list);
    }
    const [cached, unknown] = await Promise.all(
      [slugBefore, 'comunicat-nicaieri'].map((slug) => get(`/api/press-articles/${slug}`)),
    );
    assert.deepEqual([cached?.status, cached?.body.error.code], [404, 'NOT_FOUND']);
    assert.equal(
      cached?.body.error.message.replace(slugBefore, ''),
      unknown?.body.error.message.replace('comunicat-nicaieri', ''),
    );
    await unhidePerson(service.store.state, row.person_id);
    await until('the release is available again', async () => (await total()) === 6);
  });
});
