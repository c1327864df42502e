/** The documents collector thread: it serves the queue, stops at once, and is restarted after a crash. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { systemClock } from '#data/live/clock.ts';
import { REPORTS_PATH } from '#data/sources/procurement/site/award-views.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { documentationOf, documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { startDocuments } from '#server/jobs/documents.ts';
import type { Job } from '#server/jobs/job.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DocumentedCountry, documentedCountry } from '#test/support/collected-documents.ts';
import { until } from '#test/support/until.ts';

let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

onBothEngines((engine) => {
  let folder: string;
  let store: Store;
  let keeper: Job | null = null;
  const errors: Error[] = [];

  const begin = async (prepare = (_folder: string): void => {}): Promise<void> => {
    const { databaseUrl } = await engine.place();
    folder = mkdtempSync(join(tmpdir(), 'firmoteca-documents-'));
    prepare(folder);
    errors.length = 0;
    store = await openStore({ databaseUrl, folder, country: 'demo' });
    keeper = startDocuments({
      config: {
        dataFolder: folder,
        databaseUrl,
        country: 'demo',
        documents: {
          location: { kind: 'folder', folder: join(folder, 'documents') },
          bytesMax: 1e9,
          days: null,
          prefetches: true,
          reportsAt: REPORTS_PATH,
        },
      },
      store,
      address: Promise.resolve(sicap.address),
      simulated: Promise.resolve(sicap.address),
      paceMs: 1,
      // Long enough for the thread to end by itself on a busy machine.
      graceMs: 30_000,
      // Restarts follow at once.
      clock: { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 50), signal) },
      onError: (error) => void errors.push(error as Error),
    });
  };
  afterEach(async () => {
    await keeper?.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('a requested notice is collected and opened', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary');
    const requested = sicap.asked(documentation);
    await requestDocuments(store.documents, requested, Date.now());
    await until(
      'the notice is collected',
      async () => (await documentationOf(store.documents, requested.notice))?.state === 'available',
    );
    const rows = await documentsOf(store.documents, requested.notice, 1);
    assert.ok(rows.length > 3 && rows.every(({ state }) => state === 'opened'));
    assert.deepEqual(errors, []);
  });

  test('a thread stopped in the middle of a file releases its lock and leaves no partial file', async () => {
    await begin();
    const requested = sicap.asked(sicap.documentation('slow'));
    await requestDocuments(store.documents, requested, Date.now());
    await until(
      'the collection has started',
      async () => (await documentationOf(store.documents, requested.notice))?.state === 'collecting',
    );
    await keeper?.stop();
    const row = await documentationOf(store.documents, requested.notice);
    assert.deepEqual([row?.state, row?.held_by], ['collecting', null]);
    assert.notEqual(row?.asked_at, null, 'the request is still queued');
    assert.deepEqual(readdirSync(join(folder, 'documents-coming')), []);
    assert.deepEqual(errors, []);
  });

  test('a crashed thread is reported and restarted', async () => {
    // A file stands in place of the folder.
    await begin((folder) => writeFileSync(join(folder, 'documents'), ''));
    await until('the thread has crashed twice', () => errors.length > 1);
    assert.match(errors[0]?.message ?? '', /EEXIST|ENOTDIR|exists/);
    rmSync(join(folder, 'documents'));
    const requested = sicap.asked(sicap.documentation('ordinary'));
    await requestDocuments(store.documents, requested, Date.now());
    await until(
      'the notice is collected',
      async () => (await documentationOf(store.documents, requested.notice))?.state === 'available',
    );
  });
});
