/** Attempts to read protected data: hidden persons, personal numbers, withheld documents, altered files, queue places of others. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { titleWords } from '#domain/documents/document-names.ts';
import { nextRequested, waitingCount } from '#domain/documents/tables/documentation-table.ts';
import { storeTitles, withhold } from '#domain/documents/tables/documents-table.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type FilledDocument, fillDocuments, SINCE, sha256 } from '#test/support/filled-documents.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const NOTICE = 'CN3000001';
const CNP = '1800101221144';
const NAME = 'Eftimie Ghenadie-Onisim';
const PAGE = `Pagina lui ${NAME}, CNP ${CNP}, gata.`;
const ALTERED = 'un fișier care se schimbă';

const documents: FilledDocument[] = [
  { code: `${NOTICE}/1`, name: `CV ${NAME} ${CNP}.pdf`, versions: [1], content: 'unu', pages: [PAGE] },
  { code: `${NOTICE}/2`, name: 'Fișa Zamfirei.pdf', versions: [1], content: 'taină', pages: ['O taină de reținut.'] },
  { code: `${NOTICE}/3`, name: 'Copie.pdf', versions: [1], content: 'taină', pages: ['O taină de reținut.'] },
  { code: `${NOTICE}/4`, name: 'Altul.pdf', versions: [1], content: ALTERED, pages: ['Altul.'] },
  { code: `${NOTICE}/5`, name: 'x\u202efdp.exe', versions: [1], content: 'cinci', pages: ['Cinci.'] },
];
const unheard = Array.from({ length: 30 }, (_, i) => noticeRecord({ notice: `CN40000${10 + i}`, systemId: 40 + i }));

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl, notices: unheard });
    const { store, blobs } = service;
    await fillDocuments(store.documents, blobs, { notice: NOTICE, state: 'available', documents });
    const titles = documents.map(({ code, name }) => ({ id: code.replace('/', '-'), words: titleWords(name) }));
    await store.documents.write(storeTitles(titles));
  });
  after(() => service.close());

  const get = (path: string, headers: Record<string, string> = { 'x-api-key': DEMO_KEY }): Promise<Response> =>
    fetch(`${service.origin}${path}`, { headers });
  const read = async (path: string): Promise<string> => (await get(path)).text();
  const placeOf = (content: string): string => {
    const digest = sha256(content);
    return join(service.place.folder, 'documents', digest.slice(0, 2), digest.slice(2, 4), digest);
  };

  test('a personal number in a file name is neither returned nor found by the search over everything', async () => {
    const found = await read('/api/search/all?q=CV');
    assert.match(found, /\[CNP\]/);
    assert.doesNotMatch(found, new RegExp(CNP));
    for (let length = 1; length <= CNP.length; length++)
      assert.doesNotMatch(await read(`/api/search/all?q=${CNP.slice(0, length)}`), /"document"/, `${length} digits`);
  });

  test('the text from any start character contains no part of a hidden name or number', async () => {
    await hidePerson(service.store.state, {
      person_id: 'd0000000000000000000007',
      name: 'Eftimie Ghenadie Onisim',
      reason: 'asked',
      hidden_at: SINCE,
    });
    const path = `/api/sicap/document/${NOTICE}-1/text`;
    await until('the name is redacted', async () => !(await read(path)).includes('Ghenadie'));
    for (let from = 0; from <= PAGE.length; from++) {
      const text = await read(`${path}?fromCharacter=${from}`);
      assert.doesNotMatch(text, /timie|enadie|nisim|[0-9]{4}144/, `from ${from}`);
      if (from < PAGE.length - 5) assert.match(text, /gata/, `from ${from}`);
    }
  });

  test('a withheld document is withheld under every id with the same content, and its name is not returned', async () => {
    await withhold(service.store.state, { id: `${NOTICE}-2`, why: 'asked', withheld_at: SINCE });
    for (const id of [2, 3])
      for (const rest of ['text', 'download', 'download?sealed=true'])
        assert.equal((await get(`/api/sicap/document/${NOTICE}-${id}/${rest}`)).status, 404, `${id}/${rest}`);
    const searched = await read(`/api/sicap/procedure/${NOTICE}/search?q=taina`);
    assert.doesNotMatch(searched, /O taină|Zamfirei/);
    assert.match(searched, /"data":\[\]/);
    assert.doesNotMatch(await read(`/api/sicap/procedure/${NOTICE}/documents`), /O taină|Zamfirei/);
    assert.doesNotMatch(await read('/api/search/all?q=copie'), /"document"/);
    const bundle = await read(`/api/sicap/procedure/${NOTICE}/bundle`);
    assert.doesNotMatch(bundle, /Zamfirei|Copie/);
  });

  test('the download file name contains no bidirectional control character', async () => {
    const { headers } = await get(`/api/sicap/document/${NOTICE}-5/download`);
    assert.doesNotMatch(headers.get('content-disposition') ?? '', /%E2%80%AE/);
  });

  test('an altered file is never delivered whole, and a truncated file is fetched again', async () => {
    const path = `/api/sicap/document/${NOTICE}-4/download`;
    assert.equal(await read(path), ALTERED);
    writeFileSync(placeOf(ALTERED), ALTERED.replace('fișier', 'fisier.'));
    assert.doesNotMatch(await read(path).catch(() => ''), /fisier/);
    writeFileSync(placeOf(ALTERED), 'un');
    assert.equal((await get(path)).status, 409);
    rmSync(placeOf(ALTERED));
    assert.equal((await get(path)).status, 409);
  });

  test('callers without Pro can queue a limited number of notices behind those of Pro, and excess requests store no rows', async () => {
    const { documents: db, state } = service.store;
    assert.ok(state);
    const requested = (i: number) => ({ notice: `CN40000${10 + i}`, systemId: 40 + i, typeId: 2 });
    const before = await waitingCount(db);
    const now = Date.now();
    const joined: boolean[] = [];
    for (const i of unheard.keys()) joined.push(await requestDocuments(db, requested(i), now + i, { isPro: false }));
    assert.equal(joined.filter(Boolean).length, 20 - before);
    assert.equal(await waitingCount(db), 20);
    const rows = await db.one<{ count: number }>(
      `select count(*) as count from documentation where notice like 'CN40000%'`,
    );
    assert.equal(rows?.count, 20 - before);
    const late = requested(0);
    assert.equal(await requestDocuments(db, late, now + 1_000, { isPro: true }), true);
    const line = await db.all<{ notice: string }>(
      `select notice from documentation where asked_at is not null and notice like 'CN40000%' order by asked_at`,
    );
    assert.equal(line[0]?.notice, late.notice);
    const pro = await get('/api/sicap/procedure/CN4000035/documents');
    assert.equal(pro.status, 409);
    assert.notEqual(await nextRequested(db, now), null);
    assert.equal(await waitingCount(db), 21);
  });
});
