/** The demo's first documents: the state after a first start, on both engines. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { dayText } from '#demo-country/days.ts';
import { documentedProcedures } from '#demo-country/documents/documentation.ts';
import { collectFirstDocuments } from '#demo-country/installation/first-documents.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { documentById, documentsOf, hasLookedAtAll, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { knownSecrets } from '#test/support/known-secrets.ts';
import { isLongTier } from '#test/support/tier.ts';

const FOUNDED = '2026-11-15';
/** The same country as in other tests. */
const settings = { seed: 'test', companies: 300, founded: FOUNDED };
const locations = documentedProcedures(country(settings).procurement());
const { notice: named, document } = demoProfile(knownSecrets.personKey).examples.documents;

onBothEngines((engine) => {
  let folder: string;
  let store: Store;
  let rows: Map<string, DocumentationRow>;

  const collect = async (): Promise<void> =>
    collectFirstDocuments({
      demo: demoSettings({ dataFolder: folder, ...settings, today: () => FOUNDED }),
      today: FOUNDED,
      documents: store.documents,
      blobs: await openFolderBlobs(join(folder, 'documents')),
      trust: join(folder, 'demo-trust'),
      folder: join(folder, 'coming'),
      holder: 'test',
      signal: new AbortController().signal,
    });
  const documentations = async (): Promise<Map<string, DocumentationRow>> =>
    new Map(
      (await store.documents.all<DocumentationRow>('select * from documentation')).map((row) => [row.notice, row]),
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'firmoteca-first-'));
    store = await openStore({ databaseUrl: (await engine.place()).databaseUrl, folder, country: 'demo' });
    assert.equal(await hasLookedAtAll(store.documents), false);
    demoSettings({ dataFolder: folder, ...settings, today: () => FOUNDED });
    // In `npm test` the documents collected by another test file are reused; the same code collected them.
    if (isLongTier) await collect();
    else await collectDemoDocuments({ folder, store });
    rows = await documentations();
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('the ten newest procedures have their documents, and the others are queued', async () => {
    assert.equal(rows.size, locations.length);
    const newest = locations.toSorted((a, b) => b.procedure.publishedOn - a.procedure.publishedOn).slice(0, 10);
    for (const { procedure } of newest) assert.equal(rows.get(noticeNumberOf(procedure))?.state, 'available');
    assert.equal(await hasLookedAtAll(store.documents), true);
    const waiting = [...rows.values()].filter(({ state }) => state === 'announced');
    assert.ok(waiting.length >= 30 && waiting.every(({ due_at }) => due_at !== null));
  });

  test('a procedure with late documents has none at the first look, and another look is due', async () => {
    const late = locations.find(({ conduct }) => conduct === 'late');
    assert.ok(late);
    const row = rows.get(noticeNumberOf(late.procedure));
    assert.equal(row?.state, 'none');
    assert.ok(row?.looked_at);
    assert.ok((row?.due_at ?? 0) > Date.now());
  });

  test('ten procedures have three versions, each first seen on its own day', async () => {
    const revised = locations.filter(({ isRevised }) => isRevised);
    assert.equal(revised.length, 10);
    for (const { procedure } of revised) {
      const versions = (await versionsOf(store.documents, noticeNumberOf(procedure))).toReversed();
      assert.deepEqual(
        versions.map(({ state }) => state),
        ['superseded', 'superseded', 'available'],
      );
      const [first, second] = versions.map(({ seen_at }) => seen_at.slice(0, 10));
      assert.equal(first, dayText(procedure.publishedOn));
      assert.ok(second && first && second > first && second < FOUNDED);
    }
  });

  test('signatures of the demo’s own authority are valid, and unverifiable ones are indeterminate', async () => {
    const verdicts = await store.documents.all<{ verdict: string | null }>(
      'select distinct verdict from document where verdict is not null',
    );
    assert.ok(verdicts.some(({ verdict }) => verdict === 'valid'));
    assert.ok(verdicts.some(({ verdict }) => verdict === 'indeterminate'));
  });

  test('the documents named in examples exist, with a text and a version to compare', async () => {
    assert.equal(rows.get(named)?.state, 'available');
    const visible = await documentById(store.documents, document);
    assert.equal(visible?.state, 'opened');
    assert.ok(visible?.content_sha256);
    const inNewest = await documentsOf(store.documents, named, 3);
    assert.ok(inNewest.some(({ id }) => id === document));
    const pages = await store.documents.one<{ count: number }>(
      'select count(*) as count from page join content on content.key = page.content where content.sha256 = $1',
      [visible.content_sha256],
    );
    assert.ok((pages?.count ?? 0) > 0);
  });

  test('a second collection changes nothing', async () => {
    const before = [...rows.values()].map(({ notice, state, version, since }) => [notice, state, version, since]);
    await collect();
    const now = [...(await documentations()).values()].map(({ notice, state, version, since }) => [
      notice,
      state,
      version,
      since,
    ]);
    assert.deepEqual(now.toSorted(), before.toSorted());
  });
});
