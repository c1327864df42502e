/** Pages of persons, comparisons, acts of the Official Gazette and long lists of a company, as visitor and as Pro. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { until } from '#test/support/until.ts';

let service: DemoService;
let pro: string;
let person: string;
before(async () => {
  service = await demoService(null, 300, runningClock());
  pro = await proCookie(service);
  // The code is unknown only after the source has answered that no company has it.
  await until('19 is unknown', async () => (await service.get('/api/company/19')).status === 404);
  const { body } = await service.get(`/api/company/${cuiOf('busiestOfficer')}`);
  person = body.data.administrators[0].personId;
});
after(() => service.close());

const get = (path: string, cookie?: string) =>
  ask(service.port, { path, headers: { accept: 'text/html', ...(cookie && { cookie }) } });

const page = async (path: string, cookie?: string): Promise<string> => {
  const { status, text } = await get(path, cookie);
  assert.equal(status, 200, path);
  return text;
};

const read = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');

test('the page of a person states the confidence of the identity and the totals of the companies', async () => {
  const text = await page(`/persoana/${person}`);
  const result = read(text);
  assert.match(result, /Este aceeași persoană în toate firmele\? Foarte probabil/);
  assert.match(text, /<li class="here" aria-current="true">ridicată<\/li>/);
  assert.match(result, /Firme în funcțiune \d+ din \d+ \d+ (firmă nu este|(de )?firme nu sunt) în funcțiune/);
  assert.match(result, /Cifra de afaceri 2025, cele în funcțiune/);
  assert.match(result, /Data și locul nașterii servesc doar la potrivire/);
  assert.doesNotMatch(result, /1961/, 'no year of birth');
});

test('pages of persons are noindex and link the request for redaction', async () => {
  const { headers, text } = await get(`/persoana/${person}`);
  assert.match(String(headers['x-robots-tag']), /noindex/);
  assert.ok((text.match(/href="\/date-personale\?person=/g)?.length ?? 0) >= 2);
  assert.ok(text.includes(`href="/semnaleaza?record=person%3A${person}"`));
});

test('the page of a person lists active companies by default, and its address selects all', async () => {
  const [running, all] = [await page(`/persoana/${person}`), await page(`/persoana/${person}?show=all`)];
  const rows = (text: string) =>
    text
      .match(/<table class="stacked firms">[\s\S]*?<\/table>/g)
      ?.join('')
      .match(/<tr><th/g)?.length ?? 0;
  assert.ok(rows(running) < rows(all));
  assert.match(running, /aria-current="true">În funcțiune \d+</);
  assert.match(all, /aria-current="true">Toate \d+</);
  assert.equal(rows(await page(`/persoana/${person}?show=nonsense`)), rows(running));
});

test('a hidden person and an unknown person give the same page', async () => {
  const nobody = await get('/persoana/pAAAAAAAAAAAAAAAAAAAAA');
  assert.equal(nobody.status, 404);
  assert.match(read(nobody.text), /fie nu a fost niciodată, fie a cerut să nu fie arătată/);
  const { administrators } = (await service.get('/api/company/90000014')).body.data;
  const [{ personId, name }] = administrators;
  const hidden_at = new Date().toISOString();
  await hidePerson(service.store.state, { person_id: personId, name, reason: null, hidden_at });
  await until('the person is hidden', async () => (await get(`/persoana/${personId}`)).status === 404);
  const hidden = await get(`/persoana/${personId}`);
  assert.equal(hidden.text.replaceAll(personId, ''), nobody.text.replaceAll('pAAAAAAAAAAAAAAAAAAAAA', ''));
  const company = await page('/firma/90000014');
  assert.ok(!company.includes(personId) && !company.includes(name));
  assert.match(read(company), /nume ascuns la cerere · de ce\?/);
});

test('companies are compared side by side, and an unknown code leaves the others', async () => {
  const two = await page('/compara?cui=90000014&cui=90000030');
  assert.match(two, /<table class="stacked compared two-compared">/);
  assert.equal(two.match(/<svg class="band"/g)?.length, 2);
  assert.ok(two.includes('href="/compara?cui=90000030"'), 'each company can be removed');
  assert.match(read(two), /În funcțiune.*Insolvență/);
  assert.match(read(two), /Scor incert, verdict cert\. În insolvență\./, 'the same certainty as on the company page');
  assert.match(read(two), /3 contracte, 1 contract subsecvent, \d+ de achiziții directe separat, 1 acord-cadru/);
  const mixed = read(await page('/compara?cui=90000014,19'));
  assert.match(mixed, /Nicio sursă nu are date despre o firmă cu codul fiscal 19/);
  assert.match(mixed, /ZIMBRUL AURIU/);
});

test('a fifth company is left out, and an ambiguous name offers choices', async () => {
  const five = await page('/compara?cui=90000014+90000022+90000030+90000049+90000057');
  assert.match(read(five), /cel mult patru firme/);
  assert.ok(!five.includes('BUFNITA ALBASTRA'));
  const choices = await page('/compara?cui=90000014&cui=vantul+de+miazanoapte');
  assert.ok(choices.includes('href="/compara?cui=90000014&amp;cui=90000197"'));
  assert.match(read(await page('/compara?cui=xyzxyz+nimeni')), /Nicio firmă pentru „xyzxyz nimeni”/);
  assert.match(read(await page('/compara')), /Două până la patru firme/);
});

test('hostile input to a comparison is escaped', async () => {
  const text = await page(
    `/compara?cui=${encodeURIComponent('"><script>alert(1)</script>')}&cui=${cuiOf('hostileName')}`,
  );
  assert.ok(!text.includes('<script>alert'));
});

test('an act of the Official Gazette has a page, linked from its company, with the certainty of the match', async () => {
  const company = await page('/firma/90000014');
  const address = company.match(/href="(\/hotarare\/[^"]+)"/)?.[1] ?? '';
  assert.ok(!company.includes('>/api/decisions/'), 'no API address as link text');
  const text = await page(address);
  assert.match(read(text), /Monitorul Oficial, partea a IV-a, nr\. \d+/);
  assert.match(text, /<a href="\/firma\/90000014">/);
  assert.match(read(text), /Cât de sigur codul sau numărul firmei este în text/);
  assert.match(String((await get(address)).headers['x-robots-tag']), /noindex/);
  assert.equal((await get('/hotarare/2026-1-000000000000')).status, 404);
  assert.equal((await get('/en/decision/nonsense')).status, 400);
});

test('history, acts and related companies have pages with their totals', async () => {
  assert.match(read(await page('/firma/90000014/istoric')), /\d+ de evenimente/);
  assert.match(read(await page('/firma/90000014/hotarari')), /\d+ publicări/);
  const ties = await page(`/firma/${cuiOf('busiestOfficer')}/legaturi`, pro);
  assert.match(read(ties), /\d+ (de )?firme legate/);
  const nodes = ties.match(/<svg class="net"[\s\S]*?<\/figure>/)?.[0].match(/class="node/g)?.length ?? 0;
  assert.ok(nodes > 20 && nodes <= 150 + 3, String(nodes));
  assert.equal((await get('/firma/19/istoric')).status, 404);
});

test('without Pro the network shows its first ten nodes and the total', async () => {
  const ties = await page(`/firma/${cuiOf('busiestOfficer')}/legaturi`);
  assert.match(read(ties), /10 din (cel puțin )?\d+ (de )?noduri\. Pro arată desenul întreg/);
});
