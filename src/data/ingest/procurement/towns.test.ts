import assert from 'node:assert/strict';
import { test } from 'node:test';
import { townSlug } from '#domain/procurement/town.ts';
import { townName } from './towns.ts';

test('the name of a town has the spelling of the official register', () => {
  const towns = ['ploiesti', 'cluj-napoca', 'drobeta-turnu-severin', 'targu-mures', 'bucuresti', 'sector-3', 'wien'];
  const names = [
    'Ploiești',
    'Cluj-Napoca',
    'Drobeta-Turnu Severin',
    'Târgu Mureș',
    'București',
    'București Sectorul 3',
  ];
  assert.deepEqual(towns.map(townName), [...names, 'Wien']);
  for (const town of towns) assert.equal(townSlug(townName(town)), town);
});
