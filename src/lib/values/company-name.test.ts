import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bareName, certainWords, isOnlyForms, nameAndForm, nameWords } from './company-name.ts';

const FORMS = [
  'SRL',
  'S.R.L.',
  'S.R.L',
  's r l',
  'SRL-D',
  'S.R.L.-D.',
  'SA',
  'S.A.',
  'PFA',
  'P.F.A.',
  'I.I.',
  'II',
  'I.F.',
  'A.F.',
  'S.N.C.',
  'SCS',
  'S.C.A.',
  'R.A.',
  'SOCIETATE CU RĂSPUNDERE LIMITATĂ',
  'Societatea cu răspundere limitată',
  'societate comerciala cu raspundere limitata',
  'Societate cu răspundere limitată - debutant',
  'SOCIETATE PE ACȚIUNI',
  'societate pe acţiuni',
  'PERSOANĂ FIZICĂ AUTORIZATĂ',
  'PERSOANA FIZICA',
  'ÎNTREPRINDERE INDIVIDUALĂ',
  'intreprindere familiala',
  'ASOCIATIE FAMILIALA',
  'REGIE AUTONOMĂ',
  'Regia autonomă',
  'SOCIETATE COOPERATIVA MESTESUGAREASCA',
  'COOPERATIVĂ AGRICOLĂ',
  'Grup de interes economic',
  'SOCIETATE ÎN NUME COLECTIV',
  'Societate în comandită simplă',
];

test('a legal form is removed in any spelling and position', () => {
  for (const form of FORMS) {
    assert.equal(bareName(`ZIMBRUL AURIU ${form}`), 'zimbrul auriu', form);
    assert.equal(bareName(`${form} Zimbrul Auriu`), 'zimbrul auriu', form);
  }
  assert.equal(bareName('S.C. Zimbrul Auriu S.R.L.'), 'zimbrul auriu');
  assert.equal(bareName('S C ZIMBRUL AURIU S R L'), 'zimbrul auriu');
  assert.equal(bareName('SC ZIMBRUL,SRL AURIU'), 'zimbrul auriu');
});

test('initials are one word, with dots, with spaces or with neither', () => {
  for (const name of ['A.B.C. TRANS', 'ABC TRANS', 'A B C TRANS', 'A.B C. Trans', 'S.C. A.B.C. TRANS S.R.L.'])
    assert.equal(bareName(name), 'abc trans', name);
  assert.equal(bareName('POPESCU I. ION'), 'popescu i ion');
  assert.equal(bareName('A S A TRANS'), 'asa trans');
});

test('"and" is removed in any spelling, and hyphens and apostrophes separate words', () => {
  for (const name of ['Lup & Fiii', 'LUP ȘI FIII', 'lup si fiii', 'Lup and Fiii', 'LUP&FIII', 'Lup Fiii', 'Lup-Fiii'])
    assert.equal(bareName(name), 'lup fiii', name);
  assert.equal(bareName("O'RELI"), 'o reli');
});

test('diacritics are ignored, composed or combining, comma or cedilla', () => {
  for (const name of ['ȘTEFĂNIȚĂ', 'ŞTEFĂNIŢĂ', 'Stefanita', 'S\u0326tefa\u0306nit\u0327a\u0306'])
    assert.equal(bareName(name), 'stefanita', name);
});

test('a name that consists of legal forms keeps its words', () => {
  assert.equal(bareName('SRL'), 'srl');
  assert.equal(bareName('S.C. S.R.L.'), 'sc srl');
  assert.deepEqual(nameWords('SI'), ['si']);
});

test('a text without letters or digits has no words', () => {
  for (const text of ['', ' ', '- & "', '🙂🙃', '\u202e\u200b\u0301', '***'])
    assert.deepEqual(nameWords(text), [], text);
});

/** Words without a legal form or "and", which are part of a name only if it has no other words. */
const word = fc.stringMatching(/^[a-z]{3,9}$/).filter((text) => bareName(`${text} zimbrul`) === `${text} zimbrul`);
const name = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '))
  .filter((text) => bareName(text) === text);

test('the bare form of a bare name is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const bare = bareName(text);
      assert.equal(bareName(bare), bare);
    }),
  );
});

test('words contain letters and digits only, so that none can be a search operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      for (const each of nameWords(text)) assert.match(each, /^[\p{L}\p{N}]+$/u);
    }),
  );
});

test('legal forms, case, spaces and punctuation between words make no difference', () => {
  fc.assert(
    fc.property(
      name,
      fc.constantFrom(...FORMS),
      fc.constantFrom(' ', '  ', '-', ', ', ' & ', '\t'),
      (bare, form, gap) => {
        assert.equal(bareName(`${bare} ${form}`), bare);
        assert.equal(bareName(`${form} ${bare}`.toUpperCase()), bare);
        assert.equal(bareName(bare.replaceAll(' ', gap)), bare);
      },
    ),
  );
});

test('the legal form in a name is recognised in any spelling', () => {
  for (const [name, bare, form] of [
    ['S.C. ALFA TRANS S.R.L.', 'alfa trans', 'srl'],
    ['Alfa Trans societatea cu răspundere limitată', 'alfa trans', 'srl'],
    ['ALFA TRANS SRL-D', 'alfa trans', 'srl'],
    ['Societatea Comercială ALFA TRANS S R L', 'alfa trans', 'srl'],
    ['ALFA TRANS SOCIETATE PE ACŢIUNI', 'alfa trans', 'sa'],
    ['SOCIETATE COMERCIALĂ PE ACȚIUNI ALFA TRANS', 'alfa trans', 'sa'],
    ['S.C. ALFA TRANS', 'alfa trans', null],
    ['ALFA-BETA INSOLV I.P.U.R.L.', 'alfa beta insolv ipurl', null],
    ['ALFA BETA INSOLV IPURL', 'alfa beta insolv ipurl', null],
    ['ALFA SPA', 'alfa spa', null],
    ['ALFA SPA SRL', 'alfa spa', 'srl'],
    ['Regia Autonomă ALFA', 'alfa', 'ra'],
  ] as const)
    assert.deepEqual(nameAndForm(name), { bare, form }, name);
});

test('a text of legal forms only is recognized', () => {
  for (const text of ['srl', 'S.R.L.', 'sc srl', 'societate comerciala', 's r l', 'SA'])
    assert.ok(isOnlyForms(text), text);
  for (const text of ['', '-', 'srl trans', 'sara', '6210']) assert.ok(!isOnlyForms(text), text);
});

test('a bare name has every word that is certain', () => {
  const piece = fc.constantFrom(
    ...FORMS,
    ...['Societatea', 'COMERCIALA', 'cu raspundere limitata', 'pe actiuni', 'alfa', 'Omega 2', 'x', 'a b', '&', 'si'],
    ...['constructii', 'Țară', 'geiea', 'srlds', '12345', 'TRANS-EXPRES', 'Cooperativa', 'regia autonoma'],
  );
  const name = fc.array(fc.tuple(piece, fc.constantFrom(' ', '.', '-', '')), { maxLength: 7 });
  fc.assert(
    fc.property(name, (pieces) => {
      const text = pieces.flat().join('');
      const bare = new Set(bareName(text).split(' '));
      assert.deepEqual(
        certainWords(text).filter((word) => !bare.has(word)),
        [],
      );
    }),
    { numRuns: 2_000 },
  );
  assert.deepEqual(certainWords('S.C. Alfa Constructii S.R.L.'), ['constructii']);
});
