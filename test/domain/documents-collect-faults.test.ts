/** Faults while documents are collected: expired links, lost sessions, truncated files, wrong lists, two hosts at once. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import type { Store } from '#data/store/open.ts';
import { dayText } from '#demo-country/days.ts';
import type { Documentation } from '#demo-country/documents/types.ts';
import type { Fault } from '#demo-country/faults.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { plainName } from '#domain/documents/collection/files.ts';
import { documentationOf, documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import { translate } from '#lib/i18n/message.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  type CollectingPlace,
  collectingPlace,
  type DocumentedCountry,
  documentedCountry,
} from '#test/support/collected-documents.ts';
import { longTest } from '#test/support/tier.ts';

const never = new AbortController().signal;
const FOUNDED = '2026-11-15';
let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

/** Faults of the next requests in order; the first two requests are for the lists, and at the first look the third for the view. */
const faults = (...kinds: (Fault['kind'] | 'none')[]): void => {
  for (const kind of kinds) sicap.faults.add('sicap', { kind: kind === 'none' ? 'slow' : kind, requests: 1 });
};

onBothEngines((engine) => {
  let location: CollectingPlace;
  const collected = (documentation: Documentation, needs = location.needs) =>
    collectNotice(sicap.asked(documentation), needs, never);
  const rowOf = (documentation: Documentation) =>
    documentationOf(location.store.documents, sicap.asked(documentation).notice);
  const filesOf = (documentation: Documentation, version = 1) =>
    documentsOf(location.store.documents, sicap.asked(documentation).notice, version);
  const statesOf = async (documentation: Documentation) =>
    (await versionsOf(location.store.documents, sicap.asked(documentation).notice)).map(({ state }) => state);
  const unusual = (): Documentation => sicap.documentation('ordinary');

  /** Gives each test an empty store. */
  const begin = async (options = {}): Promise<void> => {
    location = await collectingPlace(await engine.place(), { address: sicap.address, ...options });
  };
  afterEach(async () => {
    sicap.faults.clear();
    sicap.today = FOUNDED;
    assert.deepEqual(readdirSync(location.needs.folder), [], 'no temporary file remains');
    await location.close();
  });

  for (const kind of ['linksEnded', 'cookieLost', 'brokenOff', 'rejected', 'down', 'moved'] as const)
    test(`a file that fails with ${kind} is fetched with the links of another look, and the other files once`, async () => {
      await begin();
      faults('none', 'none', 'none', 'none', kind);
      assert.equal(await collected(unusual()), 'available');
      const rows = await filesOf(unusual());
      assert.ok(rows.every(({ state, attempts }) => state === 'stored' && attempts === 0));
      for (const file of unusual().files) {
        const row = rows.find(({ code }) => code === file.code);
        assert.equal(row?.file_bytes, (await file.bytes()).length, file.code);
      }
    });

  test('a collector that is blocked at a file sends no more requests and blames no file', async () => {
    await begin({ hold: (store: Store) => createProcurementBlock(store.live) });
    faults('none', 'none', 'none', 'none', 'blocked');
    assert.equal(await collected(unusual()), 'unread');
    const before = sicap.requests.sicap;
    assert.deepEqual(new Set((await filesOf(unusual())).map(({ state }) => state)), new Set(['listed', 'stored']));
    assert.equal(await collected(unusual()), 'unread');
    assert.equal(sicap.requests.sicap, before);
    await location.store.live.write([{ sql: 'update source_hold set until = 0' }]);
    assert.equal(await collected(unusual()), 'available');
    assert.deepEqual(await location.store.live.all('select source from source_hold'), []);
  });

  test('a stored file that is missing or of the wrong size is fetched again at the next look', async () => {
    await begin();
    await collected(unusual());
    const [first, second, third] = await filesOf(unusual());
    await location.blobs.delete(first?.file_sha256 ?? '');
    await location.store.documents.write([
      { sql: 'update document set file_bytes = file_bytes + 1 where id = $1', params: [second?.id ?? ''] },
    ]);
    await collected(unusual());
    assert.equal(await location.blobs.sizeOf(first?.file_sha256 ?? ''), first?.file_bytes);
    assert.deepEqual(
      (await filesOf(unusual())).slice(0, 3).map(({ state, reason, file_bytes }) => [state, reason, file_bytes]),
      [first, second, third].map((row) => ['stored', null, row?.file_bytes]),
    );
  });

  test('a notice with many files yields to others between two files and resumes after them', async () => {
    await begin();
    const { db } = location.needs;
    await requestDocuments(db, sicap.asked(unusual()), 1_000);
    assert.equal(await collected(unusual(), { ...location.needs, isTimeSliceOver: async () => true }), 'collecting');
    const states = async () => (await filesOf(unusual())).map(({ state }) => state);
    assert.equal((await states()).filter((state) => state === 'stored').length, 1);
    const row = await rowOf(unusual());
    assert.ok(row?.asked_at && row.asked_at > 1_000, 'the notice is at the end of the queue');
    assert.equal(await collected(unusual()), 'available');
    assert.ok((await states()).every((state) => state === 'stored'));
  });

  test('a file that single links do not deliver is taken from the archive', async () => {
    await begin();
    faults('none', 'none', 'none', 'http500', 'none', 'none', 'http500');
    assert.equal(await collected(unusual()), 'available');
    const [first] = await filesOf(unusual());
    assert.deepEqual([first?.state, first?.attempts, first?.reason], ['stored', 1, null]);
    const bytes = await unusual()
      .files.find(({ code }) => code === first?.code)
      ?.bytes();
    assert.equal(first?.file_bytes, bytes?.length);
  });

  test('a list with documents of another notice is refused, and the stored state stays', async () => {
    await begin();
    faults('none', 'filtersIgnored');
    assert.equal(await collected(sicap.documentation('slow')), 'unread');
    const row = await rowOf(sicap.documentation('slow'));
    assert.deepEqual([row?.state, row?.version, row?.attempts], ['announced', null, 1]);
    assert.match(translate(JSON.parse(row?.reason ?? ''), 'en'), /implausible list of documents/);
    assert.ok((row?.due_at ?? 0) > Date.now());
  });

  test('an unreachable site leaves the notice announced, with the reason and the time of the next attempt', async () => {
    await begin();
    sicap.faults.add('sicap', { kind: 'down' });
    assert.equal(await collected(unusual()), 'unread');
    const row = await rowOf(unusual());
    assert.equal(row?.state, 'announced');
    assert.match(translate(JSON.parse(row?.reason ?? ''), 'ro'), /se reia mai târziu/);
    sicap.faults.clear();
    assert.equal(await collected(unusual()), 'available');
    assert.equal((await rowOf(unusual()))?.reason, null);
  });

  test('lists that omit documents of an earlier look create no version', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary', true);
    assert.ok(documentation.files.filter(({ section }) => section === 'clarifications').length > 1);
    await collected(documentation);
    for (const kinds of [['none', 'emptyList'], ['emptyList'], ['none', 'missing']] as const) {
      faults(...kinds);
      assert.equal(await collected(documentation), 'unread', kinds.join());
      assert.deepEqual(await statesOf(documentation), ['available']);
      assert.equal((await rowOf(documentation))?.state, 'available');
      sicap.faults.clear();
    }
  });

  test('each new set of codes is a version; older versions are superseded and no file is fetched twice', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary', true);
    const days = [1, 7, 13].map((day) => dayText(documentation.procedure.publishedOn + day));
    let requests = 0;
    for (const [i, day] of days.entries()) {
      sicap.today = day;
      const { files } = sicap.documentation('ordinary', true);
      const known = await filesOf(documentation, i);
      const before = sicap.requests.sicap;
      assert.equal(await collected(documentation), 'available', day);
      requests = sicap.requests.sicap - before;
      const news = files.filter(({ code }) => !known.some((row) => row.code === code));
      assert.ok(news.length > 0, day);
      assert.equal(requests, (i === 0 ? 3 : 2) + news.length);
      assert.deepEqual(
        (await filesOf(documentation, i + 1)).map(({ code }) => code),
        files.map(({ code }) => code).toSorted(),
      );
    }
    assert.deepEqual(await statesOf(documentation), ['available', 'superseded', 'superseded']);
    const row = await rowOf(documentation);
    assert.deepEqual([row?.state, row?.version], ['available', 3]);
  });

  test('an available documentation stays available while a newer version is collected', async () => {
    await begin();
    const documentation = sicap.documentation('ordinary', true);
    sicap.today = dayText(documentation.procedure.publishedOn + 1);
    await collected(documentation);
    sicap.today = FOUNDED;
    const seen: unknown[] = [];
    const open = async (): Promise<void> => {
      const row = await rowOf(documentation);
      seen.push([row?.state, row?.version, ...(await statesOf(documentation))]);
    };
    await collected(documentation, { ...location.needs, open });
    assert.deepEqual(seen, [['available', 1, 'collecting', 'available']]);
    const row = await rowOf(documentation);
    assert.deepEqual([row?.state, row?.version], ['available', 2]);
  });

  test('a withdrawn documentation stays withdrawn and is not requested again', async () => {
    await begin();
    const documentation = sicap.documentation('withdrawn');
    sicap.today = dayText(documentation.procedure.publishedOn);
    assert.equal(await collected(documentation), 'available');
    sicap.today = FOUNDED;
    assert.equal(await collected(documentation), 'withdrawn');
    assert.deepEqual(await statesOf(documentation), ['withdrawn']);
    const row = await rowOf(documentation);
    assert.deepEqual([row?.state, row?.due_at], ['withdrawn', null]);
    const before = sicap.requests.sicap;
    assert.equal(await collected(documentation), 'busy');
    assert.equal(sicap.requests.sicap, before);
  });

  test('a partial documentation is collected again, and only the missing files are fetched', async () => {
    await begin();
    faults('none', 'none', 'none', 'http500', 'none', 'none', 'http500');
    // The archive fails, too: it is requested after the other files.
    const { length } = unusual().files;
    faults(...Array(length - 1).fill('none'), 'status404', 'status404');
    assert.equal(await collected(unusual()), 'partial');
    assert.ok((await rowOf(unusual()))?.collected_at);
    sicap.faults.clear();
    const before = sicap.requests.sicap;
    assert.equal(await collected(unusual()), 'available');
    assert.equal(sicap.requests.sicap - before, 3);
    assert.equal((await rowOf(unusual()))?.attempts, 0);
  });

  test('a second collector of the same notice finds it busy, and no file is fetched twice', async () => {
    await begin();
    const before = sicap.requests.sicap;
    const both = await Promise.all([
      collected(unusual()),
      collected(unusual(), { ...location.needs, holder: 'another host' }),
    ]);
    assert.deepEqual(both.toSorted(), ['available', 'busy']);
    assert.equal(sicap.requests.sicap - before, 3 + unusual().files.length);
  });

  test('a collector that stops releases its lock at once, and the next one resumes its work', async () => {
    await begin();
    const stopping = new AbortController();
    const { blobs } = location;
    let stored = 0;
    const stopped = {
      ...blobs,
      put: async (...file: Parameters<typeof blobs.put>) => {
        await blobs.put(...file);
        if (++stored === 3) stopping.abort(new Error('We stop.'));
      },
    };
    const requested = sicap.asked(unusual());
    await assert.rejects(collectNotice(requested, { ...location.needs, blobs: stopped }, stopping.signal), /We stop/);
    const row = await rowOf(unusual());
    assert.deepEqual([row?.state, row?.held_by, row?.collected_at], ['collecting', null, null]);
    const before = sicap.requests.sicap;
    assert.equal(await collected(unusual(), { ...location.needs, holder: 'the next' }), 'available');
    assert.equal(sicap.requests.sicap - before, 2 + unusual().files.length - 3);
  });

  test('a full disk is reported as our fault, marks no file as failed, and collection resumes later', async () => {
    await begin();
    const full = async (): Promise<void> => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    await assert.rejects(
      collected(unusual(), { ...location.needs, blobs: { ...location.blobs, put: full } }),
      /no space left/,
    );
    const row = await rowOf(unusual());
    assert.deepEqual([row?.state, row?.held_by, row?.attempts], ['collecting', null, 1]);
    assert.ok((row?.due_at ?? 0) > Date.now());
    assert.ok((await filesOf(unusual())).every(({ state, attempts }) => state === 'listed' && attempts === 0));
    assert.equal(await collected(unusual()), 'available');
  });

  test('a file above the size limit fails with that reason', async () => {
    await begin({ limits: { sizeBytesMax: 3_000 } });
    assert.notEqual(await collected(unusual()), 'available');
    const large = (await filesOf(unusual())).find(({ state }) => state === 'failed');
    assert.match(translate(JSON.parse(large?.reason ?? ''), 'en'), /larger than/);
  });

  longTest('a file above the time limit fails with that reason', async () => {
    // Less than the slow file takes to start, and as long as possible for the others.
    await begin({ limits: { totalMs: 1_400 } });
    const slow = sicap.documentation('slow');
    assert.equal(await collected(slow), 'partial', 'the archive has all files but the answers to bidders');
    const late = (await filesOf(slow)).find(({ state }) => state === 'failed');
    assert.match(translate(JSON.parse(late?.reason ?? ''), 'en'), /took too long/);
  });
});

test('file names of lists and archives are equal once normalized', () => {
  const list = 'Caiet de sarcini,  lot 1.pdf.p7s';
  assert.equal(plainName(list), plainName('Caiet de sarcini lot 1.pdf.p7s'));
  assert.equal(plainName('anexe/Formulare (2).docx'), plainName('Formulare.docx'));
});
