/** The search in the documents of a procedure: hits, their positions and order, and the documents that could not be searched. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withhold } from '#domain/documents/tables/documents-table.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { fillStates } from '#test/support/documents-states.ts';
import { fillDocuments, SINCE, sha256, signerOf } from '#test/support/filled-documents.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer; each test checks the members that it reads.
type Any = any;

const CNP = '1800101221144';
const filler = (word: string): string => `${word} `.repeat(200);

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    const notices = [noticeRecord({ notice: 'CN1000002', systemId: 100_000_002 })];
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl, notices });
    await fillStates(service);
    const signed = { kind: 'cms', signers: [signerOf({}, { verdict: 'indeterminate' })] } as const;
    await fillDocuments(service.store.documents, service.blobs, {
      notice: 'CN3000001',
      state: 'partial',
      documents: [
        {
          code: 'CN3000001/00001',
          name: 'Caiet de sarcini.pdf.p7m',
          versions: [1],
          content: 'a',
          sealed: signed,
          pages: [
            'Termenul de livrare este de 30 de zile de la comandă.',
            `Garanțiile se constituie în 5 zile.\n${filler('altceva')}`,
            `Livrările parțiale se plătesc. ${filler('nimic')}`,
            'Termene și condiții. Țevi din oțel.',
          ],
        },
        {
          code: 'CN3000001/00002',
          name: 'Contract.txt',
          versions: [1],
          content: 'b',
          pages: [
            `Reprezentant: Zamfira Hașdeu, CNP ${CNP}. Garanția de bună execuție.`,
            'Zamfira singură. Hașdeu apoi.',
          ],
        },
        { code: 'CN3000001/00003', name: 'Copie.txt', versions: [1], content: 'b', pages: [] },
        {
          code: 'CN3000001/00004',
          name: 'Scan.pdf',
          versions: [1],
          content: 'c',
          textState: 'ocrDue',
          missing: [{ what: 'pages', pages: [1], why: 'ocrDue' }],
        },
        { code: 'CN3000001/00005', name: 'Parolă.pdf', versions: [1], content: 'd', textState: 'encrypted' },
        { code: 'CN3000001/00006', name: 'Lipsă.pdf', versions: [1], state: 'failed' },
      ],
    });
  });
  after(() => service.close());

  const get = async (path: string, key = DEMO_KEY): Promise<{ status: number; headers: Headers; body: Any }> => {
    const response = await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': key } });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const ask = (q: string, notice = 'CN3000001', more = '') =>
    get(`/api/sicap/procedure/${notice}/search?q=${encodeURIComponent(q)}${more}`);
  const pagesOf = async (q: string): Promise<unknown[]> =>
    (await ask(q)).body.data.map(({ documentId, page, found }: Any) => [documentId.slice(-1), page, found]);

  test('words match without diacritics and in any inflected form, and the snippet marks them', async () => {
    const { status, body } = await ask('termenele livrarii');
    assert.equal(status, 200, JSON.stringify(body));
    const [first] = body.data;
    assert.deepEqual(
      [first.documentId, first.name, first.version, first.page, first.entry, first.source, first.found],
      ['CN3000001-00001', 'Caiet de sarcini.pdf.p7m', 1, 1, null, 'text', 'all'],
    );
    assert.equal(first.signatureVerdict, 'indeterminate');
    const marked = first.matches.map(({ start, end }: Any) => first.snippet.slice(start, end));
    assert.deepEqual(marked, ['Termenul', 'livrare']);
    assert.ok(first.score > 0);
    // A page also matches with words on its neighbouring pages.
    assert.deepEqual(await pagesOf('termenele livrarii'), [
      ['1', 1, 'all'],
      ['1', 3, 'near'],
    ]);
    assert.equal(body.meta.page.total, 2);
  });

  test('a phrase matches in its order, and the last word of a query may be a prefix', async () => {
    assert.deepEqual(await pagesOf('"termenul de livrare"'), [['1', 1, 'all']]);
    assert.deepEqual(await pagesOf('"livrare termenul"'), []);
    assert.deepEqual(await pagesOf('„bună execuție”'), [['2', 1, 'all']]);
    assert.deepEqual(await pagesOf('garan'), [
      ['2', 1, 'all'],
      ['1', 2, 'all'],
    ]);
    assert.deepEqual(await pagesOf('"garan"'), []);
    assert.deepEqual(await pagesOf('tevi din otel'), [['1', 4, 'all']]);
    assert.deepEqual(await pagesOf('ţevi'), [['1', 4, 'all']]);
  });

  test('without a page that has all words, pages with most of them are returned with a warning', async () => {
    const { body } = await ask('oțel inoxidabil');
    assert.deepEqual(
      body.data.map(({ page, found }: Any) => [page, found]),
      [[4, 'some']],
    );
    assert.equal(body.meta.warnings.length, 1);
  });

  test('the snippet of a long page has at most 300 characters and ends at a word', async () => {
    const { body } = await ask('plătesc');
    const [{ snippet, matches }] = body.data;
    assert.ok(snippet.length <= 300 && snippet.endsWith('…'), snippet);
    assert.deepEqual(
      matches.map(({ start, end }: Any) => snippet.slice(start, end)),
      ['plătesc'],
    );
  });

  test('documents that could not be searched are listed beside the hits, with a reason', async () => {
    const { body } = await ask('inexistent');
    assert.deepEqual(body.data, []);
    const { search, documentation } = body.meta;
    assert.deepEqual([search.documents, search.pages, search.notSearchedCount], [3, 6, 3]);
    assert.deepEqual(
      search.notSearched.map(({ documentId, partly, reason }: Any) => [documentId.slice(-1), partly, reason.code]),
      [
        ['4', false, 'notSearched.ocrDue'],
        ['5', false, 'notSearched.encrypted'],
        ['6', false, 'notSearched.notFetched'],
      ],
    );
    assert.deepEqual(body.meta.pending, ['text']);
    assert.equal(documentation.state, 'partial');
  });

  test('the same content under two names is one hit that names both', async () => {
    const { body } = await ask('reprezentant');
    assert.deepEqual(
      body.data.map(({ documentId, alsoIn }: Any) => [documentId, alsoIn]),
      [['CN3000001-00002', ['CN3000001-00003']]],
    );
  });

  test('a personal number is neither returned nor found, whole or in part', async () => {
    const { body } = await ask('reprezentant');
    assert.match(body.data[0].snippet, /\[CNP\]/);
    for (const part of [CNP, CNP.slice(0, 7), '1800']) assert.deepEqual(await pagesOf(part), [], part);
  });

  test('a hidden name matches in none of its parts, and the same words apart from the name still match', async () => {
    assert.equal((await pagesOf('hașdeu')).length, 2);
    await hidePerson(service.store.state, {
      person_id: 'hidden-in-search',
      name: 'HAȘDEU ZAMFIRA',
      reason: 'asked',
      hidden_at: SINCE,
    });
    await until('the person is hidden', async () => (await pagesOf('hașdeu')).length === 1);
    // On the second page both words stand apart, as names of other persons.
    for (const q of ['hașdeu', 'zamfira', 'hasd', 'zamf', 'zamfirei', 'Zamfira Hasdeu'])
      assert.deepEqual(await pagesOf(q), [['2', 2, 'all']], q);
    assert.deepEqual(await pagesOf('"Zamfira Hașdeu"'), []);
    const { body } = await ask('reprezentant');
    assert.doesNotMatch(JSON.stringify(body), /ha[sș]deu|zamfira/i);
    assert.match(body.data[0].snippet, /\[…\]/);
  });

  test('a hidden name that is split over two pages matches on neither of them', async () => {
    await fillDocuments(service.store.documents, service.blobs, {
      notice: 'CN3000007',
      state: 'available',
      documents: [
        {
          code: 'CN3000007/00001',
          name: 'Act.txt',
          versions: [1],
          content: 'a split name',
          pages: ['Terenul este al doamnei Zamfira', 'Hașdeu, potrivit actului.', 'Hașdeu apoi.'],
        },
      ],
    });
    const found = async (q: string) => (await ask(q, 'CN3000007')).body.data.map(({ number }: Any) => number);
    assert.deepEqual(await found('zamfira'), []);
    assert.deepEqual(await found('hașdeu'), [3]);
    assert.deepEqual(await found('actului'), [2]);
  });

  test('each page of hits continues after the previous one', async () => {
    const whole = await ask('de', 'CN3000001');
    const first = await ask('de', 'CN3000001', '&limit=1');
    assert.ok(whole.body.data.length > 1);
    assert.equal(first.body.meta.page.total, whole.body.data.length);
    const second = await get(`${first.body.meta.page.next}`);
    assert.deepEqual(second.body.data[0], whole.body.data[1]);
  });

  test('a withheld document is not searched, and is listed as not searched', async () => {
    await withhold(service.store.state, { id: 'CN2000009-00001', why: 'asked', withheld_at: SINCE });
    const { body } = await ask('reținut', 'CN2000009');
    assert.deepEqual(body.data, []);
    const [{ name, reason }] = body.meta.search.notSearched;
    // The name may be the reason for withholding.
    assert.deepEqual([name, reason.code], [null, 'notSearched.withheld']);
  });

  test('a hit in an archive gives the page number to request its text from', async () => {
    const { documents: db } = service.store;
    await fillDocuments(db, service.blobs, {
      notice: 'CN3000003',
      state: 'available',
      documents: [
        {
          code: 'CN3000003/00001',
          name: 'Anexe.zip',
          versions: [1],
          content: 'archive',
          textState: 'archive',
          pages: ['Formulare.', 'Cantități de balast.'],
        },
      ],
    });
    await db.write([
      {
        sql: `update page set page = 1, entry = 'lista.xlsx'
              where number = 2 and content = (select key from content where sha256 = $1)`,
        params: [sha256('archive')],
      },
    ]);
    const [hit] = (await ask('balast', 'CN3000003')).body.data;
    assert.deepEqual([hit.entry, hit.page, hit.number], ['lista.xlsx', 1, 2]);
    const { body } = await get(`/api/sicap/document/${hit.documentId}/text?fromPage=${hit.number}&pages=1`);
    assert.match(body.data.pages[0].text, /balast/);
  });

  test('a detached signature counts for its document, in hits and in the list alike', async () => {
    await fillDocuments(service.store.documents, service.blobs, {
      notice: 'CN3000004',
      state: 'available',
      documents: [
        { code: 'CN3000004/00001', name: 'Plan.txt', versions: [1], content: 'plan', pages: ['Planul lucrării.'] },
        {
          code: 'CN3000004/00002',
          name: 'Plan.txt.p7s',
          versions: [1],
          sealed: { kind: 'cms', signers: [signerOf({}, { verdict: 'invalid' })] },
          signs: 'CN3000004/00001',
        },
      ],
    });
    const [hit] = (await ask('planul', 'CN3000004')).body.data;
    const entries = (await get('/api/sicap/procedure/CN3000004/documents')).body.data;
    assert.deepEqual(
      [hit.signatureVerdict, ...entries.map(({ signatureVerdict }: Any) => signatureVerdict)],
      ['invalid', 'invalid', 'invalid'],
    );
  });

  test('every state of a documentation has its answer', async () => {
    const met: unknown[] = [];
    for (const notice of ['CN9999999', 'CN1000002', 'CN2000002', 'CN2000003', 'CN2000004', 'CN2000005', 'CN2000007']) {
      const { status, headers, body } = await ask('termen', notice);
      met.push([notice, status, body.error?.code ?? body.data.length, headers.get('retry-after') !== null]);
    }
    assert.deepEqual(met, [
      ['CN9999999', 404, 'NOT_FOUND', false],
      ['CN1000002', 409, 'DOCUMENTATION_NOT_READY', true],
      ['CN2000002', 200, 0, false],
      ['CN2000003', 200, 0, false],
      ['CN2000004', 200, 0, false],
      ['CN2000005', 410, 'WITHDRAWN', false],
      ['CN2000007', 200, 0, false],
    ]);
    const failed = await ask('termen', 'CN2000007');
    assert.equal(failed.body.meta.search.notSearched[0].reason.code, 'collecting.refused');
    const old = await ask('anexă', 'CN2000001', '&version=1');
    assert.equal(old.body.data[0].version, 1);
    assert.equal((await ask('anexă', 'CN2000001', '&version=7')).status, 404);
  });

  test('a query without a word is refused with a message', async () => {
    for (const q of ['...', '"', '-- ?', '„”']) {
      const { status, body } = await ask(q);
      assert.deepEqual([status, body.error.code], [400, 'INVALID_PARAMETER'], q);
    }
    for (const q of ['(a+)+$ [', '%_%', "'; drop table page; --", 'ăă\ud800x', '*', 'a OR b NEAR c']) {
      const { status } = await ask(q.toWellFormed());
      assert.ok(status === 200 || status === 400, `${q}: ${status}`);
    }
  });
});
