import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counties, findCounty } from './county.ts';

test('there are 41 counties and București', () => {
  assert.equal(counties.length, 42);
  assert.equal(new Set(counties.map((county) => county.number)).size, 42);
});

test('a county is recognised in the notations of people and sources', () => {
  for (const text of ['Cluj', 'CLUJ', 'jud. cluj', 'JUDEŢUL CLUJ', 'CJ'])
    assert.equal(findCounty(text)?.slug, 'cluj', text);
  for (const text of ['Bucureşti', 'MUNICIPIUL BUCUREȘTI', 'bucuresti'])
    assert.equal(findCounty(text)?.number, 40, text);
  assert.equal(findCounty('bistrita-nasaud')?.name, 'Bistrița-Năsăud');
  assert.equal(findCounty('Transilvania'), undefined);
});
