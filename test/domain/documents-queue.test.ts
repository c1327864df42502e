/** The order of collection: requested notices first, then the newest open procedures, within the storage quota. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { systemClock } from '#data/live/clock.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { dayText } from '#demo-country/days.ts';
import type { Documentation } from '#demo-country/documents/types.ts';
import { countedBlobs } from '#domain/documents/blobs/blobs.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { type BlobLocation, locationProblem } from '#domain/documents/blobs/location.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { type CollectorContext, POLL_MS, runCollector } from '#domain/documents/collection/collector.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { cleanUp, ensureQuota, type QuotaContext } from '#domain/documents/collection/quota.ts';
import { usedBytes } from '#domain/documents/tables/blobs-table.ts';
import { documentationOf, documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { translate } from '#lib/i18n/message.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  type CollectingPlace,
  collectingPlace,
  type DocumentedCountry,
  documentedCountry,
} from '#test/support/collected-documents.ts';
import { until } from '#test/support/until.ts';

const never = new AbortController().signal;
const FOUNDED = '2026-11-15';
/** Collecting and opening the documents of several notices, on a busy machine. */
const WORK_MS_MAX = 300_000;
let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

onBothEngines((engine) => {
  let location: CollectingPlace;
  let quota: QuotaContext;
  const numberOf = (documentation: Documentation): string => sicap.asked(documentation).notice;
  const rowOf = (documentation: Documentation) => documentationOf(location.store.documents, numberOf(documentation));
  const statesOf = async (documentation: Documentation, version = 1) =>
    new Set((await documentsOf(location.store.documents, numberOf(documentation), version)).map(({ state }) => state));

  const begin = async (): Promise<void> => {
    location = await collectingPlace(await engine.place(), { address: sicap.address });
    const { db, now } = location.needs;
    const blobs = countedBlobs(location.blobs, db);
    location.needs.blobs = blobs;
    quota = { db, blobs, bytesMax: 1e9, days: null, now };
  };
  afterEach(async () => {
    sicap.today = FOUNDED;
    await location.close();
  });

  /** Runs until `isOver`, then stops. */
  async function run(more: Partial<CollectorContext>, isOver: () => Promise<boolean>): Promise<void> {
    const stopping = new AbortController();
    const errors: unknown[] = [];
    const running = runCollector(
      {
        collect: location.needs,
        quota,
        dataset: async () => null,
        prefetches: true,
        backgroundTasks: [],
        sleep: systemClock.sleep,
        onError: (error) => errors.push(error),
        ...more,
      },
      stopping.signal,
    );
    await until('the work is done', isOver, WORK_MS_MAX);
    stopping.abort(new Error('over'));
    await running;
    assert.deepEqual(errors, []);
  }

  test('requested notices stay queued while the source is suspended, and background tasks run meanwhile', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary');
    await requestDocuments(location.needs.db, sicap.asked(documentation), 1_000);
    let isHeld = true;
    let done = 0;
    const duty = async (signal: AbortSignal): Promise<boolean> => {
      // Longer than one poll for requested notices.
      await systemClock.sleep(2 * POLL_MS, signal);
      signal.throwIfAborted();
      done++;
      return true;
    };
    await run({ isSuspended: async () => isHeld, backgroundTasks: [duty] }, async () => done > 1);
    assert.deepEqual((await rowOf(documentation))?.state, 'announced');
    isHeld = false;
    await run({ isSuspended: async () => isHeld }, async () => (await rowOf(documentation))?.state === 'available');
  });

  /** Notices in the order of the dataset: newest first. */
  function datasetOf(
    notices: { documentation: Documentation; deadline: string | null }[],
    awards: { notice: string; systemId: number }[] = [],
  ) {
    const db = openSqlite(join(location.needs.folder, 'notices.db'));
    const rows = notices.map(({ documentation, deadline }, i) => {
      const { notice, systemId } = sicap.asked(documentation);
      const type = documentation.procedure.type.prefix;
      return {
        sql: 'insert into notice values ($1, $2, $3, $4, 1, $5, $1)',
        params: [notices.length - i, notice, systemId, type, deadline],
      };
    });
    return db
      .write([
        {
          sql: 'create table notice (key integer, notice text, system_id integer, type text, has_documents integer, deadline_at text, moment integer)',
        },
        { sql: 'create table contract (award_notice text, award_system_id integer, day text)' },
        ...rows,
        ...awards.map(({ notice, systemId }) => ({
          sql: `insert into contract values ($1, $2, '2026-11-01')`,
          params: [notice, systemId],
        })),
      ])
      .then(() => ({ id: 'one', db }));
  }

  test('the newest procedures are prefetched, those open for tenders first', async () => {
    await begin();
    const [over, first, second] = ['ordinary', 'gap', 'broken'].map((conduct) =>
      sicap.documentation(conduct as 'gap'),
    ) as [Documentation, Documentation, Documentation];
    const dataset = await datasetOf([
      { documentation: over, deadline: '2020-01-01T00:00:00Z' },
      { documentation: first, deadline: '2099-01-01T00:00:00Z' },
      { documentation: second, deadline: '2099-01-02T00:00:00Z' },
    ]);
    const opened: string[] = [];
    location.needs.open = async (notice) => void opened.push(notice);
    await run({ dataset: async () => dataset }, async () => opened.length === 3);
    assert.deepEqual(opened, [first, second, over].map(numberOf));
    assert.equal((await rowOf(over))?.due_at, null, 'no further look is scheduled');
    const again = (await rowOf(first))?.due_at ?? 0;
    assert.ok(again > Date.now() && again < Date.now() + 25 * 3_600_000, 'another look is scheduled within a day');
    await dataset.db.close();
  });

  test('award notices are collected for their supplier reports, and again every month', async () => {
    await begin();
    const award = sicap.awardWithReports();
    const dataset = await datasetOf([], [award, { notice: 'XYZ1', systemId: 1 }]);
    const row = () => documentationOf(location.store.documents, award.notice);
    await run({ dataset: async () => dataset }, async () => (await row())?.state === 'available');
    const reports = await documentsOf(location.store.documents, award.notice, 1);
    assert.ok(
      reports.length > 0 && reports.every(({ section, ack_doc_id }) => section === 'supplierReport' && ack_doc_id),
    );
    const days = (((await row())?.due_at ?? 0) - Date.now()) / 86_400_000;
    assert.ok(days > 29 && days < 31, `${days} days`);
    assert.equal(
      await documentationOf(location.store.documents, 'XYZ1'),
      null,
      'an unknown kind of notice is not collected',
    );
    await dataset.db.close();
  });

  test('a requested notice interrupts a prefetched one, which is resumed later', async () => {
    await begin();
    const slow = sicap.documentation('slow');
    const expected = sicap.documentation('ordinary');
    const dataset = await datasetOf([{ documentation: slow, deadline: null }]);
    const opened: string[] = [];
    location.needs.open = async (notice) => void opened.push(notice);
    let requested = false;
    const askOnce = async (): Promise<void> => {
      if (requested || (await rowOf(slow))?.state !== 'collecting') return;
      requested = true;
      await requestDocuments(location.store.documents, sicap.asked(expected), Date.now());
    };
    await run({ dataset: async () => dataset }, async () => {
      await askOnce();
      return opened.length === 1;
    });
    assert.deepEqual(opened, [numberOf(expected)]);
    const row = await rowOf(slow);
    assert.deepEqual([row?.state, row?.held_by], ['collecting', null]);
    await dataset.db.close();
  });

  test('with prefetch off no unrequested notice is collected, and background tasks run while the queue is empty', async () => {
    await begin();
    const dataset = await datasetOf([{ documentation: sicap.documentation('ordinary'), deadline: null }]);
    let pieces = 0;
    await run(
      { dataset: async () => dataset, prefetches: false, backgroundTasks: [async () => pieces++ < 3] },
      async () => pieces > 4,
    );
    assert.equal(await rowOf(sicap.documentation('ordinary')), null);
    await dataset.db.close();
  });

  test('at the quota files of superseded versions are deleted first, and prefetch stops', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary', true);
    sicap.today = dayText(documentation.procedure.publishedOn + 1);
    await collectNotice(sicap.asked(documentation), location.needs, never);
    sicap.today = FOUNDED;
    await collectNotice(sicap.asked(documentation), location.needs, never);
    const before = await usedBytes(location.store.documents);
    const stored = await Array.fromAsync(location.blobs.list());
    assert.equal(
      before,
      stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    quota.bytesMax = before;
    assert.equal(await ensureQuota(quota, 'CN1', false), true);
    const gone = new Set(stored.map(({ sha256 }) => sha256));
    for await (const { sha256 } of location.blobs.list()) gone.delete(sha256);
    const visible = await documentsOf(location.store.documents, numberOf(documentation), 2);
    assert.ok(gone.size > 0 && !visible.some(({ file_sha256 }) => gone.has(file_sha256 ?? '')));
    quota.bytesMax = 1;
    assert.equal(await ensureQuota(quota, 'CN1', false), false);
    for (const { file_sha256 } of visible) assert.notEqual(await location.blobs.sizeOf(file_sha256 ?? ''), null);
  });

  test('a requested notice displaces the files of an unrequested one, which are fetched again on request', async () => {
    await begin();
    const [expected, unwanted] = [sicap.documentation('ordinary', true), sicap.documentation('ordinary')];
    await requestDocuments(location.store.documents, sicap.asked(expected), Date.now());
    await collectNotice(sicap.asked(expected), location.needs, never);
    const ofWanted = await usedBytes(location.store.documents);
    await collectNotice(sicap.asked(unwanted), location.needs, never);
    quota.bytesMax = ofWanted + 1;
    assert.equal(await ensureQuota(quota, 'CN1', true), true);
    assert.deepEqual([await statesOf(expected), await statesOf(unwanted)], [new Set(['stored']), new Set(['listed'])]);
    assert.equal(await usedBytes(location.store.documents), ofWanted);
    const [first] = await documentsOf(location.store.documents, numberOf(unwanted), 1);
    assert.match(translate(JSON.parse(first?.reason ?? ''), 'en'), /to free storage/);
    const row = await rowOf(unwanted);
    assert.deepEqual([row?.state, row?.due_at], ['available', null]);
    assert.equal(await collectNotice(sicap.asked(unwanted), location.needs, never), 'available');
    assert.deepEqual(await statesOf(unwanted), new Set(['stored']));
  });

  test('files are deleted after their retention days, and unreferenced files after a grace period', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary');
    await collectNotice(sicap.asked(documentation), location.needs, never);
    const stray = join(location.needs.folder, 'stray');
    writeFileSync(stray, 'stray');
    await location.needs.blobs.put(stray, 'ab'.repeat(32));
    rmSync(stray);
    quota.days = 30;
    assert.equal(await cleanUp(quota), false, 'both are recent');
    const later = { ...quota, now: () => Date.now() + 31 * 86_400_000 };
    assert.equal(await cleanUp(later), true);
    assert.equal(await location.blobs.sizeOf('ab'.repeat(32)), null);
    assert.equal(await cleanUp(later), true);
    assert.deepEqual(await statesOf(documentation), new Set(['listed']));
    assert.equal(await cleanUp(later), false);
    assert.equal(await usedBytes(location.store.documents), 0);
    assert.deepEqual(await Array.fromAsync(location.blobs.list()), []);
  });

  test('a host with a different documents folder is refused with a message that names the remedies', async () => {
    await begin();
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-places-'));
    const at = (name: string): BlobLocation => ({ kind: 'folder', folder: join(folder, name) });
    const storage: BlobLocation = {
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'eu',
      bucket: 'tenders',
      prefix: '',
      keyId: 'id',
      secret: 'very secret',
    };
    try {
      const db = location.store.documents;
      assert.equal(await locationProblem(db, at('first')), null);
      assert.equal(await locationProblem(db, at('first')), null, 'the same host starts again');
      const given = join(folder, 'given');
      writeFileSync(given, 'text');
      await countedBlobs(await openFolderBlobs(join(folder, 'first')), db).put(given, 'cd'.repeat(32));
      const refused = (await locationProblem(db, at('second'))) ?? '';
      assert.ok(refused.includes(join(folder, 'first')) && refused.includes(join(folder, 'second')));
      assert.match(refused, /let all hosts see the same folder, or keep documents in S3-compatible storage/);
      assert.equal(existsSync(join(folder, 'second')), false, 'the refused host creates no folder');
      assert.doesNotMatch((await locationProblem(db, storage)) ?? '', /very secret/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
