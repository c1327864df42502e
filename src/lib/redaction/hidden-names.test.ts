import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextCache, hiddenNames } from './hidden-names.ts';

const { redact: redacted, has, all } = hiddenNames(['ȘTEFĂNESCU A. ION-MARIN', 'POPA ANA']);

test('a hidden name is removed in any spelling and word order', () => {
  for (const name of [
    'Ștefănescu Ion-Marin',
    'ŞTEFĂNESCU ION MARIN',
    'Ion Marin Stefanescu',
    'Ion-Marin ȘTEFĂNESCU',
    'Marin Ștefănescu Ion',
    'Ștefănescu\n   Ion Marin',
    'Ștefă-\nnescu Ion Marin',
    'STEFANESCU, Ion Marin',
    'Ștefănescu A. Ion Marin',
    'Ștefănescu Ion M. Marin',
    'Ștefănescu Ion Marin'.normalize('NFD'),
    'Ștefănescu+Ion=Marin',
    'Ștefănescu → Ion ~ Marin',
    'Ștefănescu´Ion`Marin',
    'Popa Ana',
    'Ana   POPA',
  ])
    assert.equal(redacted(`Numirea dlui ${name}, cetățean român.`), 'Numirea dlui […], cetățean român.', name);
});

test('a mailbox with two words of a name is removed, and others stay', () => {
  for (const mailbox of [
    'stefanescu.ion',
    'IonStefanescu',
    'ion_marin',
    'marin-stefanescu85',
    'office.stefanescuionmarin',
    'Ștefănescu.Marin',
    'popaana',
    'ana.popa',
  ])
    assert.equal(redacted(`Scrieți la ${mailbox}@firma.example, vă rugăm.`), 'Scrieți la […]@firma.example, vă rugăm.');
  for (const text of [
    'ion@firma.example',
    'ionescu.popa@firma.example',
    'contact@stefanescu-marin.example',
    '@ion.marin',
  ])
    assert.equal(redacted(text), text);
  assert.equal(hiddenNames(['ȘTEFĂNESCU ION-MARIN']).redact('ion.marin@a.ro'), '[…]@a.ro');
  const many = `${`${'ana'.repeat(21)}@`.repeat(8_000)}x`;
  assert.equal(redacted(many), many);
});

test('every mention is removed, including overlapping names', () => {
  assert.equal(redacted('Ana Popa și Popa Ana; Ana Popa Ana.'), '[…] și […]; […].');
});

test('the text around a removed name does not form a new name', () => {
  const { redact: redacted } = hiddenNames(['Popa Ana']);
  for (const text of [
    'Popa Popa Ana Ana',
    'Popa (Ana Popa) Ana',
    `Popa Popa Popa Ana Ana Ana ${'și alții '.repeat(100)}`,
  ]) {
    const visible = redacted(text);
    assert.doesNotMatch(visible, /Popa|Ana/);
    assert.equal(redacted(visible), visible);
  }
});

test('other people, parts of names and longer words stay', () => {
  for (const text of [
    'Popa Ion și Ana Ionescu',
    'Ștefănescu Ion',
    'Anamaria Popa',
    'Popa Anastasia',
    'Ana a fost numită, iar Popa a plecat',
    '',
  ])
    assert.equal(redacted(text), text);
});

test('the name of a sole trader’s business stays, and similar phrases do not', () => {
  for (const text of [
    'POPA ANA PFA',
    'POPA ANA P.F.A.',
    'Popa Ana Persoană Fizică Autorizată',
    'POPA ANA - ÎNTREPRINDERE INDIVIDUALĂ',
    'POPA ANA I.I.',
    'POPA ANA II, CUI 123',
    'POPA ANA - CABINET DE AVOCAT',
    'CABINET INDIVIDUAL DE INSOLVENȚĂ POPA ANA',
    'POPA ANA PERSOANA FIZICA',
  ])
    assert.equal(redacted(text), text);
  for (const text of ['POPA ANA II CONFERA', 'Popa Ana îi conferă', 'Popa Ana, persoană fizică', 'POPA ANA SA SEMNEZE'])
    assert.match(redacted(text), /^\[…\]/, text);
});

test('invisible characters and separators do not protect a name', () => {
  for (const name of [
    'Po\u00adpa Ana',
    'Popa\u00ad Ana',
    'Po\u200bpa\u200b Ana',
    'Popa (Ana)',
    'POPA/ANA',
    'Popa — Ana',
    'Popa: Ana',
    'Popa; Ana',
    'Popa|Ana',
    'Popa_Ana',
    '„Popa” „Ana”',
    'ＰＯＰＡ ＡＮＡ',
  ])
    assert.match(redacted(`Numirea dlui ${name}.`), /^Numirea dlui [„]?\[…\][)”]?\.$/, name);
});

test('an office mentioned in a sentence does not make a person a business', () => {
  for (const text of [
    'la biroul notarial domnul Popa Ana, administrator',
    'cabinetul avocatului l-a reprezentat pe Popa Ana',
    'cabinet medical, reprezentat prin Popa Ana',
  ])
    assert.match(redacted(text), /\[…\]/, text);
});

test('the words of each name are available in folded form', () => {
  assert.deepEqual(all, [
    ['ion', 'marin', 'stefanescu'],
    ['ana', 'popa'],
  ]);
});

test('without hidden persons a text is unchanged', () => {
  const nobody = hiddenNames([]);
  assert.equal(nobody.redact('Popa Ana'), 'Popa Ana');
  assert.equal(nobody.has('popa', true), false);
  assert.deepEqual(nobody.all, []);
});

test('words of names are recognised, also by prefix', () => {
  assert.deepEqual(
    [has('popa', false), has('pop', false), has('pop', true), has('x', true)],
    [true, false, true, false],
  );
});

test('a long text is searched for thousands of names in one pass', () => {
  const many = hiddenNames(Array.from({ length: 5_000 }, (_, i) => `NUME${i} PRENUME${i % 70}`));
  const text = `${'Adunarea generală a hotărât majorarea capitalului social. '.repeat(2_000)}Prenume7 Nume77.`;
  assert.ok(many.redact(text).endsWith('social. […].'));
});

test('the cache processes each text once, whether it changes or not', () => {
  const stored = createTextCache();
  const looked: string[] = [];
  const make = (text: string): string => {
    looked.push(text);
    return text.replace('b', '');
  };
  for (let i = 0; i < 3; i++) {
    assert.equal(stored('aaa', make), 'aaa');
    assert.equal(stored('abc', make), 'ac');
  }
  assert.deepEqual(looked, ['aaa', 'abc']);
});

test('the cache is limited in texts and in characters', () => {
  for (const bound of [{ textsMax: 2 }, { charsMax: 4 }]) {
    const stored = createTextCache(bound);
    let looked = 0;
    const make = (text: string): string => {
      looked++;
      return text.toUpperCase();
    };
    for (const text of ['aa', 'bb', 'cc', 'cc', 'aa']) assert.equal(stored(text, make), text.toUpperCase());
    assert.equal(looked, 4);
  }
});
