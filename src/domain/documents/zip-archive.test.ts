import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { entryNames, safeName } from './zip-archive.ts';

test('names that are valid on every system stay unchanged', () => {
  for (const name of ['Caiet de sarcini.pdf', 'Fișă de date – ăîâșț.docx', 'Anexa 1 (2).xlsx', 'a.b.c.tar.gz'])
    assert.equal(safeName(name), name);
});

test('unsafe names are made harmless: paths, hidden files, control characters and devices', () => {
  for (const [name, safe] of [
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..\\..\\boot.ini', '__.._boot.ini'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\a.txt', 'C__a.txt'],
    ['..', 'document'],
    ['.', 'document'],
    ['', 'document'],
    ['   ', 'document'],
    ['.htaccess', '_htaccess'],
    ['a\u0000b\r\n.pdf', 'a_b__.pdf'],
    ['ofertă\u202efdp.exe', 'ofertă_fdp.exe'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.pdf', '_COM1.pdf'],
    ['Console.pdf', 'Console.pdf'],
    ['a. . .', 'a'],
    ['a?b*c|d<e>f".pdf', 'a_b_c_d_e_f_.pdf'],
    ['lone \ud800.pdf', 'lone \ufffd.pdf'],
  ] as const)
    assert.equal(safeName(name), safe, JSON.stringify(name));
});

test('a long name is cut by bytes and keeps its suffix', () => {
  const name = safeName(`${'ș'.repeat(500)}.pdf`);
  assert.ok(Buffer.byteLength(name) <= 180);
  assert.match(name, /^ș+\.pdf$/);
  const letters = 'a'.repeat(179);
  assert.equal(safeName(`${letters}.${letters}`), letters, 'the cut name does not end with a dot');
});

test('names that differ only in case or composition are numbered', () => {
  const nameOf = entryNames();
  assert.deepEqual(
    ['Anexa.pdf', 'ANEXA.pdf', 'anexa.PDF', 'Ane\u0301xa.pdf', 'Anéxa.pdf', 'fara', 'fara'].map((name) =>
      nameOf('documentation', name),
    ),
    [
      'Documentatie/Anexa.pdf',
      'Documentatie/ANEXA (2).pdf',
      'Documentatie/anexa (3).PDF',
      'Documentatie/Anéxa.pdf',
      'Documentatie/Anéxa (2).pdf',
      'Documentatie/fara',
      'Documentatie/fara (2)',
    ],
  );
  assert.equal(nameOf('clarification', 'Anexa.pdf'), 'Clarificari/Anexa.pdf');
});

test('for any names the paths in the archive are safe and unique', () => {
  const unit = fc.constantFrom(
    '.',
    '/',
    '\\',
    ' ',
    'a',
    'A',
    'ș',
    '\u0000',
    '\u202e',
    '\ud83d\ude00',
    '(2)',
    ':',
    'con',
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 300, size: 'max' }), { maxLength: 30 }), (names) => {
      const nameOf = entryNames();
      const locations = names.map((name) => nameOf('other', name));
      assert.equal(new Set(locations.map((location) => location.toLowerCase())).size, locations.length);
      for (const location of locations) {
        const [folder, name = '', ...more] = location.split('/');
        assert.deepEqual([folder, more], ['Altele', []]);
        assert.ok(name !== '' && name !== '.' && name !== '..' && !/[. ]$/.test(name), JSON.stringify(location));
        assert.doesNotMatch(name, /[<>:"\\|?*\p{Cc}\p{Cf}]/u);
        assert.ok(Buffer.byteLength(name) <= 200);
      }
    }),
  );
});
