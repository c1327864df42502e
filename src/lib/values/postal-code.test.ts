import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postalCodeOf } from './postal-code.ts';

const read = (published: string | null, county: string | null): string => {
  const { postalCode, postalCodeCorrected } = postalCodeOf(published, county);
  return `${postalCode} ${postalCodeCorrected}`;
};

test('a postal code of București or Ilfov has its leading zero back, and says so', () => {
  assert.equal(read('30152 ', 'MUNICIPIUL BUCUREŞTI'), '030152 true');
  assert.equal(read('77190', 'Ilfov'), '077190 true');
  assert.equal(read('030152', 'București'), '030152 false');
  assert.equal(read('400001', 'Cluj'), '400001 false');
});

test('a code that is not of six digits is none: nobody knows what is missing', () => {
  for (const [code, county] of [
    ['3400', 'Cluj'],
    ['40000', 'Cluj'],
    ['77190', 'București'],
    ['70709', 'București'],
    ['3015', 'București'],
    ['30152', null],
    ['000000', 'București'],
    ['0', 'București'],
    ['', 'Ilfov'],
    [null, 'Ilfov'],
  ] as const)
    assert.equal(read(code, county), 'null null', `${code} ${county}`);
});
