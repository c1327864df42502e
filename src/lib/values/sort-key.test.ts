import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inRomanian, sortKey } from './sort-key.ts';

const sorted = (names: string[]): string[] => names.toSorted(inRomanian);

test('Romanian letters with diacritics sort after their base letter', () => {
  const alphabet = [...'aăâbcdefghiîjklmnopqrsștțuvwxyz'];
  assert.deepEqual(sorted(alphabet.toReversed()), alphabet);
  const upper = [...'AĂÂBCDEFGHIÎJKLMNOPQRSȘTȚUVWXYZ'];
  assert.deepEqual(sorted(upper.toReversed()), upper);
  assert.deepEqual(sorted(['ȚARĂ', 'TZAR', 'ȘTEFAN', 'SZABO', 'STAN', 'TAC']), [
    'STAN',
    'SZABO',
    'ȘTEFAN',
    'TAC',
    'TZAR',
    'ȚARĂ',
  ]);
});

test('case, cedillas, foreign diacritics and separators are ignored', () => {
  for (const [a, b] of [
    ['ŞTEFAN', 'ștefan'],
    ['S\u0326TEFAN', 'Ștefan'],
    ['KÖVES & FIII', 'koves fiii'],
    ['"ALFA" S.R.L.', 'ALFA S R L'],
    ['POPESCU-ION', 'POPESCU  ION'],
  ] as const)
    assert.equal(sortKey(a), sortKey(b), a);
  assert.equal(sortKey('{|}'), '');
  assert.ok(sortKey('a{') < sortKey('ab'), 'a brace in the text is not a letter');
});

test('a shorter name sorts before its extensions, and digits sort before letters', () => {
  assert.deepEqual(sorted(['ALFAĂ', 'ALFA BETA', 'ALFA', 'ALFA 2', '7 STELE']), [
    '7 STELE',
    'ALFA',
    'ALFA 2',
    'ALFA BETA',
    'ALFAĂ',
  ]);
});

test('names of letters and spaces have the same order as in ICU for Romanian', () => {
  const { compare } = new Intl.Collator('ro', { sensitivity: 'accent' });
  const letters = [...'AĂÂBIÎSȘTȚZ'];
  let draw = 7;
  const next = (below: number): number => {
    draw = (draw * 16_807) % 2_147_483_647;
    return draw % below;
  };
  const word = (): string => Array.from({ length: 1 + next(4) }, () => letters[next(letters.length)]).join('');
  const names = Array.from({ length: 2_000 }, () => Array.from({ length: 1 + next(3) }, word).join(' '));
  assert.deepEqual(sorted(names), names.toSorted(compare));
});
