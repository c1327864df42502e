import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeText } from '#sources/lines.ts';
import { WrongShape } from '#sources/wrong-shape.ts';
import { localityOf, parseCountyPage } from './county-page.ts';
import { parseIbanList } from './iban-list.ts';

const sample = (file: string): string => decodeText(readFileSync(`${import.meta.dirname}/samples/${file}`));

test('a county’s page gives codes, names and towns, whatever its markup', () => {
  assert.deepEqual(parseCountyPage(sample('Bistrita_nasaud.htm'), 'Bistrita_nasaud.htm'), [
    { code: '100', name: 'Trezoreria județeană Bistrița-Năsăud', locality: null },
    { code: '101', name: 'Trezoreria operativă Municipiul Bistrița', locality: 'Bistrița' },
    { code: '102', name: 'Trezoreria operativă Năsăud', locality: 'Năsăud' },
    { code: '103', name: 'Trezoreria operativă Orașul Beclean', locality: 'Beclean' },
  ]);
});

test('the town is told from the name of a unit as lists head it', () => {
  assert.equal(localityOf('Trezorerie operativa Municipiul Alba Iulia'), 'Alba Iulia');
  assert.equal(localityOf('Trezoreria Sector 1'), 'Sector 1');
  assert.equal(localityOf('Bugetul de stat'), null);
});

test('a page without treasuries is named, never taken for a county without any', () => {
  assert.throws(() => parseCountyPage('<html><body>Pagina nu exista</body></html>', 'Alba.htm'), WrongShape);
  assert.throws(() => parseIbanList(['Pagina 1', 'nimic'], 'list.txt'), WrongShape);
});

test('a list gives every account with the name before, around or below its IBAN', () => {
  const { treasuryName, accounts, skips } = parseIbanList(sample('iban_TREZ100_TREZ999.txt').split('\n'), 'list.txt');
  assert.equal(treasuryName, 'Trezorerie operativa Municipiul Nicaieri');
  assert.deepEqual(
    accounts.map(({ iban, taxName }) => [iban, taxName]),
    [
      ['RO89TREZ99920A100101XTVA', 'TVA încasată pentru operațiuni interne'],
      ['RO14TREZ99920A470300XXXX', 'Sume din contribuția asiguratorie pentru muncă, în curs de distribuire'],
      ['RO36TREZ99920A100102XTVA', 'TVA încasată pentru importuri de bunuri'],
      ['RO42TREZ9995503XXXXXXXXX', 'Cont unic'],
    ],
  );
  assert.deepEqual(accounts[0]?.treasury, '999');
  assert.deepEqual(skips, [
    { line: 11, reason: 'wrong check digits' },
    { line: 12, reason: 'no account of the treasury' },
  ]);
});
