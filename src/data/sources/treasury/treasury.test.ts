import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeText } from '#data/sources/lines.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { localityOf, parseCountyPage } from './county-page.ts';
import { parseIbanList } from './iban-list.ts';
import { treasuryLinks } from './index-page.ts';

const sample = (file: string): string => decodeText(readFileSync(`${import.meta.dirname}/samples/${file}`));

test('the page of a county gives codes, names and towns in any markup', () => {
  assert.deepEqual(parseCountyPage(sample('Bistrita_nasaud.htm'), 'Bistrita_nasaud.htm'), [
    { code: '100', name: 'Trezoreria județeană Bistrița-Năsăud', locality: null },
    { code: '101', name: 'Trezoreria operativă Municipiul Bistrița', locality: 'Bistrița' },
    { code: '102', name: 'Trezoreria operativă Năsăud', locality: 'Năsăud' },
    { code: '103', name: 'Trezoreria operativă Orașul Beclean', locality: 'Beclean' },
  ]);
});

test('the town is extracted from the name of a unit in a list', () => {
  assert.equal(localityOf('Trezorerie operativa Municipiul Alba Iulia'), 'Alba Iulia');
  assert.equal(localityOf('Trezoreria Sector 1'), 'Sector 1');
  assert.equal(localityOf('Trezoreria operativă Municipiu Slatina'), 'Slatina');
  assert.equal(localityOf('Trezorerie operativa Comunala Podu Turcului'), 'Podu Turcului');
  assert.equal(localityOf('Trezoreria operativă Oraș Bicaz'), 'Bicaz');
  assert.equal(localityOf('Bugetul de stat'), null);
});

test('a page without treasuries is an error, never a county without any', () => {
  assert.throws(() => parseCountyPage('<html><body>Pagina nu exista</body></html>', 'Alba.htm'), WrongShape);
  assert.throws(() => parseIbanList('Pagina 1\nnimic', 'list.txt'), WrongShape);
});

test('a list gives every account with the name before, around or below its IBAN', () => {
  const { treasuryName, accounts, skips } = parseIbanList(sample('iban_TREZ100_TREZ999.txt'), 'list.txt');
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

const COLUMNS = `Pag. 1
Coduri IBAN
18/06/2026
Trezorerie operativa Municipiul Nicaieri
Sursa de finantare: A Integral de la buget
21-11-05
21-11-05
Data publicarii
RO89TREZ99920A100101XTVA
RO14TREZ99920A470300XXXX
Cont IBAN
20A100101
20A470300
Cont
TVA încasată
Contribuția asiguratorie pentru muncă
Denumire`;

test('text in column order is paired by position, page by page', () => {
  const list = parseIbanList(`${COLUMNS}\f${COLUMNS}`, 'list.txt');
  assert.deepEqual(
    [list.treasuryName, list.asOf, list.ibans],
    ['Trezorerie operativa Municipiul Nicaieri', '2026-06-18', 2],
  );
  assert.deepEqual(
    list.accounts.slice(0, 2).map(({ iban, taxName }) => [iban, taxName]),
    [
      ['RO89TREZ99920A100101XTVA', 'TVA încasată'],
      ['RO14TREZ99920A470300XXXX', 'Contribuția asiguratorie pentru muncă'],
    ],
  );
});

test('a page with multi-line names in column order has no pairs, since the pairing is ambiguous', () => {
  const wrapped = COLUMNS.replace('Contribuția asiguratorie', 'Contribuția\nAsiguratorie');
  const list = parseIbanList(`${COLUMNS}\f${wrapped}`, 'list.txt');
  assert.equal(list.accounts.length, 2);
  assert.deepEqual(new Set(list.skips.map(({ reason }) => reason)), new Set(['no name']));
  assert.throws(() => parseIbanList(wrapped, 'list.txt'), WrongShape);
});

test('a table is read by coordinates: text at one height is a row, and text below continues the name', () => {
  const at = (x: number, y: number, text: string) => ({ x, y, text });
  const first = [
    ...[at(17, 694, '21-11-05'), at(17, 681, '13-01-23'), at(17, 712, 'Data publicarii')],
    ...[at(68, 694, 'RO89TREZ99920A100101XTVA'), at(68, 672, 'RO14TREZ99920A470300XXXX'), at(90, 712, 'Cont IBAN ')],
    ...[at(197, 694, '20A100101'), at(197, 672, '20A470300'), at(198, 710.5, 'Cont')],
    ...[at(248, 694, 'TVA încasată pentru '), at(248, 685, 'Operațiuni interne'), at(248, 672, 'Contribuția')],
    at(248, 712, 'Denumire'),
  ];
  const second = [at(248, 694, 'Asiguratorie pentru muncă'), at(40, 500, 'o notă în altă coloană')];
  const text = [...first, ...second].map((run) => run.text).join('\n');
  assert.deepEqual(
    parseIbanList(text, 'list.pdf', [first, second]).accounts.map(({ taxName }) => taxName),
    ['TVA încasată pentru Operațiuni interne', 'Contribuția Asiguratorie pentru muncă'],
  );
});

test('links with http on own hosts are fetched by https, and other hosts are ignored', () => {
  const list = (host: string, scheme = 'http') => `<a href="${scheme}://${host}/iban_TREZ001_TREZ002.pdf">x</a>`;
  const linked = (html: string, page = 'https://www.anaf.ro/Alba.htm') =>
    treasuryLinks(html, page).lists.map(({ url }) => url);
  assert.deepEqual(linked(list('static.anaf.ro')), ['https://static.anaf.ro/iban_TREZ001_TREZ002.pdf']);
  assert.deepEqual(linked(list('www.anaf.ro')), ['https://www.anaf.ro/iban_TREZ001_TREZ002.pdf']);
  for (const host of ['static.anaf.ro.example', 'static.anaf.ro:8080', '127.0.0.1', 'anaf.ro@example.org'])
    assert.deepEqual(linked(list(host)), []);
  assert.deepEqual(linked(list('static.anaf.ro', 'ftp')), []);
  assert.deepEqual(linked(list('127.0.0.1:81'), 'http://127.0.0.1:81/Alba.htm'), [
    'http://127.0.0.1:81/iban_TREZ001_TREZ002.pdf',
  ]);
});
