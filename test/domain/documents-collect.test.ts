/** Collection of documents from the simulated procurement system: complete, once, and with a reason for each missing file. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Conduct, Documentation } from '#demo-country/documents/types.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { documentationOf, documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import { translate } from '#lib/i18n/message.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  type CollectingPlace,
  collectingPlace,
  type DocumentedCountry,
  documentedCountry,
} from '#test/support/collected-documents.ts';

const never = new AbortController().signal;
let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

onBothEngines((engine) => {
  let location: CollectingPlace;
  const collected = async (documentation: Documentation, more = {}) =>
    collectNotice({ ...sicap.asked(documentation), ...more }, location.needs, never);
  const rowOf = async (documentation: Documentation) => {
    const row = await documentationOf(location.store.documents, sicap.asked(documentation).notice);
    assert.ok(row);
    return row;
  };
  const filesOf = async (documentation: Documentation, version = 1) =>
    documentsOf(location.store.documents, sicap.asked(documentation).notice, version);

  before(async () => {
    location = await collectingPlace(await engine.place(), { address: sicap.address });
  });
  afterEach(() => {
    sicap.faults.clear();
    sicap.today = '2026-11-15';
  });
  after(() => location.close());

  test('every file is stored in the blobs under its digest, and its row names the digest', async () => {
    const documentation = sicap.documentation('ordinary');
    assert.equal(await collected(documentation), 'available');
    const rows = await filesOf(documentation);
    assert.equal(rows.length, documentation.files.length);
    for (const file of documentation.files) {
      const bytes = await file.bytes();
      const row = rows.find(({ code }) => code === file.code);
      assert.equal(row?.id, file.code.replace('/', '-'));
      assert.equal(row?.state, 'stored');
      assert.equal(row?.name, file.name);
      assert.equal(row?.file_sha256, createHash('sha256').update(bytes).digest('hex'));
      const stored = Buffer.concat(await Array.fromAsync(location.blobs.open(row.file_sha256, null, never)));
      assert.deepEqual(stored, bytes);
    }
    const row = await rowOf(documentation);
    assert.deepEqual([row.state, row.version, row.held_by, row.asked_at], ['available', 1, null, null]);
    assert.ok(row.collected_at && row.looked_at);
  });

  test('a notice that is an electronic form is a document of its own beside the files, fetched once', async () => {
    const documentation = sicap.form();
    const { notice } = sicap.asked(documentation);
    assert.equal(await collected(documentation), 'available');
    const rows = await filesOf(documentation);
    assert.equal(rows.length, documentation.files.length + 1);
    const [form] = rows.filter(({ section }) => section === 'notice');
    assert.deepEqual([form?.id, form?.name, form?.state], [`${notice}-eforms`, `${notice}.html`, 'stored']);
    const page = Buffer.concat(await Array.fromAsync(location.blobs.open(form?.file_sha256 ?? '', null, never)));
    assert.match(
      page.toString(),
      /^<!doctype html>\n<meta charset="utf-8">\n<div class="notice">.*BT-750 Criteriu de selecție/,
    );
    // A second look asks for the lists only, and keeps the form.
    const before = sicap.requests.sicap;
    assert.equal(await collected(documentation), 'available');
    assert.equal(sicap.requests.sicap - before, 2);
    assert.equal((await versionsOf(location.store.documents, notice)).length, 1);
  });

  test('a form that fails is fetched at the next look, and one of an older documentation is no change of it', async () => {
    const documentation = sicap.form();
    const { notice } = sicap.asked(documentation);
    const { documents } = location.store;
    const [form] = (await filesOf(documentation)).filter(({ section }) => section === 'notice');
    const params = [form?.id ?? ''];
    await documents.write([{ sql: "update document set state = 'failed', file_sha256 = null where id = $1", params }]);
    assert.equal(await collected(documentation), 'available');
    assert.deepEqual(
      (await filesOf(documentation)).map(({ state, file_sha256 }) => [state, file_sha256 !== null]),
      Array(documentation.files.length + 1).fill(['stored', true]),
    );
    await documents.write([
      { sql: 'delete from documentation_document where document_id = $1', params },
      { sql: 'delete from document where id = $1', params },
    ]);
    assert.equal(await collected(documentation), 'available');
    assert.equal((await filesOf(documentation)).length, documentation.files.length);
    assert.equal((await versionsOf(documents, notice)).length, 1);
  });

  test('a second look at an unchanged list fetches no file and creates no version', async () => {
    const documentation = sicap.documentation('ordinary');
    await collected(documentation);
    const before = sicap.requests.sicap;
    assert.equal(await collected(documentation), 'available');
    assert.equal(sicap.requests.sicap - before, 2, 'both lists');
    assert.equal((await versionsOf(location.store.documents, sicap.asked(documentation).notice)).length, 1);
  });

  test('a requested notice without a look is announced and due since its first request', async () => {
    const requested = sicap.asked(sicap.documentation('slow'));
    const now = Date.now();
    await requestDocuments(location.store.documents, requested, now);
    await requestDocuments(location.store.documents, requested, now + 1_000);
    const row = await documentationOf(location.store.documents, requested.notice);
    assert.deepEqual([row?.state, row?.asked_at, row?.due_at, row?.version], ['announced', now, now, null]);
  });

  test('a request right after a look causes no second look', async () => {
    const documentation = sicap.documentation('broken');
    await collected(documentation);
    const requested = sicap.asked(documentation);
    await requestDocuments(location.store.documents, requested, Date.now());
    assert.equal((await rowOf(documentation)).asked_at, null);
    await requestDocuments(location.store.documents, requested, Date.now() + 3_600_000);
    assert.notEqual((await rowOf(documentation)).asked_at, null);
  });

  const empty: [Conduct, object, string][] = [
    ['late', {}, 'none'],
    ['none', {}, 'none'],
    ['withdrawn', {}, 'withdrawn'],
  ];
  for (const [conduct, more, state] of empty)
    test(`a procedure that is ${conduct} lists no documents: ${state}`, async () => {
      const documentation = sicap.documentation(conduct);
      assert.equal(await collected(documentation, more), state);
      const row = await rowOf(documentation);
      assert.deepEqual([row.state, row.version, row.collected_at], [state, null, null]);
      assert.ok(row.looked_at);
    });

  test('a documentation with state none becomes available when documents are uploaded', async () => {
    const documentation = sicap.documentation('late');
    sicap.today = '2026-11-18';
    assert.equal(await collected(documentation), 'available');
    assert.ok((await filesOf(documentation)).length > 4);
  });

  test('a file that always breaks off leaves the documentation partial, with the reason', async () => {
    const documentation = sicap.documentation('gap');
    assert.equal(await collected(documentation), 'partial');
    const rows = await filesOf(documentation);
    const failed = rows.filter(({ state }) => state === 'failed');
    const missing = documentation.files.filter(({ topic }) => topic === 'specification');
    assert.deepEqual(
      failed.map(({ code }) => code),
      missing.map(({ code }) => code),
    );
    assert.equal(
      translate(JSON.parse(failed[0]?.reason ?? ''), 'en'),
      'The procurement system closed the connection before the file was complete.',
    );
    const row = await rowOf(documentation);
    assert.equal(
      translate(JSON.parse(row.reason ?? ''), 'ro'),
      `${failed.length} din ${rows.length} fișiere nu au putut fi preluate; motivul este dat la fiecare fișier.`,
    );
    assert.ok(row.due_at && row.due_at > Date.now());
  });

  test('a documentation without any fetched file has failed and has no collection time', async () => {
    const documentation = sicap.documentation('broken');
    const row = await rowOf(documentation);
    assert.deepEqual([row.state, row.collected_at], ['failed', null]);
    assert.equal(
      translate(JSON.parse(row.reason ?? ''), 'en'),
      'None of the files could be fetched; each states its reason.',
    );
    assert.equal(await collected(documentation), 'failed');
    assert.equal((await rowOf(documentation)).attempts, 2);
  });
});
