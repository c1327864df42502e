import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localitySlug } from './locality.ts';

test('a town has one slug, however it is written', () => {
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

test('a village whose name is a kind of place keeps it', () => {
  assert.equal(localitySlug('Satu Mare'), 'satu-mare');
  assert.equal(localitySlug('Orașul'), 'orasul');
});
