import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames } from '#lib/redaction/hidden-names.ts';
import { maskedBetween, maskedPiece, maskedText } from './masking.ts';

test('names of hidden persons and personal numbers are masked, other words stay', () => {
  const hidden = hiddenNames(['Popescu Ana']);
  const text = 'Reprezentant ANA POPESCU, CNP 1800101221443, contract nr. 12';
  assert.equal(maskedText(text, hidden), 'Reprezentant […], CNP [CNP], contract nr. 12');
  assert.equal(maskedText('Po-\npescu Ana', hidden), '[…]');
  assert.equal(maskedText('Popescu Ion', hidden), 'Popescu Ion');
});

test('of a name that is split over two pages neither half is left', () => {
  const hidden = hiddenNames(['Popescu Ana Maria']);
  assert.equal(maskedPiece('3.\nTerenul aparține doamnei Ana-Maria\n', hidden), '3.\nTerenul aparține doamnei […]\n');
  assert.equal(maskedPiece('POPESCU, potrivit actului. Popescu Ion', hidden), '[…], potrivit actului. Popescu Ion');
  assert.equal(maskedPiece('Popescu', hidden), '[…]');
  assert.equal(maskedPiece('', hidden), '');
  assert.equal(maskedPiece('Primarul, Ana Maria Popescu, a semnat', hidden), 'Primarul, […], a semnat');
  assert.equal(maskedPiece('Nimeni nu este ascuns: Ana', hiddenNames([])), 'Nimeni nu este ascuns: Ana');
});

test('between its neighbours a page loses the half of a split name, and no word of anybody else', () => {
  const hidden = hiddenNames(['Popescu Ana Maria']);
  const between = (before: string, text: string, behind: string): string =>
    maskedBetween(text, hidden, { before, behind });
  assert.equal(between('doamna Ana', 'Maria Popescu a semnat', ''), '[…] a semnat');
  assert.equal(between('', 'doamna Ana Maria', 'Popescu a semnat'), 'doamna ');
  assert.equal(between('', 'doamna Ana Maria', 'Ionescu a semnat'), 'doamna Ana Maria');
  assert.equal(between('Maria Popescu Ana.', 'Popescu Ion și Ana', 'Ionescu'), 'Popescu Ion și Ana');
  assert.equal(
    between('Ana Maria Popescu vinde, Ana', 'Maria Popescu cumpără de la Ana', 'Maria Popescu'),
    '[…] cumpără de la ',
  );
  assert.equal(between('Ana', 'Maria', 'Popescu'), '');
  assert.equal(between('', 'fără\fnume\v', ''), 'fără nume ');
});
