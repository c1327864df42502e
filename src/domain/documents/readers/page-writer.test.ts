import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalText } from './page-writer.ts';

test('letters are composed and use commas below', () => {
  assert.equal(normalText('s\u0326i t\u0326ara\u0306 ŞI ŢARĂ şi ţară'), 'și țară ȘI ȚARĂ și țară');
});

test('invisible characters are removed, and special blanks and line ends are unified', () => {
  assert.equal(
    normalText('\ufeffdocu\u00admen\u200bta\u00a0ție\r\nrând\rnou\u2028altul'),
    'documenta ție\nrând\nnou\naltul',
  );
  assert.equal(normalText('a\u0000b\u0007c\fd\ud800'), 'a b c d\ufffd');
});

test('a word broken at a line end is joined, on the line where it begins', () => {
  assert.equal(normalText('privind docu-\nmentația, care\nse depune'), 'privind documentația,\ncare\nse depune');
  assert.equal(normalText('speci-\n   ficații'), 'specificații');
});

test('hyphens of the language stay', () => {
  assert.equal(normalText('dintr-\nun contract'), 'dintr-un\ncontract');
  assert.equal(normalText('a primit-\no ieri'), 'a primit-o\nieri');
  assert.equal(normalText('s-\na depus'), 's-a\ndepus');
  assert.equal(normalText('Cluj-\nNapoca'), 'Cluj-\nNapoca');
  assert.equal(normalText('anii 2020-\n2024'), 'anii 2020-\n2024');
  assert.equal(normalText('lista:\n-\nunu'), 'lista:\n-\nunu');
});

test('repeated empty lines are one', () => {
  assert.equal(normalText('\n\n a \n\n \n\n\nb  \n'), 'a\n\nb');
});

test('long runs of any character take no longer than others', () => {
  for (const sign of [' ', '-', '\n', '-\n', '\u0301', '\u0315\u0301', 'a-\n', '\t', ' \t', '\r'])
    assert.ok(normalText(sign.repeat(300_000)).length <= 900_000);
  assert.equal(normalText(`a${'\u0301'.repeat(1_000_000)}`).length, 30);
});
