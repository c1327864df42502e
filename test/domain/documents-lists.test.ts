/** The documents of a procedure and their signatures: the answer for each kind of caller, and for each state without documents. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { withhold } from '#domain/documents/tables/documents-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { assertNoSecret, assertNothingPrivate, fillStates } from '#test/support/documents-states.ts';
import { gateCallers } from '#test/support/gate-callers.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations; each test checks the members that it reads.
  body: any;
}

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    const notices = [noticeRecord({ notice: 'CN1000002', systemId: 100_000_002 })];
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl, notices });
    await fillStates(service);
  });
  after(() => service.close());

  const get = async (path: string, headers: Record<string, string> = { 'x-api-key': DEMO_KEY }): Promise<Answer> => {
    const response = await fetch(`${service.origin}${path}`, { headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const visitor = async (): Promise<Record<string, string>> => ({
    cookie: (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '',
    'sec-fetch-site': 'same-origin',
  });
  const documents = (notice: string, query = ''): string => `/api/sicap/procedure/${notice}/documents${query}`;
  const signers = (notice: string, query = ''): string => `/api/sicap/procedure/${notice}/signers${query}`;

  test('a Pro key gets the documents of the newest version, each with its content', async () => {
    const { status, body } = await get(documents('CN2000001'));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.data.map(({ code, state }: Answer['body']) => [code, state]),
      [
        ['CN2000001/00001', 'opened'],
        ['CN2000001/00002', 'opened'],
        ['CN2000001/00003', 'failed'],
        ['CN2000001/00004', 'opened'],
      ],
    );
    const [first, , failed] = body.data;
    assert.equal(first.name, 'Caiet de sarcini – ăîâșț.txt.p7m');
    assert.equal(first.fileName, 'Caiet de sarcini – ăîâșț.txt');
    assert.equal(first.version, 2);
    assert.equal(first.sealed.kind, 'cms');
    assert.equal(first.signatureVerdict, 'invalid');
    assert.equal(first.content.textUrl, '/api/sicap/document/CN2000001-00001/text');
    assert.equal(first.content.downloadUrl, '/api/sicap/document/CN2000001-00001/download');
    assert.ok(first.content.excerpt.startsWith('Responsabil: [CNP]'));
    assert.ok(first.content.excerpt.length <= 2_000);
    assert.equal(first.content.masked, true);
    assert.deepEqual(failed.reason, { code: 'collecting.cutShort', label: String(failed.reason.label) });
    assert.equal(failed.content, null);
    assert.equal(body.meta.redacted, undefined);
    const { documentation } = body.meta;
    assert.equal(documentation.state, 'partial');
    assert.equal(documentation.version, 2);
    assert.deepEqual(
      documentation.versions.map(({ version, state }: Answer['body']) => [version, state]),
      [
        [2, 'partial'],
        [1, 'superseded'],
      ],
    );
    assert.equal(documentation.reason.code, 'collecting.someMissing');
    assert.equal(body.meta.sources[0].covers[0], 'documents');
  });

  test('reasons are in the caller’s language', async () => {
    const { body } = await get(documents('CN2000001', '?lang=ro'));
    assert.match(body.data[2].reason.label, /întrerupt/);
    const { body: signed } = await get(signers('CN2000001', '?lang=ro'));
    assert.match(signed.data[1].reasons[0].label, /Conținutul/);
  });

  test('an older version is available by its number, and an unknown version is a 404 that names the existing ones', async () => {
    const { body } = await get(documents('CN2000001', '?version=1'));
    assert.deepEqual(
      body.data.map(({ code, version }: Answer['body']) => [code, version]),
      [['CN2000001/00002', 1]],
    );
    const { status, body: unknown } = await get(documents('CN2000001', '?version=9'));
    assert.equal(status, 404);
    assert.match(unknown.error.message, /has no version 9; there are: 1, 2\./);
    assert.equal((await get(documents('CN2000001', '?version=0'))).status, 400);
  });

  test('pages follow each other by a cursor that is bound to the version', async () => {
    const first = await get(documents('CN2000001', '?limit=3'));
    assert.equal(first.body.data.length, 3);
    assert.match(first.body.meta.page.next, /version=2/);
    const second = await get(first.body.meta.page.next);
    assert.deepEqual(
      second.body.data.map(({ code }: Answer['body']) => code),
      ['CN2000001/00004'],
    );
    assert.equal(second.body.meta.page.next, null);
  });

  test('a visitor without a key gets every row, without content or identities in any part of the answer', async () => {
    const headers = await visitor();
    for (const [path, field] of [
      [documents('CN2000001'), 'content'],
      [signers('CN2000001'), 'signer'],
    ] as const) {
      const pro = await get(path);
      const free = await get(path, headers);
      assert.equal(free.status, 200, path);
      assert.deepEqual(free.body.meta.redacted, [field]);
      assert.equal(free.body.data.length, pro.body.data.length);
      // Both answers are equal but for the field.
      const without = (rows: Answer['body'][]) => rows.map((row) => ({ ...row, [field]: null }));
      assert.deepEqual(free.body.data, without(pro.body.data));
      assertNothingPrivate(free.body);
      assert.notEqual(free.headers.get('etag'), pro.headers.get('etag'));
      for (const format of ['csv', 'xlsx']) {
        const table = await fetch(`${service.origin}${path}?format=${format}`, { headers });
        assert.equal(table.status, 200);
        assertNoSecret(Buffer.from(await table.arrayBuffer()).toString('latin1'), format);
      }
    }
  });

  test('no caller without Pro gets more than a visitor, with any kind of credentials', async () => {
    for (const { who, headers, gets } of await gateCallers(service, false))
      for (const id of ['getDocuments', 'getSigners'] as const) {
        if (gets(service.declared[id]) !== 'visitor') continue;
        const { status, body } = await get(
          id === 'getDocuments' ? documents('CN2000001') : signers('CN2000001'),
          headers,
        );
        assert.equal(status, 200, who);
        assertNothingPrivate(body);
      }
  });

  test('an unknown notice is a 404 with an example', async () => {
    const { status, body } = await get(documents('CN9999999'));
    assert.equal(status, 404);
    assert.match(body.error.message, /No notice has the number CN9999999\. This is the demo country: try CN/);
    assert.equal((await get(documents('what'))).status, 400);
  });

  test('a notice from exports only is a 404 with the reason that docs/documents.md states', async () => {
    const { status, body } = await get(documents('CN1000001'));
    assert.equal(status, 404);
    const { body: tender } = await get('/api/sicap/tender/CN1000001');
    assert.equal(tender.data.documentation.state, 'unknown');
    const page = readFileSync(new URL('../../docs/documents.md', import.meta.url), 'utf8');
    const line = page.split('\n').find((one) => one.startsWith('| `unknown` |'));
    assert.match(line ?? '', /404 `NOT_FOUND` where the notice is known from published exports only/);
    assert.match(body.error.message, /cannot be collected: the notice is known from published exports only/);
  });

  test('the first request for documents queues them, and the answer is a 409 until one is collected', async () => {
    const { status, headers, body } = await get(signers('CN1000002'));
    assert.equal(status, 409);
    assert.equal(body.error.code, 'DOCUMENTATION_NOT_READY');
    assert.equal(headers.get('retry-after'), '10', 'no other notice is queued');
    const row = await service.store.documents.one<{ state: string; asked_at: number }>(
      "select state, asked_at from documentation where notice = 'CN1000002'",
    );
    assert.equal(row?.state, 'announced');
    assert.ok((row?.asked_at ?? 0) > 0);
    assert.match(body.error.message, /this is the first request for them/);
    // The first request keeps its position. Whether the system has any documents is unknown yet, and not stated.
    const again = await get(documents('CN1000002'));
    assert.match(again.body.error.message, /have not been collected yet: they are queued\. /);
    const later = await service.store.documents.one<{ asked_at: number }>(
      "select asked_at from documentation where notice = 'CN1000002'",
    );
    assert.equal(later?.asked_at, row?.asked_at);
  });

  test('a collected list is available before any of its files is', async () => {
    const { status, body } = await get(documents('CN2000002', '?lang=ro'));
    assert.equal(status, 200);
    assert.deepEqual([body.data.length, body.data[0].state], [1, 'listed']);
    assert.deepEqual(body.meta.pending, ['documents']);
    assert.equal(body.meta.documentation.state, 'collecting');
    const begun = await get(documents('CN2000003'));
    assert.equal(begun.status, 200);
    assert.deepEqual(begun.body.meta.pending, ['documents']);
    assert.equal(begun.headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      begun.body.data.map(({ state }: Answer['body']) => state),
      ['stored', 'listed'],
    );
  });

  test('a procedure without published documents has an empty list with the state none', async () => {
    for (const path of [documents('CN2000004'), signers('CN2000004')]) {
      const { status, body } = await get(path);
      assert.equal(status, 200);
      assert.deepEqual(body.data, []);
      assert.equal(body.meta.documentation.state, 'none');
      assert.equal(body.meta.documentation.version, null);
    }
    assert.equal((await get(documents('CN2000004', '?version=1'))).status, 404);
  });

  test('withdrawn documents are a 410 for every caller and every operation', async () => {
    for (const path of ['documents', 'signers', 'changes', 'bundle'])
      assert.equal((await get(`/api/sicap/procedure/CN2000005/${path}`)).body.error.code, 'WITHDRAWN', path);
    for (const path of ['text', 'download'])
      assert.equal((await get(`/api/sicap/document/CN2000005-00001/${path}`)).status, 410, path);
    const { status, body } = await get(documents('CN2000005'), await visitor());
    assert.equal(status, 410);
    assert.match(
      body.error.message,
      /withdrawn by its authority; .* The notice itself is still available: \/api\/sicap\/tender\//,
    );
  });

  test('when no file could be fetched, each document has the reason', async () => {
    const { status, body } = await get(documents('CN2000007'));
    assert.equal(status, 200);
    assert.equal(body.meta.documentation.state, 'failed');
    assert.equal(body.data[0].reason.code, 'collecting.refused');
    const bundle = await get('/api/sicap/procedure/CN2000007/bundle');
    assert.equal(bundle.status, 404);
    assert.match(bundle.body.error.message, /No file of the documentation of CN2000007 is stored\. None of the files/);
    assert.deepEqual(
      bundle.body.error.details.slice(0, 2).map(({ name, problem }: Answer['body']) => [name, problem]),
      [
        ['state', 'failed'],
        ['lookedAt', body.meta.documentation.lookedAt],
      ],
    );
    assert.equal(bundle.body.error.details[2].name, 'nextLookAt', 'the request makes a new look due');
  });

  test('a list that could not be fetched is a 409 with the reason', async () => {
    const { status, body } = await get(documents('CN2000008'));
    assert.equal(status, 409);
    assert.match(body.error.message, /could not be queried for the list of documents/);
  });

  test('a withheld document has its row and its id, and all other fields are null', async () => {
    await withhold(service.store.state, {
      id: 'CN2000009-00001',
      why: 'Holds data of a child.',
      withheld_at: '2026-11-16T00:00:00.000Z',
    });
    const { body } = await get(documents('CN2000009'));
    const [row] = body.data;
    assert.equal(row.id, 'CN2000009-00001');
    assert.deepEqual(row.withheld, { why: 'Holds data of a child.', since: '2026-11-16T00:00:00.000Z' });
    for (const field of ['name', 'fileName', 'content', 'sha256', 'sizeBytes', 'sealed', 'signatureVerdict'])
      assert.equal(row[field], null, field);
    const { body: signed } = await get(signers('CN2000009'));
    assert.deepEqual(signed.data, []);
    assert.equal(signed.meta.signatures.withheld, 1);
    for (const path of ['text', 'download', 'download?sealed=true']) {
      const { status, body: refused } = await get(`/api/sicap/document/CN2000009-00001/${path}`);
      assert.equal(status, 404, path);
      assert.match(
        refused.error.message,
        /operator of this installation withholds the document \S+: Holds data of a child\./,
      );
    }
  });

  test('the service reported no faults', () => assert.deepEqual(service.faults, []));
});
