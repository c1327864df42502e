import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { companyCui, strangerCui, tinyCountry } from '#test/support/tiny-country.ts';
import { type Fault, faultKinds } from './faults.ts';
import { type CountryServer, serveCountry } from './server.ts';

const TODAY = '2026-11-15';
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

let server: CountryServer;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-'));
  for (const name of [
    'onrc/firme-02-09-2026',
    'onrc/firme-01-06-2026',
    'onrc/firme-01-01-2027',
    'anaf/situatii_financiare_2024',
    'achizitii/achizitii-publice-2022',
    'achizitii/achiziti-publice-2021',
  ]) {
    await mkdir(join(folder, name), { recursive: true });
  }
  await writeFile(join(folder, 'onrc/firme-02-09-2026/OD_FIRME.CSV'), 'DENUMIRE^CUI\nFIRMA^1\n');
  await writeFile(join(folder, 'anaf/situatii_financiare_2024/WEB_UU_AN2024.txt'), 'CUI,CAEN\n');
  await writeFile(join(folder, 'achizitii/achizitii-publice-2022/contracte-trim-ii-2022.xlsx'), 'PK');
  server = await serveCountry(tinyCountry(), { folder, port: 0, host: '127.0.0.1', today: () => TODAY });
});

afterEach(() => server.faults.clear());

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const askCompanies = (cuis: string[], data = TODAY) =>
  fetch(`${server.address}/api/PlatitorTvaRest/v9/tva`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cuis.map((cui) => ({ cui: Number(cui), data }))),
  });

const askBalance = (cui: string, year: number, headers: Record<string, string> = BROWSER) =>
  fetch(`${server.address}/bilant?an=${year}&cui=${cui}`, { headers });

// biome-ignore lint/suspicious/noExplicitAny: tests read untyped answers.
const body = (response: Response): Promise<any> => response.json();

test('companies have numeric codes, cedilla letters, "" for missing values and CAEN codes without leading zero', async () => {
  const { found, notFound } = await body(await askCompanies([companyCui(0), strangerCui()]));
  assert.equal(found[0].date_generale.cui, Number(companyCui(0)));
  assert.equal(found[0].date_generale.denumire, 'FIRMA 0 ŞTIINŢA SRL');
  assert.equal(found[0].date_generale.fax, '');
  assert.equal(found[0].date_generale.cod_CAEN, '111');
  assert.equal(found[0].inregistrare_scop_Tva.perioade_TVA[0].data_sfarsit_ScpTVA, '');
  assert.equal(found[0].adresa_sediu_social.scod_Judet, '40');
  assert.match(
    found[0].adresa_sediu_social.scod_Localitate,
    /^[0-9]{1,3}$/,
    'the authority’s own numbering, not SIRUTA',
  );
  assert.deepEqual(notFound, [Number(strangerCui())]);
});

test('registration numbers occur in both notations', async () => {
  const { found } = await body(await askCompanies([companyCui(0), companyCui(1), companyCui(2)]));
  const numbers = found.map((entry: { date_generale: { nrRegCom: string } }) => entry.date_generale.nrRegCom);
  assert.deepEqual(new Set(numbers), new Set(['J40/8118/2002', 'J2002008118400']));
});

test('an answer without any company is JSON with the status 404', async () => {
  const response = await askCompanies([strangerCui()]);
  assert.equal(response.status, 404);
  assert.deepEqual(await body(response), { found: [], notFound: [Number(strangerCui())] });
});

test('more than a hundred codes are refused by a code in a 200 answer', async () => {
  const response = await askCompanies(Array.from({ length: 101 }, (_, n) => strangerCui(n)));
  assert.equal(response.status, 200);
  assert.equal((await body(response)).cod, 400);
});

test('a balance sheet has its indicators rotated and a numeric activity code', async () => {
  const sheet = await body(await askBalance(companyCui(0), 2024));
  assert.equal(sheet.i[0].indicator, 'I5');
  assert.equal(sheet.i.at(-1).indicator, 'I4');
  assert.equal(sheet.caen, 111);
  assert.equal(sheet.deni, 'FIRMA 0 ŞTIINŢASRL');
});

test('an IFRS filer has its net loss labelled as gross loss', async () => {
  const sheet = await body(await askBalance(companyCui(1), 2024));
  const label = sheet.i.find((entry: { indicator: string }) => entry.indicator === 'I19').val_den_indicator;
  assert.equal(label, 'Pierdere bruta');
});

test('a missing balance sheet is {}, an empty list or an empty body', async () => {
  const reported = await Promise.all(
    [2019, 2020, 2021].map(async (year) => (await askBalance(companyCui(2), year)).text()),
  );
  assert.equal(reported.filter((text) => text === '').length, 1);
  assert.equal(reported.filter((text) => text === '{}').length, 1);
  assert.equal(reported.filter((text) => text.endsWith('"i":[]}')).length, 1);
});

test('a client without a browser’s user agent gets no figures', async () => {
  const sheet = await body(await askBalance(companyCui(0), 2024, { 'user-agent': 'curl/8.5' }));
  assert.deepEqual(sheet.i, []);
});

test('the bank serves the last day, the last ten days and each year, closed years in the old namespace', async () => {
  const get = async (path: string) => (await fetch(server.address + path)).text();
  assert.match(await get('/nbrfxrates.xml'), /xmlns="https:.*<Cube date="2026-11-13"><Rate currency="EUR">5.1000</);
  assert.equal((await get('/nbrfxrates10days.xml')).match(/<Cube /g)?.length, 4);
  assert.match(
    await get('/files/xml/years/nbrfxrates2025.xml'),
    /xmlns="http:.*\n\t\t\t<Rate currency="HUF" multiplier="100">1.3000</s,
  );
  assert.equal((await fetch(`${server.address}/files/xml/years/nbrfxrates2030.xml`)).status, 404);
});

test('the portal lists registry snapshots, the newest first and none from the future', async () => {
  const response = await fetch(
    `${server.address}/api/3/action/package_search?fq=organization:onrc&q=firme&sort=metadata_modified%20desc`,
  );
  const { success, result } = await body(response);
  assert.equal(success, true);
  assert.deepEqual(
    result.results.map(({ name }: { name: string }) => name),
    ['firme-02-09-2026', 'firme-01-06-2026'],
  );
});

test('the portal sends a whole file for a range request', async () => {
  const { result } = await body(await fetch(`${server.address}/api/3/action/package_show?id=firme-02-09-2026`));
  assert.equal(result.resources[0].name, 'OD_FIRME.CSV');
  const file = await fetch(result.resources[0].url, { headers: { range: 'bytes=5-' } });
  assert.equal(file.status, 200);
  assert.equal(await file.text(), 'DENUMIRE^CUI\nFIRMA^1\n');
  assert.equal((await fetch(`${server.address}/api/3/action/package_show?id=nothing`)).status, 404);
});

test('the portal has a procurement dataset for each year, one with a misspelt name', async () => {
  const search = async (q: string) =>
    (await body(await fetch(`${server.address}/api/3/action/package_search?q=${q}`))).result.results;
  const [found, ...more] = await search('achizitii+publice');
  assert.deepEqual(
    [found.name, found.organization.name, found.license_title, more.length],
    ['achizitii-publice-2022', 'anap', 'OGL-ROU-1.0', 0],
  );
  assert.equal((await search('achiziti+publice'))[0].name, 'achiziti-publice-2021');
  const file = await fetch(found.resources[0].url);
  assert.match(file.headers.get('content-type') ?? '', /spreadsheetml\.sheet$/);
});

test('a fault with a number of requests ends, and the next queued one follows', async () => {
  server.faults.add('anaf', { kind: 'http429', requests: 1, retryAfterSeconds: 7 });
  server.faults.add('anaf', { kind: 'http500', requests: 1 });
  const first = await askCompanies([companyCui(0)]);
  assert.equal(first.status, 429);
  assert.equal(first.headers.get('retry-after'), '7');
  assert.equal((await askCompanies([companyCui(0)])).status, 500);
  assert.equal((await askCompanies([companyCui(0)])).status, 200);
});

test('faults of one interface do not affect the others', async () => {
  server.faults.add('bnr', { kind: 'down' });
  await assert.rejects(fetch(`${server.address}/nbrfxrates.xml`));
  assert.equal((await askCompanies([companyCui(0)])).status, 200);
});

test('faults change the body as declared', async () => {
  const texts: Partial<Record<Fault['kind'], Buffer>> = {};
  for (const kind of Object.keys(faultKinds) as Fault['kind'][]) {
    if (kind === 'down') continue;
    server.faults.add('anaf', { kind, requests: 1 });
    texts[kind] = Buffer.from(await (await askCompanies([companyCui(0), companyCui(1)])).arrayBuffer());
  }
  const parsed = (kind: Fault['kind']) => JSON.parse(String(texts[kind]));
  const codes = (kind: Fault['kind']) =>
    parsed(kind).found.map((entry: { date_generale: { cui: number } }) => String(entry.date_generale.cui));
  assert.match(String(texts.rejected), /The requested URL was rejected.*Your support ID is: [0-9]+/);
  assert.throws(() => parsed('truncated'), SyntaxError);
  assert.ok(texts.charset?.includes(Buffer.from([0xaa])), 'Ş in cp1250');
  assert.equal(texts.empty?.length, 0);
  assert.deepEqual(codes('missing'), [companyCui(1)]);
  assert.deepEqual(codes('rotated'), [companyCui(1), companyCui(0)]);
  assert.deepEqual(codes('status404'), [companyCui(0), companyCui(1)]);
  assert.match(String(texts.moved), /<h1>/);
});

test('a truncated file breaks off before its announced length', async () => {
  const { result } = await body(await fetch(`${server.address}/api/3/action/package_show?id=firme-02-09-2026`));
  server.faults.add('ckan', { kind: 'truncated', requests: 1 });
  await assert.rejects(async () => (await fetch(result.resources[0].url)).text());
});

test('faults can be injected over HTTP', async () => {
  const control = (method: string, path: string, fault?: unknown) =>
    fetch(`${server.address}/_faults${path}`, { method, ...(fault ? { body: JSON.stringify(fault) } : {}) });
  assert.equal((await control('POST', '/anaf', { kind: 'http500', requests: 2 })).status, 200);
  assert.equal((await askCompanies([companyCui(0)])).status, 500);
  assert.deepEqual((await body(await control('GET', ''))).anaf, [{ kind: 'http500', requests: 2 }]);
  await control('DELETE', '');
  assert.equal((await askCompanies([companyCui(0)])).status, 200);
  assert.equal((await control('POST', '/anaf', { kind: 'explode' })).status, 400);
  assert.equal((await control('POST', '/anaf', { kind: 'slow', delayMs: 'long' })).status, 400);
  assert.equal((await control('POST', '/mars', { kind: 'down' })).status, 404);
});

test('the strict tax authority rejects a second request within the interval', async () => {
  const strict = await serveCountry(tinyCountry(), {
    folder,
    port: 0,
    host: '127.0.0.1',
    today: () => TODAY,
    strictIntervalMs: 3_600_000,
  });
  const ask = async (year: number) =>
    (await fetch(`${strict.address}/bilant?an=${year}&cui=${companyCui(0)}`, { headers: BROWSER })).text();
  assert.match(await ask(2024), /"an":2024/);
  assert.match(await ask(2023), /rejected/);
  assert.equal(strict.requests.bilant, 2);
  await strict.close();
});
