import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReference } from './reference-tables.ts';
import { sirutaOf } from './siruta.ts';

const localities = readReference<'siruta' | 'name' | 'type' | 'county'>('localities.tsv');
const villages = readReference<'siruta' | 'name' | 'uat_siruta' | 'county'>('villages.tsv');

test('towns, communes and sectors have their official code in every notation', () => {
  assert.equal(sirutaOf('TIMIŞ', 'Mun. Timişoara'), '155243');
  assert.equal(sirutaOf('Iași', 'MUNICIPIUL IAȘI'), '95060');
  for (const text of ['Sector 6 Mun. Bucureşti', 'Mun. București, Sect. 6', 'București Sectorul 6'])
    assert.equal(sirutaOf('MUNICIPIUL BUCUREŞTI', text), '179196', text);
  assert.equal(sirutaOf('B', 'București'), '179132');
});

test('every town and commune has a code by type and name, and every village by its name and commune', () => {
  const kinds: Record<string, string> = { municipiu: 'Mun.', oraș: 'Orș.', comună: 'Com.', sector: '' };
  for (const { siruta, name, type, county } of localities)
    assert.equal(sirutaOf(county, `${kinds[type]} ${name}`.trim()), siruta, `${name}, ${county}`);
  const names = new Map(localities.map(({ siruta, name }) => [siruta, name]));
  for (const { siruta, name, uat_siruta, county } of villages)
    assert.equal(sirutaOf(county, `Sat ${name} Com. ${names.get(uat_siruta)}`), siruta, `${name}, ${county}`);
});

test('an ambiguous or unknown name has no code', () => {
  assert.equal(sirutaOf('AG', 'Costești'), null);
  assert.equal(
    sirutaOf('AG', 'Oraș Costești'),
    localities.find((one) => one.name === 'Costești' && one.county === 'AG')?.siruta,
  );
  assert.equal(sirutaOf('Alba', 'Orașul Pierdut'), null);
  assert.equal(sirutaOf('Atlantida', 'Aiud'), null);
  assert.equal(sirutaOf(null, 'Aiud'), null);
  assert.equal(sirutaOf('Alba', null), null);
});
