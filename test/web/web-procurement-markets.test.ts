/** Pages of markets and of the procurement of a company, as visitor and as Pro: totals, charts, lists and downloads. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { layout } from '#transports/web/components/treemap.ts';

const cuiOf = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
const [supplier, authority] = [cuiOf('stateSupplier'), cuiOf('cityHall')];

let service: SmallService;
let pro: { cookie: string };

before(async () => {
  service = await smallService();
  pro = { cookie: await proCookie(service) };
});
after(() => service.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(service.port, { path, headers: { accept: 'text/html', ...headers } });

const words = ({ text }: Answered): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ');

describe('the search for markets', () => {
  test('lists all divisions with their open tenders', async () => {
    const page = await get('/piete');
    assert.equal(page.status, 200);
    assert.equal([...page.text.matchAll(/href="\/piata\/\d\d"/g)].length, 45);
    assert.match(page.text, /href="\/licitatii\?cpv=45">1\u00a0licitație deschisă</);
  });

  test('finds codes by words without diacritics, and redirects a code to its market', async () => {
    const found = await get('/piete?q=constructii+drumuri');
    assert.match(words(found), /coduri pentru „constructii drumuri”/);
    assert.match(found.text, /href="\/piata\/4523312"/);
    const english = await get('/en/markets?q=medicinal');
    assert.match(words(english), /codes for “medicinal”/);
    for (const [q, cpv] of [
      ['45', '45'],
      ['33600000', '33600000'],
      ['45233120-6', '45233120-6'],
    ]) {
      const moved = await get(`/piete?q=${q}`);
      assert.deepEqual([moved.status, moved.headers.location], [303, `/piata/${cpv}`]);
    }
  });

  test('says that no code matches, and escapes the query', async () => {
    const page = await get('/piete?q=%3Cscript%3Exyzzy');
    assert.equal(page.status, 200);
    assert.match(page.text, /Niciun cod CPV pentru „&lt;script&gt;xyzzy”/);
    assert.ok(!page.text.includes('<script>xyzzy'));
  });
});

describe('a market', () => {
  test('shows visitors its total, its years with a table and the latest contracts', async () => {
    const page = await get('/piata/45');
    assert.match(words(page), /CPV 45 · Lucrări de construcții/);
    assert.match(words(page), /Cumpărături de 900 mii lei din [a-z]+ \d{4}: 1 contract și 0 achiziții directe/);
    assert.match(
      page.text,
      /<svg class="bars years" role="img" aria-label="2026: contracte și contracte subsecvente 900\.000\u00a0lei/,
    );
    assert.match(page.text, /class="part first"/, 'the current year is hatched');
    assert.match(words(page), /Tabel cu toate valorile/);
    assert.match(words(page), /Reabilitare școală/);
  });

  test('names what Pro adds to visitors, without showing it', async () => {
    const page = await get('/piata/45');
    assert.match(words(page), /Pro arată concentrarea \(HHI\), ofertele, subpiețele/);
    for (const hidden of ['class="tree"', 'HHI 10.000', 'Cine câștigă', 'href="/contract/'])
      assert.ok(!page.text.includes(hidden), hidden);
    assert.match(page.text, /href="\/piata\/452"/, 'narrower codes are public');
  });

  test('shows Pro concentration, offers, sub-markets, winners, buyers and typical values', async () => {
    const page = await get('/piata/45', pro);
    const text = words(page);
    assert.match(page.text, /aria-label="HHI 10\.000: concentrată"/);
    assert.match(text, /1\.500.*2\.500/);
    assert.match(text, /3 oferte în medie/);
    assert.match(text, /0 din 1 contract au avut un singur ofertant/);
    assert.match(
      page.text,
      /<svg class="tree"[^>]*role="group"[^>]*><a href="\/piata\/452"><svg[^>]*><title>452 [^<]*900\u00a0mii\u00a0lei, concentrată, HHI 10\.000<\/title>/,
    );
    assert.match(page.text, /class="part-bars"/);
    assert.match(text, /Cine câștigă.*CASTORUL HARNIC DISTRIBUTIE SA1 cumpărător.*100 %900 mii lei/);
    assert.match(text, /Cine cumpără.*MUNICIPIUL PIATRA VULTURULUI/);
    assert.match(text, /Jumătate dintre contracte, inclusiv cele subsecvente, sunt între/);
    assert.match(page.text, /href="\/api\/seap\/cpv\/45\/top-suppliers\?limit=100&amp;format=csv&amp;lang=ro"/);
  });

  test('can be filtered by date with Pro only', async () => {
    const query = '/piata/45?dateFrom=2020-01-01&dateTo=2020-12-31';
    assert.match(words(await get(query, pro)), /Nu s-a cumpărat nimic cu acest cod în datele încărcate/);
    assert.match(words(await get(query)), /1 contract și/);
    assert.equal((await get('/piata/45?dateFrom=2021-01-01&dateTo=2020-12-31', pro)).status, 400);
  });

  test('refuses an invalid code, and has no purchases for an unused one', async () => {
    assert.equal((await get('/piata/abc')).status, 400);
    assert.match(words(await get('/piata/99')), /Nu s-a cumpărat nimic/);
    assert.equal((await get('/piata/45233120-0')).status, 400, 'a wrong check digit');
  });

  test('has English titles of codes on the English page', async () => {
    assert.match(words(await get('/en/market/45')), /CPV 45 · Construction work/);
  });
});

describe('the lists of a market', () => {
  test('are complete for Pro, with filters and files; previews ignore filters', async () => {
    const page = await get('/piata/45/contracte', pro);
    assert.match(page.text, /href="\/contract\/ctr-/);
    assert.match(page.text, /name="supplierCity"/);
    assert.match(page.text, /href="\/api\/seap\/cpv\/45\/contracts\?format=xlsx&amp;lang=ro"/);
    const none = await get('/piata/45/contracte?dateTo=2020-01-01', pro);
    assert.match(words(none), /Niciun rând cu aceste filtre/);
    const visitor = await get('/piata/45/contracte?dateTo=2020-01-01');
    assert.ok(!visitor.text.includes('name="supplierCity"') && !visitor.text.includes('format=xlsx'));
    assert.match(words(visitor), /Reabilitare școală/);
    assert.match(words(await get('/piata/33/contracte?list=purchases', pro)), /DA20000002/);
    assert.match(words(await get('/piata/15/contracte?list=awards')), /DAN1000002/);
  });

  test('refuse invalid and unknown codes without repeating them in the title', async () => {
    for (const path of ['/piata/CUMPARATI%20ACUM/contracte', '/piata/4a/contracte', '/piata/1234567890/contracte']) {
      const page = await get(path);
      assert.equal(page.status, 400, path);
      assert.match(words(page), /Un cod CPV are cel mult opt cifre/);
      assert.doesNotMatch(page.text, /<title>[^<]*(CUMPARATI|4a|1234567890)/);
    }
    for (const list of ['', '?list=purchases', '?list=awards']) {
      const page = await get(`/piata/99999/contracte${list}`, pro);
      assert.equal(page.status, 404, list);
      assert.match(words(page), /nu are niciun cod care începe cu 99999/);
    }
    assert.equal((await get('/piata/45233120-0/contracte')).status, 400, 'a wrong check digit');
    const whole = await get('/piata/45233120-6/contracte');
    assert.deepEqual([whole.status, whole.headers.location], [303, '/piata/45233120/contracte']);
    for (const cpv of ['4', '450', '09', '03111100'])
      assert.equal((await get(`/piata/${cpv}/contracte`)).status, 200, cpv);
  });

  test('report an invalid filter beside the form', async () => {
    const page = await get('/piata/45/contracte?dateFrom=ieri', pro);
    assert.match(page.text, /class="alert check"/);
    assert.match(page.text, /name="dateFrom"/);
  });
});

describe('the procurement page of a company', () => {
  test('shows sums by role and links the partners', async () => {
    const page = await get(`/firma/${supplier}/achizitii`);
    assert.equal(page.status, 200);
    assert.match(words(page), /Ca furnizor/);
    assert.match(words(page), /2 contracte, 2 achiziții directe/);
    assert.match(page.text, new RegExp(`href="/firma/${authority}"`));
    assert.match(words(await get(`/firma/${authority}/achizitii`)), /Ca autoritate/);
  });

  test('has a list for each kind of record', async () => {
    const lists = ['contracts', 'purchases', 'awards', 'tenders'];
    const visible = ['CN1000001|PV-1', 'DA20000001', 'DAN1000002', 'CN1000001'];
    for (const [i, list] of lists.entries()) {
      const page = await get(`/firma/${supplier}/achizitii?list=${list}`);
      assert.equal(page.status, 200, list);
      assert.match(words(page), new RegExp(visible[i] ?? ''), list);
    }
    const { text } = await get(`/firma/${supplier}/achizitii`);
    assert.ok(!text.includes('href="/contract/'), 'no links to pages that need Pro');
  });

  test('has filters, files and links to each contract for Pro', async () => {
    const page = await get(`/firma/${supplier}/achizitii?role=supplier&cpv=42`, pro);
    assert.match(page.text, /href="\/contract\/ctr-/);
    assert.match(page.text, /<option value="supplier" selected>/);
    assert.match(
      page.text,
      new RegExp(`/api/seap/company/${supplier}/contracts\\?role=supplier&amp;cpv=42&amp;format=csv`),
    );
    assert.match(words(page), /1–1 din 1/);
    assert.match(words(await get(`/firma/${supplier}/achizitii?role=authority`, pro)), /Niciun rând cu aceste filtre/);
  });

  test('shows Pro the reports on the company, and offers them to visitors', async () => {
    const visitor = await get(`/firma/${supplier}/achizitii?list=reports`);
    assert.equal(visitor.status, 200);
    assert.match(words(visitor), /Pro arată documentele constatatoare/);
    const whole = await get(`/firma/${supplier}/achizitii?list=reports`, pro);
    assert.match(whole.text, /href="\/document-constatator\//);
    assert.match(words(whole), /Contractantul și-a îndeplinit obligațiile/);
    assert.match(
      words(await get(`/firma/${supplier}/achizitii?list=reports&onlyDamages=true`, pro)),
      /Niciun rând cu aceste filtre/,
    );
  });

  test('says that a company has no deals, and refuses an invalid code', async () => {
    assert.match(words(await get(`/firma/${companyCui(2)}/achizitii`)), /Niciun contract și nicio achiziție directă/);
    const mistyped = await get('/firma/90000015/achizitii');
    assert.equal(mistyped.status, 404);
    assert.match(words(mistyped), /cifra de control/);
    assert.equal((await get('/firma/abc/achizitii')).status, 400);
  });

  test('says that procurement is not loaded on an installation without it', async () => {
    const bare = await smallService({ bare: true });
    try {
      const page = await ask(bare.port, { path: '/firma/90000014/achizitii', headers: { accept: 'text/html' } });
      assert.match(words(page), /Achizițiile publice nu sunt încărcate aici/);
      const tenders = await ask(bare.port, { path: '/licitatii', headers: { accept: 'text/html' } });
      assert.equal(tenders.status, 503);
    } finally {
      await bare.close();
    }
  });
});

test('the boxes of a treemap have areas in proportion, inside the map and without overlaps', () => {
  for (const values of [[5, 4, 3, 2, 1], [1], [1000, 1, 1], [3, 3, 3, 3]]) {
    const boxes = layout(values);
    const total = values.reduce((sum, value) => sum + value, 0);
    for (const [i, box] of boxes.entries()) {
      const share = (box.width * box.height) / (100 * 260);
      assert.ok(Math.abs(share - (values[i] ?? 0) / total) < 0.002, `${values} ${i}: ${share}`);
      assert.ok(box.x >= 0 && box.x + box.width <= 100.05 && box.y + box.height <= 260.05);
      for (const other of boxes.slice(i + 1)) {
        const [wide, high] = [
          overlap(box.x, box.width, other.x, other.width),
          overlap(box.y, box.height, other.y, other.height),
        ];
        assert.ok(wide < 0.1 || high < 0.1, `${values}: box ${i} overlaps another`);
      }
    }
  }
});

const overlap = (a: number, length: number, b: number, other: number): number =>
  Math.min(a + length, b + other) - Math.max(a, b);
