/** Treasury pages and lists, imported by the command and served from then on. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { importedTreasuries } from '#data/ingest/treasury.ts';
import { picturePdf, textPdf } from '#demo-country/pdf.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { TREASURY_INDEX } from '#demo-country/treasury.ts';
import { importedList } from '#domain/treasury/iban-sources.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { firmoteca } from '#test/support/cli.ts';
import { isLongTier } from '#test/support/tier.ts';
import { tinyCountry } from '#test/support/tiny-country.ts';
import { treasuryRows } from '#test/support/treasury-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-treasury-'));
after(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'data');
const published = join(folder, 'published');
cpSync(join(import.meta.dirname, '../../src/data/sources/treasury/samples'), published, { recursive: true });

test('pages and lists become one file that replaces the shipped one', async () => {
  // The list of a treasury named on a county page.
  writeFileSync(join(published, 'iban_TREZ100_TREZ102.txt'), '1 Cont unic; sume RO43TREZ1025503XXXXXXXXX\n');
  writeFileSync(join(published, 'iban_TREZ998_TREZ997.txt'), 'Cont unic RO34TREZ9975503XXXXXXXXX\n');
  const { code, stdout } = await firmoteca(['treasury', 'import', '--from', published, '--json'], {
    FIRMOTECA_DATA: data,
  });
  assert.equal(code, 0, stdout);
  const result = JSON.parse(stdout);
  assert.deepEqual([result.pages, result.lists, result.ibans, result.wrong], [1, 3, 5, []]);
  assert.deepEqual(result.skipped, [
    'README.md: neither a county page (Alba.htm) nor a list (iban_TREZ001_TREZ002.pdf or .txt)',
    'iban_TREZ100_TREZ999.txt, line 11: wrong check digits',
    'iban_TREZ100_TREZ999.txt, line 12: no account of the treasury',
    'iban_TREZ998_TREZ997.txt: no county has the unit TREZ998',
  ]);
  const list = await importedList(importedTreasuries(data) ?? []);
  const accounts = treasuryRows(list);
  assert.equal(list.imported, true);
  // Lists without a day have none: the time of their files says nothing about them.
  assert.equal(list.asOf, null);
  assert.deepEqual(result.undated, ['iban_TREZ100_TREZ102.txt', 'iban_TREZ100_TREZ999.txt']);
  assert.deepEqual(
    accounts.map(({ treasury, account }) => [treasury.name, treasury.county, account]),
    [
      ['Trezoreria operativă Năsăud', 'Bistrița-Năsăud', '5503'],
      ...['20A100101', '20A470300', '20A100102', '5503'].map((account) => [
        'Trezorerie operativa Municipiul Nicaieri',
        'Bistrița-Năsăud',
        account,
      ]),
    ],
  );
});

test('an invalid list is reported and changes nothing', async () => {
  const before = readFileSync(join(data, 'treasury-ibans.csv'), 'utf8');
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'iban_TREZ001_TREZ002.txt'), '<html>Pagina nu exista</html>');
  const { code, stdout } = await firmoteca(['treasury', 'import', '--from', broken], { FIRMOTECA_DATA: data });
  assert.equal(code, 1);
  assert.match(stdout, /iban_TREZ001_TREZ002\.txt: expected lines with IBANs/);
  assert.equal(readFileSync(join(data, 'treasury-ibans.csv'), 'utf8'), before);
  assert.equal(existsSync(join(data, 'treasury-ibans.csv.new')), false);
});

test('PDFs of another shape are all reported with the expected and the actual content, and change nothing', async () => {
  const before = readFileSync(join(data, 'treasury-ibans.csv'), 'utf8');
  const other = join(folder, 'other');
  mkdirSync(other);
  const release = textPdf(['Comunicat de presă despre cu totul altceva'], { title: 'x' });
  const grey = new Uint8Array(10_000).fill(200);
  writeFileSync(join(other, 'iban_TREZ001_TREZ002.pdf'), release);
  writeFileSync(
    join(other, 'iban_TREZ001_TREZ003.pdf'),
    picturePdf([{ width: 100, height: 100, grey }], { title: 'x' }),
  );
  writeFileSync(join(other, 'iban_TREZ001_TREZ004.pdf'), textPdf(['x'], { title: 'x', locked: true }));
  writeFileSync(join(other, 'iban_TREZ001_TREZ005.pdf'), '<html>404</html>');
  writeFileSync(join(other, 'Alba.htm'), '<html>404</html>');
  const { code, stdout } = await firmoteca(['treasury', 'import', '--from', other], { FIRMOTECA_DATA: data });
  assert.equal(code, 1);
  for (const reported of [
    /iban_TREZ001_TREZ002\.pdf: expected lines with IBANs of a treasury, found none that can be read/,
    /iban_TREZ001_TREZ003\.pdf: expected a PDF with the text of a list, found pictures of pages/,
    /iban_TREZ001_TREZ004\.pdf: expected .* found one that wants a password/,
    /iban_TREZ001_TREZ005\.pdf: expected .* found no PDF/,
    /Alba\.htm: expected a table with TREZ codes/,
    /Nothing was changed/,
  ])
    assert.match(stdout, reported);
  assert.equal(readFileSync(join(data, 'treasury-ibans.csv'), 'utf8'), before);
});

test('a list with mostly unnamed IBANs is refused, and so are lists with less than half of the previous rows', async () => {
  const before = readFileSync(join(data, 'treasury-ibans.csv'), 'utf8');
  const poor = join(folder, 'poor');
  mkdirSync(poor);
  // As extracted from a PDF column by column, with a name of two lines.
  const columns =
    'RO31TREZ0025503XXXXXXXXX\nRO77TREZ00220A100101XTVA\nCont IBAN\nCont unic\nTVA incasata\npentru operatiuni\n';
  const paired = 'RO24TREZ00220A100102XTVA\nCont IBAN\nTVA import\n';
  writeFileSync(join(poor, 'iban_TREZ001_TREZ002.txt'), `${columns}\f${paired}`);
  const refused = await firmoteca(['treasury', 'import', '--from', poor], { FIRMOTECA_DATA: data });
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /iban_TREZ001_TREZ002\.txt: .*1 of 3, the first that is not: no name.*--accept-partial/);
  assert.equal(readFileSync(join(data, 'treasury-ibans.csv'), 'utf8'), before);
  const smaller = await firmoteca(['treasury', 'import', '--from', poor, '--accept-partial'], { FIRMOTECA_DATA: data });
  assert.equal(smaller.code, 1);
  assert.match(smaller.stdout, /treasury-ibans\.csv: expected at least half of the 5 rows.*found 1; --accept-smaller/);
  assert.equal(readFileSync(join(data, 'treasury-ibans.csv'), 'utf8'), before);
  const accepting = ['treasury', 'import', '--from', poor, '--accept-partial', '--accept-smaller'];
  assert.equal((await firmoteca(accepting, { FIRMOTECA_DATA: data })).code, 0);
  writeFileSync(join(data, 'treasury-ibans.csv'), before);
});

// 190 PDFs, each read by a separate process.
describe('from the tax authority’s site', { skip: !isLongTier }, () => {
  const own = join(folder, 'site');
  let state: CountryServer;
  let environment: Record<string, string>;
  before(async () => {
    const options = { folder, host: '127.0.0.1', port: 0, today: () => '2026-11-15' };
    state = await serveCountry(tinyCountry(), options);
    environment = { FIRMOTECA_DATA: own, FIRMOTECA_TREASURY_URL: state.address + TREASURY_INDEX };
  });
  after(() => state.close());

  test('pages and PDFs are downloaded and read, and contain the known published accounts', async () => {
    const { code, stdout } = await firmoteca(['treasury', 'import', '--json'], environment);
    const result = JSON.parse(stdout);
    assert.equal(code, 0, stdout);
    assert.deepEqual([result.pages, result.lists, result.skipped, result.wrong], [41, 190, [], []]);
    const accounts = treasuryRows(await importedList(importedTreasuries(own) ?? []));
    assert.equal(accounts.length, result.ibans);
    const read = new Map(accounts.map((one) => [one.iban, one]));
    const known = readReference<'iban' | 'symbol' | 'treasury' | 'evidence'>('treasury-ibans.tsv');
    for (const { iban, symbol, treasury } of known.filter(({ evidence }) => evidence === 'published')) {
      const one = read.get(iban);
      assert.deepEqual([one?.account, one?.treasury.code, one?.evidence], [symbol, treasury, 'published'], iban);
    }
    const vat = read.get('RO77TREZ00220A100101XTVA');
    assert.equal(vat?.taxName, 'TVA încasată pentru operațiuni interne');
    assert.equal(vat?.treasury.name, 'Trezoreria operativă Municipiul Alba Iulia');
    // Town names without their administrative rank, and tax names that span several lines.
    const longest = accounts.reduce((long, { taxName }) => (taxName.length > long.length ? taxName : long), '');
    const published = readReference<'name_ro'>('treasury-accounts.tsv').map(({ name_ro }) => name_ro);
    assert.ok(longest.length > 60 && published.includes(longest), longest);
    const localities = new Set(accounts.map(({ treasury }) => treasury.locality ?? ''));
    for (const locality of localities) assert.doesNotMatch(locality, /^(municipiu|comunal|ora[sș])/i);
    // The capital has no page: its lists are on the index.
    const capital = accounts.filter(({ treasury }) => treasury.county === 'București');
    assert.deepEqual(
      [...new Set(capital.map(({ treasury }) => treasury.code))],
      ['700', '701', '702', '703', '704', '705', '706'],
    );
  });

  test('downloaded files can be imported again from their folder', async () => {
    const before = readFileSync(join(own, 'treasury-ibans.csv'), 'utf8');
    const { code } = await firmoteca(['treasury', 'import', '--from', join(own, 'treasury')], environment);
    assert.equal(code, 0);
    assert.equal(readFileSync(join(own, 'treasury-ibans.csv'), 'utf8'), before);
  });

  test('an unreachable site changes nothing', async () => {
    const before = readFileSync(join(own, 'treasury-ibans.csv'), 'utf8');
    state.faults.add('treasury', { kind: 'moved' });
    const { code, stdout } = await firmoteca(['treasury', 'import'], environment);
    state.faults.clear();
    assert.equal(code, 1);
    assert.match(stdout, /cannot be read: .*\nNothing was changed/);
    assert.equal(readFileSync(join(own, 'treasury-ibans.csv'), 'utf8'), before);
  });

  test('a missing list is reported', async () => {
    state.faults.add('treasury', { kind: 'slow', requests: 60 });
    state.faults.add('treasury', { kind: 'status404', requests: 1 });
    const again = await firmoteca(['treasury', 'import', '--json'], environment);
    const result = JSON.parse(again.stdout);
    assert.equal(again.code, 0);
    assert.equal(result.lists, 189);
    assert.match(result.skipped[0], /^iban_TREZ[0-9]{3}_TREZ[0-9]{3}\.pdf: there is no such file/);
  });
});

test('without an import the shipped list is used', () => {
  assert.equal(importedTreasuries(join(folder, 'nowhere')), null);
});
