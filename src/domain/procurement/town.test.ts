import assert from 'node:assert/strict';
import { test } from 'node:test';
import { townAlone, townSlug, townsCovered } from './town.ts';

const SPELLINGS: Record<string, string[]> = {
  'cluj-napoca': [
    ...['Cluj-Napoca', 'CLUJ NAPOCA', 'Mun. Cluj-Napoca', 'municipiul cluj napoca', 'Cluj - Napoca', 'Cluj'],
    ...['Cluj-Napoca, jud. Cluj', 'Cluj-Napoca (Cluj)', 'CLUJ-NAPOCA JUD. CLUJ', 'jud. Cluj, Cluj-Napoca'],
    ...['Loc. Mun. Cluj-Napoca', ' cluj–napoca ', 'Cluj-Napoca 400001', 'cluj-napoca'],
  ],
  ploiesti: ['Ploiești', 'PLOIEŞTI', 'Mun. Ploiesti', 'Ploiesti / Prahova', 'Municipiul Ploiești'],
  bucuresti: ['București', 'BUCURESTI', 'Mun. București', 'Municipiul Bucureşti', 'Bucharest', 'București, România'],
  'sector-3': [
    ...['Sector 3', 'Sectorul 3', 'sect. 3', 'București Sectorul 3', 'Bucuresti, Sect. 3', 'BUCURESTI S3'],
    ...['Mun. Bucureşti, Sect. 3', 'Sectorul 3, București', 'Bucureşti-Sector 3', 'sector3'],
  ],
  'targu-mures': ['Târgu Mureș', 'TIRGU MURES', 'Tg. Mures', 'Tîrgu-Mureş', 'Tg.Mureș, jud. Mureș'],
  'ramnicu-valcea': ['Râmnicu Vâlcea', 'Rm. Valcea', 'RIMNICU VILCEA'.replace('VILCEA', 'VALCEA'), 'Rîmnicu Vîlcea'],
  'drobeta-turnu-severin': ['Drobeta-Turnu Severin', 'Dr. Tr. Severin', 'Turnu Severin', 'DROBETA TURNU SEVERIN'],
  'sfantu-gheorghe': ['Sfântu Gheorghe', 'Sf. Gheorghe', 'Sfintu Gheorghe'],
  oradea: ['Loc. Oradea, jud. Bihor', 'Loc.Oradea', 'ORADEA JUD BIHOR', 'Jud. Bihor, Mun. Oradea', 'Loc. Mun. Oradea'],
  voluntari: ['Or. Voluntari', 'Or.Voluntari', 'Oraş Voluntari, Jud. Ilfov', 'ORS. VOLUNTARI'],
  dudu: ['Sat Dudu, Com. Chiajna', 'Sat Dudu Com. Chiajna', 'Dudu, com. Chiajna, jud. Ilfov', 'sat. Dudu'],
  'satu-mare': ['Satu Mare', 'Municipiul Satu Mare'],
  wien: ['Wien', 'WIEN'],
};

for (const [town, spellings] of Object.entries(SPELLINGS))
  test(`${town} is recognized in ${spellings.length} spellings`, () => {
    for (const spelling of spellings) assert.equal(townSlug(spelling), town, spelling);
  });

test('a text without a town gives none', () => {
  for (const text of [
    '',
    '-',
    '---',
    'jud. Cluj',
    '12345',
    ' , ',
    '.',
    'n/a',
    'N.A.',
    'NULL',
    'null',
    '  ',
    '\u00a0',
    'România',
  ])
    assert.deepEqual([townSlug(text), townAlone(text)], [null, null], text);
});

test('a published town is reduced to its name, with its letter case', () => {
  for (const [written, name] of [
    ['Loc. Oradea, jud. Bihor', 'Oradea'],
    ['Or. Voluntari', 'Voluntari'],
    ['Or.Voluntari', 'Voluntari'],
    ['Sat Dudu, Com. Chiajna', 'Dudu'],
    ['Sat Florești Com. Florești', 'Florești'],
    ['Dudu com. Chiajna', 'Dudu'],
    ['jud. Bihor, MUN. ORADEA', 'ORADEA'],
    ['Cluj-Napoca 400001', 'Cluj-Napoca'],
    ['Tg. Mureş, jud. Mureș', 'Tg. Mureș'],
    ['CLUJ NAPOCA', 'CLUJ NAPOCA'],
    ['Bucuresti Sectorul 3', 'București Sectorul 3'],
    ['BUCURESTI, SECTOR 1', 'București Sectorul 1'],
    ['Sectorul 2, București', 'București Sectorul 2'],
    ['mun. bucuresti', 'București'],
    ['Wien', 'Wien'],
  ] as const) {
    assert.equal(townAlone(written), name, written);
    assert.equal(townSlug(name), townSlug(written), written);
  }
});

test('a filter by the capital includes its sectors', () => {
  assert.deepEqual(townsCovered('bucuresti').length, 7);
  assert.deepEqual(townsCovered('sector-3'), ['sector-3']);
});
