import assert from 'node:assert/strict';
import { test } from 'node:test';
import { townName, townSlug, townsMeant } from './town.ts';

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
  'satu-mare': ['Satu Mare', 'Municipiul Satu Mare'],
  wien: ['Wien', 'WIEN'],
};

for (const [town, spellings] of Object.entries(SPELLINGS))
  test(`${town} is found under ${spellings.length} spellings`, () => {
    for (const spelling of spellings) assert.equal(townSlug(spelling), town, spelling);
  });

test('what names no town is none', () => {
  for (const text of ['', '-', '---', 'jud. Cluj', '12345', ' , ']) assert.equal(townSlug(text), null, text);
});

test('who asks for the capital means its sectors too; a name leads back to its town', () => {
  assert.deepEqual(townsMeant('bucuresti').length, 7);
  assert.deepEqual(townsMeant('sector-3'), ['sector-3']);
  for (const town of Object.keys(SPELLINGS)) assert.equal(townSlug(townName(town)), town);
});
