/** Supplier-performance reports from collected files to the answers about a supplier, on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeCollectedReports } from '#data/ingest/procurement/collected-reports.ts';
import { contentOf } from '#data/ingest/procurement/increments-table.ts';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import type { Statement } from '#data/store/database.ts';
import { showcase } from '#demo-country/showcase.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const supplier = showcase.find(({ id }) => id === 'stateSupplier')?.cui ?? '';

/** Above the content keys of the small service. */
const KEY = 9_000;

/** A file of the award notice CAN2; the supplier holds its only contract. */
const file = (
  number: number,
  text: string | null,
  more: { day?: string | null; notice?: string } = {},
): Statement[] => {
  const { day = '2026-10-05', notice = 'CAN2' } = more;
  const sha256 = `${number}`.repeat(64).slice(0, 64);
  return [
    {
      sql: `insert into document (id, notice, code, name, section, published_on, ack_doc_id, state, attempts, content_sha256)
            values ($1, $2, $1, 'Document constatator primar.pdf', 'supplierReport', $3, $4, 'opened', 0, $5)`,
      params: [`${notice}-${number}`, notice, day, `DC${number}`, sha256],
    },
    ...(text === null
      ? []
      : [
          {
            sql: `insert into content (key, sha256, state, kind, media_type, missing, read_by, read_at, ocr_due)
                  values ($1, $2, 'whole', 'pdf', 'application/pdf', '[]', 1, '2026-11-01T10:00:00.000Z', 0)`,
            params: [KEY + number, sha256],
          },
          {
            sql: "insert into page (content, number, page, source, text) values ($1, 1, 1, 'text', $2)",
            params: [KEY + number, text],
          },
        ]),
  ];
};

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    await service.store.documents.write([
      ...file(1, 'Contractantul nu și-a îndeplinit obligațiile.\nDaune-interese: 1.500,50 lei. Tel. 0722 123 456'),
      ...file(2, 'Calificativ: bine.', { day: '2026-10-06' }),
      ...file(3, null),
      ...file(4, 'Contractantul și-a îndeplinit obligațiile.', { notice: 'CAN99' }),
      ...file(5, 'Contractantul și-a îndeplinit obligațiile.', { day: null }),
      ...file(6, 'Contractantul și-a îndeplinit obligațiile.'),
    ]);
  });
  after(() => service.close());

  const ask = async (path: string) => {
    const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { data: never }).data;
  };
  const write = () => {
    const dataset = service.store.generations.current();
    assert.ok(dataset);
    const { documents, live } = service.store;
    return storeCollectedReports({ documents, dataset, withheld: new Set(['CAN2-6']), live });
  };

  test('every file is stored as a report, or counted under its reason for rejection', async () => {
    const collected = await write();
    assert.deepEqual(collected, { stored: 2, rejected: { noText: 1, noAward: 1, noDay: 1, withheld: 1 } });
    const cached = () => contentOf(service.store.live, { kind: 'reports', day: '2026-10-05' });
    const stored = String(await cached());
    assert.equal(stored.trim().split('\n').length, 1);
    assert.deepEqual(await write(), collected);
    assert.equal(String(await cached()), stored);
  });

  test('collected reports are listed beside imported ones and link to their documents', async () => {
    const imported: { ackDocId: string }[] = await ask(`/api/seap/company/${supplier}/supplier-issues`);
    // The store of this test holds the reports only, and not the earlier list data.
    const accept = { partial: false, smaller: true };
    await ingestRecent({ ...service.store, progress: silent, accept });
    await service.store.generations.refresh();
    const rows: {
      ackDocId: string;
      rating: string | null;
      documentId: string | null;
      damages: object;
      text: string;
    }[] = await ask(`/api/seap/company/${supplier}/supplier-issues`);
    assert.deepEqual(
      rows.map(({ ackDocId, rating, documentId, damages }) => ({ ackDocId, rating, documentId, damages })),
      [
        { ackDocId: 'DC2', rating: null, documentId: 'CAN2-2', damages: { claimed: null, amount: null } },
        { ackDocId: 'DC1', rating: 'notFulfilled', documentId: 'CAN2-1', damages: { claimed: true, amount: 1500.5 } },
        ...imported.map(({ ackDocId }) => ({
          ackDocId,
          rating: null,
          documentId: null,
          damages: { claimed: null, amount: null },
        })),
      ],
    );
    assert.doesNotMatch(rows[1]?.text ?? '', /0722/);
    const one: { contract: { number: string } } = await ask('/api/seap/supplier-issues/DC1');
    assert.equal(one.contract.number, '2');
  });

  test('an imported report links to its collected file at once', async () => {
    const [last]: { ackDocId: string }[] = (await ask(
      `/api/seap/company/${supplier}/supplier-issues?offset=2`,
    )) as never;
    const id = last?.ackDocId ?? '';
    await service.store.documents.write([
      { sql: "update document set ack_doc_id = $1 where id = 'CAN2-5'", params: [id] },
    ]);
    const one: { documentId: string } = await ask(`/api/seap/supplier-issues/${id}`);
    assert.equal(one.documentId, 'CAN2-5');
  });
});
