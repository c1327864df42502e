import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames } from '#lib/redaction/hidden-names.ts';
import { maskedBetween, maskedPart, maskedText, textWindow } from './masking.ts';

test('names of hidden persons and personal numbers are masked, and other words stay', () => {
  const hidden = hiddenNames(['Popescu Ana']);
  const text = 'Reprezentant ANA POPESCU, CNP 1800101221443, contract nr. 12';
  assert.equal(maskedText(text, hidden), 'Reprezentant […], CNP [CNP], contract nr. 12');
  assert.equal(maskedText('Po-\npescu Ana', hidden), '[…]');
  assert.equal(maskedText('Popescu Ion', hidden), 'Popescu Ion');
});

test('a hidden name that is split over two pages leaves neither half', () => {
  const hidden = hiddenNames(['Popescu Ana Maria']);
  assert.equal(maskedPart('3.\nTerenul aparține doamnei Ana-Maria\n', hidden), '3.\nTerenul aparține doamnei […]\n');
  assert.equal(maskedPart('POPESCU, potrivit actului. Popescu Ion', hidden), '[…], potrivit actului. Popescu Ion');
  assert.equal(maskedPart('Popescu', hidden), '[…]');
  assert.equal(maskedPart('', hidden), '');
  assert.equal(maskedPart('Primarul, Ana Maria Popescu, a semnat', hidden), 'Primarul, […], a semnat');
  assert.equal(maskedPart('Nimeni nu este ascuns: Ana', hiddenNames([])), 'Nimeni nu este ascuns: Ana');
});

test('with its neighbouring pages known, a page loses only the half of a split name', () => {
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

const hidden = hiddenNames(['Popescu Ion']);
const masked = (text: string): string => maskedText(text, hidden);
const page = (text: string, number = 1) => ({ number, page: number, entry: null, source: 'text' as const, text });

async function* rows(...texts: string[]) {
  for (const [i, text] of texts.entries()) yield page(text, i + 1);
}

/** The whole text, window by window. */
async function readThrough(texts: string[], lengthMax: number): Promise<string[]> {
  const stretches: string[] = [];
  for (let from = { fromPage: 1, fromCharacter: 0 }; ; ) {
    const rest = rows(...texts.slice(from.fromPage - 1));
    const { pages, next } = await textWindow(rest, { pages: 100, fromCharacter: from.fromCharacter }, masked, {
      lengthMax,
    });
    stretches.push(pages.map(({ text }) => text).join('|'));
    if (next === null) return stretches;
    from = { fromPage: from.fromPage + next.fromPage - 1, fromCharacter: next.fromCharacter };
  }
}

test('a name or number at the border of a text window is masked completely', async () => {
  for (const secret of ['Popescu Ion', 'Popescu\nIon', '1800101221144', '180 0101 221144']) {
    const text = `${'a b '.repeat(20)}${secret}${' c d'.repeat(20)}`;
    for (let lengthMax = 20; lengthMax < 140; lengthMax++) {
      const read = (await readThrough([text], lengthMax)).join('');
      assert.equal(read, masked(text), `${JSON.stringify(secret)}, ${lengthMax} letters at a time`);
    }
  }
});

test('pages are whole while they fit, and an overlong page is cut between characters', async () => {
  assert.deepEqual(await readThrough(['a'.repeat(10), 'b'.repeat(10), 'c'], 20), ['aaaaaaaaaa|bbbbbbbbbb', 'c']);
  for (const part of await readThrough(['\u{1f600}'.repeat(20)], 7)) assert.ok(part.isWellFormed() && part !== '');
});
