import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localitySlug, townName } from './locality.ts';

test('a town has one slug in every notation', () => {
  for (const text of ['Cluj-Napoca', 'CLUJ NAPOCA', 'Municipiul Cluj-Napoca', 'Mun. Cluj-Napoca'])
    assert.equal(localitySlug(text), 'cluj-napoca', text);
  assert.equal(localitySlug('Orașul Însurăței'), 'insuratei');
  assert.equal(localitySlug('Comuna Ștefan cel Mare'), 'stefan-cel-mare');
});

test('the sectors of București are localities of their own', () => {
  for (const text of ['București Sectorul 2', 'Mun. Bucureşti, Sect. 2', 'Sector 2', 'sectorul 2', 'sector-2'])
    assert.equal(localitySlug(text), 'sector-2', text);
  assert.equal(localitySlug('Sector 2 Mun. București'), 'sector-2');
  assert.equal(localitySlug('Sat Dudu Com. Chiajna'), 'dudu');
  assert.equal(localitySlug('București'), 'bucuresti');
  assert.equal(localitySlug('București Sectorul 7'), 'bucuresti-sectorul-7');
});

test('a village named like a type of locality keeps its name', () => {
  assert.equal(localitySlug('Satu Mare'), 'satu-mare');
  assert.equal(localitySlug('Orașul'), 'orasul');
});

test('the name of a town excludes its type', () => {
  for (const [written, name] of [
    ['Mun. Cluj-Napoca', 'Cluj-Napoca'],
    ['MUNICIPIUL CLUJ-NAPOCA', 'CLUJ-NAPOCA'],
    ['Oraş Însurăţei', 'Însurăței'],
    ['Orș. Voluntari', 'Voluntari'],
    ['Or. Voluntari', 'Voluntari'],
    ['Orașul Voluntari', 'Voluntari'],
    ['Com. Apahida', 'Apahida'],
    ['Comuna Ștefan cel Mare', 'Ștefan cel Mare'],
    ['Sat Florești Com. Florești', 'Florești'],
    ['Sat Valea Lupului, Com. Valea Lupului, Jud. Iași', 'Valea Lupului'],
    ['Loc. Ghimbav Orș. Ghimbav', 'Ghimbav'],
    ['Sat Satu Nou Com. Mihăileni', 'Satu Nou'],
    ['Cluj-Napoca', 'Cluj-Napoca'],
    ['  Baia   Mare ', 'Baia Mare'],
  ] as const)
    assert.equal(townName(written), name, written);
});

test('a name that only resembles a type of locality stays whole', () => {
  for (const name of ['Satu Mare', 'Orașul', 'Orăștie', 'Comana', 'Municipiul', 'Ordoreanu', 'Sat', 'Locusteni', 'Or'])
    assert.equal(townName(name), name);
});

test('a sector of the capital has one name in every notation', () => {
  for (const text of ['Mun. București, Sect. 6', 'Sector 6 Mun. Bucureşti', 'SECTORUL 6', 'București Sectorul 6'])
    assert.equal(townName(text), 'București Sectorul 6', text);
  assert.equal(townName('Mun. București'), 'București');
});

test('a village has its own slug, not that of its commune', () => {
  assert.equal(localitySlug('Sat Florești Com. Florești'), 'floresti');
  assert.equal(localitySlug('Sector 6 Mun. Bucureşti'), 'sector-6');
});
