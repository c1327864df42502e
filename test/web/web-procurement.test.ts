/** Procurement pages as visitor and as Pro: tenders, notices, documents, changes, contracts and reports. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { showcase } from '#demo-country/showcase.ts';
import { messages } from '#locales/messages.ts';
import { fillDocuments, signerOf } from '#test/support/filled-documents.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { contractRecord, noticeRecord, party } from '#test/support/procurement-records.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const HOSTILE = '<script>alert(1)</script> "&\' LUCRĂRI';
const { notice, contract, report } = showcaseProcurement;
const supplierCui = showcase.find(({ id }) => id === 'stateSupplier')?.cui ?? '';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const altered = {
  verdict: 'invalid' as const,
  integrity: 'altered' as const,
  reasons: [messages.seals.contentAltered()],
};

let service: SmallService;
let pro: { cookie: string };

const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(service.port, { path, headers: { accept: 'text/html', ...headers } });

/** The text of a page without tags, so that sentences match as a whole. */
const words = ({ text }: Answered): string =>
  text
    .replace(/<(style|script)[^>]*>[^<]*<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ');

before(async () => {
  const authority = party('4305857', 'COMUNA DE PROBĂ', { county: 'Cluj' });
  const open = (number: string, days: number, more = {}) =>
    noticeRecord({ notice: number, authority, deadlineAt: inDays(days), hasDocuments: true, ...more });
  service = await smallService({
    notices: [
      open('CN2000001', 9, { title: HOSTILE, cpv: { code: '45233120', title: 'Drumuri' } }),
      open('CN2000002', 1.2, {
        title: 'Curățenie în școli',
        cpv: { code: '90919200', title: 'Curățenie' },
        estimatedValue: 250_000_00,
        lots: [
          { number: '1', title: 'Școala nr. 1', estimatedValue: 100_000_00, cpv: '90919300' },
          { number: '2', title: null, estimatedValue: null, cpv: null },
        ],
      }),
      open('CN2000003', 40, { title: 'Fără valoare', estimatedValue: null, procedureType: null }),
      open('CN2000004', 40, { title: 'Retrasă', systemId: 4 }),
      open('CN2000005', 40, { title: 'Necerută', systemId: 5 }),
      open('CN2000006', 40, { title: 'Parțială' }),
      noticeRecord({ notice: 'CN2000007', authority, deadlineAt: '2026-01-20T10:00:00.000Z', title: 'Încheiată' }),
      noticeRecord({
        notice: 'CN2000008',
        authority,
        deadlineAt: '2026-01-20T10:00:00.000Z',
        title: 'Câștigată',
        general: {
          award: null,
          appeals: [
            {
              body: 'CNSC',
              number: '3878',
              filedOn: '2026-01-12',
              decision: null,
              decidedOn: null,
              text: 'nr: 3878 din data de 12.01.2026',
            },
          ],
          plan: { name: 'Planul pentru 2026', line: 'Linia a treia' },
        },
      }),
    ],
    contracts: [
      contractRecord({
        number: 'PROBA/1',
        authority,
        notice: 'CN2000008',
        awardNotice: 'CAN2000008',
        awardedOn: '2026-03-02',
        suppliers: [party('90000014', 'ZIMBRUL AURIU'), party(null, 'BETA GMBH')],
      }),
      ...[1_250_000_00, 0, -50_00].map((bani, i) =>
        contractRecord({
          number: 'PROBA/LOTURI',
          authority,
          notice: 'CN2000002',
          awardNotice: 'CAN2000009',
          lots: [String(i + 1)],
          value: bani,
          valueRon: bani,
          suppliers: [party('90000014', 'ZIMBRUL AURIU')],
        }),
      ),
      contractRecord({ number: 'PROBA/ZERO', authority, awardNotice: 'CAN2000010', value: 0, valueRon: 0 }),
    ],
  });
  pro = { cookie: await proCookie(service) };
  const { documents } = service.store;
  await fillDocuments(documents, service.blobs, { notice: 'CN2000004', state: 'withdrawn', documents: [] });
  await fillDocuments(documents, service.blobs, {
    notice: 'CN2000006',
    state: 'partial',
    documents: [
      {
        code: 'CN2000006/00001',
        name: `${HOSTILE}.txt.p7m`,
        versions: [1],
        content: 'Un text despre garanția de bună execuție.',
        pages: ['Un text despre garanția de bună execuție.', 'A doua pagină.'],
        sealed: { kind: 'cms', signers: [{ ...signerOf({}), ...altered }] },
      },
      { code: 'CN2000006/00002', name: 'Lipsă.pdf', versions: [1], state: 'failed' },
    ],
  });
});
after(() => service.close());

describe('tenders', () => {
  test('an ended notice names its winners and award notice for everybody, its contracts with Pro, and its appeals', async () => {
    const page = await get('/licitatie/CN2000008');
    const text = words(page);
    assert.match(text, /Câștigători: FIRMA INVENTATA 1 SRL, BETA GMBHAnunț de atribuire: CAN2000008, /);
    assert.match(text, /Din planul anual al achizițiilor: Planul pentru 2026 · Linia a treia/);
    assert.match(text, /CNSC: nr: 3878 din data de 12\.01\.2026/);
    assert.match(text, /Pro arată contractele semnate/);
    assert.match(words(await get('/en/tender/CN2000008')), /Winners: /);
    assert.doesNotMatch(words(await get('/licitatie/CN2000001')), /Câștigător|Contestații/);
  });

  test('the list shows open tenders by default, the earliest deadline first', async () => {
    const page = await get('/licitatii');
    assert.equal(page.status, 200);
    const order = [...page.text.matchAll(/href="\/licitatie\/(CN\d+)"/g)].map(([, number]) => number);
    assert.deepEqual(order.slice(0, 2), ['CN2000002', 'CN2000001']);
    assert.ok(!order.includes('CN2000007'));
    assert.match(words(page), /7 licitații deschise/);
    assert.match(words(page), /1–7 din 7/);
  });

  test('a row shows remaining days, authority, number, procedure, code, lots and value', async () => {
    const text = words(await get('/licitatii'));
    assert.match(text, /mâine|azi|2 ?zile/);
    assert.match(
      text,
      /Curățenie în școli COMUNA DE PROBĂ · Cluj ?CN2000002 · licitație deschisă · CPV 90919200 · 2 loturi ?250 mii lei/,
    );
    assert.match(text, /valoare nepublicată/);
  });

  test('the filter form has words, code, county, value and state', async () => {
    const count = async (query: string): Promise<string> =>
      /<h1>([^<]*)</.exec((await get(`/licitatii?${query}`)).text)?.[1] ?? '';
    assert.equal(await count('q=curatenie'), '1\u00a0licitație deschisă');
    assert.equal(await count('cpv=90'), '1\u00a0licitație deschisă');
    assert.equal(await count('county=cluj'), '6\u00a0licitații deschise');
    assert.equal(await count('minValue=200.000&maxValue=300000'), '1\u00a0licitație deschisă');
    assert.equal(await count('q=incheiata&state=all'), '1\u00a0anunț');
    const { text } = await get('/licitatii?q=curatenie&county=cluj&minValue=200.000');
    assert.match(text, /<form class="filters" action="\/licitatii">/);
    assert.match(text, /name="q"[^>]*value="curatenie"/);
    assert.match(text, /<option value="cluj" selected>/);
    assert.match(text, /name="minValue"[^>]*value="200\.000"/);
    assert.match(text, /Filtre \(3\)/);
  });

  test('repeated filters, procedures and states of an address stay in the form and in links', async () => {
    const { status, text } = await get(
      '/licitatii?q=curatenie&cpv=90&cpv=45&county=cluj&county=iasi&procedure=open&procedure=simplified&state=published',
    );
    assert.equal(status, 200);
    for (const [name, value] of [
      ['cpv', '45'],
      ['county', 'iasi'],
      ['procedure', 'open'],
      ['procedure', 'simplified'],
    ])
      assert.ok(text.includes(`<input type="hidden" name="${name}" value="${value}">`), `${name} ${value}`);
    assert.match(text, /<option value="published" selected>/);
    assert.match(text, /cpv=90&amp;cpv=45&amp;county=cluj&amp;county=iasi&amp;procedure=open&amp;procedure=simplified/);
    assert.match((await get('/licitatii?q=curatenie')).text, /aria-current="true">Cele mai potrivite</);
    assert.equal((await get('/licitatii?state=magic')).status, 400);
  });

  test('values are parsed and displayed in the format of the language, and links convert them', async () => {
    const romanian = await get('/licitatii?minValue=200.000&maxValue=1,5');
    assert.equal(romanian.status, 400, 'a comma is the decimal separator');
    const written = await get('/licitatii?minValue=200.000');
    assert.match(words(written), /Valoare: de la 200\.000 lei\./);
    assert.match(written.text, /href="\/en\/tenders\?minValue=200000"/);
    const english = await get('/en/tenders?minValue=200,000&maxValue=1,000,000');
    assert.match(words(english), /Estimated value, RON/);
    assert.match(words(english), /Value: from RON 200,000 to RON 1,000,000\./);
    assert.match(english.text, /name="maxValue"[^>]*value="1,000,000"/);
    assert.match(english.text, /href="\/licitatii\?minValue=200000&amp;maxValue=1000000"/);
    assert.match(words(await get('/en/tenders?minValue=1.5')), /Value: from RON 2/);
    assert.equal((await get('/en/tenders?minValue=1,00,0')).status, 400);
  });

  test('a search without hits gives a page with next steps', async () => {
    const page = await get('/licitatii?q=xyzzy');
    assert.equal(page.status, 200);
    assert.match(words(page), /Nicio licitație deschisă cu aceste filtre/);
    assert.match(page.text, /href="\/licitatii\?q=xyzzy&amp;sort=newest&amp;state=all"|state=all/);
    assert.match(words(page), /Fără filtre/);
  });

  test('an invalid filter is reported above the form, which keeps its input', async () => {
    for (const query of [
      'minValue=mult',
      'cpv=abc',
      'deadlineFrom=maine',
      'minValue=9&maxValue=1',
      'county=Atlantida',
    ]) {
      const page = await get(`/licitatii?q=strada&${query}`);
      assert.equal(page.status, query.startsWith('county') ? 404 : 400, query);
      assert.match(page.text, /class="alert check"/);
      assert.ok(!words(page).includes('minValue'), 'the error uses the labels of the form');
      assert.match(page.text, /name="q"[^>]*value="strada"/);
    }
  });

  test('titles from the source are escaped', async () => {
    for (const path of ['/licitatii', '/licitatie/CN2000001', '/licitatie/CN2000006', '/piata/45']) {
      const { text } = await get(path, pro);
      assert.ok(!text.includes('<script>alert'), path);
      if (path !== '/piata/45') assert.ok(text.includes('&lt;script&gt;alert(1)'), path);
    }
  });

  test('files are the same query to the API, limited to one page for visitors', async () => {
    const visitor = (await get('/licitatii?cpv=90')).text;
    assert.match(
      visitor,
      /href="\/api\/sicap\/tenders\/search\?cpv=90&amp;state=open&amp;sort=deadline&amp;limit=30&amp;format=csv&amp;lang=ro"/,
    );
    const whole = (await get('/licitatii?cpv=90', pro)).text;
    const [, link = ''] = /href="(\/api\/sicap\/tenders\/search\?[^"]*format=csv[^"]*)"/.exec(whole) ?? [];
    const table = await get(link.replaceAll('&amp;', '&'), pro);
    assert.equal(table.status, 200);
    assert.match(table.text, /CN2000002/);
  });

  test('the English page has English texts and addresses', async () => {
    const page = await get('/en/tenders');
    assert.match(words(page), /7 open tenders/);
    assert.match(page.text, /href="\/en\/tender\/CN2000002"/);
  });
});

describe('a notice', () => {
  test('shows deadline, value, procedure and lots', async () => {
    const text = words(await get('/licitatie/CN2000002'));
    assert.match(text, /Termen de depunere ?(Mâine|2 zile)/);
    assert.match(text, /Valoare estimată, fără TVA ?250 mii lei ?2 loturi/);
    assert.match(text, /Procedură ?Licitație deschisă/);
    assert.match(text, /1\. Școala nr\. 1 ?CPV 90919300 ?câștigat de FIRMA INVENTATA 1 SRL ?100 mii lei/);
    assert.match(text, /2\. nepublicat ?câștigat de FIRMA INVENTATA 1 SRL ?valoare nepublicată/);
    assert.match(words(await get('/licitatie/CN2000003')), /fără TVA ?nepublicat ?Procedură ?nepublicat/);
  });

  test('that does not exist is a 404 page with a search field', async () => {
    const page = await get('/licitatie/CN9');
    assert.equal(page.status, 404);
    assert.match(page.text, /role="search"/);
  });

  test('explains why documents are missing', async () => {
    assert.match(words(await get('/licitatie/CN2000004')), /Documentația a fost retrasă de autoritate/);
    const requested = words(await get('/licitatie/CN2000005'));
    assert.match(requested, /nu sunt încă aici: .* încercați din nou peste \d+ (de )?secunde/);
    assert.match(requested, /Reîncarcă/);
    const partial = words(await get('/licitatie/CN2000006'));
    assert.match(partial, /Unele fișiere nu au putut fi luate/);
    assert.match(partial, /nu a putut fi luat/);
    assert.match(words(await get('/en/tender/CN2000004')), /withdrawn by the authority/);
  });

  test('shows the verdict of signatures to visitors, and the signers to Pro only', async () => {
    const visitor = await get('/licitatie/CN2000006');
    assert.match(words(visitor), /nevalabilă ?Conținutul nu este cel care a fost semnat/);
    assert.match(words(visitor), /numele semnatarului: Pro/);
    assert.match(words(visitor), /Pro deschide textul, fișierele desigilate și numele semnatarilor/);
    assert.ok(!visitor.text.includes('/download'));
    const whole = await get('/licitatie/CN2000006', pro);
    assert.ok(!words(whole).includes('numele semnatarului: Pro'));
    assert.match(words(whole), /semnat de /);
    assert.match(whole.text, /href="\/api\/sicap\/document\/CN2000006-00001\/download"/);
    assert.match(whole.text, /href="\/api\/sicap\/procedure\/CN2000006\/bundle\?version=1"/);
  });

  test('shows every reader that its documentation changed, and links the changes', async () => {
    for (const headers of [{}, pro]) {
      const page = await get(`/licitatie/${notice}`, headers);
      assert.match(words(page), /Documentația s-a schimbat ?Observat la/);
      assert.match(words(page), /2 fișiere noi sau schimbate, 1 fișier scos sau înlocuit față de versiunea 1/);
      assert.match(page.text, new RegExp(`href="/licitatie/${notice}/schimbari\\?fromVersion=1&amp;toVersion=2"`));
    }
    assert.match(
      words(await get(`/licitatie/${notice}`, pro)),
      /Caiet de sarcini[^:]*: 1 paragraf schimbat, la pagina 1\./,
    );
    assert.ok(!words(await get(`/licitatie/${notice}`)).includes('paragraf'));
    const older = words(await get(`/licitatie/${notice}?version=1`));
    assert.ok(!older.includes('Documentația s-a schimbat'));
    assert.match(older, /2 fișiere ?versiunea 1/);
  });

  test('links its market; without a known award no contract is promised', async () => {
    const visitor = words(await get(`/licitatie/${notice}`));
    assert.match(visitor, /\(CPV 42\)[^:]*: 1 contract de /);
    const closed = await get('/licitatie/CN2000007');
    assert.match(words(closed), /Nu se cunoaște niciun anunț de atribuire și niciun contract al acestei proceduri/);
    assert.doesNotMatch(words(closed), /Pro arată contractele semnate/);
    assert.match(words(await get('/licitatie/CN2000007', pro)), /Niciun contract cu numărul acestui anunț/);
  });

  test('links the form to report an error and its JSON', async () => {
    const { text } = await get('/licitatie/CN2000002');
    assert.match(text, /href="\/semnaleaza\?record=notice%3ACN2000002"/);
    assert.match(text, /href="\/api\/sicap\/tender\/CN2000002"/);
  });
});

describe('in documents', () => {
  test('Pro finds words with their page, and a visitor gets the offer of Pro', async () => {
    const page = await get('/licitatie/CN2000006?q=garantie', pro);
    assert.match(page.text, /<mark>garanția<\/mark>/);
    assert.match(words(page), /pagina 1/);
    assert.match(words(page), /1 pagină găsită/);
    assert.match(page.text, /href="\/licitatie\/CN2000006\/document\/CN2000006-00001\?fromPage=1#p1"/);
    const visitor = await get('/licitatie/CN2000006?q=garantie');
    assert.ok(!visitor.text.includes('<mark>'));
    assert.match(words(visitor), /Caută în documente ?Pro/, 'the search is part of Pro');
    assert.match(words(await get('/licitatie/CN2000006?q=xyzzy', pro)), /Nicio pagină cu „xyzzy” în ce s-a putut citi/);
    assert.equal((await get('/licitatie/CN2000006?q=%2C', pro)).status, 200);
  });

  test('the page of a document shows its signatures to visitors, and its text to Pro', async () => {
    const visitor = await get('/licitatie/CN2000006/document/CN2000006-00001');
    assert.equal(visitor.status, 200);
    assert.match(words(visitor), /Conținut ?schimbat după semnare/);
    assert.match(words(visitor), /Pro arată textul, pagină cu pagină/);
    assert.ok(!visitor.text.includes('bună execuție'));
    const whole = await get('/licitatie/CN2000006/document/CN2000006-00001', pro);
    assert.match(words(whole), /Un text despre garanția de bună execuție/);
    assert.match(words(whole), /Pagina 2/);
    const later = words(await get('/licitatie/CN2000006/document/CN2000006-00001?fromPage=2', pro));
    assert.ok(!later.includes('bună execuție') && later.includes('A doua pagină'));
    assert.match(later, /De la început/);
  });

  test('a document of another notice is 404', async () => {
    assert.equal((await get('/licitatie/CN2000006/document/CN2000006-99999')).status, 404);
    assert.equal((await get(`/licitatie/${notice}/document/CN2000006-00001`)).status, 404);
  });

  test('a document of an older version still has a page', async () => {
    const page = await get(`/licitatie/${notice}/document/${notice}-00001`);
    assert.equal(page.status, 200);
    assert.match(words(page), /versiunea 1/);
  });
});

describe('between versions', () => {
  test('visitors see the changed files, and Pro the changed words', async () => {
    const visitor = words(await get(`/licitatie/${notice}/schimbari`));
    assert.match(visitor, /Numai în versiunea nouă/);
    assert.match(visitor, /Răspuns la clarificări\.txt/);
    assert.match(visitor, /Pro arată paragrafele schimbate/);
    assert.ok(!visitor.includes('Termenul de livrare'));
    const { text } = await get(`/licitatie/${notice}/schimbari`, pro);
    assert.match(text, /<del>30<\/del>/);
    assert.match(text, /<ins>45<\/ins>/);
    assert.match(words({ text } as Answered), /Documente noi ?Răspuns la clarificări/);
  });

  test('a single version has no comparison, and the page says so', async () => {
    for (const headers of [{}, pro])
      assert.match(words(await get('/licitatie/CN2000006/schimbari', headers)), /o singură versiune/);
  });

  test('unknown versions are 404, and versions in the wrong order 400', async () => {
    assert.equal((await get(`/licitatie/${notice}/schimbari?fromVersion=7&toVersion=9`, pro)).status, 404);
    assert.equal((await get(`/licitatie/${notice}/schimbari?fromVersion=2&toVersion=1`, pro)).status, 400);
  });
});

describe('a contract and a report', () => {
  test('are complete for Pro: linked parties, value, code and offers', async () => {
    const page = await get(`/contract/${encodeURIComponent(contract)}`, pro);
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(`href="/firma/${supplierCui}"`));
    assert.match(words(page), /Valoare ?900 mii lei/);
    assert.match(words(page), /Oferte primite ?3/);
    assert.match(page.text, /href="\/piata\/42122000"/);
    assert.match(page.text, new RegExp(`href="/licitatie/${notice}"`));
    assert.match(words(page), /Asociere/);
    const result = await get(`/document-constatator/${report}`, pro);
    assert.match(words(result), /Contractantul și-a îndeplinit obligațiile/);
    assert.match(words(result), /Îndeplinire ?Nu spune/);
  });

  test('a contract has a table of its lots, and says what was published in place of a value', async () => {
    const page = await get('/contract/PROBA%2FLOTURI', pro);
    const text = words(page);
    assert.match(text, /Valoare ?aproximativ 1,25 mil\. lei/);
    assert.match(text, /LotCPVFurnizorValoare1\. Școala nr\. 190919300FIRMA INVENTATA 1 SRL1,25 mil\. lei/);
    assert.match(text, /2FIRMA INVENTATA 1 SRLpublicat cu 0 lei3FIRMA INVENTATA 1 SRLpublicat cu −50 lei/);
    assert.match(words(await get('/contract/PROBA%2FZERO', pro)), /Valoare ?publicat cu 0 lei/);
    assert.match(words(await get('/en/contract/PROBA%2FZERO', pro)), /Value ?published as/);
  });

  test('are 403 for visitors, with the offer of Pro and none of the data', async () => {
    for (const path of [`/contract/${encodeURIComponent(contract)}`, `/document-constatator/${report}`]) {
      const page = await get(path);
      assert.equal(page.status, 403);
      assert.match(words(page), /Pro deschide/);
      assert.match(page.text, /href="\/preturi"/);
      assert.ok(!page.text.includes(`/firma/${supplierCui}`));
    }
  });

  test('that do not exist are 404 for Pro', async () => {
    assert.equal((await get('/contract/nu-exista', pro)).status, 404);
    assert.equal((await get('/document-constatator/nu-exista', pro)).status, 404);
  });
});
