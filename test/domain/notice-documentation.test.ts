/** The documentation of notices: the stored state, or the state from the notice itself before the first look. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Statement } from '#data/store/database.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { showcase } from '#demo-country/showcase.ts';
import type { DocumentationState, DocumentState } from '#domain/documents/tables/rows.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const { notice } = showcaseProcurement;
const authority = showcase.find(({ id }) => id === 'cityHall')?.cui ?? '';

/** All operations that return notices. */
const locations = [
  `/api/sicap/tender/${notice}`,
  '/api/sicap/tenders/search?q=pompe',
  '/api/sicap/procedures',
  `/api/sicap/company/${authority}/procedures`,
  `/api/seap/company/${authority}/tenders`,
];

const secondsFresh = ({ headers }: Response): number =>
  Number(/max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
  });
  after(() => service.close());
  beforeEach(() =>
    service.store.documents.write(
      ['documentation', 'documentation_document', 'document'].map((table) => ({ sql: `delete from ${table}` })),
    ),
  );

  const ask = async (path: string, etag?: string) => {
    const headers = { 'x-api-key': DEMO_KEY, ...(etag && { 'if-none-match': etag }) };
    const response = await fetch(service.origin + path, { headers });
    const text = await response.text();
    return { response, body: text === '' ? null : JSON.parse(text) };
  };
  const result = async (path: string) => {
    const { response, body } = await ask(path);
    assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
    const rows = Array.isArray(body.data) ? body.data : [body.data];
    const row = rows.find((each: { notice: string }) => each.notice === notice);
    return { documentation: row.documentation, meta: body.meta, response };
  };

  test('without a look the state is that of the notice itself', async () => {
    for (const path of locations) {
      const { documentation } = await result(path);
      assert.deepEqual(
        [documentation.state, documentation.documentsCount, documentation.version],
        ['announced', null, null],
      );
    }
    const { body } = await ask('/api/sicap/tender/CN1000001');
    assert.equal(body.data.documentation.state, 'unknown');
  });

  test('every operation with notices returns the stored state, its day, the version and the number of documents', async () => {
    await store('partial', 2, ['opened', 'stored', 'failed', 'listed']);
    for (const path of locations)
      assert.deepEqual(
        (await result(path)).documentation,
        // The day in Romania: it was past midnight there.
        { state: 'partial', since: '2026-11-14', documentsCount: 4, version: 2 },
        path,
      );
  });

  test('the number of documents is 0 after a look without any, and null before the first look', async () => {
    for (const [state, documentsCount] of [
      ['none', 0],
      ['announced', null],
    ] as const) {
      await store(state, null, []);
      const { documentation } = await result(locations[0] as string);
      assert.deepEqual(documentation, { state, since: '2026-11-14', documentsCount, version: null });
    }
  });

  test('another state gives another ETag, and an answer during collection is fresh until the next minute', async () => {
    await store('collecting', 1, ['listed']);
    for (const path of locations) {
      const before = await result(path);
      assert.ok(secondsFresh(before.response) <= 60, path);
      assert.match(before.meta.freshUntil, /:00\.000Z$/, `${path}: a fixed instant`);
    }
    const [path = ''] = locations;
    const etag = (await result(path)).response.headers.get('etag') ?? '';
    assert.equal((await ask(path, etag)).response.status, 304);
    await store('available', 1, ['opened']);
    const { response, body } = await ask(path, etag);
    assert.equal(response.status, 200);
    assert.equal(body.data.documentation.state, 'available');
    assert.ok(secondsFresh(response) > 60);
  });

  /** Stores a version with these documents. */
  async function store(state: DocumentationState, version: number | null, documents: DocumentState[]): Promise<void> {
    const statements: Statement[] = [
      { sql: 'delete from documentation' },
      { sql: 'delete from documentation_document' },
      { sql: 'delete from document' },
      {
        sql: `insert into documentation (notice, system_id, type_id, state, since, version, attempts)
              values ($1, 1, 2, $2, '2026-11-13T22:30:00.000Z', $3, 0)`,
        params: [notice, state, version],
      },
    ];
    for (const [i, each] of documents.entries()) {
      const id = `${notice}-0000${i + 1}`;
      statements.push(
        {
          sql: `insert into document (id, notice, code, name, section, state, attempts)
                values ($1, $2, $3, 'Caiet.pdf', 'documentation', $4, 0)`,
          params: [id, notice, `${notice}/0000${i + 1}`, each],
        },
        {
          sql: 'insert into documentation_document (notice, version, document_id) values ($1, $2, $3)',
          params: [notice, version, id],
        },
      );
    }
    await service.store.documents.write(statements);
  }
});
