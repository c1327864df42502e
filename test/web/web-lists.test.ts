/** The home page and the browsing pages: lists, rankings, activities, rates, treasury accounts, press and status. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expireLeaderLease } from '#data/store/leader-table.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: DemoService;
before(async () => {
  service = await demoService();
});
after(() => service.close());

const get = (path: string): Promise<Answered> => ask(service.port, { path, headers: { accept: 'text/html' } });
const visible = async (path: string): Promise<string> => {
  const { status, text } = await get(path);
  assert.equal(status, 200, path);
  return text;
};
const assertShows = (text: string, ...parts: (string | RegExp)[]): void => {
  for (const part of parts) {
    if (typeof part === 'string') assert.ok(text.includes(part), part);
    else assert.match(text, part);
  }
};

test('the home page shows three verdicts: a certain one, an uncertain one and one by rule', async () => {
  const text = await visible('/');
  const verdicts = [...text.matchAll(/<li><p class="small quiet">.*?<\/li>/gs)].map(([one]) => one);
  assert.equal(verdicts.length, 3);
  const [certain = '', uncertain = '', ruled = ''] = verdicts;
  assertShows(certain, `/firma/${cuiOf('stateSupplier')}"`, '<b>Cert.</b>', 'class="needle"');
  assertShows(uncertain, `/firma/${cuiOf('cashBasisVat')}"`, '<b>Incert.</b> Intervalul trece din zona');
  assertShows(ruled, `/firma/${cuiOf('insolvent')}"`, 'În dificultate', 'verdict cert.</b>');
});

test('the home page shows the age of its sources, the euro rate and the open tenders', async () => {
  const text = await visible('/');
  assertShows(text, 'Surse, azi', 'ONRC', 'SEAP', 'BNR', /1 € = \d,\d{4} lei, BNR, \d\d\.\d\d\.\d{4}\./);
  assertShows(text, /\d+.(?:de.)?licitați[ei] deschis[ăe], cele mai apropiate termene întâi/);
  assert.equal([...text.matchAll(/<li><a href="[^"]+">[^<]+\?<\/a>/g)].length, 6, 'six questions');
  assertShows(await visible('/en'), 'Sources, today', /€1 = RON \d\.\d{4}/);
});

test('the home page gives no count of tenders where procurement is not loaded', async () => {
  const bare = await smallService({ bare: true });
  try {
    const { status, text } = await ask(bare.port, { path: '/', headers: { accept: 'text/html' } });
    assert.equal(status, 200);
    assert.doesNotMatch(text, /licitații deschise, cele/);
    assertShows(text, 'Ce licitații sunt deschise?');
  } finally {
    await bare.close();
  }
});

test('a county lists its companies, largest first, with its towns, filters and files', async () => {
  const text = await visible('/judet/cluj?status=active');
  assertShows(text, '<h1>Firme din Cluj</h1>', 'href="/judet/cluj/cluj-napoca"', /<option value="active" selected>/);
  for (const format of ['format=csv&amp;', 'format=xlsx&amp;', ''])
    assertShows(text, `href="/api/firme/cluj?status=active&amp;${format}lang=ro"`);
  assertShows(await visible('/en/county/cluj/cluj-napoca'), 'Companies in Cluj-Napoca', '/en/county/cluj"');
});

test('an invalid filter is marked beside the filters, and an unknown county is 404', async () => {
  assertShows(await visible('/judet/cluj?caen=47'), /class="bad" role="alert"/, 'value="47"');
  const { status, text } = await get('/judet/atlantida');
  assert.equal(status, 404);
  assertShows(text, 'Aici nu este nimic');
});

test('an unknown company with a valid code is a 404 page', async () => {
  const { status, text } = await get(`/firma/${companyCui(70_000)}`);
  assert.equal(status, 404);
  assertShows(text, 'Aici nu este nimic', companyCui(70_000));
});

test('a list links its next page', async () => {
  const next = /rel="next" href="([^"]+)"/.exec(await visible('/judet/bucuresti'))?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match(next, /^\/judet\/bucuresti\?cursor=/);
  assertShows(await visible(next), 'Firme din București');
});

test('numbers of employees follow the Romanian plural rules, with „de” where needed', async () => {
  const text = await visible('/judet/bucuresti');
  const counts = [...text.matchAll(/ · (\d[\d.]*)( de)?.(salariați|salariat)</g)];
  assert.ok(counts.length > 10);
  for (const [result, figure = '', linked, noun] of counts) {
    const count = Number(figure.replaceAll('.', ''));
    assert.equal(linked === ' de', count >= 20 && (count % 100 === 0 || count % 100 > 19), result);
    assert.equal(noun, count === 1 ? 'salariat' : 'salariați', result);
  }
});

test('rankings state the year and, for an activity, the revision of its code', async () => {
  assertShows(await visible('/clasamente'), 'Cele mai mari firme după cifra de afaceri, 2025', 'Toată România');
  assertShows(await visible('/clasamente?caen=4711&year=2025'), 'Cod CAEN din Rev. 3');
  assertShows(await visible('/clasamente?caen=4711&year=2024'), 'Cod CAEN din Rev. 2');
  assertShows(
    await visible('/clasamente?judet=cluj&metric=angajati'),
    'după numărul de salariați',
    '<option value="cluj" selected>',
  );
  assertShows(await visible('/en/rankings?slice=judet&value=cluj'), '>Cluj. From the accounts');
  assertShows(await visible('/clasamente?caen=abcd'), /class="bad" role="alert"/);
});

test('a company without a rank in the year before is not called new, since its accounts or code may be missing', async () => {
  const revised = await visible('/clasamente?caen=4711&year=2025');
  assertShows(revised, 'Locurile din anul dinainte nu se cunosc.');
  assert.doesNotMatch(revised, /nou în clasament|cu un an înainte</);
  const country = await visible('/clasamente');
  assertShows(country, /locul \d+ cu un an înainte/);
  const lists = ['cifra', 'profit', 'angajati'].flatMap((metric) =>
    ['', '&judet=cluj', '&judet=bucuresti', '&judet=iasi'].map((location) =>
      visible(`/clasamente?metric=${metric}${location}`),
    ),
  );
  const mixed = (await Promise.all(lists)).find((text) => text.includes('fără loc cunoscut cu un an înainte'));
  assertShows(mixed ?? '', /locul \d+ cu un an înainte/);
  assert.doesNotMatch(country, /Locurile din anul dinainte nu se cunosc|nou în clasament/);
});

test('activities are listed by section, search and code, each with a page of its market', async () => {
  assertShows(await visible('/caen'), 'href="/caen?section=K"', '/api/caen?format=csv');
  assertShows(await visible('/caen?q=comert'), 'href="/caen/4711"');
  assertShows(await visible('/caen?q=qqqq'), 'Nicio clasă pentru „qqqq”.');
  const hub = await visible('/caen/4711');
  assertShows(hub, 'Se numără codul din Rev. 3', '<table>', 'href="/caen/4711?revision=2"');
  assertShows(await visible('/caen/4711?revision=2'), 'role="img"', 'Se numără codul din Rev. 2');
  assertShows(hub, 'href="/clasamente?caen=rev3%3A4711', /href="\/judet\/[a-z-]+\?caen=4711"/);
  assert.equal((await get('/caen/9999')).status, 404);
});

test('the rates page has a converter, a chart with a text alternative and a table', async () => {
  const text = await visible('/curs?amount=12,5&from=EUR&to=RON');
  assertShows(text, /<h1>1 € = \d,\d{4} lei<\/h1>/, /role="status">12,5 EUR = [\d,]+ RON, la cursul din/);
  assertShows(
    text,
    /class="day-line" role="img" aria-label="Lei pentru 1.EUR, din zi în zi: de la/,
    'Tabel cu toate valorile',
  );
  assertShows(await visible('/curs?currency=USD'), 'Lei pentru 1\u00a0USD');
  assertShows(await visible('/curs?amount=abc'), 'role="alert"');
  assertShows(await visible('/curs?amount=1&date=2099-01-01'), 'role="alert"');
});

test('currencies quoted per 100 units are labelled so in the table, the chart and the history', async () => {
  const { rates } = (await service.get('/api/rates')).body.data as { rates: Quoted[] };
  const forint = rates.find(({ currency }) => currency === 'HUF');
  assert.equal(forint?.multiplier, 100);
  const written = (value: number): string =>
    Math.abs(value * 100)
      .toFixed(4)
      .replace('.', ',');
  const text = await visible('/curs?currency=HUF');
  const row = /HUF <small>.*?<\/tr>/s.exec(text)?.[0] ?? '';
  assertShows(row, 'pentru 100', `>${written(forint?.rate ?? 0)}<`, `${written(forint?.change ?? 0)}<`);
  assertShows(text, 'Lei pentru 100\u00a0HUF', '100\u00a0HUF</th>', `class="strong">${written(forint?.rate ?? 0)}<`);
  assertShows(await visible('/en/rates'), 'Hungarian Forint', 'Gram of gold', 'RON for 1\u00a0EUR');
});

test('an amount is parsed and displayed in the format of its language, and links convert it', async () => {
  const answer = async (path: string): Promise<string> => /role="status">([^<]*),/.exec(await visible(path))?.[1] ?? '';
  assert.match(await answer('/curs?amount=1.000'), /^1\.000 EUR = \d\.\d{3},\d+ RON/);
  assert.match(await answer('/curs?amount=1.234,56'), /^1\.234,56 EUR = \d\.\d{3}/);
  assert.match(await answer('/en/rates?amount=1,000'), /^1,000 EUR = \d,\d{3}/);
  assert.match(await answer('/en/rates?amount=1.000'), /^1 EUR = \d\.\d\d RON/);
  assertShows(await visible('/curs?amount=1.000&from=USD'), 'href="/en/rates?amount=1000&amp;from=USD"');
  assert.match(await answer('/curs?amount=1&from=RON&to=XAU'), /^1 RON = 0,00\d\d XAU/);
  assert.match(await answer('/curs?amount=0,001&from=RON&to=XAU'), /^0,001 RON = sub 0,0001 XAU/);
  assertShows(await visible('/curs?amount=1.00.0'), 'Scrieți un număr, de exemplu 1.234,56.', 'value="1.00.0"');
});

interface Quoted {
  currency: string;
  multiplier: number;
  rate: number;
  change: number | null;
}

test('treasury accounts are marked as published or computed, and can be copied', async () => {
  const text = await visible('/iban?q=tva+cluj');
  assertShows(
    text,
    /<b class="mono" data-copy>RO\d\dTREZ/,
    'publicat</span>',
    'calculat</span>',
    'verificați la organul',
  );
  assertShows(text, '/assets/copy-', '/api/iban?q=tva+cluj&amp;format=csv');
  assertShows(await visible('/iban?q=qqqq'), 'Niciun cont pentru „qqqq”.');
});

test('a locality does not repeat its county, and a refused ranking shows only the error', async () => {
  const text = await visible('/clasamente');
  assertShows(text, /București Sectorul \d · CAEN/);
  assert.doesNotMatch(text, /București Sectorul \d · București/);
  const refused = await visible('/en/rankings?caen=x');
  assertShows(refused, 'role="alert"');
  assert.doesNotMatch(refused, /class="promise">\s*\./);
});

test('press releases link their text', async () => {
  const text = await visible('/comunicate');
  const [, article = ''] = /href="(\/comunicat\/[^"]+)"/.exec(text) ?? [];
  assertShows(text, /class="meta">(?:ANAF|Iași|Timișoara)/);
  assert.doesNotMatch(text, /class="meta">(?:Anaf|Iasi|Timisoara)/);
  assertShows(await visible(article), '<div class="prose" lang="ro"><p>', 'href="/comunicate"');
  // The file breaks its lines at the width of its paper; the page does not.
  assert.doesNotMatch(await visible(article), /<p>\p{Ll}/u);
});

test('the status page has one summary sentence and every source', async () => {
  assertShows(await visible('/stare'), 'Totul merge.', 'Surse întrebate pe loc', 'Publicații încărcate');
  assertShows(await visible('/en/status'), 'Everything works.');
  for (const [path, ...names] of [
    ['/stare', 'Registrul comerțului', 'Bilanțuri', 'Datorii fiscale'],
    ['/en/status', 'Trade registry', 'Balance sheets', 'Tax debts'],
  ] as const) {
    const called = [...(await visible(path)).matchAll(/<th scope="row">([^<]*)</g)].map(([, name]) => name ?? '');
    for (const name of names) assert.ok(called.includes(name), name);
    assert.deepEqual(
      called.filter((name) => /^[a-z]/.test(name)),
      [],
      'names for readers, not identifiers',
    );
  }
});

test('the status page names the failing part', async () => {
  await service.store.state.write([expireLeaderLease()]);
  for (const [path, ...parts] of [
    ['/stare', 'Merge, dar nu în întregime.', 'Nimeni nu adună acum date noi'],
    ['/en/status', 'It works, but not all of it.', 'No new data is being collected right now'],
  ] as const) {
    const text = await visible(path);
    assertShows(text, ...parts);
    assert.equal([...text.matchAll(/<p class="promise">/g)].length, 1);
  }
});
