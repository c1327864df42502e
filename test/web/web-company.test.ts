/** The company page over real sockets, for every case of the showcase, as visitor and as Pro. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { until } from '#test/support/until.ts';

let service: DemoService;
let pro: string;
before(async () => {
  // The clock runs faster, because sources are queried at their own rate limits.
  service = await demoService(null, 300, runningClock());
  pro = await proCookie(service);
  // The code is unknown only after the source has answered that no company has it.
  await until('19 is unknown', async () => (await service.get('/api/company/19')).status === 404);
  // Warms the cache with the answers of slow sources.
  for (const { cui } of showcase) await service.get(`/api/company/${cui}`);
});
after(() => service.close());

const get = (path: string, cookie?: string) =>
  ask(service.port, { path, headers: { accept: 'text/html', ...(cookie && { cookie }) } });

const company = async (id: string, cookie?: string): Promise<string> => {
  const { status, text } = await get(`/firma/${cuiOf(id)}`, cookie);
  assert.equal(status, 200, id);
  return text;
};

/** The visible text: without tags, with collapsed spaces. */
const read = (page: string): string =>
  page
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[\s\u00a0]+/g, ' ');

const sheet = (page: string, id: string): string => {
  const from = page.indexOf(`<section class="card" id="${id}"`);
  assert.ok(from > 0, id);
  const end = page.indexOf('<section class="card"', from + 1);
  return page.slice(from, end === -1 ? undefined : end);
};

test('every showcase company has a page in both languages, with four answers and one heading', async () => {
  for (const { cui } of showcase)
    for (const path of [`/firma/${cui}`, `/en/company/${cui}`]) {
      const { status, text } = await get(path);
      assert.equal(status, 200, path);
      assert.equal(text.match(/<h1/g)?.length, 1, path);
      assert.equal(text.match(/<dl class="answers">[\s\S]*?<\/dl>/)?.[0].match(/<dt>/g)?.length, 4, path);
      assert.match(text, /<svg class="band"/, path);
      const result = read(text);
      for (const wrong of ['undefined', 'NaN', '[object', 'Infinity'])
        assert.ok(!result.includes(wrong), `${path} ${wrong}`);
    }
});

test('the title names the company and its code, and the structured data contains no verdict', async () => {
  const page = await company('giant');
  assert.match(page, /<title>ZIMBRUL AURIU INDUSTRII SA, CUI 90000014: TVA, bilanț, verdict · Firmoteca<\/title>/);
  const result = JSON.parse(page.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '{}');
  assert.equal(result.taxID, '90000014');
  assert.equal(result.foundingDate, '1993-05-17');
  for (const name of ['verdict', 'rating', 'score', 'aggregateRating']) assert.ok(!(name in result), name);
});

test('the breadcrumb links the existing lists of the county and town', async () => {
  const page = await company('giant');
  const links = [...(page.match(/<p class="crumb">.*?<\/p>/)?.[0].matchAll(/href="([^"]+)"/g) ?? [])].map(
    ([, to]) => to,
  );
  assert.deepEqual(links, ['/judete', '/judet/brasov', '/judet/brasov/brasov']);
  assert.equal((await get('/judet/brasov/brasov')).status, 200);
  assert.match(read(page), /Firme › județul Brașov › Brașov/);
  assert.match(read(await company('hostileName')), /Firme › Timiș › Timișoara/);
});

test('insolvency, strike-off and similar states are alerts above the answers', async () => {
  const cases = {
    insolvent: 'Firmă în insolvență',
    bankrupt: 'Firmă în faliment',
    dissolved: 'Firmă în dizolvare sau lichidare',
    struckOff: 'Firmă radiată',
    suspended: 'Activitate suspendată',
    inactive: 'Declarată inactivă de ANAF din',
    vatCanceled: 'Înregistrarea în scopuri de TVA a fost anulată',
  };
  for (const [id, heading] of Object.entries(cases)) {
    const page = await company(id);
    const before = page.slice(0, page.indexOf('<dl class="answers">'));
    assert.ok(read(before).includes(heading), id);
  }
  assert.ok(!(await company('growing')).includes('class="alert'), 'a company in good standing has no alert');
});

test('a registry state has the day of its observation ("observat la"), never a start date ("din")', async () => {
  const page = await company('insolvent');
  assert.match(read(page), /Insolvență observat la \d\d\.\d\d\.\d{4}/);
  assert.doesNotMatch(read(page), /Insolvență din/);
  assert.match(read(page), /Administrator judiciar: /i);
});

test('a change of name has the day of its observation, not a date of change', async () => {
  const page = await company('giant');
  assert.match(read(page), /Denumire anterioară: CARPATIA [^,]*, schimbare observată la \d\d\.\d\d\.\d{4}/);
  assert.doesNotMatch(read(page), /până la \d\d\.\d\d\.\d{4}: CARPATIA/);
});

test('a struck-off company has a neutral note, and its date names the authority', async () => {
  const page = await company('struckOff');
  assert.match(read(page), /Registrul comerțului Radiată din \d\d\.\d\d\.\d{4}, spune ANAF/);
  assert.match(page, /<div class="alert note"/);
  assert.match(page, /<p class="word " id="verdict-word">/);
});

test('the page quotes both the registry and the tax office where they disagree', async () => {
  assert.match(read(await company('inactive')), /ONRC: în funcțiune\. ANAF: inactivă din .* țin evidențe separate/);
});

test('a town hall is presented as outside the trade registry', async () => {
  const page = read(await company('townHall'));
  assert.match(page, /Registrul comerțului Nu ține de registru/);
  // The list of shareholders is loaded; a town hall has none, which is no gap.
  assert.match(page, /Acționari și asociați Nu ține de registrul comerțului/);
  assert.doesNotMatch(page, /nu sunt încărcați aici/);
});

test('the verdict shows its score with the range, or the reason for a missing score', async () => {
  const page = await company('giant');
  assert.match(page, /aria-label="Scor 1,91, interval posibil de la 1,91 la 2,48\."/);
  assert.match(read(page), /Încadrare certă\. Ce nu se publică .* nu îl scoate din zona gri/);
  const bank = await company('bank');
  assert.match(bank, /class="hollow"/);
  assert.match(read(bank), /Nedeterminată .*Fără scor\. Modelul nu se aplică băncilor/);
  assert.match(read(await company('neverFiled')), /Fără scor\. Nu este cunoscut niciun bilanț public/);
});

test('a verdict by rule is stated as certain even with an uncertain score', async () => {
  const page = read(await company('insolvent'));
  assert.match(page, /Scor incert, verdict cert\. În insolvență\./);
  assert.match(page, /Capitaluri proprii negative −1,14 mil\. lei în 2025/);
  assert.match(page, /Pierdere cel puțin 8 ani la rând −408 mii lei în 2025/);
});

test('visitors and Pro have the same cards in the same order; Pro fills them', async () => {
  const ids = (page: string) => [...page.matchAll(/<section class="card" id="([a-z]+)"/g)].map(([, id]) => id);
  const [free, paid] = [await company('insolvent'), await company('insolvent', pro)];
  assert.deepEqual(ids(free), ids(paid));
  const [locked, filled] = [sheet(free, 'indicatori'), sheet(paid, 'indicatori')];
  assert.match(read(locked), /Pro adaugă 20 de indicatori/);
  assert.ok(!locked.includes('<svg class="zones"') && locked.includes('href="/preturi"'));
  assert.match(filled, /<svg class="zones" role="img" aria-label="Scorul Z′ pe ani\. 2018: /);
  assert.equal(filled.match(/<svg class="peers"/g)?.length, 20);
  assert.ok(!filled.includes('class="pro"'), 'no offer of Pro to a subscriber');
  assert.match(read(filled), /mai bine decât \d+ % din \d+/);
});

test('Pro is not offered where no ratio can be computed', async () => {
  const page = sheet(await company('neverFiled'), 'indicatori');
  assert.match(read(page), /Fără un bilanț public nu se poate calcula niciun indicator/);
  assert.ok(!page.includes('class="pro"'));
});

test('charts have captions, text alternatives and a table that the keyboard reaches', async () => {
  const page = sheet(await company('giant'), 'bilanturi');
  assert.match(read(page), /Cifra de afaceri mld\. lei · dublă față de 2018/);
  assert.match(read(page), /Rezultat net mil\. lei · profit în toți cei 8 ani/);
  assert.match(page, /aria-label="Cifra de afaceri\. 2018: [\d.]+; .*2025: 5\.714\.580\.789"/);
  assert.match(page, /<div class="scroll" tabindex="0" role="region" aria-label="Tabel cu toate valorile">/);
  assert.match(page, /<th scope="row">Capitaluri proprii<\/th>/);
});

test('a zero is shown as zero, and years before the incorporation do not count as missing', async () => {
  const dormant = sheet(await company('dormant'), 'bilanturi');
  assert.match(dormant, /aria-label="Cifra de afaceri\..*2025: 0"/);
  const bank = sheet(await company('bank'), 'bilanturi');
  assert.match(read(bank), /Venituri totale/);
  // Incorporated in 2024: earlier years are not missing.
  const young = sheet(await company('newNumber'), 'bilanturi');
  assert.match(read(young), /2 din 2 ani publicați/);
  assert.ok(!young.includes('class="hollow"') && !young.includes('Bilanț nepublicat'));
});

test('VAT periods are drawn as a line, and a company that was never registered is labelled so', async () => {
  const page = sheet(await company('giant'), 'tva');
  assert.match(page, /<svg class="periods" role="img" aria-label="plătitor de TVA: din 01\.07\.1993"/);
  assert.match(read(sheet(await company('notVatRegistered'), 'tva')), /Nu a fost niciodată plătitor de TVA/);
});

test('a company on the list of tax debtors shows its debt, and one off the list shows that it is absent', async () => {
  assert.match(read(sheet(await company('insolvent'), 'tva')), /Datorii la ANAF 23\.384 lei lista din 30\.09\.2026/);
  assert.match(read(sheet(await company('giant'), 'tva')), /Nu apare în lista restanțierilor/);
});

test('the names in the network drawing are links, and the list below has the same people', async () => {
  const page = sheet(await company('giant'), 'oameni');
  const picture = page.match(/<svg class="net"[\s\S]*?<\/figure>/)?.[0] ?? '';
  const drawn = [...picture.matchAll(/<a href="(\/persoana\/[^"]+)"/g)].map(([, to = '']) => to);
  assert.ok(drawn.length >= 4 && picture.includes('role="group"'));
  const list = page.slice(page.indexOf('<ul class="ledger"'));
  for (const to of drawn) assert.ok(list.includes(`href="${to}"`), to);
  assert.match(picture, /<circle [^>]*class="node"/);
  assert.match(picture, /<rect [^>]*class="node"/);
});

test('the procurement card shows totals, frameworks apart, and tells visitors the number of contracts', async () => {
  const page = read(sheet(await company('giant'), 'achizitii'));
  assert.match(page, /\d+ contracte.* de .* și \d+ (de )?achiziții directe/);
  assert.match(page, /Acordurile-cadru \(\d+\) sunt plafoane și nu se adună/);
  assert.match(page, /(Ultimele 5 din \d+ (de )?|Toate cele 5 )contracte/);
  assert.match(page, /Pro arată toate: \d+ (de )?contracte și \d+ (de )?achiziții directe/);
  const whole = sheet(await company('giant', pro), 'achizitii');
  assert.ok(!whole.includes('class="pro"') && whole.includes('href="/contract/'));
  // Visitors get no links to pages that need Pro.
  assert.ok(!sheet(await company('giant'), 'achizitii').includes('href="/contract/'));
  assert.match(read(sheet(await company('bank'), 'achizitii')), /Niciun contract și nicio achiziție directă/);
});

test('the page links its data files, a citation and the form to report an error', async () => {
  const page = await company('giant');
  for (const path of [
    '/api/company/90000014?',
    '/api/company/90000014/financials?format=csv&amp;',
    '/api/company/90000014/financials?format=xlsx&amp;',
    '/api/company/90000014/timeline?format=csv&amp;',
  ])
    assert.ok(page.includes(`href="${path}lang=ro"`), path);
  const { headers, text } = await get('/firma/90000014');
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const file = await ask(service.port, { path: '/api/company/90000014/financials?format=csv', headers: { cookie } });
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-type']), /text\/csv/);
  assert.match(text, /<q data-copy>Datele firmei: /);
  assert.ok(text.includes('href="/semnaleaza?record=company%3A90000014"'));
  assert.ok((await get('/en/company/90000014')).text.includes('href="/en/report-error?record=company%3A90000014"'));
});

test('licences are in the language of the page', async () => {
  const page = read(sheet(await company('giant'), 'surse'));
  assert.match(page, /reutilizare liberă, cu numirea sursei/);
  assert.match(page, /informație publică a ANAF/);
  assert.doesNotMatch(page, /Public information|Free reuse/);
});

test('a hostile name is escaped in the page and in its structured data', async () => {
  const { text } = await get(`/firma/${cuiOf('hostileName')}`);
  assert.ok(!text.includes('<script>alert'));
  assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  assert.ok(text.includes('\\u003cscript>alert(1)'));
});

test('company pages have no inline styles or scripts and forbid framing', async () => {
  for (const path of ['/firma/90000014', '/firma/90000014/legaturi', '/compara?cui=90000014&cui=90000030']) {
    const { text, headers } = await get(path, pro);
    assert.doesNotMatch(text, /\sstyle="/, path);
    assert.doesNotMatch(text, /<script(?![^>]*(?:src=|ld\+json))/, path);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
  }
});

test('an invalid code and an unknown code give error pages, the former with a search field', async () => {
  const wrong = await get('/firma/90000015');
  assert.equal(wrong.status, 404);
  assert.match(read(wrong.text), /90000015 nu este un cod fiscal: cifra de control nu corespunde/);
  assert.ok(wrong.text.includes('role="search"'));
  assert.equal((await get('/firma/19')).status, 404);
  assert.equal((await get('/firma/abc')).status, 400);
});
