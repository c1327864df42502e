/** The changes between two versions of a documentation, with the changed text, for Pro callers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withhold } from '#domain/documents/tables/documents-table.ts';
import type { DocumentationState } from '#domain/documents/tables/rows.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type FilledDocument, fillDocuments, sha256, signerOf } from '#test/support/filled-documents.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer; each test checks the members that it reads.
type Any = any;

const NOTICE = 'CN6000001';
const before45 = 'Capitolul I\n\nTermenul de livrare este de 30 de zile.\n\nGaranția este de 24 de luni.';
const after45 =
  'Capitolul I\n\nTermenul de livrare este de 45 de zile.\n\nGaranția este de 24 de luni.\n\nPersoana de contact: Macedonski Teodosie, CNP 1800101221144.';

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    const { documents: db } = service.store;
    await fillDocuments(db, service.blobs, { notice: NOTICE, state: 'available', documents });
    const one: FilledDocument = { code: 'CN6000002/1', name: 'A.txt', versions: [1], content: 'A', pages: ['A'] };
    await fillDocuments(db, service.blobs, { notice: 'CN6000002', state: 'available', documents: [one] });
    await fillDocuments(db, service.blobs, { notice: 'CN6000003', state: 'none', documents: [] });
    const next: Record<number, DocumentationState> = { 1: 'available', 2: 'collecting' };
    await fillDocuments(db, service.blobs, {
      notice: 'CN6000004',
      state: 'available',
      versions: next,
      documents: [
        { ...one, code: 'CN6000004/1' },
        { code: 'CN6000004/2', name: 'B.txt', versions: [2], state: 'listed' },
      ],
    });
  });
  after(() => service.close());

  const get = async (notice: string, query = '', headers: Record<string, string> = { 'x-api-key': DEMO_KEY }) => {
    const response = await fetch(`${service.origin}/api/sicap/procedure/${notice}/changes${query}`, { headers });
    return { status: response.status, body: (await response.json()) as Any };
  };
  const ids = (rows: Any[]): string[] => rows.map(({ documentId }) => documentId.slice(-2));

  test('added, removed, renamed, re-signed and changed documents are listed separately', async () => {
    const { status, body } = await get(NOTICE);
    assert.equal(status, 200, JSON.stringify(body));
    const { data } = body;
    assert.deepEqual([data.from, data.to, data.unchangedCount], [1, 2, 1]);
    assert.deepEqual(ids(data.added), ['12']);
    assert.deepEqual(ids(data.removed), ['02']);
    assert.deepEqual(
      data.renamed.map((one: Any) => [one.documentId.slice(-2), one.previousId.slice(-2), one.previousName, one.name]),
      [['13', '03', 'Anexa.txt', 'Anexa 1.txt']],
    );
    assert.deepEqual(
      data.resigned.map((one: Any) => [one.documentId.slice(-2), one.previousVerdict, one.signatureVerdict]),
      [['14', 'indeterminate', 'valid']],
    );
    assert.deepEqual(
      data.changed.map((one: Any) => [one.documentId.slice(-2), one.previousId.slice(-2), one.text]),
      [
        ['15', '05', 'changed'],
        ['16', '06', 'unreadable'],
        ['17', '07', 'same'],
      ],
    );
    assert.equal(body.meta.documentation.version, 2);
  });

  test('a changed text is reported by paragraph with the changed words, without personal numbers', async () => {
    const { body } = await get(NOTICE);
    const [changed] = body.data.changed;
    assert.equal(changed.name, 'Caiet de sarcini.txt');
    assert.equal(changed.blocksCount, 2);
    const [deadline, person] = changed.blocks;
    assert.deepEqual(
      [deadline.kind, deadline.page, deadline.before, deadline.after],
      ['changed', 1, 'Termenul de livrare este de 30 de zile.', 'Termenul de livrare este de 45 de zile.'],
    );
    assert.deepEqual(
      deadline.words.filter(({ kind }: Any) => kind !== 'same').map(({ kind, text }: Any) => [kind, text]),
      [
        ['removed', '30'],
        ['added', '45'],
      ],
    );
    assert.equal(person.after, 'Persoana de contact: Macedonski Teodosie, CNP [CNP].');
  });

  test('two contents are compared once, and the stored comparison is redacted for each answer', async () => {
    const { documents: db, state } = service.store;
    const stored = await db.one<{ blocks: string }>(
      'select blocks from comparison where before_sha256 = $1 and after_sha256 = $2',
      [sha256('caiet 1'), sha256('caiet 2')],
    );
    assert.match(stored?.blocks ?? '', /Macedonski Teodosie, CNP 1800101221144/);
    // The answer comes from the stored comparison: the texts are not compared again.
    await db.write([
      {
        sql: 'update comparison set blocks = $1 where after_sha256 = $2',
        params: [(stored?.blocks ?? '').replaceAll('45 de zile', '46 de zile'), sha256('caiet 2')],
      },
    ]);
    assert.match((await get(NOTICE)).body.data.changed[0].blocks[0].after, /46 de zile/);
    await hidePerson(state, {
      person_id: 'd0000000000000000000008',
      name: 'Teodosie Macedonski',
      reason: 'asked',
      hidden_at: new Date().toISOString(),
    });
    await until('the name is redacted', async () => {
      const { body } = await get(NOTICE);
      return body.data.changed[0].blocks[1].after === 'Persoana de contact: […], CNP [CNP].';
    });
    assert.doesNotMatch(JSON.stringify((await get(NOTICE)).body), /Macedonski|Teodosie/);
  });

  test('with a document id only the text of that document is compared', async () => {
    const { body } = await get(NOTICE, `?documentId=${NOTICE}-00017`);
    assert.deepEqual(
      body.data.changed.map(({ text }: Any) => text),
      ['notAsked', 'notAsked', 'same'],
    );
  });

  test('versions are requested by their numbers, the older one first', async () => {
    assert.equal((await get(NOTICE, '?fromVersion=1&toVersion=2')).body.data.changed.length, 3);
    const { status, body } = await get(NOTICE, '?fromVersion=2&toVersion=1');
    assert.deepEqual([status, body.error.code], [400, 'INVALID_PARAMETER']);
    assert.equal(body.error.details[0].name, 'fromVersion');
    assert.equal((await get(NOTICE, '?fromVersion=2')).status, 400);
    assert.equal((await get(NOTICE, '?toVersion=9')).status, 404);
    assert.equal((await get(NOTICE, '?from=x')).status, 400);
    assert.equal((await get('CN9999999')).status, 404);
  });

  test('with a single version the lists are empty and a warning states it', async () => {
    const { status, body } = await get('CN6000002', '?lang=ro');
    assert.equal(status, 200);
    assert.deepEqual([body.data.from, body.data.to, body.data.changed], [null, 1, []]);
    assert.match(body.meta.warnings[0], /o singură versiune/);
    const none = await get('CN6000003');
    assert.deepEqual([none.body.data.from, none.body.data.to], [null, null]);
    // A newer version without any collected file is not compared.
    const early = await get('CN6000004');
    assert.deepEqual([early.body.data.from, early.body.data.to], [null, 1]);
  });

  test('a withheld document is neither named nor compared', async () => {
    await withhold(service.store.state, { id: `${NOTICE}-00005`, why: 'A name.', withheld_at: '2026-11-16T00:00:00Z' });
    const { body } = await get(NOTICE);
    const [changed] = body.data.changed;
    assert.deepEqual([changed.text, changed.previousName, changed.blocks], ['withheld', null, []]);
    assert.equal(changed.withheld.why, 'A name.');
  });

  test('callers without Pro are refused', async () => {
    const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await get(NOTICE, '', { cookie })).body.error.code, 'PRO_KEY_REQUIRED');
    assert.equal((await get(NOTICE, '', {})).body.error.code, 'API_KEY_REQUIRED');
  });

  test('the service reported no faults', () => assert.deepEqual(service.faults, []));
});

const document = (number: number, name: string, version: number, rest: Partial<FilledDocument>): FilledDocument => ({
  code: `${NOTICE}/000${String(number).padStart(2, '0')}`,
  name,
  versions: [version],
  ...rest,
});
const signed = (verdict: 'valid' | 'indeterminate') => ({
  kind: 'cms' as const,
  signers: [signerOf({}, { verdict, claimedSigningTime: verdict })],
});

const documents: FilledDocument[] = [
  { ...document(1, 'Formulare.txt', 1, { content: 'Formular', pages: ['Formular'] }), versions: [1, 2] },
  document(2, 'Plecat.txt', 1, { content: 'plecat' }),
  document(3, 'Anexa.txt', 1, { content: 'anexa' }),
  document(4, 'Fișa de date.txt', 1, { content: 'fisa', sealed: signed('indeterminate') }),
  document(5, 'Caiet de sarcini.txt', 1, { content: 'caiet 1', pages: [before45] }),
  document(6, 'Scanat.pdf', 1, { content: 'scan 1', textState: 'encrypted' }),
  document(7, 'Salvat din nou.txt', 1, { content: 'salvat 1', pages: ['Același text.'] }),
  document(12, 'Venit.txt', 2, { content: 'venit' }),
  document(13, 'Anexa 1.txt', 2, { content: 'anexa' }),
  document(14, 'Fișa de date.txt', 2, { content: 'fisa', sealed: signed('valid') }),
  document(15, 'Caiet de sarcini.txt', 2, { content: 'caiet 2', pages: [after45] }),
  document(16, 'Scanat.pdf', 2, { content: 'scan 2', pages: ['Text'] }),
  document(17, 'Salvat din nou.txt', 2, { content: 'salvat 2', pages: ['Același text.'] }),
];
