/** Documents by words of their names in the search over everything, on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Statement } from '#data/store/database.ts';
import type { Store } from '#data/store/open.ts';
import { titleWords } from '#domain/documents/document-names.ts';
import { documentHits } from '#domain/documents/search-hits.ts';
import { storeTitles } from '#domain/documents/tables/documents-table.ts';
import { type HiddenPersons, hiddenNames, noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Stored {
  id: string;
  name: string;
  notice?: string;
  section?: string;
  ackDocId?: string;
  publishedOn?: string;
}

const storing = ({
  id,
  name,
  notice = 'CN7',
  section = 'documentation',
  ackDocId,
  publishedOn,
}: Stored): Statement[] => [
  {
    sql: `insert into document (id, notice, code, name, section, state, attempts, ack_doc_id, published_on)
          values ($1, $2, $3, $4, $5, 'opened', 0, $6, $7)`,
    params: [id, notice, id, name, section, ackDocId ?? null, publishedOn ?? null],
  },
  ...storeTitles([{ id, words: titleWords(name) }]),
];

const entries = (notice: string, version: number, ...ids: string[]): Statement[] =>
  ids.map((id) => ({
    sql: 'insert into documentation_document (notice, version, document_id) values ($1, $2, $3)',
    params: [notice, version, id],
  }));

const documentation = (notice: string, state: string, version: number): Statement => ({
  sql: `insert into documentation (notice, system_id, type_id, state, since, version, attempts)
        values ($1, 1, 2, $2, '2026-11-13T10:00:00.000Z', $3, 0)`,
  params: [notice, state, version],
});

onBothEngines((engine) => {
  let service: SmallService;
  let store: Store;
  let hidden: HiddenPersons = noHiddenPersons;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    store = service.store;
    await store.documents.write([
      documentation('CN7', 'available', 2),
      documentation('CN8', 'withdrawn', 1),
      ...storing({ id: 'CN7-1', name: 'Caiet de sarcini.pdf.p7s' }),
      ...storing({ id: 'CN7-2', name: 'CAIET_DE_SARCINI_rev2.pdf.p7s', publishedOn: '2026-11-02' }),
      ...storing({ id: 'CN7-3', name: 'Fișă de date.pdf', publishedOn: '2026-11-09' }),
      ...storing({ id: 'CN7-4', name: 'CV Cutezătoru Haralambie.docx' }),
      ...storing({ id: 'CN7-5', name: `${'ț'.repeat(4_000)} ${'nume '.repeat(500)}.pdf` }),
      ...storing({ id: 'CN7-6', name: 'Anexă retrasă.pdf' }),
      ...storing({ id: 'CN8-1', notice: 'CN8', name: 'Caiet al altcuiva.pdf' }),
      ...storing({
        id: 'CAN3-1',
        notice: 'CAN3',
        name: 'Document constatator primar.pdf.p7s',
        section: 'supplierReport',
        ackDocId: 'R/1',
      }),
      ...entries('CN7', 1, 'CN7-1', 'CN7-3'),
      ...entries('CN7', 2, 'CN7-2', 'CN7-3', 'CN7-4', 'CN7-5', 'CN7-6'),
      ...entries('CN8', 1, 'CN8-1'),
    ]);
    await store.state.write([
      { sql: "insert into withheld_document (id, why, withheld_at) values ('CN7-6', 'x', '2026-11-13T10:00:00.000Z')" },
    ]);
  });
  after(() => service.close());

  const found = async (q: string) => {
    const hits = documentHits({ ...store, hidden: () => hidden });
    const { rows, total, totalRelation } = await hits(q, 10);
    assert.equal(total, rows.length);
    assert.equal(totalRelation, 'exact');
    return rows.map(({ id }) => id);
  };

  test('names match without diacritics and case, in any word order, with a last prefix, in the newest version only', async () => {
    assert.deepEqual(await found('SARCINI caiet'), ['CN7-2']);
    assert.deepEqual(await found('caiet de sarc'), ['CN7-2']);
    assert.deepEqual(await found('fişa date'), ['CN7-3']);
    assert.deepEqual(await found('sarc caiet'), []);
    assert.deepEqual(await found('pdf'), ['CN7-3', 'CN7-2', 'CAN3-1']);
    assert.deepEqual(await found('…'), []);
  });

  test('withdrawn and withheld documents are not found', async () => {
    assert.deepEqual(await found('altcuiva'), []);
    assert.deepEqual(await found('retrasa'), []);
  });

  test('a hidden person’s name or its prefixes find nothing, and the other words of a document name still match', async () => {
    assert.deepEqual(await found('haralambie'), ['CN7-4']);
    hidden = { ids: new Set(), names: hiddenNames(['CUTEZĂTORU HARALAMBIE']), version: '1' };
    try {
      for (const q of ['haralambie', 'h', 'haral', 'cutezatoru haralambie', 'cv cut'])
        assert.deepEqual(await found(q), [], q);
      const { rows } = await documentHits({ ...store, hidden: () => hidden })('cv', 5);
      assert.deepEqual(
        rows.map(({ id, title }) => [id, title]),
        [['CN7-4', 'CN7: CV […].docx']],
      );
    } finally {
      hidden = noHiddenPersons;
    }
  });

  test('the search over everything lists documents as records and counts them', async () => {
    const response = await fetch(`${service.origin}/api/search/all?q=document%20constatator`, {
      headers: { 'x-api-key': DEMO_KEY },
    });
    const { data, meta } = (await response.json()) as {
      data: { records: unknown[] };
      meta: { totals: { records: { total: number } } };
    };
    assert.deepEqual(data.records, [
      {
        kind: 'document',
        id: 'CAN3-1',
        title: 'CAN3: Document constatator primar.pdf.p7s',
        date: null,
        url: '/api/seap/supplier-issues/R%2F1',
      },
    ]);
    assert.equal(meta.totals.records.total, 1);
    const { rows } = await documentHits({ ...store, hidden: () => hidden })('fisa', 5);
    assert.deepEqual(rows[0], {
      kind: 'document',
      id: 'CN7-3',
      title: 'CN7: Fișă de date.pdf',
      date: '2026-11-09',
      url: '/api/sicap/procedure/CN7/documents',
    });
  });

  test('a very frequent word is counted up to a limit, and the total is marked as a lower bound', async () => {
    const ids = Array.from({ length: 2_500 }, (_, i) => `CN9-${String(i).padStart(5, '0')}`);
    await store.documents.write([
      documentation('CN9', 'available', 1),
      ...ids.flatMap((id) => storing({ id, notice: 'CN9', name: 'Formular tip.docx' })),
      ...entries('CN9', 1, ...ids),
    ]);
    const hits = documentHits({ ...store, hidden: () => hidden });
    for (const q of ['formular', 'form', 'tip formular']) {
      const { rows, total, totalRelation } = await hits(q, 3);
      assert.deepEqual([rows.length, total, totalRelation], [3, 2_000, 'atLeast'], q);
    }
    assert.equal((await hits('formular unic', 3)).total, 0);
  });
});
