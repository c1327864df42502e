/** The company page over real sockets, on the showcase of the demo: every case says what it is, to visitors and to Pro. */
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
  // Sources are asked at their own pace; here it goes ten times faster.
  service = await demoService(null, 300, runningClock());
  pro = await proCookie(service);
  // Until the source has said that nobody has it, it is not known yet.
  await until('19 is nobody', async () => (await service.get('/api/company/19')).status === 404);
  // What a reader would wait for is there once somebody asked.
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

/** As a reader reads it: without tags, spaces as they are seen. */
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

test('every record of the showcase has a page in both languages, with four answers and one heading', async () => {
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

test('the tab and search engines are told name, code and what is there, from published fields only', async () => {
  const page = await company('giant');
  assert.match(page, /<title>ZIMBRUL AURIU INDUSTRII SA, CUI 90000014: TVA, bilanț, verdict · Firmoteca<\/title>/);
  const result = JSON.parse(page.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '{}');
  assert.equal(result.taxID, '90000014');
  assert.equal(result.foundingDate, '1993-05-17');
  for (const name of ['verdict', 'rating', 'score', 'aggregateRating']) assert.ok(!(name in result), name);
});

test('the crumb leads to the lists of its county and town, which are there', async () => {
  const page = await company('giant');
  const links = [...(page.match(/<p class="crumb">.*?<\/p>/)?.[0].matchAll(/href="([^"]+)"/g) ?? [])].map(
    ([, to]) => to,
  );
  assert.deepEqual(links, ['/judete', '/judet/brasov', '/judet/brasov/brasov']);
  assert.equal((await get('/judet/brasov/brasov')).status, 200);
  assert.match(read(page), /Firme › județul Brașov › Brașov/);
  assert.match(read(await company('hostileName')), /Firme › Timiș › Timișoara/);
});

test('what must not be missed stands above the answers: each case in its own words', async () => {
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
  assert.ok(!(await company('growing')).includes('class="alert'), 'nothing to warn of');
});

test('the registry gives no days: what was seen between two files is "observat la", never "din"', async () => {
  const page = await company('insolvent');
  assert.match(read(page), /Insolvență observat la \d\d\.\d\d\.\d{4}/);
  assert.doesNotMatch(read(page), /Insolvență din/);
  assert.match(read(page), /Administrator judiciar: /i);
});

test('a name that our file first showed changed is told as seen, not as changed on that day', async () => {
  const page = await company('giant');
  assert.match(read(page), /Denumire anterioară: CARPATIA [^,]*, schimbare observată la \d\d\.\d\d\.\d{4}/);
  assert.doesNotMatch(read(page), /până la \d\d\.\d\d\.\d{4}: CARPATIA/);
});

test('a firm that was struck off is neutral, not alarming, and each day is told by who gives it', async () => {
  const page = await company('struckOff');
  assert.match(read(page), /Registrul comerțului Radiată din \d\d\.\d\d\.\d{4}, spune ANAF/);
  assert.match(page, /<div class="alert note"/);
  assert.match(page, /<p class="word " id="verdict-word">/);
});

test('registry and tax office that disagree are both quoted', async () => {
  assert.match(read(await company('inactive')), /ONRC: în funcțiune\. ANAF: inactivă din .* țin evidențe separate/);
});

test('a town hall is outside the registry, and nobody calls it registered there', async () => {
  const page = read(await company('townHall'));
  assert.match(page, /Registrul comerțului Nu ține de registru/);
  // The list of shareholders is loaded here: that it has none of a town hall is no gap.
  assert.match(page, /Acționari și asociați Nu ține de registrul comerțului/);
  assert.doesNotMatch(page, /nu sunt încărcați aici/);
});

test('the verdict never stands without its range, or says why there is none', async () => {
  const page = await company('giant');
  assert.match(page, /aria-label="Scor 1,91, interval posibil de la 1,91 la 2,48\."/);
  assert.match(read(page), /Încadrare certă\. Ce nu se publică .* nu îl scoate din zona gri/);
  const bank = await company('bank');
  assert.match(bank, /class="hollow"/);
  assert.match(read(bank), /Nedeterminată .*Fără scor\. Modelul nu se aplică băncilor/);
  assert.match(read(await company('neverFiled')), /Fără scor\. Nu este cunoscut niciun bilanț public/);
});

test('where a rule decides, the sentence says that the verdict is certain though the score is not', async () => {
  const page = read(await company('insolvent'));
  assert.match(page, /Scor incert, verdict cert\. În insolvență\./);
  assert.match(page, /Capitaluri proprii negative −1,14 mil\. lei în 2025/);
  assert.match(page, /Pierdere cel puțin 8 ani la rând −408 mii lei în 2025/);
});

test('visitors and Pro have the same sheets in the same places; Pro fills them', async () => {
  const ids = (page: string) => [...page.matchAll(/<section class="card" id="([a-z]+)"/g)].map(([, id]) => id);
  const [free, paid] = [await company('insolvent'), await company('insolvent', pro)];
  assert.deepEqual(ids(free), ids(paid));
  const [locked, filled] = [sheet(free, 'indicatori'), sheet(paid, 'indicatori')];
  assert.match(read(locked), /Pro adaugă 20 de indicatori/);
  assert.ok(!locked.includes('<svg class="zones"') && locked.includes('href="/preturi"'));
  assert.match(filled, /<svg class="zones" role="img" aria-label="Scorul Z′ pe ani\. 2018: /);
  assert.equal(filled.match(/<svg class="peers"/g)?.length, 20);
  assert.ok(!filled.includes('class="pro"'), 'nothing to buy for who has it');
  assert.match(read(filled), /mai bine decât \d+ % din \d+/);
});

test('Pro is not promised where there is nothing to compute', async () => {
  const page = sheet(await company('neverFiled'), 'indicatori');
  assert.match(read(page), /Fără un bilanț public nu se poate calcula niciun indicator/);
  assert.ok(!page.includes('class="pro"'));
});

test('charts say what they show, in words and in a table that the keyboard reaches', async () => {
  const page = sheet(await company('giant'), 'bilanturi');
  assert.match(read(page), /Cifra de afaceri mld\. lei · dublă față de 2018/);
  assert.match(read(page), /Rezultat net mil\. lei · profit în toți cei 8 ani/);
  assert.match(page, /aria-label="Cifra de afaceri\. 2018: [\d.]+; .*2025: 5\.714\.580\.789"/);
  assert.match(page, /<div class="scroll" tabindex="0" role="region" aria-label="Tabel cu toate valorile">/);
  assert.match(page, /<th scope="row">Capitaluri proprii<\/th>/);
});

test('a zero is a zero, and years before the founding are none that nobody published', async () => {
  const dormant = sheet(await company('dormant'), 'bilanturi');
  assert.match(dormant, /aria-label="Cifra de afaceri\..*2025: 0"/);
  const bank = sheet(await company('bank'), 'bilanturi');
  assert.match(read(bank), /Venituri totale/);
  // Founded in 2024: nothing is missing of the years before.
  const young = sheet(await company('newNumber'), 'bilanturi');
  assert.match(read(young), /2 din 2 ani publicați/);
  assert.ok(!young.includes('class="hollow"') && !young.includes('Bilanț nepublicat'));
});

test('periods of VAT are a line from the founding until today, and never registered is told as such', async () => {
  const page = sheet(await company('giant'), 'tva');
  assert.match(page, /<svg class="periods" role="img" aria-label="plătitor de TVA: din 01\.07\.1993"/);
  assert.match(read(sheet(await company('notVatRegistered'), 'tva')), /Nu a fost niciodată plătitor de TVA/);
});

test('debts: on the list, not on it, and no list are three different answers', async () => {
  assert.match(read(sheet(await company('insolvent'), 'tva')), /Datorii la ANAF 23\.384 lei lista din 30\.09\.2026/);
  assert.match(read(sheet(await company('giant'), 'tva')), /Nu apare în lista restanțierilor/);
});

test('the network is a picture whose names are links, and the list under it has the same people', async () => {
  const page = sheet(await company('giant'), 'oameni');
  const picture = page.match(/<svg class="net"[\s\S]*?<\/figure>/)?.[0] ?? '';
  const drawn = [...picture.matchAll(/<a href="(\/persoana\/[^"]+)"/g)].map(([, to = '']) => to);
  assert.ok(drawn.length >= 4 && picture.includes('role="group"'));
  const list = page.slice(page.indexOf('<ul class="ledger"'));
  for (const to of drawn) assert.ok(list.includes(`href="${to}"`), to);
  assert.match(picture, /<circle [^>]*class="node"/);
  assert.match(picture, /<rect [^>]*class="node"/);
});

test('procurement tells totals, years and partners; frameworks stand apart; visitors are told how many there are', async () => {
  const page = read(sheet(await company('giant'), 'achizitii'));
  assert.match(page, /\d+ contracte.* de .* și \d+ (de )?achiziții directe/);
  assert.match(page, /Acordurile-cadru \(\d+\) sunt plafoane și nu se adună/);
  assert.match(page, /(Ultimele 5 din \d+ (de )?|Toate cele 5 )contracte/);
  assert.match(page, /Pro arată toate: \d+ (de )?contracte și \d+ (de )?achiziții directe/);
  const whole = sheet(await company('giant', pro), 'achizitii');
  assert.ok(!whole.includes('class="pro"') && whole.includes('href="/contract/'));
  // Visitors are not led to a page that is closed to them.
  assert.ok(!sheet(await company('giant'), 'achizitii').includes('href="/contract/'));
  assert.match(read(sheet(await company('bank'), 'achizitii')), /Niciun contract și nicio achiziție directă/);
});

test('files of what is shown, a line to cite, a way to report an error', async () => {
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

test('licences are told in the language of the page', async () => {
  const page = read(sheet(await company('giant'), 'surse'));
  assert.match(page, /reutilizare liberă, cu numirea sursei/);
  assert.match(page, /informație publică a ANAF/);
  assert.doesNotMatch(page, /Public information|Free reuse/);
});

test('a hostile name is text wherever it stands, also for search engines', async () => {
  const { text } = await get(`/firma/${cuiOf('hostileName')}`);
  assert.ok(!text.includes('<script>alert'));
  assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  assert.ok(text.includes('\\u003cscript>alert(1)'));
});

test('no page has a style or a script inside, and none jumps out of its frame', async () => {
  for (const path of ['/firma/90000014', '/firma/90000014/legaturi', '/compara?cui=90000014&cui=90000030']) {
    const { text, headers } = await get(path, pro);
    assert.doesNotMatch(text, /\sstyle="/, path);
    assert.doesNotMatch(text, /<script(?![^>]*(?:src=|ld\+json))/, path);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
  }
});

test('a code that is none, and one that nobody has, are pages with a way on', async () => {
  const wrong = await get('/firma/90000015');
  assert.equal(wrong.status, 404);
  assert.match(read(wrong.text), /90000015 nu este un cod fiscal: cifra de control nu corespunde/);
  assert.ok(wrong.text.includes('role="search"'));
  assert.equal((await get('/firma/19')).status, 404);
  assert.equal((await get('/firma/abc')).status, 400);
});
