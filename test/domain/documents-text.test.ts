/** The text of one document: its pages, redaction, continuation of long texts, and the errors for files without a text. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TextState } from '#domain/documents/readers/reading.ts';
import { messages } from '#locales/messages.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type FilledDocument, fillDocuments, sha256 } from '#test/support/filled-documents.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const NOTICE = 'CN3000001';
const LONG_PAGE = 'Un rând de text care se repetă.\n'.repeat(20_000);

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    await fillDocuments(service.store.documents, service.blobs, { notice: NOTICE, state: 'available', documents });
  });
  after(() => service.close());

  const get = async (id: string, query = '', headers: Record<string, string> = { 'x-api-key': DEMO_KEY }) => {
    const response = await fetch(`${service.origin}/api/sicap/document/${id}/text${query}`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: an answer; each test checks the members that it reads.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };

  test('unreadable files of an archive are listed as missing, in its text and in the list', async () => {
    const { documents: db } = service.store;
    const code = 'CN3000002/00001';
    await fillDocuments(db, service.blobs, {
      notice: 'CN3000002',
      state: 'available',
      documents: [{ code, name: 'A.zip', versions: [1], content: 'zip', textState: 'archive', pages: ['Una citită.'] }],
    });
    const states: TextState[] = ['read', 'ocrDue', 'encrypted', 'partly', 'encrypted', 'archive', 'none'];
    const entries = states.map((state, i) => ({ name: `${i}.pdf`, state, missing: [] }));
    await db.write([
      { sql: 'update content set entries = $1 where sha256 = $2', params: [JSON.stringify(entries), sha256('zip')] },
    ]);
    const missing = [
      ['entries', 1, 'notRecognized'],
      ['entries', 2, 'encrypted'],
      ['entries', 1, 'partly'],
    ];
    const headers = { 'x-api-key': DEMO_KEY };
    const list = await fetch(`${service.origin}/api/sicap/procedure/CN3000002/documents`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: an answer; the test checks the members that it reads.
    const [listed] = ((await list.json()) as any).data;
    for (const { missing: result } of [(await get('CN3000002-00001')).body.data, listed])
      assert.deepEqual(
        result.map(({ what, count, why }: { what: string; count: number; why: string }) => [what, count, why]),
        missing,
      );
  });

  test('the pages of a document have their numbers, and personal numbers are masked', async () => {
    const { status, body } = await get(`${NOTICE}-00001`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.data.pages.map(({ number, text, source }: { number: number; text: string; source: string }) => [
        number,
        text,
        source,
      ]),
      [
        [1, 'Prima pagină, CNP [CNP].', 'text'],
        [2, 'A doua pagină.', 'text'],
        [3, 'Pagina lui Eftimie Ghenadie-Onisim.', 'text'],
      ],
    );
    assert.deepEqual([body.data.truncated, body.data.next, body.data.masked], [false, null, true]);
    assert.equal(body.meta.sources[0].covers[0], 'documents');
  });

  test('a range of pages is returned by number, with the position to continue from', async () => {
    const { body } = await get(`${NOTICE}-00001`, '?fromPage=2&pages=1');
    assert.deepEqual(
      body.data.pages.map(({ number }: { number: number }) => number),
      [2],
    );
    assert.deepEqual([body.data.truncated, body.data.next], [true, { fromPage: 3, fromCharacter: 0 }]);
  });

  test('a page beyond the last is a 404 with the number of pages', async () => {
    const { status, body } = await get(`${NOTICE}-00001`, '?fromPage=4');
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND']);
    assert.match(body.error.message, /has 3 pages/);
    for (const query of ['?fromPage=0', '?pages=501', '?fromCharacter=-1', '?page=1'])
      assert.equal((await get(`${NOTICE}-00001`, query)).status, 400, query);
  });

  test('a page longer than an answer is read to its end by following next', async () => {
    let text = '';
    let query = '';
    for (let rounds = 0; rounds < 5; rounds++) {
      const { body } = await get(`${NOTICE}-00002`, query);
      assert.ok(body.data.pages.every((page: { text: string }) => page.text.length <= 500_000));
      text += body.data.pages.map((page: { text: string }) => page.text).join('');
      if (body.data.next === null) break;
      assert.equal(body.data.truncated, true);
      query = `?${new URLSearchParams(body.data.next)}`;
    }
    assert.equal(text, `${LONG_PAGE}Sfârșit`);
  });

  test('the name of a hidden person is redacted, even across two pages', async () => {
    await hidePerson(service.store.state, {
      person_id: 'd0000000000000000000007',
      name: 'Eftimie Ghenadie Onisim',
      reason: 'asked',
      hidden_at: new Date().toISOString(),
    });
    await until('the name is redacted', async () => {
      const { body } = await get(`${NOTICE}-00001`);
      return body.data.pages[2].text === 'Pagina lui […].';
    });
    await fillDocuments(service.store.documents, service.blobs, {
      notice: 'CN3000005',
      state: 'available',
      documents: [
        {
          code: 'CN3000005/00001',
          name: 'Anexa.pdf',
          versions: [1],
          content: 'a name on two pages',
          pages: ['Terenul aparține lui Eftimie', 'Ghenadie-Onisim, potrivit actului.'],
        },
      ],
    });
    const { pages, masked } = (await get('CN3000005-00001')).body.data;
    assert.deepEqual(
      [masked, ...pages.map(({ text }: { text: string }) => text)],
      [true, 'Terenul aparține lui […]', '[…], potrivit actului.'],
    );
  });

  test('a file with an unreadable text is a 422 with the reason', async () => {
    for (const [i, state] of UNREADABLE.entries()) {
      const { status, body } = await get(`${NOTICE}-1000${i}`);
      assert.deepEqual([status, body.error.code], [422, 'UNPROCESSABLE_DOCUMENT'], state);
    }
    assert.match(
      (await get(`${NOTICE}-10000`)).body.error.message,
      /cannot be read: it is protected by a password\. The file itself is available: \/api\/sicap\/document\/\S+\/download\.$/,
    );
    assert.match((await get(`${NOTICE}-10000`, '?lang=ro')).body.error.message, /cere o parolă/);
    const { status, body } = await get(`${NOTICE}-00006`);
    assert.equal(status, 422);
    assert.match(body.error.message, /The sealed file ends before it should\..*sealed=true/);
  });

  test('an empty file has no pages, and a scanned file has its text pending', async () => {
    const { status, body } = await get(`${NOTICE}-00003`);
    assert.deepEqual([status, body.data.pages, body.data.textState], [200, [], 'none']);
    assert.equal(body.meta.pending, undefined);
    const scan = await get(`${NOTICE}-00004`);
    assert.deepEqual([scan.body.data.pages, scan.body.data.textState], [[], 'ocrDue']);
    assert.deepEqual(scan.body.meta.pending, ['text']);
    const partly = await get(`${NOTICE}-00005`);
    assert.deepEqual(partly.body.data.missing, [
      { what: 'pages', pages: [2], fromPage: null, count: null, why: 'ocrDue' },
    ]);
    assert.deepEqual(partly.body.meta.pending, ['text']);
  });

  test('an unknown document is a 404 with an example, and a listed document is a 409', async () => {
    const { status, body } = await get('CN9-1');
    assert.equal(status, 404);
    assert.match(body.error.message, /This is the demo country: try CN/);
    const { status: early, headers } = await get(`${NOTICE}-00007`);
    assert.deepEqual([early, headers.get('retry-after')], [409, '10']);
    assert.equal((await get('a%2Fb')).status, 400);
  });

  test('a text stays available after its file was deleted to free storage, and a download requests the file again', async () => {
    const { documents: db } = service.store;
    await db.write([{ sql: "update document set state = 'listed' where id = $1", params: [`${NOTICE}-00001`] }]);
    await service.blobs.delete(sha256('A'));
    assert.equal((await get(`${NOTICE}-00001`)).status, 200);
    const headers = { 'x-api-key': DEMO_KEY };
    for (const query of ['', '?sealed=true']) {
      const address = `${service.origin}/api/sicap/document/${NOTICE}-00001/download${query}`;
      assert.equal((await fetch(address, { headers })).status, 409);
    }
    const row = await db.one<{ asked_at: number }>('select asked_at from documentation where notice = $1', [NOTICE]);
    assert.ok(row?.asked_at);
  });

  test('callers without Pro are refused', async () => {
    const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await get(`${NOTICE}-00001`, '', { cookie })).body.error.code, 'PRO_KEY_REQUIRED');
    assert.equal((await get(`${NOTICE}-00001`, '', {})).body.error.code, 'API_KEY_REQUIRED');
  });

  test('the service reported no faults', () => assert.deepEqual(service.faults, []));
});

const UNREADABLE: TextState[] = [
  'encrypted',
  'damaged',
  'unsupported',
  'tooLarge',
  'tooLong',
  'tooDeep',
  'splitArchive',
  'unsafeName',
];

const versions = [1];
const documents: FilledDocument[] = [
  {
    code: `${NOTICE}/00001`,
    name: 'A.txt',
    versions,
    content: 'A',
    pages: ['Prima pagină, CNP 1800101221144.', 'A doua pagină.', 'Pagina lui Eftimie Ghenadie-Onisim.'],
  },
  { code: `${NOTICE}/00002`, name: 'B.txt', versions, content: 'B', pages: [LONG_PAGE, 'Sfârșit'] },
  { code: `${NOTICE}/00003`, name: 'C.txt', versions, content: 'C' },
  { code: `${NOTICE}/00004`, name: 'D.pdf', versions, content: 'D', textState: 'ocrDue' },
  {
    code: `${NOTICE}/00005`,
    name: 'E.pdf',
    versions,
    content: 'E',
    textState: 'partly',
    pages: ['Text'],
    missing: [{ what: 'pages', pages: [2], why: 'ocrDue' }],
  },
  {
    code: `${NOTICE}/00006`,
    name: 'F.pdf.p7m',
    versions,
    content: null,
    sealed: { kind: 'cms', signers: [] },
    reason: messages.seals.truncated(),
  },
  { code: `${NOTICE}/00007`, name: 'G.pdf', versions, state: 'listed' },
  ...UNREADABLE.map((textState, i) => ({
    code: `${NOTICE}/1000${i}`,
    name: `${textState}.pdf`,
    versions,
    content: textState,
    textState,
  })),
];
