import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { balanceAnswer, companyAnswer, compared, type Shape, textOf } from './answer-shapes.ts';

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/sources/anaf/samples/${name}`, import.meta.url), 'utf8'));
const textsOf = (expected: Shape, found: unknown): string[] => {
  const { differences, unread } = compared(expected, found);
  return [...differences.map(textOf), ...unread.map((field) => `new: ${field}`)];
};

test('the samples have the expected shapes', () => {
  for (const [expected, name] of [
    [companyAnswer, 'v9-found.json'],
    [balanceAnswer, 'bilant.json'],
  ] as const)
    assert.deepEqual(compared(expected, sample(name)).differences, [], name);
});

test('a missing, renamed or retyped field is reported by its path', () => {
  const expected: Shape = {
    an: 'number',
    caen: 'number|string',
    i: [{ indicator: 'string' }],
    about: { name: 'string' },
  };
  assert.deepEqual(textsOf(expected, { an: '2024', caen: 4711, i: [{ code: 'I1' }], about: [] }), [
    'an is string, expected number',
    'i[].indicator is missing, expected string',
    'about is a list, expected an object',
    'new: i[].code',
  ]);
  assert.deepEqual(textsOf(expected, { an: 2024, caen: '4711', i: [], about: { name: null } }), []);
  assert.deepEqual(textsOf(expected, 'busy'), ['the answer is string, expected an object']);
  assert.deepEqual(textsOf(expected, { an: 1, caen: 1, i: {}, about: { name: '' } }), ['i is object, expected a list']);
});
