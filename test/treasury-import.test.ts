/** The published pages and lists of treasuries, brought in by the command and served from then on. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importedTreasuries } from '#ingest/treasury.ts';
import { importedList } from '#treasury/accounts.ts';
import { firmoteca } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-treasury-'));
after(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'data');
const published = join(folder, 'published');
cpSync(join(import.meta.dirname, '../src/sources/treasury/samples'), published, { recursive: true });

test('pages and lists become one file that replaces the shipped one', async () => {
  // The list of a treasury that a county page names.
  writeFileSync(join(published, 'iban_TREZ100_TREZ102.txt'), '1 Cont unic; sume RO43TREZ1025503XXXXXXXXX\n');
  writeFileSync(join(published, 'iban_TREZ998_TREZ997.txt'), 'Cont unic RO34TREZ9975503XXXXXXXXX\n');
  const { code, stdout } = await firmoteca(['treasury', 'import', '--from', published, '--json'], {
    FIRMOTECA_DATA: data,
  });
  assert.equal(code, 0, stdout);
  const result = JSON.parse(stdout);
  assert.deepEqual([result.pages, result.lists, result.ibans], [1, 3, 5]);
  assert.deepEqual(result.skipped, [
    'iban_TREZ100_TREZ999.txt, line 11: wrong check digits',
    'iban_TREZ100_TREZ999.txt, line 12: no account of the treasury',
    'iban_TREZ998_TREZ997.txt: no county has the unit TREZ998',
  ]);
  const { accounts, imported, asOf } = importedList((await importedTreasuries(data)) ?? []);
  assert.equal(imported, true);
  assert.match(asOf ?? '', /^20[0-9]{2}-/);
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

test('a list that is none is named and changes nothing', async () => {
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

test('without an import the shipped list counts', async () => {
  assert.equal(await importedTreasuries(join(folder, 'nowhere')), null);
});
