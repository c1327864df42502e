import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#data/sources/json.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import {
  archiveStateOf,
  clarificationsQuery,
  documentationOf as documentationOfNotice,
  isWhole,
  supplierReportsOf,
} from './documents.ts';

const row = (code: string | null, more: object = {}) => ({
  noticeDocumentUrl: 'api-pub/files/noticedoc/0123456789abcdef0123456789abcdef',
  noticeDocumentName: 'Caiet de sarcini.pdf.p7s',
  noticeDocumentCode: code,
  ...more,
});
/** Most tests read one notice with one page. */
const documentationOf = (files: JsonObject | null, page: JsonObject | null, notice = 'CN1096282') =>
  documentationOfNotice(notice, files, page ? [page] : []);
const empty = { dfNoticeDocs: [], duaeDocs: [], contractingStrategyDocs: [], decisionDocs: [], exAnteDocs: [] };

test('documents are read from their sections with codes and names, and clarifications with their day', () => {
  const files = {
    ...empty,
    dfNoticeDocs: [row('CN1096282/00003'), row('CN1096282/00001', { noticeDocumentName: ' Fisa de date.pdf ' })],
    duaeDocs: [row('CN1096282/00002', { noticeDocumentName: 'DUAE_CERERE_384463.xml' })],
    mysteryDocs: [row('CN1096282/00009')],
  };
  const answers = {
    total: 1,
    items: [
      row('CN1096282/00007', {
        transmissionDate: '2026-04-04T01:54:35+03:00',
        noticeDocumentName: undefined,
        documentName: 'Raspuns.pdf',
      }),
    ],
  };
  const { documents, isWithdrawn } = documentationOf(files, answers);
  assert.equal(isWithdrawn, false);
  assert.deepEqual(
    documents.map(({ code, section, publishedOn }) => [code.slice(-5), section, publishedOn]),
    [
      ['00001', 'documentation', null],
      ['00002', 'duae', null],
      ['00003', 'documentation', null],
      ['00007', 'clarification', '2026-04-04'],
      ['00009', 'other', null],
    ],
  );
  assert.equal(documents[0]?.name, 'Fisa de date.pdf');
});

test('a file in two sections counts once, one without a code is ignored, and a missing name is replaced', () => {
  const files = {
    ...empty,
    dfNoticeDocs: [row('CN1096282/1'), row(null)],
    decisionDocs: [row('CN1096282/1'), row('CN1096282/2', { noticeDocumentName: null })],
  };
  assert.deepEqual(
    documentationOf(files, null).documents.map(({ code, name }) => [code, name]),
    [
      ['CN1096282/1', 'Caiet de sarcini.pdf.p7s'],
      ['CN1096282/2', 'CN1096282/2'],
    ],
  );
});

test('a link outside of the site is null', () => {
  for (const url of [
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    'api-pub/../admin',
    'api-pub/x?next=y',
    null,
  ]) {
    const { documents } = documentationOf(
      { ...empty, dfNoticeDocs: [row('CN1096282/1', { noticeDocumentUrl: url })] },
      null,
    );
    assert.equal(documents[0]?.link, null, String(url));
  }
  const rooted = documentationOf(
    { ...empty, dfNoticeDocs: [row('CN1096282/1', { noticeDocumentUrl: '/api-pub/files/noticedoc/ab' })] },
    null,
  );
  assert.equal(rooted.documents[0]?.link, 'api-pub/files/noticedoc/ab');
});

test('withdrawal is read from a flag or a status, and null lists count as empty', () => {
  assert.equal(documentationOf({ isWithdrawn: true }, null).isWithdrawn, true);
  assert.equal(documentationOf({ ...empty, dfNoticeState: { id: 9, text: 'Retrasa' } }, null).isWithdrawn, true);
  assert.deepEqual(documentationOf({ ...empty, dfNoticeDocs: null }, { items: null }), {
    isWithdrawn: false,
    documents: [],
  });
  assert.deepEqual(documentationOf(null, null), { isWithdrawn: false, documents: [] });
});

test('an answer without any document list is refused and does not count as empty', () => {
  assert.throws(() => documentationOf({ message: 'eroare' }, null), WrongShape);
  assert.throws(() => documentationOf({}, null), WrongShape);
});

test('supplier reports are those of the award notice, with the number that it announces', () => {
  const report = { ackDocId: 'DC20000060', issuedOn: '2026-04-04', ...row('CAN1000003/00001') };
  const { announced, documents } = supplierReportsOf({
    ackDocs: [report],
    ackDocsCount: 2,
    conditions: { hasAckDocuments: true },
  });
  assert.equal(announced, 2);
  assert.deepEqual(
    documents.map(({ code, ackDocId, section, publishedOn }) => [code, ackDocId, section, publishedOn]),
    [['CAN1000003/00001', 'DC20000060', 'supplierReport', '2026-04-04']],
  );
  assert.deepEqual(supplierReportsOf({ ackDocs: null, conditions: { hasAckDocuments: true } }), {
    announced: 1,
    documents: [],
  });
  assert.deepEqual(supplierReportsOf({}), { announced: 0, documents: [] });
  const bare = supplierReportsOf({ ackDocs: [{ ackDocID: 77 }] });
  assert.deepEqual([bare.documents[0]?.code, bare.documents[0]?.link], ['77', null]);
});

test('a link with a host is reduced to its path on the configured site', () => {
  const url = 'https://www.e-licitatie.ro/api-pub/files/noticedoc/ab';
  const { documents } = documentationOf(
    { ...empty, dfNoticeDocs: [row('CN1096282/1', { noticeDocumentUrl: url })] },
    null,
  );
  assert.equal(documents[0]?.link, 'api-pub/files/noticedoc/ab');
});

test('documents of another notice are refused, since the site ignored the filter', () => {
  assert.throws(() => documentationOf(empty, { total: 1, items: [row('CN1096283/00001')] }), WrongShape);
  assert.throws(() => documentationOf({ ...empty, dfNoticeDocs: [row('CN10962821/00001')] }, null), WrongShape);
});

test('clarifications are read page by page up to the total or an empty page', () => {
  const items = [row('CN1096282/1'), row('CN1096282/2')];
  assert.equal(isWhole([]), false);
  assert.equal(isWhole([{ total: 3, items }]), false);
  assert.equal(
    isWhole([
      { total: 3, items },
      { total: 3, items: items.slice(1) },
    ]),
    true,
  );
  assert.equal(
    isWhole([
      { total: 3, items },
      { total: 3, items: [] },
    ]),
    true,
  );
  assert.equal(isWhole([{ total: 0, items: null }]), true);
  assert.deepEqual([clarificationsQuery(7, 2, 1).pageIndex, clarificationsQuery(7, 2, 1).initNoticeId], [1, 7]);
});

test('an archive is absent, waiting or ready', () => {
  const state = (sysArchiveStatusId: unknown) => archiveStateOf({ archiveItem: { sysArchiveStatusId } });
  assert.deepEqual([1, 2, 3, 4, 5, null].map(state), ['absent', 'waiting', 'ready', 'waiting', null, null]);
  assert.equal(archiveStateOf({ hasError: true }), null);
});

test('too many documents are refused, invalid codes are ignored, and names are truncated', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => row(`CN1096282/${i}`));
  assert.equal(documentationOf({ ...empty, dfNoticeDocs: many(3_000) }, null).documents.length, 3_000);
  assert.throws(() => documentationOf({ ...empty, dfNoticeDocs: many(3_001) }, null), WrongShape);
  assert.throws(() => supplierReportsOf({ ackDocs: many(3_001) }), WrongShape);
  const long = row('CN1096282/1', { noticeDocumentName: 'a'.repeat(1_000_000) });
  const { documents } = documentationOf(
    { ...empty, dfNoticeDocs: [long, row(`CN1096282/${'9'.repeat(3_000)}`)] },
    null,
  );
  assert.deepEqual(
    documents.map(({ code, name }) => [code, name.length]),
    [['CN1096282/1', 500]],
  );
});
